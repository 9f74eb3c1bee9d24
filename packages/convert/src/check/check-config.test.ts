import { describe, expect, test } from 'vitest'
import { applyEdits } from '../document/text-edit.ts'
import { ISSUE_SEVERITY } from '../model/issue.ts'
import { checkConfig, type CheckOptions } from './check-config.ts'

/** Errors and warnings of a config: `3:12 value-wrong`. */
function found(text: string | Uint8Array, options: CheckOptions = {}): string[] {
  return checkConfig(text, options).issues.map(
    ({ line, column, code, severity }) =>
      `${line}:${column} ${code}${severity === ISSUE_SEVERITY[code] ? '' : ` ${severity}`}`,
  )
}

const SINGBOX = (route: object) => JSON.stringify({ outbounds: [{ type: 'direct', tag: 'direct' }], route })

describe('the client is recognised', () => {
  test.each([
    ['mixed-port: 7890\n', 'mihomo'],
    ['{"proxies": []}', 'mihomo'],
    ['{"outbounds": [{"type": "direct"}]}', 'singbox'],
    ['// mine\n{"log": {}, "route": {}}', 'singbox'],
    ['{"outbounds": [{"protocol": "freedom"}]}', 'xray'],
    ['{"log": {}, "routing": {}}', 'xray'],
    ['', 'mihomo'],
  ])('%j is for %s', (text, client) => expect(checkConfig(text).client).toBe(client))
})

describe('mihomo', () => {
  test.each([
    ['an empty file', '', ['1:1 config-empty']],
    ['nothing but comments', '# later\n', ['1:1 config-empty warning']],
    ['no map', 'hello\n', ['1:1 value-type']],
    ['a word where a number belongs', 'port: off\n', ['1:7 value-type']],
    ['a number in quotes', 'port: "7890"\n', ['1:7 value-type']],
    ['a float, which is cut', 'port: 7890.5\n', []],
    ['yes for true', 'allow-lan: yes\n', []],
    ['a key twice', 'port: 1\nport: 2\n', ['2:1 key-twice']],
    ['an unknown key', 'prot: 1\n', ['1:1 key-unknown warning']],
    ['a key that only holds an anchor', 'pr: &pr {port: 1}\nport: 7890\n', ['1:1 key-unknown note']],
    ['a key that holds anchors', 'x-anchors:\n  a: &a {type: select}\n', ['1:1 key-unknown note']],
    ['a key that holds an anchor in a list', 'x-anchors:\n  - &a 1\n', ['1:1 key-unknown note']],
    ['an unknown key of an alias', 'x: &a 1\ny: *a\n', ['1:1 key-unknown note', '2:1 key-unknown warning']],
    ['a misspelled key with an anchor', 'unified-dealy: &a true\n', ['1:1 key-unknown warning']],
    [
      'a port that is none',
      'mixed-port: 789000\nport: -5\nsocks-port: 0\n',
      ['1:13 bad-port warning', '2:7 bad-port warning'],
    ],
    ['a port twice', 'port: 1\nsocks-port: 1\n', ['2:13 port-taken']],
    ['a controller that is open', 'external-controller: 0.0.0.0:9090\n', ['1:22 unsafe-setting']],
    ['a closed one', 'external-controller: 0.0.0.0:9090\nsecret: s\n', []],
    ['a second document', 'port: 1\n---\nport: 2\n', ['1:8 documents-left-out']],
    ['a member that is not there', 'proxy-groups:\n- {name: G, type: select, proxies: [A]}\n', ['2:37 name-missing']],
    [
      'a loop',
      'proxy-groups:\n- {name: A, type: select, proxies: [B]}\n- {name: B, type: select, proxies: [A]}\n',
      ['3:37 names-loop'],
    ],
    ['texts as numbers in a node', 'proxies:\n- {name: a, type: http, server: s, port: "80"}\n', []],
    [
      'a text for a switch',
      'proxies:\n- {name: a, type: http, server: s, port: 80, tls: "true"}\n',
      ['2:51 value-type'],
    ],
    ['underscores in a node', 'proxies:\n- {name: a, type: http, server: s, port: 80, skip_cert_verify: true}\n', []],
    ['a rule behind MATCH', 'rules:\n- MATCH,DIRECT\n- DOMAIN,a.example.com,DIRECT\n', ['3:3 rule-unreachable']],
    [
      'the same rule twice',
      'rules:\n- DOMAIN,a.example.com,DIRECT\n- DOMAIN,a.example.com,DIRECT\n',
      ['3:3 rule-duplicate'],
    ],
    ['a rule of three parts with one too few', 'rules:\n- DOMAIN,a.example.com\n', ['2:3 rule-parts']],
    ['a rule for nobody', 'rules:\n- DOMAIN,a.example.com,Prxy\n', ['2:24 rule-target-missing']],
    ['a type of Surge', 'rules:\n- FINAL,DIRECT\n', ['2:3 rule-rewritten error']],
    [
      'a provider that nobody uses',
      'proxy-providers:\n  a: {type: http, url: "https://example.com/a"}\n',
      ['2:3 name-unused'],
    ],
    [
      'bytes that are no UTF-8',
      Uint8Array.of(0x61, 0x3a, 0x20, 0xc5, 0xe4, 0x0a),
      ['1:1 key-unknown warning', '1:4 text-encoding error'],
    ],
    ['a YAML fault', 'proxies: [1\nport: 1\n', ['1:10 bad-yaml']],
  ])('%s', (_, text, issues) => expect(found(text, { client: 'mihomo' })).toEqual(issues))
})

describe('sing-box, as the rule form asks and as the program does (measured on 1.14.1)', () => {
  test.each([
    ['a set without a type is an inline one', { rule_set: [{ tag: 'a', rules: [{ domain: 'a' }] }] }, []],
    ['and needs rules then', { rule_set: [{ tag: 'a' }] }, ['rule-value']],
    ['a remote set without url', { rule_set: [{ type: 'remote', tag: 'a', format: 'binary' }] }, ['rule-value']],
    ['an inline set without rules', { rule_set: [{ type: 'inline', tag: 'a' }] }, ['rule-value']],
    ['a domain that is no list', { rules: [{ domain: 'a', outbound: 'direct' }] }, []],
    ['a domain that is no text', { rules: [{ domain: 5, outbound: 'direct' }] }, ['rule-value']],
    ['port 0', { rules: [{ port: 0, outbound: 'direct' }] }, []],
    ['port 65536', { rules: [{ port: 65536, outbound: 'direct' }] }, ['rule-value']],
    ['a rule without action and outbound', { rules: [{ domain: ['a'] }] }, []],
  ])('%s', (_, route, codes) => {
    const { issues } = checkConfig(SINGBOX(route), { client: 'singbox' })
    expect(issues.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(codes)
  })

  test.each([
    ['1.12', []],
    ['1.13', []],
    ['1.14', ['2:16 key-removed']],
  ])('fields of inbounds on %s', (version, issues) => {
    const text =
      '{"inbounds": [{"type": "mixed", "tag": "in",\n               "sniff": true}], "outbounds": [{"type": "direct", "tag": "d"}]}'
    expect(found(text, { client: 'singbox', version })).toEqual(issues)
  })

  test.each([
    ['an HTTP client without a tag', '{"http_clients": [{"version": 2}]}', ['key-missing']],
    ['version 0 of UDP over TCP, which is none', '{"outbounds": [{"type": "socks", "tag": "s", "server": "192.0.2.1", "server_port": 1, "udp_over_tcp": {"version": 0}}]}', []],
  ])('%s', (_, text, codes) => {
    expect(checkConfig(text, { client: 'singbox' }).issues.map(({ code }) => code)).toEqual(codes)
  }) // oxfmt-ignore

  test.each([
    ['a field of 1.13 on 1.12', '1.12', ['key-too-new']],
    ['and on 1.13', '1.13', []],
  ])('%s', (_, version, codes) => {
    const text = '{"outbounds": [{"type": "direct", "tag": "d", "bind_address_no_port": true}]}'
    expect(checkConfig(text, { client: 'singbox', version }).issues.map(({ code }) => code)).toEqual(codes)
  })
})

describe('Xray', () => {
  test.each([
    ['a comma at the end', '{"log": {},}', ['1:11 bad-json']],
    ['a comment', '// mine\n{"log": {}} # end\n', []],
    ['an unknown key, passed over', '{"logs": {}}', ['1:2 key-unknown warning']],
    ['keys in any case', '{"LOG": {"LogLevel": "none"}}', []],
    [
      'a port as text',
      '{"outbounds": [{"protocol": "trojan", "settings": {"address": "a", "port": "443", "password": "p"}}]}',
      ['1:76 value-type'],
    ],
    [
      'a rule without condition',
      '{"routing": {"rules": [{"outboundTag": "d"}]}, "outbounds": [{"tag": "d", "protocol": "freedom"}]}',
      ['1:24 rule-value'],
    ],
  ])('%s', (_, text, issues) => expect(found(text, { client: 'xray' })).toEqual(issues))
})

describe('a fix stands where the meaning is certain', () => {
  test.each<[string, CheckOptions['client'], string, string | undefined]>([
    ['a misspelt key', 'mihomo', 'mixed-prot: 1 # mine\n', 'mixed-port: 1 # mine\n'],
    ['one in quotes', 'mihomo', "'mixed-prot': 1\n", "'mixed-port': 1\n"],
    ['one whose right spelling is there', 'mihomo', 'mixed-prot: 1\nmixed-port: 2\n', undefined],
    ['one that is near to nothing', 'mihomo', 'hello: 1\n', undefined],
    ['a number in quotes', 'mihomo', 'port: "7890"\n', 'port: 7890\n'],
    ['a switch in quotes', 'mihomo', "ipv6: 'true'\n", 'ipv6: true\n'],
    ['a value alone in place of a list', 'mihomo', 'authentication: user\n', 'authentication: [user]\n'],
    ['a misspelt value', 'mihomo', 'mode: gobal\n', 'mode: global\n'],
    ['a word that may be another one', 'mihomo', 'log-level: warn\n', undefined],
    ['a type of Surge', 'mihomo', 'rules:\n  - FINAL,DIRECT # rest\n', 'rules:\n  - MATCH,DIRECT # rest\n'],
    ['a rule twice', 'mihomo', 'rules:\n- DOMAIN,a.b,DIRECT\n- DOMAIN,a.b,DIRECT # again\n', 'rules:\n- DOMAIN,a.b,DIRECT\n'], // oxfmt-ignore
    ['an unknown field of sing-box', 'singbox', '{"outbounds": [{"typ": "direct"}]}', undefined],
    ['a misspelt field', 'singbox', '{"log": {"levle": "info"}}', '{"log": {"level": "info"}}'],
    ['a number as text', 'singbox', '{"inbounds": [{"type": "mixed", "listen_port": "80"}]}', '{"inbounds": [{"type": "mixed", "listen_port": 80}]}'], // oxfmt-ignore
    ['a mark at the start', 'singbox', '\ufeff{}', '{}'],
    ['a comma at the end', 'xray', '{"log": {},}', '{"log": {}}'],
  ])('%s', (_, client, text, mended) => {
    const [fix] = checkConfig(text, { client }).issues.flatMap((issue) => issue.fix ?? [])
    expect(fix && applyEdits(text, fix.edits)).toBe(mended)
  })
})

test('a key of a map is not what was meant by one with a text', () => {
  const node = (field: string) =>
    `proxies:\n- {name: a, type: vmess, server: s, port: 1, uuid: u, alterId: 0, cipher: auto, ${field}}\n`
  const meant = (field: string) =>
    checkConfig(node(field)).issues.find(({ code }) => code === 'key-unknown')?.args['nearest']
  expect(meant('ws-path: /ray')).not.toBe('ws-opts')
  expect(meant('ws-opt: {path: /ray}')).toBe('ws-opts')
})

const mihomoGroup = (members: string) =>
  `proxies:\n- {name: HK 1, type: direct}\n- {name: HK 2, type: direct}\nproxy-groups:\n- {name: HK, type: select, proxies: [${members}]}\n`
const singboxGroup = (members: string[]) =>
  JSON.stringify({
    outbounds: [
      { type: 'selector', tag: 'HK', outbounds: members },
      { type: 'direct', tag: 'HK 1' },
      { type: 'direct', tag: 'HK 2' },
    ],
  })

test.each([
  ['the nearest name', mihomoGroup('HK 11'), 'HK 1'],
  ['no name that is a member already', mihomoGroup('HK 11, HK 1'), 'HK 2'],
  ['nothing where all are members', mihomoGroup('HK 11, HK 1, HK 2'), undefined],
  ['in sing-box too, no member', singboxGroup(['HK 11', 'HK 1']), 'HK 2'],
])('a member that does not exist may have been %s', (_, text, meant) => {
  const missing = checkConfig(text).issues.filter(({ code }) => code === 'name-missing')
  expect(missing.map(({ args }) => args['nearest'])).toEqual([meant])
})

test('rule sets of sing-box at hand are looked at: a local one stops the program (measured on 1.14.1)', () => {
  const set = (tag: string, type: string) => ({ type, tag, format: 'source', [type === 'local' ? 'path' : 'url']: tag })
  const tags = ['ok', 'wrong', 'page', 'empty', 'open', 'new']
  const config = (type: string) =>
    JSON.stringify({
      outbounds: [{ type: 'direct', tag: 'direct' }],
      route: { rules: [{ rule_set: tags, outbound: 'direct' }], rule_set: tags.map((tag) => set(tag, type)) },
    })
  const lists = new Map([
    ['ok', '{"version": 5, "rules": [{"domain": ["a"]}]}'],
    ['wrong', '{"version": 1, "rules": [{"domian": ["a"]}]}'],
    ['page', '<html></html>'],
    ['empty', '{"version": 1, "rules": []}'],
    ['open', '{"version": 1, "rules": [{}]}'],
    ['new', '{"version": 99, "rules": [{"domain": ["a"]}]}'],
  ])
  const of = (type: string) => {
    const { issues } = checkConfig(config(type), { client: 'singbox', lists })
    return issues.map(({ path, code, severity }) => `${tags[Number(path.split('/').at(-1))]} ${code} ${severity}`)
  }
  expect(of('local')).toEqual([
    'wrong rule-value error',
    'page list-refused error',
    'empty list-empty warning',
    'open rule-value warning',
    'new list-refused error',
  ])
  expect(of('remote').every((one) => one.endsWith(' warning'))).toBe(true)
  expect(checkConfig(config('local'), { client: 'singbox' }).issues).toEqual([])
})

test.each<[string, string, string[]]>([
  [
    'VLESS without TLS to a public server',
    '{"protocol": "vless", "settings": {"address": "8.8.8.8", "port": 443, "id": "a", "encryption": "none"}}',
    ['client-refuses'],
  ],
  [
    'the same to a name',
    '{"protocol": "vless", "settings": {"address": "a.example.com", "port": 443, "id": "a", "encryption": "none"}}',
    ['client-refuses'],
  ],
  [
    'to a private address',
    '{"protocol": "vless", "settings": {"address": "192.168.1.1", "port": 443, "id": "a", "encryption": "none"}}',
    [],
  ],
  [
    'to a name without a dot',
    '{"protocol": "vless", "settings": {"address": "nas", "port": 443, "id": "a", "encryption": "none"}}',
    [],
  ],
  [
    'with TLS',
    '{"protocol": "vless", "settings": {"address": "8.8.8.8", "port": 443, "id": "a", "encryption": "none"}, "streamSettings": {"security": "tls"}}',
    [],
  ],
  [
    'in vnext',
    '{"protocol": "vless", "settings": {"vnext": [{"address": "8.8.8.8", "port": 443, "users": [{"id": "a", "encryption": "none"}]}]}}',
    [],
  ],
  [
    'Trojan without TLS to a public server',
    '{"protocol": "trojan", "settings": {"address": "8.8.8.8", "port": 443, "password": "p"}}',
    ['client-refuses'],
  ],
  [
    'Trojan in servers',
    '{"protocol": "trojan", "settings": {"servers": [{"address": "8.8.8.8", "port": 443, "password": "p"}]}}',
    [],
  ],
  [
    'Shadowsocks without a cipher',
    '{"protocol": "shadowsocks", "settings": {"servers": [{"address": "10.0.0.1", "port": 443, "method": "none", "password": "p"}]}}',
    ['key-removed'],
  ],
  [
    'an old mask of mKCP',
    '{"protocol": "freedom", "streamSettings": {"network": "kcp", "finalmask": {"udp": [{"type": "header-wechat"}]}}}',
    ['value-wrong'],
  ],
])('Xray 26.6 and later (measured on 26.7.28): %s', (_, outbound, codes) => {
  const codesOf = (version: string) => checkConfig(`{"outbounds": [${outbound}]}`, { client: 'xray', version }).issues.map(({ code }) => code) // oxfmt-ignore
  expect(codesOf('26.6')).toEqual(codes)
  expect(codesOf('26.3')).toEqual([])
})

test('a new mask of mKCP is none before 26.6', () => {
  const text = '{"outbounds": [{"protocol": "freedom", "streamSettings": {"network": "kcp", "finalmask": {"udp": [{"type": "mkcp-legacy"}]}}}]}' // oxfmt-ignore
  expect(checkConfig(text, { client: 'xray', version: '26.3' }).issues).toMatchObject([{ code: 'value-wrong' }])
  expect(checkConfig(text, { client: 'xray', version: '26.7' }).issues).toEqual([])
})

test.each<[version: string, layer: string, type: string, codes: string[]]>([
  ['26.3', 'udp', 'Header-DNS', []],
  ['26.6', 'udp', 'Mkcp-Legacy', []],
  ['26.3', 'tcp', 'Fragment', []],
  ['26.3', 'udp', 'realm', ['value-wrong']],
  ['26.6', 'udp', 'realm', []],
  ['26.3', 'tcp', 'xmc', ['value-wrong']],
  ['26.6', 'tcp', 'xmc', []],
  ['26.6', 'udp', 'fragment', ['value-wrong']],
])(
  'Xray %s: masks of %s are known in any case: %s (measured on 26.3.27 and 26.7.28)',
  (version, layer, type, codes) => {
    const text = JSON.stringify({ outbounds: [{ protocol: 'freedom', streamSettings: { finalmask: { [layer]: [{ type }] } } }] }) // oxfmt-ignore
    expect(checkConfig(text, { client: 'xray', version }).issues.map(({ code }) => code)).toEqual(codes)
  },
)

test('what takes the place of a way that was removed is told', () => {
  const relay = 'proxies: [{name: a, type: direct}]\nproxy-groups:\n- {name: G, type: relay, proxies: [a]}\n'
  expect(found(relay, { client: 'mihomo' })).toEqual(['3:19 relay-removed'])
  const xray = (stream: string) => `{"outbounds": [{"protocol": "vless", "settings": {"address": "192.0.2.1", "port": 443, "id": "11111111-2222-4333-8444-555555555555", "encryption": "none"}, "streamSettings": ${stream}}]}` // oxfmt-ignore
  for (const stream of ['{"network": "h2"}', '{"network": "HTTP"}', '{"network": "quic"}', '{"security": "xtls"}'])
    expect(checkConfig(xray(stream), { client: 'xray' }).issues).toMatchObject([{ code: 'transport-removed', severity: 'error' }]) // oxfmt-ignore
})

test('rule lists at hand are looked at, by their address or their path', () => {
  const text = `rule-providers:
  a: {type: http, behavior: classical, url: "https://example.com/a.yaml"}
  b: {type: file, behavior: domain, path: b.txt, format: text}
  c: {type: http, behavior: domain, url: "https://example.com/c.yaml"}
  d: {type: http, behavior: domain, url: "https://example.com/d.yaml"}
rules:
  - RULE-SET,a,DIRECT
  - RULE-SET,b,DIRECT
  - RULE-SET,c,DIRECT
  - RULE-SET,d,DIRECT
`
  const lists = new Map([
    ['https://example.com/a.yaml', 'payload:\n  - DOMAIN,a.example.com\n  - USER-AGENT,x\n'],
    ['b.txt', '<!DOCTYPE html><html></html>'],
    ['https://example.com/c.yaml', 'payload:\n  - c.example.com\n'],
  ])
  expect(found(text, { client: 'mihomo' })).toEqual([])
  expect(found(text, { client: 'mihomo', lists })).toEqual([
    '2:3 rule-unsupported',
    '3:3 rule-unsupported',
    '3:3 list-empty',
  ])
})
