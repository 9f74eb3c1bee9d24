import { getNodeValue, type Node, parseTree, type ParseError } from 'jsonc-parser'
import type { IssueArgs, IssueCode } from '../../model/issue.ts'
import type { SingboxVersion } from '../../protocols/protocol.ts'
import { isCidr, isIp } from '../../text/ip.ts'
import { re2Issue, regexArgs } from '../../text/user-regex.ts'
import { nearestNames } from '../../rules/nearest-names.ts'
import { cut, ruleIssue, type RuleIssue, type RuleReason } from '../../rules/rule-issue.ts'
import { recordOf, type JsonObject } from '../../text/record.ts'

/**
 * Rules and rule sets of sing-box as JSON with comments (docs/formats/rules.md, "Rules of sing-box as JSON").
 * `checkSingboxRules` reports what sing-box refuses or dies of at its start. `readSingboxRules` is the reader of the form
 * in the page: it asks for more, and repairs what it can.
 */

export interface SingboxCheckOptions {
  /** `compatible` (default) means 1.12, 1.13 and 1.14 alike. */
  version?: SingboxVersion
}

export interface SingboxRulesCheck {
  /** Route rules, or the headless rules of a source file, as they stand in the text. */
  rules: JsonObject[]
  ruleSets: JsonObject[]
  issues: RuleIssue[]
}

/**
 * Checks a whole config's `route`, a route object, a list of rules or rule sets, one of either, or a rule set's source
 * file, and says where what is wrong.
 */
export function checkSingboxRules(text: string, options: SingboxCheckOptions = {}): SingboxRulesCheck {
  const checker = new Checker(text, options.version ?? 'compatible')
  const found = checker.find()
  checker.check(found)
  return checker.result(found.rules.map(valueOf), found.sets.map(valueOf))
}

/**
 * Reads what was typed as rules or rule sets: puts `action: route` in, makes lists of single values, and says so. A rule
 * that the form or sing-box refuses is left out with its problem.
 */
export function readSingboxRules(text: string, options: SingboxCheckOptions = {}): SingboxRulesCheck {
  const checker = new Checker(text, options.version ?? 'compatible')
  const found = checker.find()
  const rules: JsonObject[] = []
  const ruleSets: JsonObject[] = []
  checker.checkNames(found)
  for (const node of found.rules) {
    const rule = checker.usable(() => {
      checker.checkRule(node, found.isHeadless)
      return checker.formRule(node, found.isHeadless)
    })
    if (rule !== undefined) rules.push(rule)
  }
  for (const node of found.sets) {
    const set = checker.usable(() => {
      checker.checkRuleSet(node)
      return checker.formRuleSet(node)
    })
    if (set !== undefined) ruleSets.push(set)
  }
  return checker.result(rules, ruleSets)
}

/** Names that stand in the config around the checked parts; absent: any name may be meant. */
export interface SingboxNames {
  outbounds?: readonly string[]
  ruleSets?: readonly string[]
  dnsServers?: readonly string[]
}

/** Parts of a config to be judged as they will be written. */
export interface SingboxParts {
  rules?: readonly unknown[]
  dnsRules?: readonly unknown[]
  ruleSets?: readonly unknown[]
  /** The other fields of `route`. */
  fields?: Readonly<JsonObject>
}

/** What is wrong with each part; lines and columns say nothing here. */
export interface SingboxPartsCheck {
  rules: RuleIssue[][]
  dnsRules: RuleIssue[][]
  ruleSets: RuleIssue[][]
  fields: ReadonlyMap<string, RuleIssue[]>
}

/** Judges every rule, every rule set and every field of a `route` by itself, so that only what is wrong need be left out. */
export function checkSingboxParts(
  parts: SingboxParts,
  options: SingboxCheckOptions,
  names: SingboxNames = {},
): SingboxPartsCheck {
  const { rules = [], dnsRules = [], ruleSets = [], fields = {} } = parts
  const singles = Object.entries(fields).map(([key, value]) => ({ [key]: value }))
  const kinds: readonly (readonly [PartKind, readonly unknown[]])[] = [
    ['rule', rules],
    ['dns-rule', dnsRules],
    ['rule-set', ruleSets],
    ['route-field', singles],
  ]
  const kindOf = kinds.flatMap(([kind, items]) => items.map(() => kind))
  const text = itemsText(kinds.flatMap(([, items]) => items))
  const found = new Checker(text, options.version ?? 'compatible').checkItems(names, kindOf)
  const dnsFrom = rules.length
  const setsFrom = dnsFrom + dnsRules.length
  const fieldsFrom = setsFrom + ruleSets.length
  return {
    rules: found.slice(0, dnsFrom),
    dnsRules: found.slice(dnsFrom, setsFrom),
    ruleSets: found.slice(setsFrom, fieldsFrom),
    fields: new Map(Object.keys(fields).map((key, index) => [key, found[fieldsFrom + index]!])),
  }
}

type PartKind = 'rule' | 'dns-rule' | 'rule-set' | 'route-field'

/** A list of one item a line; what nests deeper than anything real stands there as null. */
function itemsText(items: readonly unknown[]): string {
  const lines = items.map((item) => {
    const text = JSON.stringify(item) ?? 'null'
    return typeof withoutHashComments(text) === 'number' ? 'null' : text
  })
  return `[\n${lines.join(',\n')}\n]`
}

type Kind =
  | 'text'
  | 'bool'
  | 'texts'
  | 'domains'
  | 'cidrs'
  | 'prefixes'
  | 'ports'
  | 'port-ranges'
  | 'regexes'
  | 'numbers'
  | 'duration'
  | 'uint16'
  | 'uint32'
  | 'list'
  | 'any'
  | 'choice'
  | 'cidr'
  | 'address'
  | 'query-types'
  | 'rcode'
  | 'records'
  | 'mark'
  | 'resolver'
  | 'cidrs-by-name'
  | 'cidrs-by-network'
  | readonly string[]

/** Kinds of what may stand alone or in a list. */
type ItemKind =
  | Extract<
      Kind,
      | 'texts'
      | 'domains'
      | 'cidrs'
      | 'prefixes'
      | 'ports'
      | 'port-ranges'
      | 'regexes'
      | 'numbers'
      | 'query-types'
      | 'records'
    >
  | readonly string[]

const SINGLE_KINDS: ReadonlySet<Kind> = new Set<Kind>([
  'text', 'bool', 'duration', 'uint16', 'uint32', 'list', 'any', 'choice', 'cidr', 'address', 'rcode', 'mark', 'resolver',
  'cidrs-by-name', 'cidrs-by-network',
]) // oxfmt-ignore

function isListKind(kind: Kind): kind is ItemKind {
  return !SINGLE_KINDS.has(kind)
}

interface FieldRule {
  kind: Kind
  /** What a `choice` may be; other than a list of names it stands alone. */
  values?: readonly (string | number)[]
  /** First minor version that knows it. */
  since?: 13 | 14
  /** First minor version that refuses it. */
  gone?: 13
  /** Only in route rules, or only in rule sets. */
  only?: 'route' | 'headless'
}

const NETWORK_TYPES = ['wifi', 'cellular', 'ethernet', 'other'] as const
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

/** Looks at the answer of the server that an `evaluate` rule before asked. */
const RESPONSE_ITEMS = ['response_rcode', 'response_answer', 'response_ns', 'response_extra']

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
const EXACT: ReadonlySet<string> = new Set([
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

const RESOLVER_FIELDS: Record<string, FieldRule | undefined> = {
  server: { kind: 'text' },
  strategy: STRATEGY,
  disable_cache: { kind: 'bool' },
  rewrite_ttl: { kind: 'uint32' },
  client_subnet: { kind: 'cidr' },
  timeout: { kind: 'duration', since: 14 },
  disable_optimistic_cache: { kind: 'bool', since: 14 },
}

/** Fields of `route` beside its lists, measured on 1.14.1. */
const ROUTE_FIELDS: Record<string, FieldRule | undefined> = {
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

const LOGICAL: ReadonlyMap<string, FieldRule> = new Map(
  Object.entries<FieldRule>({
    type: { kind: 'text' },
    mode: { kind: ['and', 'or'] },
    rules: { kind: 'list' },
    invert: { kind: 'bool' },
  }),
)

/** Fields of releases before, which every version from 1.12 on refuses. */
const REMOVED: ReadonlySet<string> = new Set(['geoip', 'geosite', 'source_geoip', 'rule_set_ipcidr_match_source'])

const ROUTE_OPTIONS: Record<string, FieldRule | undefined> = {
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
const DIAL_FIELDS: Record<string, FieldRule | undefined> = {
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

/** Fields are what a file says: `constructor` is none that every object has. */
function ownField(fields: Readonly<Record<string, FieldRule | undefined>> | undefined, name: string) {
  return fields && Object.hasOwn(fields, name) ? fields[name] : undefined
}

interface ActionRule {
  fields: Record<string, FieldRule | undefined>
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
const DNS_OPTIONS: Record<string, FieldRule | undefined> = {
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
interface RuleTable {
  items: ReadonlyMap<string, FieldRule>
  modifiers: ReadonlyMap<string, FieldRule>
  actions: Record<string, ActionRule | undefined>
  options: Record<string, FieldRule | undefined>
  /** What a rule inside a logical one must not have: its own action. */
  outerOnly: readonly string[]
}

/** Behind these no further rule is asked. */
const FINAL_ACTIONS: ReadonlySet<string> = new Set(['route', 'reject', 'bypass', 'hijack-dns'])

const ROUTE_TABLE: RuleTable = {
  items: ITEMS,
  modifiers: MODIFIERS,
  actions: ACTIONS,
  options: ROUTE_OPTIONS,
  outerOnly: ['action', 'outbound'],
}

const DNS_TABLE: RuleTable = {
  items: DNS_ITEMS,
  modifiers: DNS_MODIFIERS,
  actions: DNS_ACTIONS,
  options: DNS_OPTIONS,
  outerOnly: ['action', 'server', ...Object.keys(DNS_OPTIONS)],
}

const SET_FIELDS: Record<string, Record<string, FieldRule | undefined> | undefined> = {
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

/** Newest source version of a rule set file by minor version. */
const SOURCE_VERSION_MAX = { 12: 3, 13: 4, 14: 5 } as const

/** Where null in a list is 0 or an empty text that sing-box takes. */
const NULL_IN_LIST: ReadonlySet<Kind> = new Set<Kind>(['texts', 'regexes', 'ports', 'numbers'])

/** Read from a text of their own, which null does not have. */
const NEVER_NULL: ReadonlySet<Kind> = new Set<Kind>(['duration', 'mark'])

const QUERY_TYPES: ReadonlySet<string> = new Set(
  (
    'A NS MD MF CNAME SOA MB MG MR NULL PTR HINFO MINFO MX TXT RP AFSDB X25 ISDN RT NSAP-PTR SIG KEY PX GPOS AAAA LOC ' +
    'NXT EID NIMLOC SRV ATMA NAPTR KX CERT DNAME OPT APL DS SSHFP IPSECKEY RRSIG NSEC DNSKEY DHCID NSEC3 NSEC3PARAM ' +
    'TLSA SMIMEA HIP NINFO RKEY TALINK CDS CDNSKEY OPENPGPKEY CSYNC ZONEMD SVCB HTTPS SPF UINFO UID GID UNSPEC NID ' +
    'L32 L64 LP EUI48 EUI64 TKEY TSIG IXFR AXFR MAILB MAILA ANY URI CAA AVC AMTRELAY TA DLV'
  ).split(' '),
)

/** Answers of DNS by name (miekg/dns msg.go, RcodeToString). */
const RCODES: ReadonlySet<string> = new Set(
  (
    'NOERROR FORMERR SERVFAIL NXDOMAIN NOTIMP NOTIMPL REFUSED YXDOMAIN YXRRSET NXRRSET NOTAUTH NOTZONE DSOTYPENI ' +
    'BADSIG BADVERS BADKEY BADTIME BADMODE BADNAME BADALG BADTRUNC BADCOOKIE'
  ).split(' '),
)

/** The ways to write a mark: `0x10`, `0o20`, `0b10000`, `16`. */
const MARK = /^(?:0x[0-9a-f]{1,8}|0o[0-7]{1,11}|0b[01]{1,32}|\d{1,10})$/i
const UINT32_MAX = 4294967295

const DEPTH_MAX = 100
const SEARCHES_MAX = 20
const DURATION = /^[-+]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h|d))+)$/

interface Found {
  rules: Node[]
  sets: Node[]
  isHeadless: boolean
  /** Tags, where the text holds all there are. */
  setTags?: readonly string[]
  outbounds?: readonly string[]
}

interface Property {
  key: Node
  value: Node
}

class Checker {
  readonly #text: string
  readonly #low: 12 | 13 | 14
  readonly #high: 12 | 13 | 14
  readonly #issues: RuleIssue[] = []
  readonly #lineStarts: number[] = [0]
  #setTags: NameList | undefined
  #outbounds: NameList | undefined
  #dnsServers: NameList | undefined
  #table: RuleTable = ROUTE_TABLE
  #searches = 0

  constructor(text: string, version: SingboxVersion) {
    this.#text = text
    this.#low = version === '1.14' ? 14 : version === '1.13' ? 13 : 12
    this.#high = version === '1.12' ? 12 : version === '1.13' ? 13 : 14
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) this.#lineStarts.push(i + 1)
  }

  result(rules: JsonObject[], ruleSets: JsonObject[]): SingboxRulesCheck {
    const issues = this.#issues.toSorted((a, b) => a.line - b.line || a.column - b.column)
    return { rules, ruleSets, issues }
  }

  /** Runs a step; its value counts only where it found no error. */
  usable<T>(step: () => T): T | undefined {
    const before = this.#issues.length
    const value = step()
    return this.#issues.slice(before).some((issue) => issue.severity === 'error') ? undefined : value
  }

  find(): Found {
    const none: Found = { rules: [], sets: [], isHeadless: false }
    const plain = withoutHashComments(this.#text)
    if (typeof plain === 'number') {
      this.#reportAt(plain, 1, 'bad-json', 'json')
      return none
    }
    const errors: ParseError[] = []
    const root = parseTree(plain, errors, { allowTrailingComma: true })
    const [error] = errors
    if (error !== undefined || root === undefined) {
      this.#reportAt(error?.offset ?? 0, error?.length ?? 1, 'bad-json', 'json')
      return none
    }
    if (root.type === 'array') return { ...none, ...sorted(root.children ?? []) }
    if (root.type !== 'object') {
      this.#report(root, 'rule-value', 'not-an-object')
      return none
    }
    return this.#findInObject(root, none)
  }

  #findInObject(root: Node, none: Found): Found {
    const fields = propertiesOf(root)
    const route = fields.get('route')
    if (route !== undefined) {
      const found = this.#findInRoute(propertiesOf(route.value), none)
      // A fragment has no list of groups: any name may be meant.
      if (!fields.has('outbounds') && !fields.has('endpoints')) return found
      return { ...found, outbounds: [...tagsOf(fields.get('outbounds')), ...tagsOf(fields.get('endpoints'))] }
    }
    if (fields.has('tag')) return { ...none, sets: [root] }
    if (fields.has('version') && fields.has('rules')) {
      this.#sourceVersion(fields.get('version')!.value)
      return { ...none, rules: fields.get('rules')!.value.children ?? [], isHeadless: true }
    }
    const isRule = fields.has('mode') || fields.has('action') || fields.has('outbound') || fields.has('type')
    if (
      !isRule &&
      (fields.has('rules') || (fields.has('rule_set') && isListOfObjects(fields.get('rule_set')!.value)))
    ) {
      return this.#findInRoute(fields, none)
    }
    return { ...none, ...sorted([root]) }
  }

  #findInRoute(fields: ReadonlyMap<string, Property>, none: Found): Found {
    const rules = listOf(fields.get('rules')?.value)
    const sets = listOf(fields.get('rule_set')?.value)
    for (const field of ['rules', 'rule_set']) {
      const value = fields.get(field)?.value
      if (value?.type === 'object') this.#report(value, 'rule-value', 'field-type', { field, expected: 'list' })
    }
    return { ...none, rules, sets, setTags: [...new Set(tagsOf(fields.get('rule_set')))] }
  }

  check(found: Found): void {
    this.checkNames(found)
    for (const rule of found.rules) this.checkRule(rule, found.isHeadless)
    for (const set of found.sets) this.checkRuleSet(set)
  }

  /** Takes the names that rules may use, and tells of tags used twice. */
  checkNames({ sets, setTags, outbounds }: Found): void {
    this.#setTags = nameList(setTags)
    this.#outbounds = nameList(outbounds)
    const seen = new Map<string, number>()
    for (const set of sets) {
      const tag = set.type === 'object' ? propertiesOf(set).get('tag')?.value : undefined
      const value = tag && textOf(tag)
      if (tag === undefined || value === undefined) continue
      const of = seen.get(value)
      if (of !== undefined) this.#report(tag, 'rule-value', 'tag-duplicate', { value, of, field: 'tag' })
      else seen.set(value, this.#placeOf(tag.offset).line)
    }
  }

  /** Checks the items of a list one by one; the problems of each. */
  checkItems(names: SingboxNames, kindOf: readonly PartKind[]): RuleIssue[][] {
    this.#setTags = nameList(names.ruleSets)
    this.#outbounds = nameList(names.outbounds)
    this.#dnsServers = nameList(names.dnsServers)
    const root = parseTree(this.#text)
    return (root?.children ?? []).map((node, index) => {
      const from = this.#issues.length
      const kind = kindOf[index]
      if (kind === 'dns-rule') this.#dnsRule(node)
      else if (kind === 'rule') this.checkRule(node, false)
      else if (kind === 'rule-set') this.checkRuleSet(node)
      else this.#routeFields(propertiesOf(node))
      return this.#issues.slice(from)
    })
  }

  #routeFields(fields: ReadonlyMap<string, Property>): void {
    for (const [name, property] of fields) {
      if (name === 'rules' || name === 'rule_set') {
        const { value } = property
        if (value.type !== 'array' && value.type !== 'null') {
          this.#report(value, 'rule-value', 'field-type', { field: name, expected: 'list' })
        }
        continue
      }
      const rule = ownField(ROUTE_FIELDS, name)
      if (rule === undefined) {
        const nearest = nearestNames(name, Object.keys(ROUTE_FIELDS)).join(', ')
        this.#report(property.key, 'rule-value', 'field-unknown', { field: String(property.key.value), nearest })
        continue
      }
      const isSound = this.#field(name, property, rule, false, false)
      if (isSound && name === 'final') this.#outbound(property.value)
      if (isSound && name === 'override_android_vpn' && property.value.value === true) {
        this.#report(property.value, 'rule-value', 'field-value', { field: name, value: 'true' })
      }
    }
  }

  #dnsRule(node: Node): void {
    this.#table = DNS_TABLE
    this.checkRule(node, false)
    this.#table = ROUTE_TABLE
  }

  checkRule(node: Node, isHeadless: boolean): void {
    if (node.type !== 'object') return this.#report(node, 'rule-value', 'not-an-object')
    const fields = propertiesOf(node)
    if (typeOf(fields) === 'logical') this.#logical(node, fields, isHeadless, false)
    else this.#default(node, fields, isHeadless, false)
  }

  #default(node: Node, fields: ReadonlyMap<string, Property>, isHeadless: boolean, isInner: boolean): void {
    const type = fields.get('type')
    const typeValue = type && textOf(type.value)
    if (type && typeValue !== '' && typeValue !== 'default' && type.value.type !== 'null') {
      this.#report(type.value, 'rule-value', 'field-value', { field: 'type', value: shown(type.value) })
    }
    const from = this.#issues.length
    const action = this.#action(fields, isHeadless, isInner)
    let conditions = 0
    for (const [name, property] of fields) {
      const { items, modifiers, outerOnly } = this.#table
      const item = items.get(name)
      const known = item ?? modifiers.get(name) ?? ownField(action?.fields, name)
      if (name === 'action' && !isHeadless) continue
      if (isInner && outerOnly.includes(name)) continue
      if (!this.#field(name, property, known, isHeadless, action?.isLax === true)) continue
      if (item !== undefined && !isAbsent(property.value)) conditions++
    }
    if (conditions === 0) {
      if (isHeadless || isInner) this.#report(node, 'rule-value', 'no-condition')
      else if (this.#issues.length === from && this.#takesAll(fields))
        this.#report(node, 'rule-matches-all', 'matches-all')
    }
    const looks = RESPONSE_ITEMS.find((name) => fields.has(name))
    if (looks !== undefined && fields.get('match_response')?.value.value !== true) {
      this.#report(node, 'rule-value', 'field-missing', { field: 'match_response' })
    }
    this.#references(fields, isHeadless || isInner)
  }

  /** Of a rule without conditions: no rule below is asked. In `dns` such a rule names the server of last resort. */
  #takesAll(fields: ReadonlyMap<string, Property>): boolean {
    const action = fields.get('action')?.value
    const name = action === undefined || isAbsent(action) ? 'route' : textOf(action)
    return this.#table === ROUTE_TABLE && name !== undefined && FINAL_ACTIONS.has(name)
  }

  #logical(node: Node, fields: ReadonlyMap<string, Property>, isHeadless: boolean, isInner: boolean): void {
    const action = this.#action(fields, isHeadless, isInner)
    for (const [name, property] of fields) {
      if (name === 'action' && !isHeadless) continue
      if (isInner && name !== 'action' && this.#table.outerOnly.includes(name)) continue
      this.#field(
        name,
        property,
        LOGICAL.get(name) ?? ownField(action?.fields, name),
        isHeadless,
        action?.isLax === true,
      )
    }
    if (!fields.has('mode')) this.#report(node, 'rule-value', 'field-missing', { field: 'mode' })
    const rules = fields.get('rules')
    const inner = listOf(rules?.value)
    if (inner.length === 0) this.#report(rules?.value ?? node, 'rule-value', 'field-missing', { field: 'rules' })
    for (const rule of inner) {
      if (rule.type !== 'object') {
        this.#report(rule, 'rule-value', 'not-an-object')
        continue
      }
      const innerFields = propertiesOf(rule)
      if (typeOf(innerFields) === 'logical') this.#logical(rule, innerFields, isHeadless, true)
      else this.#default(rule, innerFields, isHeadless, true)
    }
    this.#references(fields, isHeadless || isInner)
  }

  #action(fields: ReadonlyMap<string, Property>, isHeadless: boolean, isInner: boolean): ActionRule | undefined {
    if (isHeadless) return undefined
    const property = fields.get('action')
    if (isInner) {
      // 1.12 and 1.13 read them there and never ask them (NewLogicalRule in their route/rule/rule_default.go).
      for (const name of this.#table.outerOnly) {
        const inner = fields.get(name)
        const isRead =
          name !== 'action' || inner === undefined || isAbsent(inner.value) || textOf(inner.value) === 'route'
        if (inner && (this.#high >= 14 || !isRead))
          this.#report(inner.key, 'rule-value', 'inner-action', { field: name })
      }
      return undefined
    }
    const name = property === undefined || isAbsent(property.value) ? 'route' : textOf(property.value)
    const { actions } = this.#table
    const action = name === undefined || !Object.hasOwn(actions, name) ? undefined : actions[name]
    if (property !== undefined && action === undefined) {
      const nearest = nearestNames(name ?? '', Object.keys(actions)).join(', ')
      this.#report(property.value, 'rule-action', 'action-name', { action: shown(property.value), nearest })
      return { fields: {}, isLax: true }
    }
    if (property !== undefined && action?.since !== undefined && action.since > this.#low) {
      this.#report(property.value, 'rule-action', 'field-version', {
        field: `action ${name}`,
        version: `1.${action.since}`,
      })
    }
    this.#actionFields(name, fields)
    return action
  }

  #actionFields(name: string | undefined, fields: ReadonlyMap<string, Property>): void {
    if (name === 'route-options') {
      const isGiven = Object.keys(this.#table.options).some((field) => {
        const value = fields.get(field)?.value
        return value !== undefined && !isAbsent(value) && !isZero(value)
      })
      const place = fields.get('action')!.value
      if (!isGiven) this.#report(place, 'rule-value', 'field-missing', { field: 'route-options' })
    }
    const record = name === 'route-options' ? fields.get('tls_record_fragment') : undefined
    if (record?.value.value === true && fields.get('tls_fragment')?.value.value === true) {
      this.#report(record.key, 'rule-value', 'field-together', { field: 'tls_record_fragment', other: 'tls_fragment' })
    }
    const spoofMethod = fields.get('tls_spoof_method')
    const spoof = fields.get('tls_spoof')
    if (spoofMethod && !isAbsent(spoofMethod.value) && (spoof === undefined || isAbsent(spoof.value))) {
      this.#report(spoofMethod.key, 'rule-value', 'field-missing', { field: 'tls_spoof' })
    }
    const server = fields.get('server')?.value
    const isAsking = this.#table === DNS_TABLE && (name === 'route' || name === 'evaluate')
    if (isAsking && (server === undefined || isAbsent(server))) {
      const { offset, length } = server ?? fields.get('action')?.value ?? { offset: 0, length: 1 }
      this.#reportAt(offset, length, 'rule-value', 'field-missing', { field: 'server' })
    }
    if (name !== 'reject') return
    const method = fields.get('method')
    const value = method && textOf(method.value)
    if (method && value !== 'default' && value !== 'drop' && value !== '') {
      if (value !== 'reply' || this.#table === DNS_TABLE)
        this.#report(method.value, 'rule-value', 'field-value', { field: 'method', value: shown(method.value) })
      else if (this.#low < 13)
        this.#report(method.value, 'rule-value', 'field-version', { field: 'method reply', version: '1.13' })
    }
    const noDrop = fields.get('no_drop')
    if (noDrop?.value.value === true && value === 'drop') {
      this.#report(noDrop.key, 'rule-value', 'field-together', { field: 'no_drop', other: 'method drop' })
    }
  }

  /** Whether the field is known and sound. */
  #field(
    name: string,
    { key, value }: Property,
    rule: FieldRule | undefined,
    isHeadless: boolean,
    isLax: boolean,
  ): boolean {
    const isSpelledExactly = key.value === name
    if (!isSpelledExactly && (isHeadless ? name === 'type' : EXACT.has(name) || this.#table.items.has(name))) {
      return this.#wrong(key, 'field-unknown', { field: String(key.value), nearest: name })
    }
    if (REMOVED.has(name)) return this.#wrong(key, 'field-removed', { field: name })
    if (rule === undefined || (rule.only !== undefined && (rule.only === 'headless') !== isHeadless)) {
      if (isLax) return this.#besideLax(name, value)
      const nearest = nearestNames(name, [...this.#table.items.keys()]).join(', ')
      return this.#wrong(key, 'field-unknown', nearest === '' ? { field: name } : { field: name, nearest })
    }
    if (rule.gone !== undefined && this.#high >= rule.gone) return this.#wrong(key, 'field-removed', { field: name })
    if (rule.since !== undefined && rule.since > this.#low) {
      return this.#wrong(key, 'field-version', { field: name, version: `1.${rule.since}` })
    }
    if (value.type !== 'null') return this.#value(name, value, rule)
    return !NEVER_NULL.has(rule.kind) || this.#wrong(value, 'field-empty', { field: name })
  }

  /** A field that its action does not have and that sing-box passes over, if it can read it as one of a route. */
  #besideLax(name: string, value: Node): boolean {
    const rule = ownField(this.#table.actions['route']!.fields, name)
    return rule === undefined || value.type === 'null' || this.#value(name, value, rule)
  }

  #wrong(node: Node, reason: RuleReason, args: IssueArgs): false {
    this.#report(node, 'rule-value', reason, args)
    return false
  }

  #value(field: string, node: Node, { kind, values = [] }: FieldRule): boolean {
    const wrongType = (expected: string) => this.#wrong(node, 'field-type', { field, expected })
    const wrongValue = () => this.#wrong(node, 'field-value', { field, value: shown(node) })
    const text = textOf(node)
    switch (kind) {
      case 'any':
        return true
      case 'bool':
        return node.type === 'boolean' || wrongType('true or false')
      case 'text':
        return text !== undefined || wrongType('text')
      case 'list':
        return node.type === 'array' || wrongType('list')
      case 'uint16':
      case 'uint32':
        if (node.type !== 'number') return wrongType('number')
        return this.#inRange(field, node, 0, kind === 'uint16' ? 65535 : UINT32_MAX)
      case 'duration':
        if (text === undefined) return wrongType('text')
        return DURATION.test(text) || wrongValue()
      case 'choice':
        return this.#choice(field, node, values)
      case 'cidr':
        if (text === undefined) return wrongType('text')
        return isIp(text) || isCidr(text) || wrongValue()
      case 'address':
        if (text === undefined) return wrongType('text')
        return isIp(text) || wrongValue()
      case 'mark':
        if (node.type === 'number') return this.#inRange(field, node, 0, UINT32_MAX)
        if (text === undefined) return wrongType('number')
        return (MARK.test(text) && Number(text) <= UINT32_MAX) || wrongValue()
      case 'rcode':
        if (node.type === 'number') return this.#inRange(field, node, 0, 65535)
        return (text !== undefined && RCODES.has(text)) || wrongValue()
      case 'resolver':
        return this.#resolver(field, node)
      case 'cidrs-by-name':
      case 'cidrs-by-network':
        return this.#cidrsByKey(field, node, kind === 'cidrs-by-network')
      default:
        return this.#items(field, node, kind)
    }
  }

  #items(field: string, node: Node, kind: ItemKind): boolean {
    const items = node.type === 'array' ? (node.children ?? []) : [node]
    let isSound = true
    for (const item of items) if (!this.#item(field, item, kind)) isSound = false
    return isSound
  }

  #choice(field: string, node: Node, values: readonly (string | number)[]): boolean {
    const type = typeof values[0] === 'number' ? 'number' : 'string'
    if (node.type !== type) {
      return this.#wrong(node, 'field-type', { field, expected: type === 'number' ? 'number' : 'text' })
    }
    if (values.some((value) => value === node.value)) return true
    const nearest = nearestNames(String(node.value), values.map(String)).join(', ')
    return this.#wrong(node, 'field-value', { field, value: shown(node), nearest })
  }

  /** The tag of a DNS server, or an object that holds it; other keys of the object are not looked at. */
  #resolver(field: string, node: Node): boolean {
    if (node.type === 'string') return node.value === '' || this.#dnsServer(node)
    if (node.type !== 'object') return this.#wrong(node, 'field-type', { field, expected: 'text' })
    const fields = propertiesOf(node)
    const server = fields.get('server')?.value
    if (server === undefined || isAbsent(server)) return this.#wrong(node, 'field-missing', { field: 'server' })
    let isSound = true
    for (const [name, { key, value }] of fields) {
      const rule = ownField(RESOLVER_FIELDS, name)
      if (rule !== undefined && !this.#field(name, { key, value }, rule, false, false)) isSound = false
    }
    return isSound && this.#dnsServer(server)
  }

  #dnsServer(node: Node): boolean {
    const value = textOf(node)
    if (value === undefined || this.#dnsServers === undefined || this.#dnsServers.has(value)) return true
    const nearest = this.#nearest(value, this.#dnsServers.names)
    return this.#wrong(node, 'server-missing', { value: cut(value, 100), nearest })
  }

  /** Address blocks by the name of an interface, or by the kind of a network. */
  #cidrsByKey(field: string, node: Node, byNetwork: boolean): boolean {
    if (node.type !== 'object') return this.#wrong(node, 'field-type', { field, expected: 'object' })
    let isSound = true
    for (const { children } of node.children ?? []) {
      const [key, value] = children ?? []
      if (key === undefined || value === undefined) continue
      if (byNetwork && !NETWORK_TYPES.some((type) => type === key.value)) {
        isSound = this.#wrong(key, 'field-value', { field, value: cut(String(key.value), 100) })
      } else if (!this.#value(field, value, { kind: 'prefixes' })) isSound = false
    }
    return isSound
  }

  #item(field: string, node: Node, kind: ItemKind): boolean {
    if (kind === 'query-types') return this.#queryType(field, node)
    if (kind === 'records')
      return isDnsRecord(textOf(node) ?? '') || this.#wrong(node, 'field-value', { field, value: shown(node) })
    if (node.type === 'null') return NULL_IN_LIST.has(kind) || this.#wrong(node, 'field-empty', { field })
    const isNumber = kind === 'ports' || kind === 'numbers'
    if (node.type !== (isNumber ? 'number' : 'string')) {
      return this.#wrong(node, 'field-type', { field, expected: isNumber ? 'number' : 'text' })
    }
    if (kind === 'ports') return this.#inRange(field, node, 0, 65535)
    if (kind === 'numbers') return this.#inRange(field, node, -2147483648, 2147483647)
    const text = textOf(node) ?? ''
    if (kind === 'domains' && text === '') return this.#wrong(node, 'field-empty', { field })
    if (kind === 'cidrs' && !isIp(withoutZone(text)) && !isCidr(text))
      return this.#wrong(node, 'field-value', { field, value: cut(text) })
    if (kind === 'prefixes' && !isIp(text) && !isCidr(text))
      return this.#wrong(node, 'field-value', { field, value: cut(text) })
    if (kind === 'port-ranges' && !isPortRange(text))
      return this.#wrong(node, 'field-value', { field, value: cut(text) })
    if (kind === 'regexes') {
      const issue = re2Issue(text)
      if (issue !== undefined) return this.#wrong(node, issue.reason, { field, value: cut(text), ...regexArgs(issue) })
    }
    if (typeof kind === 'object' && !kind.includes(text)) {
      return this.#wrong(node, 'field-value', { field, value: cut(text), nearest: nearestNames(text, kind).join(', ') })
    }
    return true
  }

  /** A record type of DNS by its name or number. */
  #queryType(field: string, node: Node): boolean {
    if (node.type === 'number') return this.#inRange(field, node, 0, 65535)
    const name = textOf(node)
    if (name === undefined) return this.#wrong(node, 'field-type', { field, expected: 'text' })
    return QUERY_TYPES.has(name) || this.#wrong(node, 'field-value', { field, value: cut(name, 100) })
  }

  #inRange(field: string, node: Node, min: number, max: number): boolean {
    const value = Number(node.value)
    const isSound = Number.isInteger(value) && value >= min && value <= max
    return isSound || this.#wrong(node, 'field-value', { field, value, min, max })
  }

  /** Names that lead nowhere: sing-box does not start with the one and fails connections with the other. */
  #references(fields: ReadonlyMap<string, Property>, isInner: boolean): void {
    const sets = fields.get('rule_set')?.value
    const names = sets === undefined ? [] : sets.type === 'array' ? (sets.children ?? []) : [sets]
    for (const name of names) {
      const value = textOf(name)
      if (value === undefined || this.#setTags === undefined || this.#setTags.has(value)) continue
      const nearest = this.#nearest(value, this.#setTags.names)
      this.#report(name, 'rule-value', 'provider-missing', { field: 'rule_set', type: 'rule_set', value, nearest })
    }
    // Fatal at the start of 1.14, also inside other rules.
    for (const preferred of listOf(fields.get('preferred_by')?.value)) {
      if (isAbsent(preferred)) this.#report(preferred, 'rule-value', 'field-empty', { field: 'preferred_by' })
      else if (this.#table === DNS_TABLE) this.#dnsServer(preferred)
      else this.#outbound(preferred)
    }
    if (isInner) return
    const outbound = this.#table === DNS_TABLE ? undefined : fields.get('outbound')?.value
    if (outbound !== undefined) this.#outbound(outbound)
    const server = fields.get('server')?.value
    if (server !== undefined && !isAbsent(server)) this.#dnsServer(server)
  }

  /** What may have been meant. Every search goes through all names, so only the first ones are made. */
  #nearest(name: string, names: readonly string[]): string {
    return this.#searches++ < SEARCHES_MAX ? nearestNames(name, names).join(', ') : ''
  }

  #outbound(node: Node): void {
    const action = textOf(node)
    if (action === undefined || action === '' || this.#outbounds === undefined || this.#outbounds.has(action)) return
    const nearest = this.#nearest(action, this.#outbounds.names)
    this.#report(node, 'rule-target-missing', 'target-missing', { action, nearest })
  }

  checkRuleSet(node: Node): void {
    if (node.type !== 'object') return this.#report(node, 'rule-value', 'not-an-object')
    const fields = propertiesOf(node)
    const typeNode = fields.get('type')?.value
    const type = typeNode === undefined || isAbsent(typeNode) ? 'inline' : textOf(typeNode)
    const known = type === undefined || !Object.hasOwn(SET_FIELDS, type) ? undefined : SET_FIELDS[type]
    if (known === undefined) {
      return this.#report(typeNode ?? node, 'rule-value', 'field-value', {
        field: 'type',
        value: shown(typeNode ?? node),
      })
    }
    for (const [name, property] of fields) this.#field(name, property, ownField(known, name), false, false)
    this.#tag(node, fields.get('tag')?.value)
    if (type === 'inline') this.#inlineRules(node, fields.get('rules')?.value)
    else this.#source(node, fields, type === 'remote' ? 'url' : 'path')
  }

  #tag(node: Node, tag: Node | undefined): void {
    if (tag === undefined || isAbsent(tag))
      return this.#report(tag ?? node, 'rule-value', 'field-missing', { field: 'tag' })
    if (tag.type === 'array') {
      if (this.#low < 14) this.#report(tag, 'rule-value', 'field-version', { field: 'tag', version: '1.14' })
    } else if (tag.type !== 'string') this.#report(tag, 'rule-value', 'field-type', { field: 'tag', expected: 'text' })
  }

  #inlineRules(node: Node, rules: Node | undefined): void {
    const inner = listOf(rules)
    if (inner.length === 0) return this.#report(rules ?? node, 'rule-value', 'field-missing', { field: 'rules' })
    for (const rule of inner) this.checkRule(rule, true)
  }

  #source(node: Node, fields: ReadonlyMap<string, Property>, field: 'url' | 'path'): void {
    const place = fields.get(field)?.value
    const address = place && textOf(place)
    if (place === undefined || isAbsent(place))
      return this.#report(place ?? node, 'rule-value', 'field-missing', { field })
    const format = fields.get('format')?.value
    const path = (address ?? '').split(/[?#]/, 1)[0]!
    if ((format === undefined || isAbsent(format)) && !path.endsWith('.json') && !path.endsWith('.srs')) {
      this.#report(node, 'rule-value', 'field-missing', { field: 'format' })
    }
    const client = fields.get('http_client')
    if (client !== undefined && fields.has('download_detour') && this.#low >= 14) {
      this.#report(client.key, 'rule-value', 'field-together', { field: 'http_client', other: 'download_detour' })
    }
  }

  #sourceVersion(node: Node): void {
    const most = SOURCE_VERSION_MAX[this.#low]
    const value: unknown = node.value
    const isSound = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most
    if (!isSound)
      this.#report(node, 'rule-value', 'field-value', { field: 'version', value: shown(node), min: 1, max: most })
  }

  /** The rule as the form hands it on. */
  formRule(node: Node, isHeadless: boolean): JsonObject | undefined {
    if (node.type !== 'object') return undefined
    const fields = propertiesOf(node)
    const rule = this.#wrapped(node, fields)
    if (isHeadless || fields.has('action')) return rule
    if (!fields.has('outbound')) {
      this.#report(node, 'rule-action', 'field-missing', { field: 'action' })
      return undefined
    }
    this.#report(node, 'rule-rewritten', 'action-added', {
      field: 'action',
      value: 'route',
      from: '',
      to: 'action: route',
    })
    return { ...rule, action: 'route' }
  }

  /** What the form asks of the items: lists are lists, addresses carry a prefix, ports are 1 to 65535. */
  #wrapped(node: Node, fields: ReadonlyMap<string, Property>): JsonObject {
    const rule = valueOf(node)
    for (const [name, { key, value }] of fields) {
      const kind = ITEMS.get(name)?.kind
      if (kind === undefined || !isListKind(kind)) continue
      const spelled = String(key.value)
      if (value.type !== 'array' && value.type !== 'null') {
        this.#report(value, 'rule-rewritten', 'wrapped', { field: name, from: shown(value), to: `[${shown(value)}]` })
        rule[spelled] = [rule[spelled]]
      }
      for (const item of value.type === 'array' ? (value.children ?? []) : [value]) {
        if (kind === 'ports' && item.value === 0)
          this.#report(item, 'rule-value', 'port', { field: name, value: 0, min: 1, max: 65535 })
        const isBare = kind === 'cidrs' && typeof item.value === 'string' && isIp(item.value)
        if (isBare) this.#report(item, 'rule-value', 'cidr-missing-prefix', { field: name, value: shown(item) })
      }
    }
    return rule
  }

  formRuleSet(node: Node): JsonObject | undefined {
    if (node.type !== 'object') return undefined
    if (!propertiesOf(node).has('type')) this.#report(node, 'rule-value', 'field-missing', { field: 'type' })
    return valueOf(node)
  }

  #report(node: Node, code: IssueCode, reason: RuleReason, args: IssueArgs = {}): void {
    this.#reportAt(node.offset, node.length, code, reason, args)
  }

  #reportAt(offset: number, length: number, code: IssueCode, reason: RuleReason, args: IssueArgs = {}): void {
    const raw = this.#text.slice(offset, offset + Math.min(length, 300))
    this.#issues.push(ruleIssue({ ...this.#placeOf(offset), raw }, code, reason, args))
  }

  #placeOf(offset: number): { line: number; column: number } {
    let low = 0
    let high = this.#lineStarts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#lineStarts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - this.#lineStarts[low]! + 1 }
  }
}

/**
 * The text with `#` comments blanked out, which sing-box takes and the parser does not; or the offset where it nests
 * deeper than anything real.
 */
function withoutHashComments(text: string): string | number {
  let out = ''
  let from = 0
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '"') {
      for (i++; i < text.length && text[i] !== '"' && text[i] !== '\n'; i++) if (text[i] === '\\') i++
    } else if (char === '{' || char === '[') {
      if (++depth > DEPTH_MAX) return i
    } else if (char === '}' || char === ']') depth--
    else if (char === '/' && text[i + 1] === '/') i = endOfLine(text, i)
    else if (char === '/' && text[i + 1] === '*') {
      const end = text.indexOf('*/', i + 2)
      i = end < 0 ? text.length : end + 1
    } else if (char === '#') {
      const end = endOfLine(text, i)
      out += text.slice(from, i) + ' '.repeat(end - i)
      from = end
      i = end
    }
  }
  return out + text.slice(from)
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** The fields of an object by name in lower case, as sing-box matches them; of two equal ones the last counts. */
/** Names to look one up in, and to find the nearest among. */
interface NameList {
  names: readonly string[]
  has: (name: string) => boolean
}

function nameList(names: readonly string[] | undefined): NameList | undefined {
  const known = names && new Set(names)
  return known && { names, has: (name) => known.has(name) }
}

/** `a.example. 60 IN A 192.0.2.1`, or a message in base64. */
function isDnsRecord(text: string): boolean {
  const [, ...parts] = text.trim().split(/\s+/)
  if (parts.length === 0) return text.length > 0 && text.length % 4 === 0
  const at = parts.findIndex((part) => QUERY_TYPES.has(part.toUpperCase()))
  const data = parts.slice(at + 1)
  if (at < 0 || data.length === 0) return false
  const type = parts[at]!.toUpperCase()
  return (type !== 'A' && type !== 'AAAA') || (isIp(data[0]!) && data[0]!.includes(':') === (type === 'AAAA'))
}

function propertiesOf(node: Node): Map<string, Property> {
  const fields = new Map<string, Property>()
  for (const { children } of node.children ?? []) {
    const [key, value] = children ?? []
    if (key !== undefined && value !== undefined) fields.set(String(key.value).toLowerCase(), { key, value })
  }
  return fields
}

function listOf(node: Node | undefined): Node[] {
  if (node === undefined || node.type === 'null') return []
  return node.type === 'array' ? (node.children ?? []) : [node]
}

function isListOfObjects(node: Node): boolean {
  return listOf(node).some((item) => item.type === 'object')
}

/** Rules and rule sets that stand side by side. */
function sorted(nodes: readonly Node[]): Pick<Found, 'rules' | 'sets'> {
  return { rules: nodes.filter((node) => !isRuleSet(node)), sets: nodes.filter(isRuleSet) }
}

function isRuleSet(node: Node): boolean {
  if (node.type !== 'object') return false
  const fields = propertiesOf(node)
  const type = typeOf(fields)
  return fields.has('tag') || type === 'inline' || type === 'local' || type === 'remote'
}

function tagsOf(property: Property | undefined): string[] {
  return listOf(property?.value).flatMap((item) => {
    const tag = item.type === 'object' ? propertiesOf(item).get('tag')?.value : undefined
    return listOf(tag).flatMap((one) => textOf(one) ?? [])
  })
}

function typeOf(fields: ReadonlyMap<string, Property>): string | undefined {
  const type = fields.get('type')
  return type && textOf(type.value)
}

function textOf(node: Node): string | undefined {
  const value: unknown = node.value
  return typeof value === 'string' ? value : undefined
}

/** null, an empty text and an empty list are the same as nothing. */
function isAbsent(node: Node): boolean {
  return node.type === 'null' || node.value === '' || (node.type === 'array' && (node.children ?? []).length === 0)
}

/** false, 0, `0` and `0s` are the same as nothing too where an action needs an option. */
function isZero({ value }: Node): boolean {
  return value === false || value === 0 || (typeof value === 'string' && /^[-+]?0[0.a-zµμ]*$/.test(value))
}

function withoutZone(address: string): string {
  const percent = address.indexOf('%')
  return percent < 0 ? address : address.slice(0, percent)
}

function isPortRange(text: string): boolean {
  const colon = text.indexOf(':')
  if (colon < 0) return false
  return [text.slice(0, colon), text.slice(colon + 1)].every(
    (part) => part === '' || (PORT.test(part) && Number(part) <= 65535),
  )
}

const PORT = /^\d{1,5}$/

function shown(node: Node): string {
  const value: unknown = node.type === 'object' || node.type === 'array' ? node.type : node.value
  return cut(typeof value === 'string' ? value : String(value), 100)
}

function valueOf(node: Node): JsonObject {
  return recordOf(getNodeValue(node))
}
