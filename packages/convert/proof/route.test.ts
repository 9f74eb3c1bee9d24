import { expect } from 'vitest'
import { checkSingboxParts } from '../src/clients/singbox/rule-check/check-singbox-parts.ts'
import { buildSingboxConfig } from '../src/clients/singbox/singbox-config.ts'
import { builtinTemplate } from '../src/templates/builtin.ts'
import { readOwnConfig } from '../src/templates/own-config.ts'
import { configRequest, sampleOutbounds } from './config-request.ts'
import { engineTest } from './engine-test.ts'
import { mapBounded } from './program.ts'
import { checkWithSingbox, startOnceWithSingbox } from './sing-box.ts'
import type { JsonObject } from '../src/text/record.ts'

/** What a `route` of the user's may say: fields × right and wrong values, each judged by sing-box and by us. */

const WORDS = ['a.example', 'b.example']
/** Values of every type, for every field. */
const ANY_VALUES: readonly unknown[] = [
  '', 'x', '5', 0, 5, -1, 1.5, 70_000, 1e12, true, false, null, [], ['x'], [''], [5], [null], [true], [['x']], { k: 1 },
] // oxfmt-ignore

/** Values that a field may have, or nearly. */
const TEXTS = [WORDS, 'a.example']
const REGEXES = ['^a\\.', '(', '(?P<n>a)', '(?<n>a)', '\\Qa.b\\E', '(a)\\1', '(?=a)', 'a{1001}', '[[:alpha:]]', '\\p{Han}', '(?i)a', 'a**', '\\z', '\\Z', '(?#c)a', 'x*?', '\\C', '[a', 'a{,2}', 'a{2,1}', '(?:a', '\\pN', '\\p{Nope}', '\\x{10FFFF}', '\\x{110000}', '\\8', '(?s-i:a)', '(?P<n>a)(?P<n>b)', '[z-a]', '(?U)a+'] // oxfmt-ignore
const CIDRS = ['1.2.3.4', '1.2.3.4/24', '1.2.3.0/33', '::1', '::1/64', '::1/129', '01.2.3.4', '[::1]', 'fe80::1%eth0', 'fe80::1%eth0/64', ['10.0.0.0/8'], ['10.0.0.0/8', 'x'], '::ffff:1.2.3.4', '1.2.3.0/024', ' 1.2.3.4', '1.2.3.4/'] // oxfmt-ignore
const PORTS = [80, [80, 443], '80', 0, 65_535, 65_536, [80, '443'], '80,443']
const RANGES = ['1:2', ':2', '1:', ':', '2:1', '80', '1-2', '1:70000', 'a:b', ['1:2', '3:4'], '01:2', '+1:2', ' 1:2']
const DURATIONS = ['5s', '300ms', '1d', '1d12h', '5', '5x', '-5s', '1.5h', '.5s', '5S', '1h 5m', '1d1d', '0', '5us', '5µs', 's'] // oxfmt-ignore
const NETWORK_STRATEGIES = ['default', 'fallback', 'hybrid', 'Hybrid', ['hybrid']]
const NETWORK_TYPES = ['wifi', ['wifi', 'cellular'], 'ethernet', 'other', 'WiFi', 'wired']
const STRATEGIES = ['as_is', 'prefer_ipv4', 'ipv6_only', 'prefer_ipv5', ['ipv4_only']]
const PREFIX_MAPS = [{ en0: ['10.0.0.0/8'] }, { en0: '10.0.0.0/8' }, { en0: '10.0.0.1' }, { en0: ['x'] }, { en0: null }, {}, { wifi: ['10.0.0.0/8'] }, { wifi: 'fc00::/7' }] // oxfmt-ignore
const SUBNETS = ['1.2.3.4', '1.2.3.0/24', 'x', ['1.2.3.0/24'], '::/0', 'fe80::1%eth0']
const MARKS = ['0x10', '16', '0XfF', '0xg', '4294967296', 4_294_967_295, '-1', '1_000', '0b1', '0o7']
const RESOLVERS = ['l', 'ghost', { server: 'l' }, { server: 'ghost' }, {}, { server: 'l', strategy: 'ipv4_only' }, { server: 'l', strategy: 'x' }, { server: 'l', client_subnet: 'x' }, { server: 'l', rewrite_ttl: -1 }, { server: 'l', disable_cache: 'yes' }, { server: 'l', timeout: '5s' }, { server: 'l', timeout: 5 }, { server: 5 }, { Server: 'l' }] // oxfmt-ignore
const ADDRESSES = ['1.2.3.4', '::1', '1.2.3.4/24', 'fe80::1%eth0', ['1.2.3.4']]

/** Match items of a rule (docs/formats/rules.md, "Rules of sing-box as JSON") and what is worth trying in each. */
const ITEMS: Readonly<Record<string, readonly unknown[]>> = {
  inbound: TEXTS, ip_version: [4, 6, [4], '4'], network: ['tcp', ['tcp', 'udp'], 'icmp'], auth_user: TEXTS, protocol: ['tls', 'nope'],
  client: TEXTS, domain: TEXTS, domain_suffix: [...TEXTS, '.a.example'], domain_keyword: TEXTS, domain_regex: REGEXES,
  source_ip_cidr: CIDRS, source_ip_is_private: [], ip_cidr: CIDRS, ip_is_private: [], source_port: PORTS, source_port_range: RANGES,
  port: PORTS, port_range: RANGES, process_name: TEXTS, process_path: TEXTS, process_path_regex: REGEXES, package_name: TEXTS,
  package_name_regex: REGEXES, user: TEXTS, user_id: [1000, [0, 1000], '1000', 2_147_483_648], clash_mode: ['Direct'],
  network_type: NETWORK_TYPES, network_is_expensive: [], network_is_constrained: [], wifi_ssid: TEXTS, wifi_bssid: TEXTS,
  rule_set: ['mine', ['mine'], 'ghost', ['mine', 'ghost']], interface_address: PREFIX_MAPS, network_interface_address: PREFIX_MAPS,
  default_interface_address: CIDRS, source_mac_address: TEXTS, source_hostname: TEXTS, preferred_by: ['d', ['d'], 'ghost'],
  rule_set_ip_cidr_match_source: [], invert: [], type: ['default', 'logical', 'Default'], Domain: TEXTS, DOMAIN_SUFFIX: TEXTS,
  geoip: ['cn'], geosite: ['cn'], source_geoip: ['cn'], rule_set_ipcidr_match_source: [], query_type: ['A'], unheard_of: [], constructor: [],
} // oxfmt-ignore

const ROUTE_OPTIONS: Readonly<Record<string, readonly unknown[]>> = {
  override_address: ['1.2.3.4', 'a.example'], override_port: [443, 65_536], network_strategy: NETWORK_STRATEGIES, fallback_delay: [300, '300ms', 4_294_967_296],
  udp_disable_domain_unmapping: [], udp_connect: [], udp_timeout: DURATIONS, tls_fragment: [], tls_fragment_fallback_delay: DURATIONS,
  tls_record_fragment: [], tls_spoof: ['a.example'], tls_spoof_method: ['wrong-ack', 'wrong'], unheard_of: [], Udp_Connect: [],
} // oxfmt-ignore

/** Fields of actions, with the action around them. */
const ACTIONS: readonly [action: JsonObject, fields: Readonly<Record<string, readonly unknown[]>>][] = [
  [{}, { outbound: ['d', 'ghost'], action: ['route', 'Route', 'block', 'reject', 'sniff', 'dns'] }],
  [{ action: 'route', outbound: 'd' }, ROUTE_OPTIONS],
  [{ action: 'route-options' }, ROUTE_OPTIONS],
  [{ action: 'route-options', tls_spoof: 'a.example' }, { tls_spoof_method: ['wrong-ack', 'wrong'] }],
  [{ action: 'route', outbound: 'd', tls_fragment: true }, { tls_record_fragment: [] }],
  [{ action: 'bypass' }, { outbound: ['d', 'ghost'], override_port: [443] }],
  [{ action: 'reject' }, { method: ['default', 'drop', 'reply', 'x'], no_drop: [], outbound: ['d'], unheard_of: [] }],
  [{ action: 'reject', method: 'drop' }, { no_drop: [] }],
  [{ action: 'hijack-dns' }, { outbound: ['d'], unheard_of: [] }],
  [{ action: 'sniff' }, { sniffer: ['tls', ['tls', 'quic'], ['TLS'], 'smtp'], timeout: DURATIONS }],
  [
    { action: 'resolve' },
    {
      server: ['l', 'ghost'], strategy: STRATEGIES, disable_cache: [], rewrite_ttl: [60, 4_294_967_296], client_subnet: SUBNETS,
      timeout: DURATIONS, disable_optimistic_cache: [],
    },
  ],
  [
    { action: 'direct' },
    {
      bind_interface: ['eth0'], inet4_bind_address: ADDRESSES, inet6_bind_address: ADDRESSES, bind_address_no_port: [], routing_mark: MARKS,
      reuse_addr: [], connect_timeout: DURATIONS, tcp_fast_open: [], tcp_multi_path: [], udp_fragment: [], domain_resolver: RESOLVERS,
      network_strategy: NETWORK_STRATEGIES, network_type: NETWORK_TYPES, fallback_network_type: NETWORK_TYPES, fallback_delay: DURATIONS,
      tcp_keep_alive: DURATIONS, unheard_of: [], server: ['l'], detour: ['d'],
    },
  ],
] // oxfmt-ignore

const LOGICAL: readonly unknown[] = [
  { type: 'logical', mode: 'and', rules: [{ domain: 'a.example' }, { port: 80 }], outbound: 'd' },
  { type: 'logical', mode: 'or', rules: [{ domain: 'a.example' }], invert: true, outbound: 'd' },
  { type: 'logical', mode: 'xor', rules: [{ domain: 'a.example' }], outbound: 'd' },
  { type: 'logical', rules: [{ domain: 'a.example' }], outbound: 'd' },
  { type: 'logical', mode: 'and', rules: [], outbound: 'd' },
  { type: 'logical', mode: 'and', outbound: 'd' },
  { type: 'logical', mode: 'and', rules: [{}], outbound: 'd' },
  { type: 'logical', mode: 'and', rules: [{ invert: true }], outbound: 'd' },
  { type: 'logical', mode: 'and', rules: [{ domain: 'a.example', outbound: 'd' }], outbound: 'd' },
  { type: 'logical', mode: 'and', rules: [{ domain: 'a.example', action: 'reject' }], outbound: 'd' },
  { type: 'logical', mode: 'and', rules: [{ port: '80' }], outbound: 'd' },
  { type: 'logical', mode: 'and', rules: [{ geoip: 'cn' }], outbound: 'd' },
  { type: 'logical', mode: 'and', rules: { domain: 'a.example' }, outbound: 'd' },
  { type: 'logical', mode: 'and', rules: ['DOMAIN,a.example'], outbound: 'd' },
  { type: 'logical', mode: 'and', rules: [{ domain: 'a.example' }], domain: 'b.example', outbound: 'd' },
  {
    type: 'logical',
    mode: 'and',
    rules: [{ type: 'logical', mode: 'or', rules: [{ domain: 'a.example' }, { port_range: '1:2' }] }],
    outbound: 'd',
  },
  {
    type: 'logical',
    mode: 'and',
    rules: [{ type: 'logical', mode: 'or', rules: [{ domain_regex: '(' }] }],
    outbound: 'd',
  },
  { type: 'logical', mode: 'and', rules: [{ rule_set: 'ghost' }], outbound: 'd' },
  { outbound: 'd' },
  {},
  'DOMAIN,a.example,d',
  5,
  null,
  [],
  [{ domain: 'a.example', outbound: 'd' }],
]

const ROUTE_FIELDS: Readonly<Record<string, readonly unknown[]>> = {
  final: ['d', 'ghost'], find_process: [], auto_detect_interface: [], override_android_vpn: [], default_interface: ['eth0'], default_mark: MARKS,
  default_domain_resolver: RESOLVERS, default_network_strategy: NETWORK_STRATEGIES, default_network_type: NETWORK_TYPES,
  default_fallback_network_type: NETWORK_TYPES, default_fallback_delay: DURATIONS, find_neighbor: [], dhcp_lease_files: TEXTS,
  default_http_client: ['h', 'ghost'], geoip: [{}, { path: 'x' }], geosite: [{}], Final: ['d'], unheard_of: [], constructor: [],
} // oxfmt-ignore

const SETS: readonly unknown[] = [
  { type: 'inline', tag: 's', rules: [{ domain: 'a.example' }] },
  { tag: 's', rules: [{ domain: 'a.example' }] },
  { type: 'inline', tag: 's', rules: [] },
  { type: 'inline', tag: 's' },
  { type: 'inline', tag: 's', rules: [{}] },
  { type: 'inline', tag: 's', rules: [{ ip_is_private: true }] },
  { type: 'inline', tag: 's', rules: [{ domain_regex: '(' }] },
  { type: 'inline', tag: 's', rules: [{ query_type: 'A' }] },
  { type: 'inline', tag: 's', rules: [{ query_type: ['A', 'NOPE'] }] },
  { type: 'inline', tag: 's', rules: [{ query_type: 1 }] },
  { type: 'inline', tag: 's', rules: [{ query_type: 70_000 }] },
  { type: 'inline', tag: 's', rules: [{ query_type: true }] },
  { type: 'inline', tag: 's', rules: [{ domain: 'a.example', outbound: 'd' }] },
  { type: 'inline', tag: 's', version: 1, rules: [{ domain: 'a.example' }] },
  { type: 'inline', rules: [{ domain: 'a.example' }] },
  { type: 'inline', tag: '', rules: [{ domain: 'a.example' }] },
  { type: 'inline', tag: 5, rules: [{ domain: 'a.example' }] },
  { type: 'inline', tag: ['s'], rules: [{ domain: 'a.example' }] },
  { type: 'Inline', tag: 's', rules: [{ domain: 'a.example' }] },
  { type: 'remote', tag: 's', url: 'https://a.example/x.srs' },
  { type: 'remote', tag: 's', url: 'https://a.example/x.json?y' },
  { type: 'remote', tag: 's', url: 'https://a.example/x.yaml' },
  { type: 'remote', tag: 's', url: 'https://a.example/x', format: 'binary' },
  { type: 'remote', tag: 's', url: 'https://a.example/x', format: 'mrs' },
  { type: 'remote', tag: 's', url: 'https://a.example/x.srs', update_interval: '1d' },
  { type: 'remote', tag: 's', url: 'https://a.example/x.srs', update_interval: 86_400 },
  { type: 'remote', tag: 's', url: 'https://a.example/x.srs', download_detour: 'd' },
  { type: 'remote', tag: 's', url: 'https://a.example/x.srs', http_client: {} },
  { type: 'remote', tag: 's', url: 5, format: 'binary' },
  { type: 'remote', tag: ['s', 't'], url: 'https://a.example/{tag}.srs' },
  { type: 'remote', tag: 's', path: 'x.srs' },
  { type: 'remote', tag: 's', url: 'https://a.example/x.srs', unheard_of: 1 },
  { type: 'http', tag: 's', url: 'https://a.example/x.srs' },
  'words',
  null,
]

/**
 * What sing-box takes and we do not: nobody can have meant it, because it matches everything or nothing, or fails every
 * connection that it matches.
 */
const STRICTER: readonly [why: string, applies: (part: string) => boolean][] = [
  ['a name that is not there', (part) => /"(?:outbound|preferred_by|server|rule_set|[fF]inal|default_http_client|(?:default_)?domain_resolver)":\[?(?:"mine",)?"(?:ghost|x|5|)"/.test(part)],
  ['a rule that sends to no outbound', (part) => /"outbound":(?:""|null|\[\])/.test(part) || part === '{}'],
  // sing-box drops empty lists before it looks at anything, also in fields that it does not know.
  ['an empty list in the place of a value', (part) => part.includes(':[]')],
  ['a field of old releases that is off', (part) => /"(?:geoip|geosite|source_geoip|rule_set_ipcidr_match_source)"/.test(part)],
  // Four letters are read as base64 of a list of bytes.
  ['a network type that reads as base64', (part) => /network_type":(?:"WiFi"|"")/.test(part)],
  ['two groups of one name', (part) => part.includes('(?P<n>a)(?P<n>b)')],
  ['an item that is null, or an address with a zone', (part) => part.includes('null') || part.includes('%eth0')],
  ['an object where texts belong', (part) => part.includes('{"k":1}')],
] // oxfmt-ignore

interface Case {
  kind: 'rule' | 'rule-set' | 'field'
  part: unknown
}

const cases: Case[] = [
  ...Object.entries(ITEMS).flatMap(([name, values]) =>
    [...values, ...ANY_VALUES].map((value): Case => ({ kind: 'rule', part: { [name]: value, outbound: 'd' } })),
  ),
  ...ACTIONS.flatMap(([action, fields]) =>
    Object.entries(fields).flatMap(([name, values]) =>
      [...values, ...ANY_VALUES].map((value): Case => ({
        kind: 'rule',
        part: { domain: 'a.example', ...action, [name]: value },
      })),
    ),
  ),
  ...LOGICAL.map((part): Case => ({ kind: 'rule', part })),
  ...SETS.map((part): Case => ({ kind: 'rule-set', part })),
  ...Object.entries(ROUTE_FIELDS).flatMap(([name, values]) =>
    [...values, ...ANY_VALUES].map((value): Case => ({ kind: 'field', part: { [name]: value } })),
  ),
  // What their items say is judged one by one, above.
  ...['rules', 'rule_set'].flatMap((name) =>
    ANY_VALUES.filter((value) => !Array.isArray(value)).map((value): Case => ({
      kind: 'field',
      part: { [name]: value },
    })),
  ),
]

const MINE = { type: 'inline', tag: 'mine', rules: [{ domain: 'm.example' }] }

/** A config with one part in it; 1.14 also wants an http client where one is named. */
function configWith(parts: readonly Case[]): JsonObject {
  const of = (kind: Case['kind']) => parts.filter((one) => one.kind === kind).map(({ part }) => part)
  return {
    dns: { servers: [{ type: 'local', tag: 'l' }] },
    http_clients: [{ tag: 'h' }],
    outbounds: [{ type: 'direct', tag: 'd' }],
    route: {
      default_domain_resolver: 'l',
      auto_detect_interface: true,
      rules: of('rule'),
      rule_set: [MINE, ...of('rule-set')],
      ...Object.assign({}, ...of('field')),
    },
  }
}

const NAMES = { outbounds: ['d'], ruleSets: ['mine'], dnsServers: ['l'] }

function isTaken({ kind, part }: Case): boolean {
  const found = checkSingboxParts(
    kind === 'rule'
      ? { rules: [part] }
      : kind === 'rule-set'
        ? { ruleSets: [part] }
        : { fields: part as object as JsonObject },
    { version: '1.14' },
    NAMES,
  )
  const issues = [...found.rules.flat(), ...found.ruleSets.flat(), ...[...found.fields.values()].flat()]
  return issues.every((issue) => issue.severity !== 'error')
}

/** A part that sing-box has something against, by what it says: `route.rules[3].port: …`, `parse rule[3]: …`. */
const BLAMED = /(?:route\.rules|parse rule)\[(\d+)\]/

engineTest(
  ['sing-box'],
  'sing-box takes every rule that we take, all at once',
  async ({ 'sing-box': path }) => {
    const taken = cases.filter((one) => one.kind === 'rule' && isTaken(one))
    const blamed: string[] = []
    for (;;) {
      const refused = await checkWithSingbox(path, JSON.stringify(configWith(taken)))
      if (refused === undefined) break
      const at = Number(BLAMED.exec(refused)?.[1] ?? 0)
      blamed.push(`${JSON.stringify(taken.splice(at, 1)[0]?.part)}: ${refused}`)
      if (blamed.length > 20) break
    }
    expect(blamed).toEqual([])
    expect(taken.length).toBeGreaterThan(500)
  },
  120_000,
)

/** Every so manieth of a long list, so that all fields have their turn. */
function sample<T>(items: readonly T[], most: number): T[] {
  const step = Math.max(1, Math.floor(items.length / most))
  return items.filter((_, index) => index % step === 0)
}

engineTest(
  ['sing-box'],
  'sing-box takes every rule set and every field that we take, and refuses what we refuse',
  async ({ 'sing-box': path }) => {
    const isWorth = (one: Case) => !STRICTER.some(([, applies]) => applies(JSON.stringify(one.part)))
    const alone = cases.filter((one) => one.kind !== 'rule' && isTaken(one))
    const refused = cases.filter((one) => !isTaken(one) && isWorth(one))
    const wrong: string[] = []
    await mapBounded([...sample(alone, 30), ...sample(refused, 90)], 2, async (one) => {
      const reason = await checkWithSingbox(path, JSON.stringify(configWith([one])))
      if ((reason === undefined) !== isTaken(one)) wrong.push(`${JSON.stringify(one)}: ${reason ?? 'taken'}`)
    })
    expect(wrong).toEqual([])
    expect(refused.length).toBeGreaterThan(500)
  },
  300_000,
)

engineTest(
  ['sing-box'],
  'a config with such a route, and an own file with such rules, start',
  async ({ 'sing-box': path }) => {
    const rules = cases.filter((one) => one.kind === 'rule').map(({ part }) => part)
    const route = {
      rules: sample(rules, 700),
      rule_set: [...SETS.filter((set) => !JSON.stringify(set).includes('remote')), MINE, MINE],
      ...Object.assign({}, ...sample(cases.filter((one) => one.kind === 'field' && !/"rules"|"rule_set"/.test(JSON.stringify(one.part))), 60).map(({ part }) => part)),
      final: 'ghost',
    } // oxfmt-ignore
    const request = configRequest('singbox', builtinTemplate('minimal', 'en-US'), { version: '1.14', route })
    const merged = buildSingboxConfig(request, sampleOutbounds(request), [])
    expect(await startOnceWithSingbox(path, merged.config)).toBeUndefined()
    expect(merged.issues.length).toBeGreaterThan(200)

    const own = {
      dns: { servers: [{ type: 'local', tag: 'l' }] },
      inbounds: [{ type: 'mixed', listen: '127.0.0.1', listen_port: 7890 }],
      outbounds: [{ type: 'selector', tag: 'd', outbounds: ['{all}'] }],
      route: { ...route, default_domain_resolver: 'l' },
    }
    const ownRequest = configRequest('singbox', readOwnConfig(JSON.stringify(own), 'own.json'), {})
    const kept = buildSingboxConfig(ownRequest, sampleOutbounds(ownRequest), [])
    expect(await startOnceWithSingbox(path, kept.config)).toBeUndefined()
    expect(kept.issues.length).toBeGreaterThan(200)
  },
  120_000,
)
