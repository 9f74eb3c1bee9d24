import type { Issue } from '../../model/issue.ts'
import type { SingboxTarget } from '../../protocols/protocol.ts'
import type { SingboxVersion } from '../../model/singbox-version.ts'
import { checkSingboxParts } from './rule-check/check-singbox-parts.ts'
import type { SingboxNames } from './rule-check/known-names.ts'
import { inFullForm, leadsNowhere } from './rule-form.ts'
import { cut, issueOfRule, ruleIssue, type RuleIssue } from '../../rules/rule-issue.ts'
import { isRecord, recordOf, type JsonObject } from '../../text/record.ts'

/** What is left of a config, and what had to go. */
export interface CheckedConfig {
  config: JsonObject
  issues: Issue[]
}

/**
 * Puts a partial `route` of the user into a config: its rules before ours (behind sniffing, which decides nothing and
 * which their domains need), its settings instead of ours. What sing-box would refuse, not start with or send nowhere
 * is left out, each rule and field by itself.
 */
export function mergeRoute(config: JsonObject, given: JsonObject, target: SingboxTarget): CheckedConfig {
  const route = withKnownSpelling(given)
  const judge = new RouteJudge(config, route, target.version)
  const { rules, rule_set: sets, ...fields } = route
  const ours = recordOf(config['route'])
  const newSets = judge.soundSets(list(sets))
  const usable = judge.soundRules(list(rules)).map((rule) => (isRecord(rule) ? inFullForm(rule) : rule))
  const kept = judge.soundFields({ rules, rule_set: sets, ...fields }, ours)
  const ourRules = list(ours['rules'])
  const sniff = isRecord(ourRules[0]) && ourRules[0]['action'] === 'sniff' ? 1 : 0
  const merged: JsonObject = { ...ours, ...kept }
  if (usable.length > 0) merged['rules'] = [...ourRules.slice(0, sniff), ...usable, ...ourRules.slice(sniff)]
  if (newSets.length > 0) merged['rule_set'] = [...list(ours['rule_set']), ...newSets]
  return { config: { ...config, route: merged }, issues: judge.issues }
}

/**
 * Takes out of a config made from the user's own file what that file says and sing-box would refuse: rules, rule sets
 * and fields of `route`, and rules of `dns`. `version` is what the user asked for; where nothing was asked, the newest
 * is meant, because the file was written for the sing-box at hand.
 */
export function withoutRefusedRules(config: JsonObject, base: JsonObject, { version }: SingboxTarget): CheckedConfig {
  const own = recordOf(base['route'])
  const newest = version === 'compatible' ? '1.14' : version
  const judge = new RouteJudge({ ...config, route: {} }, recordOf(config['route']), newest)
  const { rules, rule_set: sets, ...fields } = own
  const refusedSets = without(sets, judge.soundSets(list(sets)))
  const refusedRules = without(rules, judge.soundRules(list(rules)))
  const kept = judge.soundFields({ rules, rule_set: sets, ...fields }, own)
  const { rules: dnsRules } = recordOf(base['dns'])
  const refusedDnsRules = without(dnsRules, judge.soundDnsRules(list(dnsRules), version === '1.14'))
  const checked: JsonObject = { ...config }
  if (isRecord(config['route'])) {
    const route: JsonObject = {}
    for (const [key, value] of Object.entries(config['route'])) {
      if (key === 'rules') route[key] = list(value).filter((rule) => !refusedRules.has(rule))
      else if (key === 'rule_set') route[key] = list(value).filter((set) => !refusedSets.has(set))
      else if (value !== fields[key] || Object.hasOwn(kept, key)) route[key] = value
    }
    checked['route'] = route
  }
  if (isRecord(config['dns']) && refusedDnsRules.size > 0) {
    const left = list(config['dns']['rules']).filter((rule) => !refusedDnsRules.has(rule))
    checked['dns'] = { ...config['dns'], rules: left }
  }
  return { config: checked, issues: judge.issues }
}

/** What is in the list and not among the sound ones. */
function without(all: unknown, sound: readonly unknown[]): ReadonlySet<unknown> {
  return new Set(list(all)).difference(new Set(sound))
}

/** Judges the parts of one `route` among the names of a config. */
class RouteJudge {
  readonly issues: Issue[] = []
  readonly #names: Required<SingboxNames>
  readonly #httpClients: ReadonlySet<unknown>
  readonly #version: SingboxVersion
  readonly #takenSets: Set<string>
  readonly #fakeServers: ReadonlySet<string>

  constructor(config: JsonObject, route: JsonObject, version: SingboxVersion) {
    const taken = tags(recordOf(config['route'])['rule_set'])
    this.#version = version
    this.#takenSets = new Set(taken)
    const servers = list(recordOf(config['dns'])['servers'])
    this.#fakeServers = new Set(servers.filter((one) => recordOf(one)['type'] === 'fakeip').flatMap(tagsOf))
    this.#httpClients = new Set(tags(config['http_clients']))
    this.#names = {
      outbounds: [...tags(config['outbounds']), ...tags(config['endpoints'])],
      dnsServers: tags(recordOf(config['dns'])['servers']),
      ruleSets: [...taken, ...tags(route['rule_set'])],
    }
  }

  /** Sets first: a rule cannot name one that is left out. */
  soundSets(sets: readonly unknown[]): unknown[] {
    const found = checkSingboxParts({ ruleSets: sets }, { version: this.#version }, this.#names).ruleSets
    const sound = sets.filter((set, index) => {
      const issues = [...errorsOf(found[index]!), ...this.#setIssues(set)]
      this.#report(issues, `route.rule_set[${index}]`, set)
      if (issues.length > 0) return false
      for (const tag of tagsOf(set)) this.#takenSets.add(tag)
      return true
    })
    this.#names.ruleSets = [...this.#takenSets]
    return sound
  }

  /** A tag that is taken is fatal; so is a download through something that is not there. */
  #setIssues(set: unknown): RuleIssue[] {
    if (!isRecord(set)) return []
    const issues: RuleIssue[] = []
    const taken = tagsOf(set).find((tag) => this.#takenSets.has(tag))
    if (taken !== undefined) issues.push(issueOf(set, 'tag-duplicate', { field: 'tag', value: taken }))
    const { download_detour: detour, http_client: client } = set
    if (typeof detour === 'string' && detour !== '' && !this.#names.outbounds.includes(detour)) {
      issues.push(issueOf(set, 'target-missing', { action: detour }))
    }
    if (typeof client === 'string' && client !== '' && !this.#httpClients.has(client)) {
      issues.push(issueOf(set, 'field-value', { field: 'http_client', value: client }))
    }
    return issues
  }

  soundRules(rules: readonly unknown[]): unknown[] {
    const found = checkSingboxParts({ rules }, { version: this.#version }, this.#names).rules
    return rules.filter((rule, index) => {
      const issues = errorsOf(found[index]!)
      // sing-box takes it, and every connection that it matches fails.
      if (issues.length === 0 && leadsNowhere(recordOf(rule))) {
        issues.push(issueOf(rule, 'field-missing', { field: 'outbound' }))
      }
      const place = `route.rules[${index}]`
      this.#report(issues, place, rule)
      if (issues.length > 0) return false
      this.#report(
        found[index]!.filter(({ code }) => code === 'rule-matches-all'),
        place,
        rule,
        true,
      )
      return true
    })
  }

  /**
   * The rules of `dns` that sing-box takes. A rule that looks at an answer needs an `evaluate` before it. From 1.14 on,
   * rules of the old and of the new kind cannot stand in one file (docs/formats/sing-box.md, "DNS"): the old ones go.
   * `isFor14`: the user chose 1.14, which counts `query_type` and `ip_version` as new.
   */
  soundDnsRules(rules: readonly unknown[], isFor14: boolean): unknown[] {
    const found = checkSingboxParts({ dnsRules: rules }, { version: this.#version }, this.#names).dnsRules
    const isOfNewKind = (rule: unknown) => looksAtAnswers(rule) || isEvaluate(rule) || (isFor14 && looksAtQuery(rule))
    const isNew =
      this.#version === '1.14' && rules.some((rule, at) => !errorsOf(found[at]!).length && isOfNewKind(rule))
    let asked = false
    return rules.filter((rule, index) => {
      const issues = errorsOf(found[index]!)
      if (issues.length === 0) issues.push(...this.#dnsIssues(rule, asked, isNew))
      this.#report(issues, `dns.rules[${index}]`, rule)
      if (issues.length > 0) return false
      asked ||= isEvaluate(rule)
      return true
    })
  }

  #dnsIssues(rule: unknown, asked: boolean, isNew: boolean): RuleIssue[] {
    if (looksAtAnswers(rule) && !asked) return [issueOf(rule, 'field-missing', { field: 'action: evaluate' })]
    const server = actionField(rule, 'server')
    if (isEvaluate(rule) && typeof server === 'string' && this.#fakeServers.has(server)) {
      return [issueOf(rule, 'field-value', { field: 'server', value: server })]
    }
    const old = isNew ? oldDnsField(rule) : undefined
    if (old === undefined) return []
    return [issueOf(rule, 'field-together', { field: old, other: 'evaluate, match_response, query_type, ip_version' })]
  }

  /** The fields that sing-box takes, `rules` and `rule_set` apart. `others` are those beside them in the result. */
  soundFields(fields: JsonObject, others: JsonObject): JsonObject {
    const given = Object.entries(fields).filter(([, value]) => value !== undefined)
    const found = checkSingboxParts(
      { fields: Object.fromEntries(given) },
      { version: this.#version },
      this.#names,
    ).fields
    const sound: JsonObject = {}
    for (const [key, value] of given) {
      const issues = errorsOf(found.get(key)!)
      if (issues.length === 0) issues.push(...this.#fieldIssues(key, value, { ...others, ...fields }))
      this.#report(issues, `route.${key}`, { [key]: value })
      if (issues.length === 0 && key !== 'rules' && key !== 'rule_set' && value !== null) sound[key] = value
    }
    return sound
  }

  #fieldIssues(key: string, value: unknown, route: JsonObject): RuleIssue[] {
    if (key === 'default_http_client' && typeof value === 'string' && value !== '' && !this.#httpClients.has(value)) {
      return [issueOf(value, 'field-value', { field: key, value })]
    }
    if (key !== 'default_network_strategy' || value === null) return []
    if (route['auto_detect_interface'] !== true) {
      return [issueOf(value, 'field-missing', { field: 'auto_detect_interface' })]
    }
    const { default_interface: name } = route
    const isNamed = name !== undefined && name !== null && name !== ''
    return isNamed ? [issueOf(value, 'field-together', { field: key, other: 'default_interface' })] : []
  }

  /** Each issue carries the text of the item that is left out, so that the user can find it. */
  #report(issues: readonly RuleIssue[], field: string, item: unknown, kept = false): void {
    const raw = cut(JSON.stringify(item) ?? '')
    for (const found of issues) {
      const { line: _, ...issue } = issueOfRule(found)
      this.issues.push({ ...issue, field, kept, args: { ...issue.args, raw } })
    }
  }
}

function errorsOf(issues: readonly RuleIssue[]): RuleIssue[] {
  return issues.filter((found) => found.severity === 'error')
}

function issueOf(item: unknown, reason: RuleIssue['args']['reason'], args: Record<string, string>): RuleIssue {
  const place = { line: 0, column: 0, raw: JSON.stringify(item) ?? '' }
  return ruleIssue(place, reason === 'target-missing' ? 'rule-target-missing' : 'rule-value', reason, args)
}

/** A field of an action, which sing-box reads in any case. */
function actionField(rule: unknown, name: string): unknown {
  return Object.entries(recordOf(rule)).find(([key]) => key.toLowerCase() === name)?.[1]
}

function isEvaluate(rule: unknown): boolean {
  return actionField(rule, 'action') === 'evaluate'
}

/** The rule, and the rules inside it. */
function eachRule(rule: unknown): JsonObject[] {
  const all: JsonObject[] = []
  const waiting = [rule]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    all.push(recordOf(one))
    for (const inner of list(recordOf(one)['rules'])) waiting.push(inner)
  }
  return all
}

function looksAtAnswers(rule: unknown): boolean {
  return actionField(rule, 'action') === 'respond' || eachRule(rule).some((one) => one['match_response'] === true)
}

function looksAtQuery(rule: unknown): boolean {
  return eachRule(rule).some(({ query_type: type, ip_version: version }) => type !== undefined || version !== undefined)
}

/** What a rule has that 1.14 takes only in a file without rules of the new kind. */
function oldDnsField(rule: unknown): string | undefined {
  if (actionField(rule, 'strategy')) return 'strategy'
  for (const one of eachRule(rule)) {
    if (one['rule_set_ip_cidr_accept_empty'] === true) return 'rule_set_ip_cidr_accept_empty'
    if (one['match_response'] === true) continue
    const field = ['ip_cidr', 'ip_is_private', 'ip_accept_any'].find((name) => one[name] !== undefined)
    if (field !== undefined) return field
  }
  return undefined
}

/** Keys in the spelling that is written: sing-box reads `Final` as `final`, and would find the field twice beside ours. */
function withKnownSpelling(route: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(route).map(([key, value]) => [key.toLowerCase(), value]))
}

function tags(value: unknown): string[] {
  return list(value).flatMap(tagsOf)
}

function tagsOf(item: unknown): string[] {
  const { tag } = recordOf(item)
  return (Array.isArray(tag) ? tag : [tag]).filter((one): one is string => typeof one === 'string')
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
