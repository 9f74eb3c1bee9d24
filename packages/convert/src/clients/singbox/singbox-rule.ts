import type { IssueArgs, Issue } from '../../model/issue.ts'
import { type Cidr, ipv4Value, ipv6Groups, parseCidr } from '../../text/ip.ts'
import { PRIVATE_BLOCKS } from '../../text/private-blocks.ts'
import { re2Issue, regexArgs } from '../../text/user-regex.ts'
import { cut, issueOfRule, ruleIssue, type RuleIssue, type RuleReason } from '../../rules/rule-issue.ts'
import { domainPatternRegex, globRegex, numberRanges } from '../../rules/patterns.ts'
import { LossCounter, type RuleLoss } from '../../rules/rule-losses.ts'
import { printRuleLine, type RuleCondition, type RuleEntry, type RuleLine } from '../../rules/rule-line.ts'
import { resolves } from '../../rules/rule-types.ts'
import { recordsOf, type JsonObject } from '../../text/record.ts'

/** Rule lines and rule lists as sing-box says them (docs/formats/rules.md, "From lines to sing-box"). */

/** A route rule, or a rule of a rule set. */
export type SingboxRule = JsonObject

/** A compiled list on the web that a rule line needs: GEOIP, GEOSITE. `detour` and interval are the config's business. */
export interface SingboxRemoteSet {
  type: 'remote'
  tag: string
  format: 'binary'
  url: string
}

export interface SingboxRuleOptions {
  /** Tag of the outbound or group an action names; undefined: there is none, the rule is left out. */
  tagOf(action: string): string | undefined
  /** Tag of the rule set that holds a rule provider's rules; absent or undefined: RULE-SET lines are left out. */
  ruleSetOf?(provider: string): string | undefined
  /**
   * Whether `{action: resolve}` goes before the first rule that looks at the address of a domain (mihomo resolves there,
   * sing-box never does by itself). Not done where all such rules are about private addresses.
   */
  resolve?: boolean
  /** Whether the rules of a provider look at addresses of domains too. */
  looksUp?(provider: string): boolean
  /** What the issues name as their source. */
  source?: string
}

export interface SingboxRulesResult {
  rules: SingboxRule[]
  /** Tag that MATCH names. After MATCH,REJECT there is none: the last rule rejects. */
  final?: string
  /** Sets that `rules` name besides those of `ruleSetOf`, each once. */
  remoteSets: SingboxRemoteSet[]
  issues: Issue[]
  /** Lines that became rules, MATCH among them, and lines that could not. */
  carried: number
  dropped: number
}

export interface HeadlessRulesResult {
  rules: SingboxRule[]
  /** Lowest source version that knows every item (for a source file; an inline set takes none). */
  version: 1 | 2
  issues: Issue[]
  carried: number
  dropped: number
}

/** Translates rule lines to route rules in their order; neighbours that say the same are merged. */
export function toSingboxRules(lines: readonly RuleLine[], options: SingboxRuleOptions): SingboxRulesResult {
  const writer = new RouteWriter(options)
  for (const line of lines) if (line.ruleType === 'rule') writer.add(line)
  return writer.result()
}

/** Translates the rules of a list to headless rules, those of one kind in one rule (a set is an OR of its rules). */
export function toHeadlessRules(conditions: readonly RuleCondition[], source?: string): HeadlessRulesResult {
  const issues = new LossCounter(source)
  const translation = new Translation({ headless: true })
  const merged = new Map<string, SingboxRule>()
  const rules: SingboxRule[] = []
  let carried = 0
  for (const condition of conditions) {
    const items = translation.condition(condition)
    if (items === undefined) {
      issues.count(translation.takeLoss(), condition.type)
      continue
    }
    carried++
    for (const change of translation.takeChanges()) issues.count(change, condition.type)
    const kind = kindOf(items)
    const first = kind && merged.get(kind)
    if (first) appendItems(first, items)
    else {
      rules.push(items)
      if (kind) merged.set(kind, items)
    }
  }
  rules.forEach(finishRule)
  return {
    rules,
    version: rules.some(needsVersion2) ? 2 : 1,
    issues: issues.list(),
    carried,
    dropped: conditions.length - carried,
  }
}

const SAGER_GEOIP = 'https://raw.githubusercontent.com/SagerNet/sing-geoip/rule-set'
const SAGER_GEOSITE = 'https://raw.githubusercontent.com/SagerNet/sing-geosite/rule-set'
const META_GEOIP = 'https://raw.githubusercontent.com/MetaCubeX/meta-rules-dat/sing/geo/geoip'
const PORT_MAX = 65535
const USER_IDS_MAX = 64

const PRIVATE_CIDRS = PRIVATE_BLOCKS.flatMap((block) => parseCidr(block) ?? [])

/** Turns conditions into match items; what is lost or changed is kept until it is taken. */
class Translation {
  readonly remoteSets = new Map<string, SingboxRemoteSet>()
  readonly #headless: boolean
  readonly #ruleSetOf?: (provider: string) => string | undefined
  #loss?: RuleLoss
  #changes: RuleLoss[] = []

  constructor(options: { headless: boolean; ruleSetOf?: (provider: string) => string | undefined }) {
    this.#headless = options.headless
    this.#ruleSetOf = options.ruleSetOf
  }

  takeLoss(): RuleLoss {
    const loss = this.#loss ?? { code: 'rule-unsupported', reason: 'type-unsupported', args: {} }
    this.#loss = undefined
    this.#changes = []
    return loss
  }

  takeChanges(): RuleLoss[] {
    if (this.#changes.length === 0) return this.#changes
    const changes = this.#changes
    this.#changes = []
    return changes
  }

  /** Match items, lists as lists; undefined after a loss. */
  condition(rule: RuleCondition): SingboxRule | undefined {
    const { type, value } = rule
    const isSource = rule.params.includes('src')
    switch (type) {
      case 'DOMAIN':
        return { domain: [value.toLowerCase()] }
      case 'DOMAIN-SUFFIX':
        return { domain_suffix: [value.toLowerCase()] }
      case 'DOMAIN-KEYWORD':
        return { domain_keyword: [value.toLowerCase()] }
      case 'DOMAIN-REGEX':
        return this.#regex('domain_regex', value)
      case 'DOMAIN-WILDCARD':
        return domainGlob(value.toLowerCase())
      case 'DOMAIN-PATTERN':
        return domainPattern(value)
      case 'IP-CIDR':
      case 'IP-CIDR6':
        return { [isSource ? 'source_ip_cidr' : 'ip_cidr']: [value] }
      case 'SRC-IP-CIDR':
        return { source_ip_cidr: [value] }
      case 'GEOIP':
        return this.#geoip(value, isSource)
      case 'SRC-GEOIP':
        return this.#geoip(value, true)
      case 'GEOSITE':
        return this.#remoteSet(`geosite-${value.toLowerCase()}`, SAGER_GEOSITE, `geosite-${value.toLowerCase()}`, false)
      case 'RULE-SET':
        return this.#ruleSet(value, isSource)
      case 'DST-PORT':
        return portItems(value, 'port')
      case 'SRC-PORT':
        return portItems(value, 'source_port')
      case 'NETWORK':
        return { network: [value.toLowerCase()] }
      case 'PROCESS-NAME':
        return { [ANDROID_PACKAGE.test(value) && !value.endsWith('.exe') ? 'package_name' : 'process_name']: [value] }
      case 'PROCESS-PATH':
        return { process_path: [value] }
      case 'PROCESS-PATH-REGEX':
        return this.#regex('process_path_regex', value)
      case 'PROCESS-NAME-REGEX':
        return this.#processName(value)
      case 'PROCESS-NAME-WILDCARD':
        return { process_path_regex: [`(?i)(?:^|[/\\\\])${globRegex(value, '[^/\\\\]')}$`] }
      case 'PROCESS-PATH-WILDCARD':
        return { process_path_regex: [`(?i)^${globRegex(value, '.')}$`] }
      case 'UID':
        return this.#headless ? this.#lost('type-unsupported') : this.#userIds(value)
      case 'IN-NAME':
        return this.#headless ? this.#lost('type-unsupported') : { inbound: names(value) }
      case 'IN-USER':
        return this.#headless ? this.#lost('type-unsupported') : { auth_user: names(value) }
      case 'AND':
      case 'OR':
        return this.#logical(type, rule.rules ?? [])
      case 'NOT':
        return this.#not(rule.rules ?? [])
      default:
        return this.#lost('type-unsupported')
    }
  }

  #lost(reason: RuleReason, args: IssueArgs = {}): undefined {
    this.#loss ??= { code: 'rule-unsupported', reason, args }
    return undefined
  }

  #changed(reason: RuleReason): void {
    this.#changes.push({ code: 'rule-semantics-changed', reason, args: {} })
  }

  /** mihomo ignores case and knows look-around; RE2 does neither by itself. */
  #regex(field: string, pattern: string): SingboxRule | undefined {
    const found = re2Issue(pattern)
    if (found === undefined) return { [field]: [`(?i)${pattern}`] }
    return this.#lost('regex-unsupported', regexArgs(found))
  }

  #processName(pattern: string): SingboxRule | undefined {
    const isAnchored = pattern.startsWith('^')
    const path = isAnchored ? `(?:^|[/\\\\])(?:${pattern.slice(1)})` : `(?:${pattern})[^/\\\\]*$`
    const items = this.#regex('process_path_regex', path)
    if (items !== undefined) this.#changed('process-regex')
    return items
  }

  #geoip(value: string, isSource: boolean): SingboxRule | undefined {
    const code = value.toLowerCase()
    if (code === 'lan' || code === 'private') {
      if (this.#headless) return { [isSource ? 'source_ip_cidr' : 'ip_cidr']: [...PRIVATE_BLOCKS] }
      return { [isSource ? 'source_ip_is_private' : 'ip_is_private']: true }
    }
    if (code.length === 2) return this.#remoteSet(`geoip-${code}`, SAGER_GEOIP, `geoip-${code}`, isSource)
    return this.#remoteSet(`geoip-${code}`, META_GEOIP, code, isSource)
  }

  #remoteSet(tag: string, folder: string, file: string, isSource: boolean): SingboxRule | undefined {
    if (this.#headless) return this.#lost('type-unsupported')
    const url = `${folder}/${encodeURIComponent(file)}.srs`
    this.remoteSets.set(tag, { type: 'remote', tag, format: 'binary', url })
    return ruleSetItem(tag, isSource)
  }

  #ruleSet(provider: string, isSource: boolean): SingboxRule | undefined {
    const tag = this.#headless ? undefined : this.#ruleSetOf?.(provider)
    return tag === undefined ? this.#lost('rule-set-missing') : ruleSetItem(tag, isSource)
  }

  #userIds(value: string): SingboxRule | undefined {
    const ids: number[] = []
    for (const [low, high] of numberRanges(value)) {
      if (high - low + ids.length >= USER_IDS_MAX) return this.#lost('number-range-unsupported')
      for (let id = low; id <= high; id++) ids.push(id)
    }
    return { user_id: ids }
  }

  #logical(type: 'AND' | 'OR', inner: readonly RuleCondition[]): SingboxRule | undefined {
    const rules: SingboxRule[] = []
    for (const condition of inner) {
      const items = this.condition(condition)
      if (items === undefined) return this.#innerLoss(condition)
      rules.push(finishRule(items))
    }
    return rules.length === 0 ? this.#lost('type-unsupported') : { type: 'logical', mode: type.toLowerCase(), rules }
  }

  #not(inner: readonly RuleCondition[]): SingboxRule | undefined {
    const [condition] = inner
    const items = condition && this.condition(condition)
    if (condition === undefined || items === undefined) return this.#innerLoss(condition)
    // sing-box does not resolve: an inverted address rule matches every domain.
    if (holdsAddress(items)) this.#changed('inverted-address')
    const isInverted = items['invert'] === true
    if (isInverted) return { type: 'logical', mode: 'and', rules: [finishRule(items)], invert: true }
    return { ...finishRule(items), invert: true }
  }

  #innerLoss(condition: RuleCondition | undefined): undefined {
    const inner = condition?.type ?? ''
    if (this.#loss?.args['inner'] === undefined) {
      const args = { ...this.#loss?.args, inner }
      this.#loss = { code: 'rule-unsupported', reason: 'inner-unsupported', args }
    }
    return undefined
  }
}

class RouteWriter {
  readonly #options: SingboxRuleOptions
  readonly #translation: Translation
  readonly #rules: { rule: SingboxRule; kind?: string; action: SingboxRule; actionKey: string }[] = []
  readonly #issues: RuleIssue[] = []
  #carried = 0
  #dropped = 0
  #final?: string
  #matchLine?: number
  #resolving: RuleEntry[] = []
  #resolveAt?: number

  constructor(options: SingboxRuleOptions) {
    this.#options = options
    this.#translation = new Translation({ headless: false, ruleSetOf: options.ruleSetOf?.bind(options) })
  }

  add(line: RuleEntry): void {
    if (this.#matchLine !== undefined) {
      this.#dropped++
      return this.#report(line, { code: 'rule-unreachable', reason: 'after-match', args: { of: this.#matchLine } })
    }
    const action = this.#action(line)
    if (action === undefined) return this.#drop(line, this.#actionLoss(line))
    if (line.type === 'MATCH') return this.#match(line, action)

    const items = this.#translation.condition(line)
    if (items === undefined) return this.#drop(line, this.#translation.takeLoss())
    for (const change of this.#translation.takeChanges()) this.#report(line, change)
    this.#carried++
    if (resolves(line) || this.#listLooksUp(line)) this.#noteResolve(line)
    const kind = kindOf(items)
    const key = JSON.stringify(action)
    const last = this.#rules.at(-1)
    if (
      last?.kind !== undefined &&
      last.kind === kind &&
      last.actionKey === key &&
      this.#resolveAt !== this.#rules.length
    ) {
      appendItems(last.rule, items)
    } else this.#rules.push({ rule: items, kind, action, actionKey: key })
  }

  result(): SingboxRulesResult {
    const rules = this.#rules.map(({ rule, action }): SingboxRule => ({ ...finishRule(rule), ...action }))
    const [first] = this.#resolving
    if (first !== undefined) {
      const isAdded = this.#resolveAt !== undefined
      const args = { count: this.#resolving.length }
      this.#report(first, {
        code: 'rule-semantics-changed',
        reason: isAdded ? 'resolve-added' : 'resolve-left-out',
        args,
      })
      if (this.#resolveAt !== undefined) rules.splice(this.#resolveAt, 0, { action: 'resolve' })
    }
    return {
      rules,
      ...(this.#final !== undefined && { final: this.#final }),
      remoteSets: [...this.#translation.remoteSets.values()],
      issues: this.#issues.map((found) => this.#issue(found)),
      carried: this.#carried,
      dropped: this.#dropped,
    }
  }

  #issue(found: RuleIssue): Issue {
    const issue = issueOfRule(found, this.#options.source)
    return issue.code === 'rule-unreachable' ? { ...issue, kept: false } : issue
  }

  #action({ action }: RuleEntry): SingboxRule | undefined {
    if (action === 'REJECT') return { action: 'reject' }
    if (action === 'REJECT-DROP') return { action: 'reject', method: 'drop' }
    if (action === 'PASS') return undefined
    const name = action === 'COMPATIBLE' ? 'DIRECT' : action
    const tag = this.#options.tagOf(name) ?? (name === 'DIRECT' ? 'direct' : undefined)
    return tag === undefined ? undefined : { action: 'route', outbound: tag }
  }

  #actionLoss({ action, type }: RuleEntry): RuleLoss {
    if (type === 'SUB-RULE') return { code: 'rule-unsupported', reason: 'type-unsupported', args: {} }
    if (action === 'PASS') return { code: 'rule-unsupported', reason: 'action-unsupported', args: {} }
    return { code: 'rule-target-missing', reason: 'target-missing', args: {} }
  }

  #match(line: RuleEntry, action: SingboxRule): void {
    this.#carried++
    this.#matchLine = line.index + 1
    if (typeof action['outbound'] === 'string') this.#final = action['outbound']
    else this.#rules.push({ rule: {}, action, actionKey: JSON.stringify(action) })
  }

  #listLooksUp({ type, value, params }: RuleEntry): boolean {
    return type === 'RULE-SET' && params.length === 0 && this.#options.looksUp?.(value) === true
  }

  /** The first address rule about more than private addresses is where the lookup goes. */
  #noteResolve(line: RuleEntry): void {
    this.#resolving.push(line)
    if (this.#options.resolve !== false && !isOrdinary(line)) this.#resolveAt ??= this.#rules.length
  }

  #drop(line: RuleEntry, reported: RuleLoss): void {
    this.#dropped++
    this.#report(line, reported)
  }

  #report(line: RuleEntry, { code, reason, args }: RuleLoss): void {
    const { type, value, action, index } = line
    const place = { line: index + 1, column: 1, raw: printRuleLine(line) }
    this.#issues.push(ruleIssue(place, code, reason, { type, value: cut(value), action, ...args }))
  }
}

/** Items that mean OR among themselves, so that neighbours may share a rule. */
export const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    domain: 'domain',
    domain_suffix: 'domain',
    domain_keyword: 'domain',
    domain_regex: 'domain',
    ip_cidr: 'ip_cidr',
    source_ip_cidr: 'source_ip_cidr',
    port: 'port',
    port_range: 'port',
    source_port: 'source_port',
    source_port_range: 'source_port',
    network: 'network',
    process_name: 'process_name',
    package_name: 'package_name',
    process_path: 'process_path',
    process_path_regex: 'process_path_regex',
    user_id: 'user_id',
    inbound: 'inbound',
    auth_user: 'auth_user',
    rule_set: 'rule_set',
  }),
)

/** The kind all items of a rule are of, or undefined where it stands alone. */
export function kindOf(items: SingboxRule): string | undefined {
  let kind: string | undefined
  for (const field in items) {
    const one = KINDS.get(field)
    if (one === undefined || (kind !== undefined && kind !== one)) return undefined
    kind = one
  }
  return kind
}

function appendItems(rule: SingboxRule, items: SingboxRule): void {
  for (const field in items) {
    const list = rule[field]
    const more = items[field]
    if (!Array.isArray(more)) continue
    if (Array.isArray(list)) for (const item of more) list.push(item)
    else rule[field] = more
  }
}

const FIELD_ORDER = [...KINDS.keys()]

/** Puts the items in the order of the documentation; values that stand twice go once. */
function finishRule(rule: SingboxRule): SingboxRule {
  if (rule['type'] === 'logical') return rule
  const fields = Object.keys(rule)
  const sorted = fields.length < 2 ? fields : fields.toSorted((a, b) => orderOf(a) - orderOf(b))
  for (const field of sorted) {
    const value = rule[field]
    delete rule[field]
    rule[field] = Array.isArray(value) && value.length > 1 ? [...new Set(value)] : value
  }
  return rule
}

function orderOf(field: string): number {
  const order = FIELD_ORDER.indexOf(field)
  return order < 0 ? FIELD_ORDER.length : order
}

function needsVersion2(rule: SingboxRule): boolean {
  if (rule['process_path_regex'] !== undefined) return true
  return recordsOf(rule['rules']).some(needsVersion2)
}

function holdsAddress(items: SingboxRule): boolean {
  if (items['ip_cidr'] !== undefined || items['ip_is_private'] !== undefined) return true
  return recordsOf(items['rules']).some(holdsAddress)
}

function isOrdinary(rule: RuleCondition): boolean {
  if (rule.rules !== undefined) return rule.rules.every((inner) => !resolves(inner) || isOrdinary(inner))
  return /^(?:lan|private)$/i.test(rule.value) || isPrivateBlock(rule.value)
}

function isPrivateBlock(value: string): boolean {
  const block = parseCidr(value)
  return block !== undefined && PRIVATE_CIDRS.some((outer) => contains(outer, block))
}

/** Whether every address of the inner block is in the outer one. */
function contains(outer: Cidr, inner: Cidr): boolean {
  if (outer.version !== inner.version || outer.prefix > inner.prefix) return false
  const a = bitsOf(outer.address)
  const b = bitsOf(inner.address)
  return a.slice(0, outer.prefix) === b.slice(0, outer.prefix)
}

function bitsOf(address: string): string {
  const groups = ipv6Groups(address)
  if (groups === undefined) return ipv4Value(address).toString(2).padStart(32, '0')
  return groups.map((group) => group.toString(2).padStart(16, '0')).join('')
}

function ruleSetItem(tag: string, isSource: boolean): SingboxRule {
  return isSource ? { rule_set: [tag], rule_set_ip_cidr_match_source: true } : { rule_set: [tag] }
}

const ANDROID_PACKAGE = /^[a-z]\w*(?:\.\w+){2,}$/i

function names(value: string): string[] {
  return value.split('/').map((name) => name.trim())
}

function portItems(value: string, field: 'port' | 'source_port'): SingboxRule {
  const ports: number[] = []
  const spans: string[] = []
  for (const [low, high] of numberRanges(value)) {
    if (low === high) ports.push(low)
    else spans.push(`${low}:${Math.min(high, PORT_MAX)}`)
  }
  return { ...(ports.length > 0 && { [field]: ports }), ...(spans.length > 0 && { [`${field}_range`]: spans }) }
}

/** `*.x` is what `.x` says to sing-box: everything below, any depth. */
function domainGlob(pattern: string): SingboxRule {
  if (pattern.startsWith('*.') && !GLOB_CHARACTER.test(pattern.slice(2))) return { domain_suffix: [pattern.slice(1)] }
  return { domain_regex: [`^${globRegex(pattern, '.')}$`] }
}

/** Patterns of behavior domain: a star is one label, a leading dot everything below, a leading `+` that and itself. */
function domainPattern(pattern: string): SingboxRule {
  if (pattern.startsWith('.')) return { domain_suffix: [pattern] }
  return { domain_regex: [domainPatternRegex(pattern)] }
}

const GLOB_CHARACTER = /[*?]/
