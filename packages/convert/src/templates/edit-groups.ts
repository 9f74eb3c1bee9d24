import { parseRuleLine, printRuleLine } from '../rules/rule-line.ts'
import { editOwnGroups } from './own-groups.ts'
import type { GroupType, Template, TemplateGroup, TemplateMember, TemplateRule } from './template.ts'

/** What a person changed about a group; an edit of a group that is not there makes one. Empty values change nothing. */
export interface GroupEdit {
  type?: GroupType
  /** Regex over node names: the group has the nodes that match, and no other members. */
  filter?: string
  /** Address that tests are made against. */
  url?: string
  /** Seconds between two tests. */
  interval?: number
  /** Milliseconds by which another node must be faster. */
  tolerance?: number
  /** The group goes, with its references; its rules go to the main group. */
  removed?: boolean
}

export type GroupEdits = Readonly<Record<string, GroupEdit>>

/** The template with changed groups, by their names in it. `final`: the group that takes what no rule takes. */
export function editGroups(template: Template, edits: GroupEdits, final = ''): Template {
  const names = Object.keys(edits)
  if (names.length === 0 && final === '') return template
  const gone = new Set(names.filter((name) => edits[name]!.removed))
  const own = new Set(template.groups.map(({ name }) => name))
  const kept = template.groups.filter(({ name }) => !gone.has(name))
  const added = names.filter((name) => !own.has(name) && !gone.has(name))
  const { main: before, ...rest } = template
  const main = before === undefined || gone.has(before) ? undefined : before
  const instead = main ?? kept[0]?.name ?? 'DIRECT'
  const target = (name: string) => (gone.has(name) ? instead : name)
  const base = editOwnGroups(template, edits, target)
  return {
    ...rest,
    groups: [
      ...kept.map((group) => edited(group, Object.hasOwn(edits, group.name) ? edits[group.name]! : {}, gone)),
      ...added.map((name) => newGroup(name, edits[name]!)),
    ],
    rules: withFinal(
      template.rules.map((rule) => redirected(rule, target)),
      final,
    ),
    ...(main === undefined ? {} : { main }),
    ...(base ? { base } : {}),
  }
}

function edited(group: TemplateGroup, edit: GroupEdit, gone: ReadonlySet<string>): TemplateGroup {
  const members = group.members.filter((member) => member.kind !== 'ref' || !gone.has(member.name))
  return { ...group, ...changesOf(edit), members: edit.filter ? [pattern(edit.filter)] : members }
}

function newGroup(name: string, edit: GroupEdit): TemplateGroup {
  return {
    name,
    type: 'select',
    whenEmpty: 'direct',
    ...changesOf(edit),
    members: [edit.filter ? pattern(edit.filter) : { kind: 'all' }],
  }
}

function changesOf({ type, url, interval, tolerance }: GroupEdit): Partial<TemplateGroup> {
  return {
    ...(type ? { type } : {}),
    ...(url ? { url } : {}),
    ...(interval ? { interval } : {}),
    ...(tolerance === undefined ? {} : { tolerance }),
  }
}

function pattern(text: string): TemplateMember {
  return { kind: 'pattern', pattern: text }
}

function redirected(rule: TemplateRule, target: (group: string) => string): TemplateRule {
  if (rule.kind === 'list') return { ...rule, group: target(rule.group) }
  const { line } = parseRuleLine(rule.text, 'mihomo')
  // What SUB-RULE names is a set of rules.
  if (line?.ruleType !== 'rule' || line.type === 'SUB-RULE' || target(line.action) === line.action) return rule
  return { kind: 'line', text: printRuleLine({ ...line, action: target(line.action) }) }
}

/** MATCH leads to the group; where there is none, one is put behind all rules. */
function withFinal(rules: readonly TemplateRule[], group: string): readonly TemplateRule[] {
  if (group === '') return rules
  const match: TemplateRule = { kind: 'line', text: `MATCH,${group}` }
  return rules.some(isMatch) ? rules.map((rule) => (isMatch(rule) ? match : rule)) : [...rules, match]
}

function isMatch(rule: TemplateRule): boolean {
  return rule.kind === 'line' && /^\s*(?:MATCH|FINAL)\s*,/i.test(rule.text)
}
