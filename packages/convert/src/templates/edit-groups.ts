import { parseRuleLine, printRuleLine } from '../rules/rule-line.ts'
import type { GroupEdit, GroupEdits } from './group-edit.ts'
import { inOrder } from './in-order.ts'
import { editOwnGroups } from './own-groups.ts'
import type { Template, TemplateGroup, TemplateMember, TemplateRule } from './template.ts'

/**
 * The template with changed groups, by their names in it. `final`: the group that takes what no rule takes. `order`:
 * names in the order wanted; groups that are not in it follow the one they came after.
 */
export function editGroups(template: Template, edits: GroupEdits, final = '', order: readonly string[] = []): Template {
  const names = Object.keys(edits)
  if (names.length === 0 && final === '' && order.length === 0) return template
  const gone = new Set(names.filter((name) => edits[name]!.removed))
  const own = new Set(template.groups.map(({ name }) => name))
  const kept = template.groups.filter(({ name }) => !gone.has(name))
  const added = names.filter((name) => edits[name]!.added && !own.has(name) && !gone.has(name))
  const { main: given, ...rest } = template
  // Without a word about it the first group is the main one: another order does not change that.
  const before = given ?? (order.length > 0 ? template.groups[0]?.name : undefined)
  const main = before === undefined || gone.has(before) ? undefined : before
  const instead = main ?? kept[0]?.name ?? 'DIRECT'
  const target = (name: string) => (gone.has(name) ? instead : name)
  const base = editOwnGroups(template, edits, target, order)
  const groups = [
    ...kept.map((group) => edited(group, Object.hasOwn(edits, group.name) ? edits[group.name]! : {}, gone)),
    ...added.map((name) => edited(newGroup(name), edits[name]!, gone)),
  ]
  return {
    ...rest,
    groups: inOrder(edits[instead]?.members ? groups : withOffers(groups, added, instead), order, ({ name }) => name),
    rules: withFinal(
      template.rules.map((rule) => redirected(rule, target)),
      final,
    ),
    ...(main === undefined ? {} : { main }),
    ...(base ? { base } : {}),
  }
}

function edited(group: TemplateGroup, edit: GroupEdit, gone: ReadonlySet<string>): TemplateGroup {
  const members = membersOf(group, edit).filter((member) => member.kind !== 'ref' || !gone.has(member.name))
  return { ...group, ...changesOf(edit), members }
}

function membersOf(group: TemplateGroup, { members, filter, withDirect }: GroupEdit): readonly TemplateMember[] {
  if (members) return members
  const chosen = filter ? [pattern(filter)] : group.members
  return withDirect ? [...chosen, { kind: 'ref', name: 'DIRECT' }] : chosen
}

function newGroup(name: string): TemplateGroup {
  return { name, type: 'select', whenEmpty: 'direct', members: [{ kind: 'all' }] }
}

/** The main group offers the groups that nothing leads to, those apart that lead back to it. */
function withOffers(
  groups: readonly TemplateGroup[],
  added: readonly string[],
  main: string,
): readonly TemplateGroup[] {
  const refs = new Map(
    groups.map(({ name, members }) => [name, members.flatMap((one) => (one.kind === 'ref' ? [one.name] : []))]),
  )
  const named = new Set([...refs.values()].flat())
  const offered = added.filter((name) => name !== main && !named.has(name) && !leadsTo(name, main, refs))
  if (offered.length === 0) return groups
  const offers = offered.map((name): TemplateMember => ({ kind: 'ref', name }))
  return groups.map((group) => (group.name === main ? { ...group, members: [...group.members, ...offers] } : group))
}

function leadsTo(from: string, to: string, refs: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set([from])
  for (const name of seen) {
    if (name === to) return true
    for (const next of refs.get(name) ?? []) seen.add(next)
  }
  return false
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
  const { line } = parseRuleLine(rule.text, undefined, () => true)
  // What SUB-RULE names is a set of rules.
  if (line?.ruleType !== 'rule' || line.type === 'SUB-RULE' || target(line.action) === line.action) return rule
  return { ...rule, text: printRuleLine({ ...line, action: target(line.action) }) }
}

/** MATCH leads to the group; where there is none, one is put behind all rules. */
function withFinal(rules: readonly TemplateRule[], group: string): readonly TemplateRule[] {
  if (group === '') return rules
  const match = { kind: 'line', text: `MATCH,${group}` } as const
  return rules.some(isMatch) ? rules.map((rule) => (isMatch(rule) ? { ...rule, ...match } : rule)) : [...rules, match]
}

function isMatch(rule: TemplateRule): boolean {
  return rule.kind === 'line' && /^\s*(?:MATCH|FINAL)\s*,/i.test(rule.text)
}
