import { isKeptRecord, keptRecordOf } from '../../../text/kept-scalar.ts'
import type { JsonObject } from '../../../text/record.ts'
import { geoList } from '../../../templates/list-addresses.ts'
import { type ConfigDraft, rewrite, rulesIn, take, type ReportChange, textOf, textsOf } from './config-draft.ts'
import { anyOf } from './rule-parts.ts'

/** `rule_set_ipcidr_match_source` is spelled `rule_set_ip_cidr_match_source`. */
export function sourceSpelling(draft: ConfigDraft, report: ReportChange): void {
  for (const rule of allRules(draft)) {
    const value = take(rule, 'rule_set_ipcidr_match_source')
    if (value === undefined) continue
    rule['rule_set_ip_cidr_match_source'] ??= value
    report(draft.placeOf(rule, 'rule_set_ipcidr_match_source'), { to: 'rule_set_ip_cidr_match_source' })
  }
}

/** Countries and categories of the old databases are rule sets of the same lists. */
export function geoItems(draft: ConfigDraft, report: ReportChange): void {
  const route = draft.look('route')
  const detours = { geoip: detourOf(take(route, 'geoip')), geosite: detourOf(take(route, 'geosite')) }
  const known = new Set(draft.records('route', 'rule_set').flatMap(({ tag }) => textsOf(tag)))
  const setOf = (kind: 'geoip' | 'geosite', code: string): string => {
    const { name, srsUrl } = geoList(kind, code)
    if (known.has(name)) return name
    known.add(name)
    const download_detour = detours[kind]
    const set = {
      type: 'remote',
      tag: name,
      format: 'binary',
      url: srsUrl,
      ...(download_detour && { download_detour }),
    }
    draft.add('route', 'rule_set', set)
    // A set that is not kept is downloaded at each start, which the databases were not.
    draft.part('experimental', 'cache_file')['enabled'] ??= true
    return name
  }
  for (const rule of allRules(draft)) {
    const items = GEO_ITEMS.filter((item) => item in rule)
    if (items.length === 0) continue
    for (const item of items) {
      const isKnown = textsOf(rule[item]).every((code) => CODE.test(code))
      report(draft.placeOf(rule, item), isKnown ? { to: 'rule_set' } : 'lost')
    }
    rewrite(rule, withSets(rule, setOf))
  }
}

const GEO_ITEMS = ['geoip', 'geosite', 'source_geoip']
const CODE = /^[a-z0-9!@._-]+$/i

/** The codes that have a list. */
function codesOf(value: unknown): string[] {
  return textsOf(value).filter((code) => CODE.test(code) && code.toLowerCase() !== 'private')
}

function hasPrivate(value: unknown): boolean {
  return textsOf(value).some((code) => code.toLowerCase() === 'private')
}

function detourOf(database: unknown): string | undefined {
  return textOf(keptRecordOf(database)['download_detour'])
}

/**
 * A rule with its lists as sets. A set stands beside no other address or port: the versions read that differently
 * (docs/formats/rules.md), so what has to hold together stands in rules of its own.
 */
function withSets(given: JsonObject, setOf: (kind: 'geoip' | 'geosite', code: string) => string): JsonObject {
  const { geoip, geosite, source_geoip: sources, rule_set: sets, ...rule } = given
  if (hasPrivate(geoip)) rule['ip_is_private'] = true
  if (hasPrivate(sources)) rule['source_ip_is_private'] = true
  const targets = [
    ...textsOf(sets),
    ...codesOf(geoip).map((code) => setOf('geoip', code)),
    ...codesOf(geosite).map((code) => setOf('geosite', code)),
  ]
  const origins = codesOf(sources).map((code) => setOf('geoip', code))
  const target = [...partOf(rule, TARGET_ITEMS), ...(targets.length > 0 ? [{ rule_set: targets }] : [])]
  const origin = [
    ...partOf(rule, SOURCE_ITEMS),
    ...(origins.length > 0 ? [{ rule_set: origins, rule_set_ip_cidr_match_source: true }] : []),
  ]
  const frame = pick(rule, (key) => FRAME.has(key) || !isCondition(key))
  const others = pick(
    rule,
    (key) => isCondition(key) && !FRAME.has(key) && !TARGET_ITEMS.has(key) && !SOURCE_ITEMS.has(key),
  )
  const parts = [
    ...(Object.keys(others).length > 0 ? [others] : []),
    ...(target.length > 0 ? [anyOf(target)] : []),
    ...(origin.length > 0 ? [anyOf(origin)] : []),
  ]
  const isFlat = parts.length <= 1 || (parts.length === 2 && target.length + origin.length === 1 && !hasPorts(others))
  const matched: JsonObject = isFlat ? Object.assign({}, ...parts) : { type: 'logical', mode: 'and', rules: parts }
  return { ...matched, ...frame }
}

const TARGET_ITEMS: ReadonlySet<string> = new Set([
  'domain',
  'domain_suffix',
  'domain_keyword',
  'domain_regex',
  'ip_cidr',
  'ip_is_private',
])
const SOURCE_ITEMS: ReadonlySet<string> = new Set(['source_ip_cidr', 'source_ip_is_private'])
/** What is said of a rule as a whole. */
const FRAME: ReadonlySet<string> = new Set(['invert'])
/** What a rule does. */
const DOES: ReadonlySet<string> = new Set(
  `action outbound server strategy disable_cache rewrite_ttl client_subnet timeout method no_drop sniffer override_address
  override_port network_strategy fallback_delay udp_disable_domain_unmapping udp_connect udp_timeout tls_fragment
  tls_fragment_fallback_delay tls_record_fragment rcode answer ns extra`.split(/\s+/),
)

function isCondition(key: string): boolean {
  return !DOES.has(key) && key !== 'type'
}

function hasPorts(conditions: JsonObject): boolean {
  return Object.keys(conditions).some((key) => key.includes('port'))
}

function partOf(rule: JsonObject, items: ReadonlySet<string>): JsonObject[] {
  const part = pick(rule, (key) => items.has(key))
  return Object.keys(part).length > 0 ? [part] : []
}

function pick(rule: JsonObject, isWanted: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(rule).filter(([key]) => isWanted(key)))
}

function allRules(draft: ConfigDraft): JsonObject[] {
  return [...draft.records('route', 'rules'), ...draft.records('dns', 'rules')].flatMap(rulesIn).filter(isKeptRecord)
}
