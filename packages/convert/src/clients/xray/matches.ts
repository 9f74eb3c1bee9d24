import { domainPatternRegex, globRegex, numberRanges, quoteRegex } from '../../rules/patterns.ts'
import type { RuleLoss } from '../../rules/rule-losses.ts'
import type { RuleCondition } from '../../rules/rule-line.ts'
import type { RuleReason } from '../../rules/rule-issue.ts'
import { keysOf } from '../../text/record.ts'
import { PRIVATE_BLOCKS } from '../../text/private-blocks.ts'
import { re2Issue, regexArgs } from '../../text/user-regex.ts'

/** The conditions that a rule of Xray may have. */
export type MatchField = 'domain' | 'ip' | 'sourceIP' | 'port' | 'sourcePort' | 'network' | 'process'

/** All fields hold, each for one of its values. */
export type Match = Partial<Record<MatchField, readonly string[]>>

/** What a condition becomes: one of the matches holds; or why there is none. */
export type Translated = { matches: readonly Match[] } | { loss: RuleLoss }

/** The rules on the list of a country or a site; undefined if its text is not at hand. That is reported elsewhere. */
export type GeoRules = (kind: 'geoip' | 'geosite', name: string) => readonly RuleCondition[] | undefined

const PORT_MAX = 65_535
/** More combinations than anybody writes by hand. */
const MOST_MATCHES = 1_000

/** A condition of a rule line in Xray's words. */
export function matchesOf(rule: RuleCondition, geo: GeoRules): Translated {
  const { type, value } = rule
  const isSource = rule.params.includes('src')
  switch (type) {
    case 'DOMAIN':
      return only('domain', `full:${value}`)
    case 'DOMAIN-SUFFIX':
      return only('domain', `domain:${value}`)
    case 'DOMAIN-KEYWORD':
      return only('domain', `keyword:${value}`)
    case 'DOMAIN-REGEX': {
      // Xray leaves out what it cannot read, without a word.
      const issue = re2Issue(value)
      return issue === undefined ? only('domain', `regexp:(?i)${value}`) : lost('regex-unsupported', regexArgs(issue)) // oxfmt-ignore
    }
    case 'DOMAIN-WILDCARD':
      return only('domain', `regexp:(?i)^${globRegex(value, '.')}$`)
    case 'DOMAIN-PATTERN':
      return only('domain', patternOf(value))
    case 'IP-CIDR':
    case 'IP-CIDR6':
      return only(isSource ? 'sourceIP' : 'ip', value)
    case 'SRC-IP-CIDR':
      return only('sourceIP', value)
    case 'GEOIP':
    case 'SRC-GEOIP':
      return addresses(value, isSource || type === 'SRC-GEOIP', geo)
    case 'GEOSITE':
      return listed(geo('geosite', value), geo)
    case 'DST-PORT':
      return { matches: [{ port: ports(value) }] }
    case 'SRC-PORT':
      return { matches: [{ sourcePort: ports(value) }] }
    case 'NETWORK':
      return only('network', value.toLowerCase())
    case 'PROCESS-NAME':
    case 'PROCESS-PATH':
      return only('process', value)
    case 'AND':
      return all(rule.rules ?? [], geo)
    case 'OR':
      return any(rule.rules ?? [], geo)
    default:
      return lost('type-unsupported')
  }
}

function only(field: MatchField, value: string): Translated {
  return { matches: [{ [field]: [value] }] }
}

function lost(reason: RuleReason, args: RuleLoss['args'] = {}): { loss: RuleLoss } {
  return { loss: { code: 'rule-unsupported', reason, args } }
}

/** `.x` is everything below x. */
function patternOf(pattern: string): string {
  return `regexp:(?i)${pattern.startsWith('.') ? `${quoteRegex(pattern)}$` : domainPatternRegex(pattern)}`
}

function addresses(value: string, isSource: boolean, geo: GeoRules): Translated {
  const field = isSource ? 'sourceIP' : 'ip'
  // `geoip:private` needs a file that need not be there.
  if (/^(?:lan|private)$/i.test(value)) return { matches: [{ [field]: PRIVATE_BLOCKS }] }
  const found = listed(geo('geoip', value), geo)
  if ('loss' in found || !isSource) return found
  return { matches: found.matches.map(({ ip = [] }) => ({ sourceIP: ip })) }
}

/** The rules of a list as few matches: one for each kind of condition. */
function listed(rules: readonly RuleCondition[] | undefined, geo: GeoRules): Translated {
  if (rules === undefined) return lost('rule-set-missing')
  const merged = new Map<MatchField, string[]>()
  const others: Match[] = []
  for (const rule of rules) {
    const found = matchesOf(rule, geo)
    if ('loss' in found) continue
    for (const match of found.matches) {
      const field = onlyField(match)
      if (field === undefined) others.push(match)
      else addAll(merged, field, match[field]!)
    }
  }
  return { matches: [...[...merged].map(([field, values]) => ({ [field]: values })), ...others] }
}

function addAll(lists: Map<MatchField, string[]>, field: MatchField, values: readonly string[]): void {
  const list = lists.get(field)
  if (list === undefined) lists.set(field, [...values])
  else for (const value of values) list.push(value)
}

/** The field of a match that has no other. */
export function onlyField(match: Match): MatchField | undefined {
  const fields = keysOf(match)
  return fields.length === 1 ? fields[0] : undefined
}

/** One rule says it where the fields differ: within one they are alternatives. */
function all(rules: readonly RuleCondition[], geo: GeoRules): Translated {
  let matches: Match[] = [{}]
  for (const rule of rules) {
    const found = matchesOf(rule, geo)
    if ('loss' in found) return inner(rule, found.loss)
    const next: Match[] = []
    for (const left of matches) {
      for (const right of found.matches) {
        if (Object.keys(right).some((field) => field in left)) return inner(rule, lost('type-unsupported').loss)
        next.push({ ...left, ...right })
      }
    }
    if (next.length > MOST_MATCHES) return inner(rule, lost('type-unsupported').loss)
    matches = next
  }
  return rules.length === 0 ? lost('type-unsupported') : { matches }
}

function any(rules: readonly RuleCondition[], geo: GeoRules): Translated {
  const matches: Match[] = []
  for (const rule of rules) {
    const found = matchesOf(rule, geo)
    if ('loss' in found) return inner(rule, found.loss)
    matches.push(...found.matches)
  }
  return matches.length === 0 ? lost('type-unsupported') : { matches }
}

function inner(rule: RuleCondition, loss: RuleLoss): { loss: RuleLoss } {
  if (loss.args['inner'] !== undefined) return { loss }
  return lost('inner-unsupported', { ...loss.args, inner: rule.type })
}

function ports(value: string): string[] {
  return numberRanges(value).map(([low, high]) => (low === high ? `${low}` : `${low}-${Math.min(high, PORT_MAX)}`))
}
