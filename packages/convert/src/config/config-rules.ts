import { ISSUE_SEVERITY } from '../model/issue.ts'
import type { Issue, IssueArgs, IssueCode } from '../model/issue.ts'
import { listFormatOf } from '../rules/list-format.ts'
import { nearestNames } from '../rules/nearest-names.ts'
import { checkRules, parseRuleLine, printRuleLine, issueOfRule } from '../rules/rule-line.ts'
import type { RuleCondition, RuleEntry, RuleReason } from '../rules/rule-line.ts'
import { LIST_INTERVAL_S } from '../templates/list-addresses.ts'
import { ruleLists, subRuleNames } from '../templates/own-config.ts'
import type { RuleList } from '../templates/template.ts'
import type { ConfigRequest } from './config-request.ts'
import type { RuleSetEntry } from '../rules/rule-set-entry.ts'
import { FreeNames } from '../text/free-names.ts'
import type { GroupPlan } from './groups.ts'
import { reportOfRules } from './issue-report.ts'

/** A rule of the finished config, its action already a name of the finished config. */
export type ConfigRule = {
  /** What the user wrote above it, without the sign of a comment. */
  comments?: readonly string[]
} & (
  | { kind: 'rule'; rule: RuleEntry }
  | {
      kind: 'list'
      list: RuleList
      action: string
      noResolve: boolean
      /** Its addresses are those that a connection comes from. */
      isSource: boolean
    }
)

export interface ConfigRules {
  rules: readonly ConfigRule[]
  /** Every list by the name rules use for it; names are unique. */
  lists: ReadonlyMap<string, RuleList>
  issues: readonly Issue[]
}

/**
 * All rules in order: the user's lines, the user's rule sets, the template's. Actions are looked up among the groups, and
 * what leads nowhere is left out and told.
 */
export function collectRules(request: ConfigRequest, plan: GroupPlan): ConfigRules {
  const collector = new RuleCollector(request, plan)
  collector.addUserRules()
  collector.addRuleSets()
  collector.addTemplateRules()
  return collector
}

/** Where a rule stands: the words of an issue name its line and repeat it. */
interface RulePlace extends Pick<Issue, 'field' | 'line'> {
  raw?: string
}

class RuleCollector implements ConfigRules {
  readonly rules: ConfigRule[] = []
  readonly lists = new Map<string, RuleList>()
  readonly issues: Issue[] = []
  readonly #request: ConfigRequest
  readonly #plan: GroupPlan
  /** Lists that a RULE-SET line may name: those of the user, of the template, of the own config. */
  readonly #named: ReadonlyMap<string, RuleList>
  /** Sets that a SUB-RULE may name; undefined if the client has none. Writing the rule reports that. */
  readonly #subRules: readonly string[] | undefined
  readonly #byContent = new Map<string, RuleList>()
  readonly #free = new FreeNames('-', 2)
  /** Comments that wait for the next rule. */
  #comments: string[] = []
  /** 0 before MATCH, then 1 and the number of rules behind it. */
  #unreached = 0

  constructor(request: ConfigRequest, plan: GroupPlan) {
    this.#request = request
    this.#plan = plan
    const own = request.template.baseKind === 'clash-yaml' ? ruleLists(request.template.base?.['rule-providers']) : []
    const template = request.template.rules.flatMap((rule) =>
      rule.kind === 'list' ? [[rule.list.name, rule.list] as const] : [],
    )
    const user = request.ruleProviders.map((entry) => [entry.name, listOf(entry)] as const)
    this.#named = new Map([...own, ...template, ...user])
    this.#subRules = request.client.rules.hasSubRules ? subRuleNames(request.template.base) : undefined
  }

  addUserRules(): void {
    const { additionRules = '', client } = this.#request
    // sing-box lines are written as for mihomo and translated afterwards; Clash takes what mihomo takes, as far as it can.
    const { lines, issues } = checkRules(additionRules, {
      client: client.id,
      providers: [...this.#named.keys()],
      isTarget: this.#isTarget,
      exampleGroup: this.#plan.groups[0]?.name,
    })
    reportOfRules(
      this.issues,
      issues.map((issue) => issueOfRule(issue)),
      'additionRules',
    )
    for (const line of lines) {
      if (line.ruleType === 'comment') this.#comments.push(...commentOf(line.value))
      else {
        this.#comments.push(...commentOf(line.comment ?? ''))
        this.#add(line, { field: 'additionRules', line: line.index + 1, raw: printRuleLine(line) })
      }
    }
  }

  addRuleSets(): void {
    for (const entry of this.#request.ruleProviders) {
      if (entry.group === undefined) this.#shelve(listOf(entry))
      else this.#addList(listOf(entry), entry.group, {}, { field: 'ruleProviders' })
    }
  }

  addTemplateRules(): void {
    for (const rule of this.#request.template.rules) {
      for (const comment of rule.comments ?? []) this.#comments.push(...commentOf(comment))
      if (rule.kind === 'list') this.#addList(rule.list, rule.group, { noResolve: rule.noResolve }, {})
      else this.#addTemplateLine(rule.text)
    }
  }

  readonly #isTarget = (name: string): boolean => this.#plan.target(name) !== undefined

  #addTemplateLine(text: string): void {
    // Templates are written for mihomo; what Clash and sing-box lack is sorted out when the rule is written.
    const { line, issues } = parseRuleLine(text, undefined, this.#isTarget)
    const errors = issues.filter((issue) => issue.severity === 'error')
    reportOfRules(
      this.issues,
      errors.map((issue) => issueOfRule(issue)),
      'rules',
    )
    if (line?.ruleType === 'rule') this.#add(line, { field: 'rules' })
  }

  #add(rule: RuleEntry, place: RulePlace): void {
    const isSource = rule.params.includes('src')
    // Clash cannot match a list against source addresses: the line is reported as unsupported.
    const isList = rule.type === 'RULE-SET' && (!isSource || this.#request.client.rules.hasSourceLists)
    const list = isList ? this.#named.get(rule.value) : undefined
    if (list)
      return this.#addList(list, rule.action, { noResolve: rule.params.includes('no-resolve'), isSource }, place)
    const reason = this.#missingName(rule)
    if (reason !== undefined) return this.#refuse(rule, reason, place)
    // The action of SUB-RULE names a set of rules, which only the user's own config has.
    const action = rule.type === 'SUB-RULE' ? rule.action : this.#action(rule.action, place)
    if (action !== undefined) this.#push({ kind: 'rule', rule: action === rule.action ? rule : { ...rule, action } })
  }

  /** mihomo refuses the whole file where a rule names a list or a set of rules that is not there. */
  #missingName(rule: RuleEntry): RuleReason | undefined {
    if (this.#subRules === undefined) return undefined
    if (rule.type === 'SUB-RULE' && !this.#subRules.includes(rule.action)) return 'sub-rule-missing'
    return conditionsOf(rule).some(({ type, value }) => type === 'RULE-SET' && !this.#named.has(value))
      ? 'provider-missing'
      : undefined
  }

  #refuse(rule: RuleEntry, reason: RuleReason, place: RulePlace): void {
    const { type, value, action } = rule
    const code = reason === 'sub-rule-missing' ? 'rule-target-missing' : 'rule-value'
    const names = reason === 'sub-rule-missing' ? (this.#subRules ?? []) : [...this.#named.keys()]
    const nearest = nearestNames(reason === 'sub-rule-missing' ? action : value, names).join(', ')
    const args = { type, value, action, reason, raw: printRuleLine(rule), ...(nearest ? { nearest } : {}) }
    this.#report(code, place, args)
  }

  #addList(
    list: RuleList,
    target: string,
    { noResolve = false, isSource = false }: { noResolve?: boolean; isSource?: boolean },
    place: RulePlace,
  ): void {
    const action = this.#action(target, place, list)
    // A list that leads nowhere is not written either: the client would fetch it for nothing.
    if (action !== undefined) this.#push({ kind: 'list', list: this.#shelve(list), action, noResolve, isSource })
  }

  /** Rules behind MATCH are never reached. They are left out, with one issue for all of them. */
  #push(rule: ConfigRule): void {
    if (this.#unreached === 0) {
      this.rules.push(this.#comments.length > 0 ? { ...rule, comments: this.#comments } : rule)
      this.#comments = []
      if (rule.kind === 'rule' && rule.rule.type === 'MATCH') this.#unreached = 1
    } else if (this.#unreached++ === 1) this.#report('rule-unreachable', { field: 'rules' }, { reason: 'after-match' })
  }

  #action(name: string, place: RulePlace, list?: RuleList): string | undefined {
    const found = this.#plan.target(name)
    if (found === undefined) {
      const [nearest] = nearestNames(
        name,
        this.#plan.groups.map((group) => group.name),
      )
      this.#report('rule-target-missing', place, {
        action: name,
        reason: list === undefined ? 'target-missing' : 'list-target-missing',
        ...(list ? { list: list.name } : {}),
        ...(nearest ? { nearest } : {}),
      })
    }
    return found
  }

  /** The list under a name of its own: two lists of one name get two, the same list twice gets one. */
  #shelve(list: RuleList): RuleList {
    const content = `${list.behavior} ${list.url} ${list.payload === undefined ? '' : JSON.stringify(list.payload)}`
    const known = this.#byContent.get(content)
    if (known) return known
    // A comma would end the name in a rule line.
    const name = this.#free.of(list.name.replaceAll(',', '，'), (one) => this.lists.has(one))
    const shelved = name === list.name ? list : { ...list, name }
    this.lists.set(name, shelved)
    this.#byContent.set(content, shelved)
    return shelved
  }

  #report(code: IssueCode, { raw, ...place }: RulePlace, args: IssueArgs): void {
    const severity = ISSUE_SEVERITY[code]
    this.issues.push({ ...place, code, severity, kept: false, args: raw === undefined ? args : { raw, ...args } })
  }
}

/** What no line of YAML may hold. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/gu

/** A comment without its sign. The head of a pasted list, `rules:`, is none. */
function commentOf(line: string): string[] {
  const text = /^(?:#+|;+|\/\/)(.*)$/s.exec(line)?.[1]
  return text === undefined ? [] : [text.replaceAll(UNPRINTABLE, ' ').toWellFormed().trim()]
}

/** The lists that no rule names: they are written for rules of the user's own. */
export function unruledLists(rules: readonly ConfigRule[], lists: ReadonlyMap<string, RuleList>): readonly RuleList[] {
  const ruled = new Set(rules.map((rule) => (rule.kind === 'list' ? rule.list : undefined)))
  return [...lists.values()].filter((list) => !ruled.has(list))
}

/** A rule and the rules inside it. */
function conditionsOf(rule: RuleCondition): RuleCondition[] {
  return [rule, ...(rule.rules ?? []).flatMap(conditionsOf)]
}

function listOf(entry: RuleSetEntry): RuleList {
  return {
    name: entry.name,
    url: entry.url ?? '',
    behavior: entry.behavior,
    format: listFormatOf(entry.format, entry.url),
    interval: entry.interval ?? LIST_INTERVAL_S,
    ...(entry.rules ? { payload: entry.rules } : {}),
  }
}
