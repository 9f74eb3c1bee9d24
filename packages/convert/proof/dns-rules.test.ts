import { expect } from 'vitest'
import { buildSingboxConfig } from '../src/clients/singbox/singbox-config.ts'
import { readOwnConfig } from '../src/templates/own-config.ts'
import { configRequest, sampleOutbounds } from './config-request.ts'
import { engineTest } from './engine-test.ts'
import { mapBounded } from './program.ts'
import { checkWithSingbox, startOnceWithSingbox } from './sing-box.ts'

const FOR_A = { domain: ['a.example'] }
const EVALUATE = { action: 'evaluate', server: 'l', domain: ['a.example'] }

/** Rules of `dns` beside a server, one or several in a file; what is wrong stands in one of them. */
const CASES: readonly unknown[] = [
  FOR_A, { ...FOR_A, server: '' }, { ...FOR_A, server: null }, { ...FOR_A, server: 1 }, { ...FOR_A, server: 'l' }, { ...FOR_A, Server: 'l' },
  ...[
    { domain_regex: '(' }, { domain_regex: '^a\\.' }, { nothing: 1 }, { port: '80' }, { port: 80 }, { domain: [''] }, { Domain: ['a'] }, { domain: null },
    { geosite: 'cn' }, { geoip: 'cn' }, { source_geoip: 'cn' }, { rule_set_ipcidr_match_source: true, rule_set: 's' }, { outbound: 'any' }, { outbound: ['any'] },
    { rule_set: 'gone' }, { rule_set: 's' }, { rule_set: ['s'], rule_set_ip_cidr_accept_empty: true }, { rule_set: 's', rule_set_ip_cidr_accept_empty: 1 }, { rule_set: 's', rule_set_ip_cidr_match_source: true },
    { query_type: 'A' }, { query_type: ['A', 28] }, { query_type: 'ZZ' }, { ip_cidr: ['1.0.0.0/8'] }, { ip_cidr: ['x'] }, { ip_is_private: true }, { ip_accept_any: true },
    { client: 'chromium' }, { protocol: 'tls' }, { inbound: 'in' }, { ip_version: 4 }, { ip_version: 5 }, { network: 'udp' }, { auth_user: 'x' }, { source_ip_cidr: '1.0.0.0/8' },
    { source_ip_is_private: true }, { source_port: 1 }, { source_port_range: '1:2' }, { port_range: 'x' }, { process_name: 'x' }, { process_path_regex: '(' }, { package_name_regex: 'x' },
    { user_id: 1 }, { clash_mode: 'x' }, { network_type: 'wifi' }, { network_type: 'wired' }, { wifi_ssid: 'x' }, { interface_address: { en0: ['1.0.0.0/8'] } },
    { default_interface_address: ['1.0.0.0/8'] }, { source_mac_address: '00:11:22:33:44:55' }, { source_hostname: 'x' },
    { query_client_subnet: ['x'] }, { query_client_subnet: ['1.2.3.4'] }, { query_dnssec: true }, { response_rcode: 'NOERROR' }, { match_response: false, domain: ['a'] }, { match_response: true, ip_cidr: ['1.0.0.0/8'] },
    { ...FOR_A, strategy: 'prefer_ipv4' }, { ...FOR_A, strategy: 'x' }, { ...FOR_A, Strategy: 'prefer_ipv4' }, { ...FOR_A, rewrite_ttl: 5 }, { ...FOR_A, client_subnet: '1.2.3.0/24' }, { ...FOR_A, client_subnet: 'x' },
    { ...FOR_A, disable_cache: 1 }, { ...FOR_A, timeout: '5s' }, { ...FOR_A, timeout: '5' }, { ...FOR_A, disable_optimistic_cache: true }, { invert: true }, { action: null }, { action: '' }, { ...FOR_A, action: 'Route' },
    { type: 'x' }, { type: 'logical', mode: 'or', rules: [FOR_A] }, { type: 'logical', mode: 'or', rules: [] }, { type: 'logical', rules: [FOR_A] }, { type: 'logical', mode: 'or', rules: [{}] }, { type: 'logical', mode: 'or', rules: [{ invert: true }] },
    { type: 'logical', mode: 'or', rules: [{ ...FOR_A, server: 'l' }] }, { type: 'logical', mode: 'or', rules: [{ ...FOR_A, disable_cache: true }] }, { type: 'logical', mode: 'or', rules: [{ ...FOR_A, outbound: 'any' }] },
    { type: 'logical', mode: 'or', rules: [FOR_A], nothing: 1 }, { type: 'logical', mode: 'or', rules: [FOR_A], match_response: true }, { type: 'logical', mode: 'or', rules: [{ match_response: true, ip_cidr: ['1.0.0.0/8'] }] },
  ].map((rule) => Object.assign({ server: 'l' }, rule)),
  ...[
    { action: 'reject' }, { action: 'reject', method: 'reply' }, { action: 'reject', method: 'drop', no_drop: true }, { action: 'reject', nothing: 1 }, { action: 'reject', disable_cache: 1 }, { action: 'hijack-dns' },
    { action: 'predefined' }, { action: 'predefined', rcode: 'NXDOMAIN' }, { action: 'predefined', rcode: 'nxdomain' }, { action: 'predefined', rcode: 'SUCCESS' }, { action: 'predefined', rcode: 3 }, { action: 'predefined', server: 'l' },
    { action: 'predefined', answer: ['a. IN A 1.2.3.4'] }, { action: 'predefined', answer: 'a. 60 IN A 1.2.3.4' }, { action: 'predefined', answer: ['bad'] }, { action: 'predefined', answer: ['a. IN A x'] },
    { action: 'route-options' }, { action: 'route-options', disable_cache: true }, { action: 'route-options', nothing: 1 }, { action: 'route-options', disable_cache: true, nothing: 1 }, { action: 'route-options', server: 'l' },
    { action: 'evaluate' }, { action: 'evaluate', server: 'f' }, { action: 'evaluate', server: 'l', nothing: 1 }, { action: 'respond' },
  ].map((rule) => Object.assign({}, FOR_A, rule)),
  [EVALUATE, { match_response: true, ip_cidr: ['1.0.0.0/8'], server: 'u' }],
  [EVALUATE, { match_response: true, response_rcode: 'X', server: 'u' }],
  [EVALUATE, { match_response: true, response_rcode: 'NXDOMAIN', response_answer: ['a. IN A 1.2.3.4'], server: 'u' }],
  [EVALUATE, { ip_cidr: ['1.0.0.0/8'], server: 'u' }],
  [EVALUATE, { ...FOR_A, server: 'u', strategy: 'ipv4_only' }],
  [EVALUATE, { action: 'respond' }],
  [EVALUATE, { action: 'respond', nothing: 1 }],
  [{ query_type: ['A'], server: 'u' }, { ...FOR_A, server: 'u', strategy: 'ipv4_only' }],
  [{ query_type: ['A'], server: 'u' }, { ip_cidr: ['1.0.0.0/8'], server: 'u' }],
  null,
  5,
] // oxfmt-ignore

/** `check` takes them; the start does not, or they lead nowhere. */
const ONLY_AT_START = [
  { ...FOR_A, server: 'gone' },
  { preferred_by: ['direct'], server: 'l' },
]

function ownFile(rules: readonly unknown[]) {
  return {
    dns: {
      servers: [
        { type: 'local', tag: 'l' },
        { type: 'udp', tag: 'u', server: '192.0.2.53' },
        { type: 'fakeip', tag: 'f', inet4_range: '198.18.0.0/15' },
      ],
      rules,
      final: 'l',
    },
    inbounds: [{ type: 'mixed', tag: 'in', listen: '127.0.0.1', listen_port: 7890 }],
    outbounds: [
      { type: 'selector', tag: 'd', outbounds: ['{all}'] },
      { type: 'direct', tag: 'direct' },
    ],
    route: {
      default_domain_resolver: 'l',
      rule_set: [{ type: 'inline', tag: 's', rules: [{ domain: ['a.example'] }] }],
    },
  }
}

function converted(rules: readonly unknown[]) {
  const template = readOwnConfig(JSON.stringify(ownFile(rules)), 'own.json')
  const request = configRequest('singbox', template, { version: '1.14' })
  return buildSingboxConfig(request, sampleOutbounds(request), [])
}

const filled = { type: 'selector', tag: 'd', outbounds: ['direct'] }

engineTest(
  ['sing-box'],
  'a rule of the DNS part of an own file is left out where sing-box refuses it, and only there',
  async ({ 'sing-box': path }) => {
    const wrong: string[] = []
    await mapBounded(CASES, 2, async (one) => {
      const rules = Array.isArray(one) ? (one as unknown[]) : [one]
      const file = ownFile(rules)
      const reason = await checkWithSingbox(
        path,
        JSON.stringify({ ...file, outbounds: [filled, ...file.outbounds.slice(1)] }),
      )
      const isTaken = converted(rules).issues.every(({ field }) => !field?.startsWith('dns.rules'))
      if ((reason === undefined) !== isTaken) wrong.push(`${JSON.stringify(one)}: ${reason ?? 'taken'}`)
    })
    expect(wrong).toEqual([])
  },
  300_000,
)

engineTest(['sing-box'], 'an own file with all of them starts', async ({ 'sing-box': path }) => {
  const { config, issues } = converted([...CASES.flat(), ...ONLY_AT_START])
  expect(await startOnceWithSingbox(path, config)).toBeUndefined()
  expect(issues.length).toBeGreaterThan(30)
})
