import { describe, expect, test } from 'vitest'
import { NodeIssues } from '../model/issue.ts'
import { Fields } from '../model/fields.ts'
import type { NodeBase } from '../model/node.ts'
import { findProtocolBySingboxType } from '../protocols/index.ts'
import type { SingboxVersion } from '../model/singbox-version.ts'
import type { OutputId } from '../outputs/facts.ts'
import { writeNode } from '../outputs/write-node.ts'

type Dict = Record<string, unknown>

const CERTIFICATE = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBNDCB56ADAgECAhRea+hsImNcp2DfpuHrHpLw7JSInjAFBgMrZXAwEDEOMAwG',
  'A1UEAwwFYS5jb20wHhcNMjYxMTIxMjAwMDA0WhcNMzYxMTE4MjAwMDA0WjAQMQ4w',
  'DAYDVQQDDAVhLmNvbTAqMAUGAytlcAMhAGzQyGnfyjk+HFvhY0+Y4EL0D+BVe3N1',
  'IuZsND2hIp4Ro1MwUTAdBgNVHQ4EFgQU8CpWvI1oTMOsBvswsbTqiL4Ld7EwHwYD',
  'VR0jBBgwFoAU8CpWvI1oTMOsBvswsbTqiL4Ld7EwDwYDVR0TAQH/BAUwAwEB/zAF',
  'BgMrZXADQQBertncUuvOHAlnwIHgmZHmgRw5uigu6JaqFcJreACQLQQGVazo1OmZ',
  'z1i+M/sFNK7BlpNwBX1x4cPz1jdWfbsJ',
  '-----END CERTIFICATE-----',
]
const HASH = 'ungkV4Fg1gvPTi4dtNu12Mr3tL6f2Itinivz8itabRE='
const REALITY = { enabled: true, public_key: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8' }

/** What an outbound read from a sing-box config becomes, and `code field` of everything said on the way. */
function carry(
  input: Dict,
  output: OutputId,
  version: SingboxVersion,
): { entry: Dict; helpers: readonly Dict[]; said: string[] } {
  const found = new NodeIssues()
  const node = findProtocolBySingboxType(String(input['type']))!.fromSingbox(
    new Fields(input, found),
    found,
  ) as NodeBase
  const { entry = {}, helpers, issues } = writeNode(node, output, { version })
  const said = [...found.take(), ...issues].map(({ code, field }) => `${code} ${field}`)
  return { entry, helpers, said }
}

const trojan = (more: Dict, tls: Dict = {}): Dict => ({
  type: 'trojan', tag: 'A', server: 'a.com', server_port: 443, password: 'p', ...more, tls: { enabled: true, server_name: 'a.com', ...tls },
}) // oxfmt-ignore
const hysteria2 = (more: Dict): Dict => ({
  type: 'hysteria2', tag: 'A', server: 'a.com', server_port: 443, password: 'p', ...more, tls: { enabled: true },
}) // oxfmt-ignore
const wireguard = (more: Dict): Dict => ({
  type: 'wireguard', tag: 'A', address: ['10.0.0.2/32'], private_key: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  peers: [{ address: 'a.com', port: 51820, public_key: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=', allowed_ips: ['0.0.0.0/0', '::/0'] }],
  ...more,
}) // oxfmt-ignore

/** Written again on the version that has them, word for word and without a word said. */
const CARRIED: [why: string, version: SingboxVersion, input: Dict][] = [
  [
    'dial fields',
    '1.12',
    trojan({
      connect_timeout: '5s',
      udp_fragment: true,
      reuse_addr: true,
      inet4_bind_address: '192.0.2.1',
      inet6_bind_address: '2001:db8::1',
      fallback_delay: '300ms',
    }),
  ],
  ['a choice among interfaces', '1.12', trojan({ network_strategy: 'hybrid', network_type: ['wifi'], fallback_network_type: 'cellular' })], // oxfmt-ignore
  ['dial fields of 1.13', '1.13', trojan({ bind_address_no_port: true, disable_tcp_keep_alive: true, tcp_keep_alive: '5m', tcp_keep_alive_interval: '75s' })], // oxfmt-ignore
  ['UDP alone', '1.12', trojan({ network: 'udp' })],
  [
    'TLS fields',
    '1.12',
    trojan(
      {},
      {
        min_version: '1.2',
        max_version: '1.3',
        cipher_suites: ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'],
        certificate: CERTIFICATE,
        fragment: true,
        fragment_fallback_delay: '500ms',
        record_fragment: true,
      },
    ),
  ],
  ['a certificate as one text', '1.12', trojan({}, { certificate: CERTIFICATE.join('\n') })],
  ['TLS fields of 1.13', '1.13', trojan({}, { curve_preferences: ['P256', 'X25519MLKEM768'], certificate_public_key_sha256: [HASH], kernel_tx: true, kernel_rx: true })], // oxfmt-ignore
  ['TLS fields of 1.14', '1.14', trojan({}, { engine: 'go', spoof: 'b.com', spoof_method: 'wrong-ack', handshake_timeout: '3s' })], // oxfmt-ignore
  ['timeouts of gRPC', '1.12', trojan({ transport: { type: 'grpc', service_name: 'x', idle_timeout: '15s', ping_timeout: '15s', permit_without_stream: true } })], // oxfmt-ignore
  ['timeouts of HTTP/2', '1.12', trojan({ transport: { type: 'http', host: ['h.com'], path: '/', idle_timeout: '15s', ping_timeout: '15s' } })], // oxfmt-ignore
  ['hysteria2', '1.14', hysteria2({ brutal_debug: true, disable_chrome_parrot: true })],
  [
    'a realm',
    '1.14',
    {
      type: 'hysteria2',
      tag: 'A',
      password: 'p',
      realm: { server_url: 'https://a.com', realm_id: 'x', stun_servers: ['b.com:3478'], ip_version: 4 },
      tls: { enabled: true },
    },
  ],
  ['an AnyTLS client', '1.14', { type: 'anytls', tag: 'A', server: 'a.com', server_port: 443, password: 'p', tls: { enabled: true }, client_metadata: 'x' }], // oxfmt-ignore
  ['wireguard', '1.12', wireguard({ system: true, name: 'wg0', listen_port: 10000, udp_timeout: '5m' })],
  ['wireguard of 1.14', '1.14', wireguard({ udp_mapping: 'address_dependent', udp_filtering: 'endpoint_independent', udp_nat_max: 100 })], // oxfmt-ignore
]

/** What is said, and nothing of it written. */
const REPORTED: [why: string, output: OutputId, version: SingboxVersion, input: Dict, said: string[]][] = [
  ['a version without them', 'singbox', 'compatible', trojan({ tcp_keep_alive: '5m' }, { curve_preferences: ['P256'], handshake_timeout: '3s' }), ['version-too-old tcp_keep_alive', 'version-too-old tls.curve_preferences', 'version-too-old tls.handshake_timeout']], // oxfmt-ignore
  ['hysteria2 on an old version', 'singbox', '1.13', hysteria2({ disable_chrome_parrot: true }), ['version-too-old disable_chrome_parrot']], // oxfmt-ignore
  ['references to another config', 'singbox', '1.14', trojan({ domain_resolver: 'dns', netns: 'x' }), ['field-ignored netns', 'field-ignored domain_resolver']], // oxfmt-ignore
  ['a resolver with more', 'singbox', '1.14', trojan({ domain_resolver: { server: 'dns', timeout: '5s' } }), ['field-ignored domain_resolver.server', 'field-ignored domain_resolver.timeout']], // oxfmt-ignore
  ['files', 'singbox', '1.14', trojan({ protect_path: '/p' }, { certificate_path: '/c.pem', ech: { enabled: true, config_path: '/e' } }), ['field-ignored protect_path', 'field-ignored tls.certificate_path', 'field-ignored tls.ech.config_path']], // oxfmt-ignore
  ['fields nobody knows', 'singbox', '1.14', trojan({ foo: 1, transport: { type: 'ws', host: 'x' } }, { foo: { bar: 1 } }), ['field-ignored foo', 'field-ignored tls.foo.bar', 'field-ignored transport.host']], // oxfmt-ignore
  ['fields of another type', 'singbox', '1.14', trojan({ brutal_debug: true, system: true, idle_session_timeout: '3s' }), ['field-ignored brutal_debug', 'field-ignored system', 'field-ignored idle_session_timeout']], // oxfmt-ignore
  [
    'values that sing-box refuses',
    'singbox',
    '1.14',
    trojan({ connect_timeout: 5, udp_fragment: 'yes', inet4_bind_address: '::1', fallback_delay: '5 s', network_type: ['5g'] }, { min_version: '1.4', cipher_suites: ['TLS_RSA_WITH_RC4_128_SHA'], certificate: ['-----BEGIN CERTIFICATE-----', 'MAMCAQA=', '-----END CERTIFICATE-----'], certificate_public_key_sha256: 'YWJj', engine: 'apple' }),
    ['connect_timeout', 'udp_fragment', 'inet4_bind_address', 'fallback_delay', 'network_type', 'tls.min_version', 'tls.cipher_suites', 'tls.certificate', 'tls.certificate_public_key_sha256', 'tls.engine'].map((field) => `bad-value ${field}`),
  ], // oxfmt-ignore
  ['a choice among interfaces beside a bound one', 'singbox', '1.12', trojan({ network_type: ['wifi'], tcp_fast_open: true }), ['field-ignored network_type']], // oxfmt-ignore
  ['a hash beside a certificate', 'singbox', '1.13', trojan({}, { certificate: CERTIFICATE, certificate_public_key_sha256: [HASH] }), ['pin-not-convertible tls.certificate_public_key_sha256']], // oxfmt-ignore
  ['a false name beside reality', 'singbox', '1.14', trojan({}, { spoof: 'b.com', spoof_method: 'wrong-ack', utls: { enabled: true, fingerprint: 'chrome' }, reality: REALITY }), ['field-ignored tls.spoof', 'field-ignored tls.spoof_method']], // oxfmt-ignore
  ['a way without its name', 'singbox', '1.14', trojan({}, { spoof_method: 'wrong-ack' }), ['field-ignored tls.spoof_method']], // oxfmt-ignore
  ['mihomo', 'mihomo', 'compatible', trojan({ connect_timeout: '5s', udp_fragment: false }, { certificate: CERTIFICATE, certificate_public_key_sha256: [HASH], fragment: true, record_fragment: false }), ['field-ignored connect_timeout', 'field-ignored udp_fragment', 'pin-not-convertible tls.certificate', 'pin-not-convertible tls.certificate_public_key_sha256', 'field-ignored tls.fragment']], // oxfmt-ignore
  ['Clash', 'clash', 'compatible', trojan({ connect_timeout: '5s' }), ['field-ignored connect_timeout']],
  ['links', 'links', 'compatible', trojan({ connect_timeout: '5s' }), ['field-ignored connect_timeout']],
  ['peers', 'mihomo', 'compatible', wireguard({ listen_port: 10000, peers: [{ ...(wireguard({})['peers'] as Dict[])[0], foo: 1 }] }), ['field-ignored listen_port', 'field-ignored peers[0].foo']], // oxfmt-ignore
  ['half a client certificate', 'singbox', '1.14', trojan({}, { client_certificate: CERTIFICATE }), ['field-ignored certificate']], // oxfmt-ignore
  ['what is switched off', 'mihomo', 'compatible', trojan({ multiplex: { enabled: false, protocol: 'smux' } }, { utls: { enabled: false, fingerprint: 'edge' }, ech: { enabled: false, config: ['x'] }, reality: { enabled: false, public_key: 'x' } }), []], // oxfmt-ignore
]

describe('what a sing-box outbound says besides the fields of a node', () => {
  test.each(CARRIED)('%s comes back in sing-box %s', (_, version, input) => {
    expect(carry(structuredClone(input), 'singbox', version)).toMatchObject({ entry: input, said: [] })
  })

  test.each(REPORTED)('%s, told for %s %s', (_, output, version, input, said) => {
    const carried = carry(structuredClone(input), output, version)
    expect(carried.said).toEqual(said)
    for (const text of said) expect(carried.entry).not.toHaveProperty(text.slice(text.indexOf(' ') + 1))
  })

  test('of several values of a header the first stays', () => {
    const transport = { type: 'ws', path: '/', headers: { Host: 'a.com', X: ['1', '2'] } }
    const { entry, said } = carry(trojan({ transport }), 'singbox', '1.14')
    expect(entry['transport']).toEqual({ type: 'ws', path: '/', headers: { Host: 'a.com', X: '1' } })
    expect(said).toEqual(['field-ignored transport.headers.X'])
  })

  test.each([
    [{ domain_resolver: { server: 'x', strategy: 'ipv4_only' } }, 'ipv4'],
    [{ domain_resolver: { server: 'x', strategy: 'prefer_ipv6' } }, 'ipv6-prefer'],
    [{ domain_strategy: 'prefer_ipv4' }, 'ipv4-prefer'],
    [{ domain_resolver: 'x', domain_strategy: 'ipv6_only' }, 'ipv6'],
    [{ domain_resolver: { server: 'x', strategy: 'as_is' } }, undefined],
  ])('the strategy of %j is the ip-version %s', (more, version) => {
    expect(carry(trojan(more), 'mihomo', 'compatible').entry['ip-version']).toBe(version)
  })

  test('a mark may be spelled in hexadecimal', () => {
    expect(carry(trojan({ routing_mark: '0x10' }), 'mihomo', 'compatible').entry['routing-mark']).toBe(16)
  })

  test('the outbound of shadowtls makes the connection: its fields come back there, those of the other count for nothing', () => {
    const input = {
      type: 'shadowsocks', tag: 'A', method: 'aes-128-gcm', password: 'p', network: 'tcp', connect_timeout: '9s',
      detour: { type: 'shadowtls', tag: 'front', server: 'a.com', server_port: 443, version: 3, password: 'q', connect_timeout: '5s', tls: { enabled: true, server_name: 'b.com', min_version: '1.2' } },
    } // oxfmt-ignore
    const { entry, helpers, said } = carry(input, 'singbox', 'compatible')
    expect(entry).not.toHaveProperty('connect_timeout')
    expect(helpers).toMatchObject([{ connect_timeout: '5s', tls: { server_name: 'b.com', min_version: '1.2' } }])
    expect(said).toEqual(['field-ignored connect_timeout', 'field-ignored udp'])
  })
})
