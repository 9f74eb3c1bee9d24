import type { SingboxTarget } from '../protocols/protocol.ts'
import type { Report } from './issue-report.ts'

type Dict = Record<string, unknown>

/** Keys of `route` by the version that knows them first; any other key makes sing-box refuse the file. */
const ROUTE_KEYS: Readonly<Record<string, number>> = {
  rules: 12,
  rule_set: 12,
  final: 12,
  find_process: 12,
  auto_detect_interface: 12,
  override_android_vpn: 12,
  default_interface: 12,
  default_mark: 12,
  default_domain_resolver: 12,
  default_network_strategy: 12,
  default_network_type: 12,
  default_fallback_network_type: 12,
  default_fallback_delay: 12,
  find_neighbor: 14,
  dhcp_lease_files: 14,
  default_http_client: 14,
}

/**
 * Puts a partial `route` of the user into a config: its rules before ours (behind sniffing, which decides nothing and
 * which their domains need), its settings instead of ours. What names something that is not there is left out, because
 * sing-box would not start.
 */
export function mergeRoute(config: Dict, route: Dict, target: SingboxTarget, report: Report): Dict {
  const known = new Known(config, route)
  const merged = new Map(Object.entries(dict(config['route'])))
  for (const [key, value] of Object.entries(route)) {
    if (!Object.hasOwn(ROUTE_KEYS, key) || ROUTE_KEYS[key]! > target.minor) {
      report(Object.hasOwn(ROUTE_KEYS, key) ? 'version-too-old' : 'field-ignored', { key }, `route.${key}`, false)
    } else if (key === 'rules') merged.set(key, withUserRules(list(merged.get(key)), list(value), known, report))
    else if (key === 'rule_set') merged.set(key, [...list(merged.get(key)), ...known.newSets])
    else if (key === 'final' && !known.outbounds.has(value)) {
      report('rule-target-missing', { action: String(value) }, 'route.final', false)
    } else if (key === 'default_domain_resolver' && !known.resolvers.has(isDict(value) ? value['server'] : value)) {
      report('bad-value', { value: JSON.stringify(value) }, 'route.default_domain_resolver', false)
    } else if (key === 'default_http_client' && !known.httpClients.has(value)) {
      report('bad-value', { value: String(value) }, 'route.default_http_client', false)
    } else merged.set(key, value)
  }
  return { ...config, route: Object.fromEntries(merged) }
}

/** The tags that a route may name. */
class Known {
  readonly outbounds: ReadonlySet<unknown>
  readonly resolvers: ReadonlySet<unknown>
  readonly httpClients: ReadonlySet<unknown>
  readonly ruleSets: ReadonlySet<unknown>
  /** The user's rule sets whose tags are not taken yet. */
  readonly newSets: readonly Dict[]

  constructor(config: Dict, route: Dict) {
    this.outbounds = new Set([...tags(config['outbounds']), ...tags(config['endpoints'])])
    this.resolvers = new Set(tags(dict(config['dns'])['servers']))
    this.httpClients = new Set(tags(config['http_clients']))
    const own = new Set(tags(dict(config['route'])['rule_set']))
    this.newSets = list(route['rule_set']).filter((set): set is Dict => isDict(set) && !own.has(set['tag']))
    this.ruleSets = new Set([...own, ...tags(this.newSets)])
  }
}

function withUserRules(ours: readonly unknown[], theirs: readonly unknown[], known: Known, report: Report): unknown[] {
  const usable = theirs.flatMap((rule, index) => {
    const sound = isDict(rule) ? soundRule(rule) : undefined
    const missing = sound && missingName(sound, known)
    if (sound && missing === undefined) return [sound]
    const field = `route.rules[${index}]`
    if (sound) report('rule-target-missing', { action: missing!, reason: 'target-missing' }, field, false)
    else report('bad-value', { value: JSON.stringify(rule).slice(0, 200) }, field, false)
    return []
  })
  const sniff = isDict(ours[0]) && ours[0]['action'] === 'sniff' ? 1 : 0
  return [...ours.slice(0, sniff), ...usable, ...ours.slice(sniff)]
}

/** The rule in full form: `action: route` where only an outbound stands. */
function soundRule(rule: Dict): Dict | undefined {
  if (typeof rule['action'] === 'string') return rule
  return rule['action'] === undefined && typeof rule['outbound'] === 'string' ? { ...rule, action: 'route' } : undefined
}

/** A tag that a rule names and that is not there. */
function missingName(rule: Dict, known: Known): string | undefined {
  const { action, outbound } = rule
  if ((action === 'route' || outbound !== undefined) && !known.outbounds.has(outbound)) return String(outbound)
  return missingSet(rule, known)
}

function missingSet(rule: Dict, known: Known): string | undefined {
  for (const tag of listable(rule['rule_set'])) if (!known.ruleSets.has(tag)) return String(tag)
  for (const inner of list(rule['rules'])) {
    const missing = isDict(inner) ? missingSet(inner, known) : undefined
    if (missing !== undefined) return missing
  }
  return undefined
}

function listable(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

function tags(value: unknown): unknown[] {
  return list(value).flatMap((item) => (isDict(item) ? listable(item['tag']) : []))
}

function isDict(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function dict(value: unknown): Dict {
  return isDict(value) ? value : {}
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
