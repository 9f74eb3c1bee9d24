import type { FieldRule, FieldRules, RuleFieldKind } from './field-rule.ts'

/** Kinds of networks that a rule can ask for. */
export const NETWORK_TYPES = ['wifi', 'cellular', 'ethernet', 'other'] as const
const STRATEGY: FieldRule = {
  kind: 'choice',
  values: ['', 'as_is', 'prefer_ipv4', 'prefer_ipv6', 'ipv4_only', 'ipv6_only'],
}
const NETWORK_STRATEGY: FieldRule = { kind: 'choice', values: ['default', 'fallback', 'hybrid'] }
const SPOOF_METHODS = ['wrong-sequence', 'wrong-checksum', 'wrong-ack', 'wrong-md5', 'wrong-timestamp']
const SNIFFERS = ['http', 'tls', 'quic', 'stun', 'dns', 'bittorrent', 'dtls', 'ssh', 'rdp', 'ntp'] as const

/** Match items, in rules and in sets. */
const ITEMS: ReadonlyMap<string, FieldRule> = new Map(
  Object.entries<FieldRule>({
    inbound: { kind: 'texts', only: 'route' },
    // 0 is the same as none.
    ip_version: { kind: 'choice', values: [0, 4, 6], only: 'route' },
    query_type: { kind: 'query-types', only: 'headless' },
    network: { kind: 'texts' },
    auth_user: { kind: 'texts', only: 'route' },
    protocol: { kind: 'texts', only: 'route' },
    client: { kind: 'texts', only: 'route' },
    domain: { kind: 'domains' },
    domain_suffix: { kind: 'domains' },
    domain_keyword: { kind: 'texts' },
    domain_regex: { kind: 'regexes' },
    source_ip_cidr: { kind: 'cidrs' },
    source_ip_is_private: { kind: 'bool', only: 'route' },
    ip_cidr: { kind: 'cidrs' },
    ip_is_private: { kind: 'bool', only: 'route' },
    source_port: { kind: 'ports' },
    source_port_range: { kind: 'port-ranges' },
    port: { kind: 'ports' },
    port_range: { kind: 'port-ranges' },
    process_name: { kind: 'texts' },
    process_path: { kind: 'texts' },
    process_path_regex: { kind: 'regexes' },
    package_name: { kind: 'texts' },
    package_name_regex: { kind: 'regexes', since: 14 },
    user: { kind: 'texts', only: 'route' },
    user_id: { kind: 'numbers', only: 'route' },
    clash_mode: { kind: 'text', only: 'route' },
    network_type: { kind: NETWORK_TYPES },
    network_is_expensive: { kind: 'bool' },
    network_is_constrained: { kind: 'bool' },
    wifi_ssid: { kind: 'texts' },
    wifi_bssid: { kind: 'texts' },
    rule_set: { kind: 'texts', only: 'route' },
    interface_address: { kind: 'cidrs-by-name', since: 13, only: 'route' },
    network_interface_address: { kind: 'cidrs-by-network', since: 13 },
    default_interface_address: { kind: 'prefixes', since: 13 },
    preferred_by: { kind: 'texts', since: 13, only: 'route' },
    source_mac_address: { kind: 'texts', since: 14, only: 'route' },
    source_hostname: { kind: 'texts', since: 14, only: 'route' },
  }),
)

const LIST_KINDS: ReadonlySet<unknown> = new Set<RuleFieldKind>([
  'texts', 'domains', 'cidrs', 'prefixes', 'ports', 'port-ranges', 'regexes', 'numbers', 'query-types', 'records',
]) // oxfmt-ignore

/** Whether a match item may hold several values. */
export function takesList(item: string): boolean {
  const kind = ITEMS.get(item)?.kind
  return kind !== undefined && (typeof kind !== 'string' || LIST_KINDS.has(kind))
}

/** Looks at the answer of the server that an `evaluate` rule before asked. */
export const RESPONSE_ITEMS = ['response_rcode', 'response_answer', 'response_ns', 'response_extra']

function anywhere({ kind, values, since }: FieldRule): FieldRule {
  return { kind, ...(values ? { values } : {}), ...(since ? { since } : {}) }
}

/** Match items of `dns.rules`, measured on 1.14.1 (docs/formats/sing-box.md, "DNS"). */
const DNS_ITEMS: ReadonlyMap<string, FieldRule> = new Map([
  ...[...ITEMS].filter(([name]) => name !== 'client').map(([name, rule]) => [name, anywhere(rule)] as const),
  ...Object.entries<FieldRule>({
    outbound: { kind: 'texts', gone: 13 },
    ip_accept_any: { kind: 'bool' },
    query_client_subnet: { kind: 'prefixes', since: 14 },
    query_dnssec: { kind: 'bool', since: 14 },
    response_rcode: { kind: 'rcode', since: 14 },
    response_answer: { kind: 'records', since: 14 },
    response_ns: { kind: 'records', since: 14 },
    response_extra: { kind: 'records', since: 14 },
  }),
])

/** Measured on 1.14.1: the fields of rules and rule sets are matched to the letter, those of actions in any case. */
export const EXACT: ReadonlySet<string> = new Set([
  'type',
  'invert',
  'rule_set_ip_cidr_match_source',
  'mode',
  'rules',
  'tag',
  'format',
  'match_response',
  'rule_set_ip_cidr_accept_empty',
])

/** Fields of the object that names the DNS server of an outbound. */
export const RESOLVER_FIELDS: FieldRules = {
  server: { kind: 'text' },
  strategy: STRATEGY,
  disable_cache: { kind: 'bool' },
  rewrite_ttl: { kind: 'uint32' },
  client_subnet: { kind: 'cidr' },
  timeout: { kind: 'duration', since: 14 },
  disable_optimistic_cache: { kind: 'bool', since: 14 },
}

/** Fields of `route` beside its lists, measured on 1.14.1. */
export const ROUTE_FIELDS: FieldRules = {
  final: { kind: 'text' },
  find_process: { kind: 'bool' },
  auto_detect_interface: { kind: 'bool' },
  override_android_vpn: { kind: 'bool' },
  default_interface: { kind: 'text' },
  default_mark: { kind: 'mark' },
  default_domain_resolver: { kind: 'resolver' },
  default_network_strategy: NETWORK_STRATEGY,
  default_network_type: { kind: NETWORK_TYPES },
  default_fallback_network_type: { kind: NETWORK_TYPES },
  default_fallback_delay: { kind: 'duration' },
  find_neighbor: { kind: 'bool', since: 14 },
  dhcp_lease_files: { kind: 'texts', since: 14 },
  default_http_client: { kind: 'text', since: 14 },
}

/** What stands in a rule without being looked at by itself. */
const MODIFIERS: ReadonlyMap<string, FieldRule> = new Map(
  Object.entries<FieldRule>({
    type: { kind: 'text' },
    invert: { kind: 'bool' },
    rule_set_ip_cidr_match_source: { kind: 'bool', only: 'route' },
  }),
)

const DNS_MODIFIERS: ReadonlyMap<string, FieldRule> = new Map(
  Object.entries<FieldRule>({
    type: { kind: 'text' },
    invert: { kind: 'bool' },
    match_response: { kind: 'bool', since: 14 },
    rule_set_ip_cidr_match_source: { kind: 'bool' },
    rule_set_ip_cidr_accept_empty: { kind: 'bool' },
  }),
)

/** Fields of a rule that is made of rules. */
export const LOGICAL: ReadonlyMap<string, FieldRule> = new Map(
  Object.entries<FieldRule>({
    type: { kind: 'text' },
    mode: { kind: ['and', 'or'] },
    rules: { kind: 'list' },
    invert: { kind: 'bool' },
  }),
)

/** Fields of releases before, which every version from 1.12 on refuses. */
export const REMOVED: ReadonlySet<string> = new Set([
  'geoip',
  'geosite',
  'source_geoip',
  'rule_set_ipcidr_match_source',
])

const ROUTE_OPTIONS: FieldRules = {
  override_address: { kind: 'text' },
  override_port: { kind: 'uint16' },
  network_strategy: NETWORK_STRATEGY,
  // Milliseconds here, a duration everywhere else.
  fallback_delay: { kind: 'uint32' },
  udp_disable_domain_unmapping: { kind: 'bool' },
  udp_connect: { kind: 'bool' },
  udp_timeout: { kind: 'duration' },
  tls_fragment: { kind: 'bool' },
  tls_fragment_fallback_delay: { kind: 'duration' },
  tls_record_fragment: { kind: 'bool' },
  tls_spoof: { kind: 'text', since: 14 },
  tls_spoof_method: { kind: 'choice', values: ['', ...SPOOF_METHODS], since: 14 },
}

/** The fields of an outbound that opens connections itself. */
const DIAL_FIELDS: FieldRules = {
  bind_interface: { kind: 'text' },
  inet4_bind_address: { kind: 'address' },
  inet6_bind_address: { kind: 'address' },
  bind_address_no_port: { kind: 'bool', since: 13 },
  protect_path: { kind: 'text' },
  routing_mark: { kind: 'mark' },
  reuse_addr: { kind: 'bool' },
  netns: { kind: 'text' },
  connect_timeout: { kind: 'duration' },
  tcp_fast_open: { kind: 'bool' },
  tcp_multi_path: { kind: 'bool' },
  disable_tcp_keep_alive: { kind: 'bool', since: 13 },
  tcp_keep_alive: { kind: 'duration', since: 13 },
  tcp_keep_alive_interval: { kind: 'duration', since: 13 },
  udp_fragment: { kind: 'bool' },
  domain_resolver: { kind: 'resolver' },
  network_strategy: NETWORK_STRATEGY,
  network_type: { kind: NETWORK_TYPES },
  fallback_network_type: { kind: NETWORK_TYPES },
  // No fallback_delay: it is read once as a number and once as a duration, so nothing fits.
}

/** What a rule does: the fields beside its name. */
export interface ActionRule {
  fields: FieldRules
  since?: 13 | 14
  /** sing-box does not see unknown fields beside these actions. */
  isLax?: boolean
}

const ACTIONS: Record<string, ActionRule | undefined> = {
  route: { fields: { outbound: { kind: 'text' }, ...ROUTE_OPTIONS } },
  'route-options': { fields: ROUTE_OPTIONS, isLax: true },
  reject: { fields: { method: { kind: 'text' }, no_drop: { kind: 'bool' }, outbound: { kind: 'text' } }, isLax: true },
  'hijack-dns': { fields: {} },
  sniff: { fields: { sniffer: { kind: SNIFFERS }, timeout: { kind: 'duration' } } },
  resolve: { fields: RESOLVER_FIELDS },
  // An old action that only opens a connection.
  direct: { fields: DIAL_FIELDS },
  bypass: { fields: { outbound: { kind: 'text' }, ...ROUTE_OPTIONS }, since: 13 },
}

/** How a DNS server is asked. */
const DNS_OPTIONS: FieldRules = {
  strategy: STRATEGY,
  disable_cache: { kind: 'bool' },
  rewrite_ttl: { kind: 'uint32' },
  client_subnet: { kind: 'cidr' },
  timeout: { kind: 'duration', since: 14 },
  disable_optimistic_cache: { kind: 'bool', since: 14 },
}

const DNS_ACTIONS: Record<string, ActionRule | undefined> = {
  route: { fields: { server: { kind: 'text' }, ...DNS_OPTIONS } },
  'route-options': { fields: DNS_OPTIONS, isLax: true },
  reject: { fields: { method: { kind: 'text' }, no_drop: { kind: 'bool' } }, isLax: true },
  predefined: {
    fields: {
      rcode: { kind: 'rcode' },
      answer: { kind: 'records' },
      ns: { kind: 'records' },
      extra: { kind: 'records' },
    },
  },
  evaluate: { fields: { server: { kind: 'text' }, ...DNS_OPTIONS }, since: 14 },
  respond: { fields: {}, since: 14 },
}

/** Rules of one kind: what they look at, and what they do. */
export interface RuleTable {
  items: ReadonlyMap<string, FieldRule>
  modifiers: ReadonlyMap<string, FieldRule>
  actions: Record<string, ActionRule | undefined>
  options: FieldRules
  /** What a rule inside a logical one must not have: its own action. */
  outerOnly: readonly string[]
}

/** Behind these no further rule is asked. */
export const FINAL_ACTIONS: ReadonlySet<string> = new Set(['route', 'reject', 'bypass', 'hijack-dns'])

/** Rules of `route`, and those inside rule sets. */
export const ROUTE_TABLE: RuleTable = {
  items: ITEMS,
  modifiers: MODIFIERS,
  actions: ACTIONS,
  options: ROUTE_OPTIONS,
  outerOnly: ['action', 'outbound'],
}

/** Rules of `dns`. */
export const DNS_TABLE: RuleTable = {
  items: DNS_ITEMS,
  modifiers: DNS_MODIFIERS,
  actions: DNS_ACTIONS,
  options: DNS_OPTIONS,
  outerOnly: ['action', 'server', ...Object.keys(DNS_OPTIONS)],
}

/** Fields of a rule set, by its type. */
export const SET_FIELDS: Record<string, FieldRules | undefined> = {
  inline: { type: { kind: 'text' }, tag: { kind: 'any' }, rules: { kind: 'list' }, format: { kind: 'any' } },
  local: {
    type: { kind: 'text' },
    tag: { kind: 'any' },
    path: { kind: 'text' },
    format: { kind: ['source', 'binary'] },
  },
  remote: {
    type: { kind: 'text' },
    tag: { kind: 'any' },
    url: { kind: 'text' },
    format: { kind: ['source', 'binary'] },
    update_interval: { kind: 'duration' },
    download_detour: { kind: 'text' },
    http_client: { kind: 'any', since: 14 },
    initial_path: { kind: 'text', since: 14 },
  },
}
