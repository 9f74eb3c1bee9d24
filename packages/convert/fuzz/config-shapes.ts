import type { ClientId } from '../src/clients/facts.ts'

/** A config that repeats one thing. */
export interface ConfigShape {
  what: string
  client: ClientId
  text: (count: number) => string
}

const times = (count: number, one: (index: number) => string, separator = '\n') =>
  Array.from({ length: count }, (_, index) => one(index)).join(separator)
const list = <T>(count: number, one: (index: number) => T) => Array.from({ length: count }, (_, index) => one(index))

interface YamlParts {
  head?: string
  proxies?: string
  groups?: string
  rules?: string
  more?: string
}

/** A config in which N0, N1 and the group G stand, and what is given. */
function mihomo({ head = '', proxies = '', groups = '', rules = '', more = '' }: YamlParts): string {
  return `${head}
proxies:
  - {name: N0, type: socks5, server: a.example.com, port: 1080}
  - {name: N1, type: socks5, server: b.example.com, port: 1080}
${proxies}
proxy-groups:
  - {name: G, type: select, proxies: [N0, N1]}
${groups}
rules:
  - DOMAIN,old.example.com,G
${rules}
  - MATCH,G
${more}
`
}

const others = (count: number) => `y: [${times(count * 30, () => '*x', ', ')}]`

const MIHOMO: readonly [what: string, (count: number) => YamlParts][] = [
  ['rules', (n) => ({ rules: times(n, (at) => `  - DOMAIN-SUFFIX,h${at}.example.com,G`) })],
  ['equal rules', (n) => ({ rules: times(n, () => '  - DOMAIN,a.example.com,G') })],
  ['rules of addresses', (n) => ({ rules: times(n, (at) => `  - IP-CIDR,10.${at >> 8}.${at & 255}.0/24,G,no-resolve`) })],
  ['rules of words', (n) => ({ rules: times(n, (at) => `  - DOMAIN-KEYWORD,word${at}x,G`) })],
  ['rules to nobody', (n) => ({ rules: times(n, (at) => `  - DOMAIN,h${at}.example.com,Nobody ${at}`) })],
  ['rules to nodes', (n) => ({ rules: times(n, (at) => `  - DOMAIN,h${at}.example.com,N1`) })],
  ['rules of no type', (n) => ({ rules: times(n, (at) => `  - DOMAN,h${at}.example.com,G`) })],
  ['logic', (n) => ({ rules: times(n, (at) => `  - AND,((DOMAIN,h${at}.example.com),(NETWORK,UDP)),G`) })],
  ['sub-rules', (n) => ({ rules: times(n, (at) => `  - SUB-RULE,(DOMAIN,h${at}.example.com),s${at}`), more: `sub-rules:\n${times(n, (at) => `  s${at}: ["MATCH,G"]`)}` })],
  ['sub-rules in a chain', (n) => ({ more: `sub-rules:\n${times(n, (at) => `  s${at}: ["SUB-RULE,(NETWORK,TCP),s${at + 1}"]`)}\n  s${n}: []` })],
  ['nodes', (n) => ({ proxies: times(n, (at) => `  - {name: P${at}, type: socks5, server: s${at}.example.com, port: 1}`) })],
  ['nodes of one name', (n) => ({ proxies: times(n, () => '  - {name: P, type: socks5, server: s.example.com, port: 1}') })],
  ['nodes of no type', (n) => ({ proxies: times(n, (at) => `  - {name: P${at}, type: none, server: s.example.com, port: 1}`) })],
  ['nodes in a chain', (n) => ({ proxies: times(n, (at) => `  - {name: P${at}, type: socks5, server: s.example.com, port: 1, dialer-proxy: P${at + 1}}`) })],
  ['groups', (n) => ({ groups: times(n, (at) => `  - {name: G${at}, type: select, proxies: [G, DIRECT]}`) })],
  ['groups of no type', (n) => ({ groups: times(n, (at) => `  - {name: G${at}, type: relay, proxies: [G, DIRECT]}`) })],
  ['groups of nobody', (n) => ({ groups: times(n, (at) => `  - {name: G${at}, type: select, proxies: [Nobody ${at}]}`) })],
  ['groups in a chain', (n) => ({ groups: times(n, (at) => `  - {name: G${at}, type: select, proxies: [G${at + 1}]}`) + `\n  - {name: G${n}, type: select, proxies: [DIRECT]}` })],
  ['groups in a chain that all lead back', (n) => ({ groups: times(n, (at) => `  - {name: G${at}, type: select, proxies: [G0, G${at + 1}]}`) + `\n  - {name: G${n}, type: select, proxies: [DIRECT]}` })],
  ['groups in themselves', (n) => ({ groups: times(n, (at) => `  - {name: G${at}, type: select, proxies: [G${at}]}`) })],
  ['groups with old keys', (n) => ({ groups: times(n, (at) => `  - {name: G${at}, type: select, interface-name: eth0, proxies: [G]}`) })],
  ['members', (n) => ({ groups: `  - name: H\n    type: select\n    proxies:\n${times(n, () => '      - N1')}` })],
  ['providers', (n) => ({ more: `proxy-providers:\n${times(n, (at) => `  p${at}: {type: http, url: "https://example.com/${at}"}`)}` })],
  ['uses of no provider', (n) => ({ groups: times(n, (at) => `  - {name: G${at}, type: select, use: [p${at}]}`) })],
  ['rule sets', (n) => ({ rules: times(n, (at) => `  - RULE-SET,r${at},G`), more: `rule-providers:\n${times(n, (at) => `  r${at}: {type: http, behavior: domain, url: "https://example.com/${at}"}`)}` })],
  ['aliases of one anchor', (n) => ({ head: 'x: &x {type: socks5, port: 1}', proxies: times(n, (at) => `  - {<<: *x, name: P${at}, server: s.example.com}`) })],
  // The other aliases cost little themselves, so that looking through all of them for each edit shows.
  ['aliases of one rule', (n) => ({ head: `x: &x DOMAIN,a.example.com,G\n${others(n)}`, rules: times(n, () => '  - *x') })],
  ['aliases of the value of an old key', (n) => ({ head: `x: &x 7\n${others(n)}`, groups: times(n, (at) => `  - {name: G${at}, type: select, routing-mark: *x, proxies: [G]}`) })],
  ['aliases of the list of an old key', (n) => ({ head: `x: &x [1.0.0.0/8]\n${others(n)}`, more: `listeners:\n${times(n, (at) => `  - {name: t${at}, type: tun, inet4-route-address: *x}`)}` })],
  ['anchors', (n) => ({ proxies: times(n, (at) => `  - &n${at} {name: P${at}, type: socks5, server: s.example.com, port: 1}`), more: `y: [${times(n, (at) => `*n${at}`, ', ')}]` })],
  ['groups with old keys and anchors', (n) => ({ head: 'x: &x [G, DIRECT]', groups: times(n, (at) => `  - &g${at} {name: G${at}, type: select, interface-name: eth0, proxies: *x}`), more: `y: [${times(n, (at) => `*g${at}`, ', ')}]` })],
  ['merged groups with old keys', (n) => ({ head: 'x: &x {type: select, proxies: [G]}', groups: times(n, (at) => `  - {<<: *x, name: G${at}, interface-name: eth0, routing-mark: 1}`) })],
  ['unknown keys', (n) => ({ more: times(n, (at) => `key${at}: ${at}`) })],
  ['listeners', (n) => ({ more: `listeners:\n${times(n, (at) => `  - {name: l${at}, type: mixed, port: ${1000 + (at % 60_000)}}`)}` })],
  ['hosts', (n) => ({ more: `hosts:\n${times(n, (at) => `  h${at}.example.com: 192.0.2.1`)}` })],
  ['comments', (n) => ({ rules: times(n, (at) => `  # ${at}`) })],
] // oxfmt-ignore

interface SingboxParts {
  outbounds?: object[]
  inbounds?: object[]
  rules?: object[]
  sets?: object[]
  dns?: object
  more?: object
}

function singbox({ outbounds = [], inbounds = [], rules = [], sets = [], dns, more }: SingboxParts): string {
  const own = [
    { type: 'selector', tag: 'G', outbounds: ['N0', 'N1'] },
    { type: 'socks', tag: 'N0', server: 'a.example.com', server_port: 1080 },
    { type: 'socks', tag: 'N1', server: 'b.example.com', server_port: 1080 },
    { type: 'direct', tag: 'direct' },
  ]
  const route = { rules: [{ domain: ['old.example.com'], outbound: 'G' }, ...rules], rule_set: sets, final: 'G' }
  return JSON.stringify({ inbounds, outbounds: [...own, ...outbounds], route, dns, ...more }, undefined, 1)
}

const socks = (at: number, more: object = {}) => ({ type: 'socks', tag: `P${at}`, server: `s${at}.example.com`, server_port: 1, ...more }) // oxfmt-ignore
const group = (at: number, outbounds: string[], more: object = {}) => ({ type: 'selector', tag: `G${at}`, outbounds, ...more }) // oxfmt-ignore

const SINGBOX: readonly [what: string, (count: number) => SingboxParts][] = [
  ['rules', (n) => ({ rules: list(n, (at) => ({ domain_suffix: [`h${at}.example.com`], outbound: 'G' })) })],
  ['equal rules', (n) => ({ rules: list(n, () => ({ domain: ['a.example.com'], outbound: 'G' })) })],
  ['values of one rule', (n) => ({ rules: [{ domain: list(n, (at) => `h${at}.example.com`), outbound: 'G' }] })],
  ['rules to nobody', (n) => ({ rules: list(n, (at) => ({ domain: [`h${at}.example.com`], outbound: `Nobody ${at}` })) })],
  ['rules with old items', (n) => ({ rules: list(n, (at) => ({ geosite: [`a${at}`], outbound: 'G' })) })],
  ['rules with one old item', (n) => ({ rules: list(n, () => ({ geoip: ['cn'], outbound: 'G' })) })],
  ['nodes', (n) => ({ outbounds: list(n, (at) => socks(at)) })],
  ['nodes of one tag', (n) => ({ outbounds: list(n, () => socks(1)) })],
  ['nodes in a chain', (n) => ({ outbounds: list(n, (at) => socks(at, at + 1 < n ? { detour: `P${at + 1}` } : {})) })],
  ['groups', (n) => ({ outbounds: list(n, (at) => group(at, ['G'])) })],
  ['groups of nobody', (n) => ({ outbounds: list(n, (at) => group(at, [`Nobody ${at}`])) })],
  ['groups that begin with nobody', (n) => ({ outbounds: list(n, (at) => group(at, ['G'], { default: 'N1' })) })],
  ['groups in a chain that all lead back', (n) => ({ outbounds: list(n, (at) => group(at, at + 1 < n ? ['G0', `G${at + 1}`] : ['G0'])) })],
  ['members', (n) => ({ outbounds: [group(0, list(n, () => 'N1'))] })],
  ['blocks', (n) => ({ outbounds: list(n, (at) => ({ type: 'block', tag: `b${at}` })), rules: list(n, (at) => ({ domain: [`h${at}`], outbound: `b${at}` })) })],
  ['rule sets', (n) => ({ sets: list(n, (at) => ({ type: 'inline', tag: `r${at}`, rules: [{ domain: ['a'] }] })), rules: list(n, (at) => ({ rule_set: `r${at}`, outbound: 'G' })) })],
  ['old inbounds', (n) => ({ inbounds: list(n, (at) => ({ type: 'mixed', tag: `i${at}`, listen_port: 1000 + (at % 60_000), sniff: true })) })],
  ['old DNS servers', (n) => ({ dns: { servers: list(n, (at) => ({ tag: `d${at}`, address: 'tls://1.1.1.1', detour: 'direct' })), rules: list(n, (at) => ({ domain: [`h${at}`], server: `d${at}` })) } })],
] // oxfmt-ignore

interface XrayParts {
  outbounds?: object[]
  inbounds?: object[]
  rules?: object[]
  balancers?: object[]
}

function xray({ outbounds = [], inbounds = [], rules = [], balancers = [] }: XrayParts): string {
  const own = [
    { tag: 'N0', protocol: 'socks', settings: { address: 'a.example.com', port: 1080 } },
    { tag: 'N1', protocol: 'socks', settings: { address: 'b.example.com', port: 1080 } },
    { tag: 'direct', protocol: 'freedom' },
  ]
  const routing = {
    balancers: [{ tag: 'G', selector: ['N'] }, ...balancers],
    rules: [{ domain: ['full:old.example.com'], balancerTag: 'G' }, ...rules],
  }
  return JSON.stringify({ inbounds, outbounds: [...own, ...outbounds], routing }, undefined, 1)
}

const xraySocks = (at: number, more: object = {}) => ({ tag: `P${at}`, protocol: 'socks', settings: { address: `s${at}.example.com`, port: 1 }, ...more }) // oxfmt-ignore

const XRAY: readonly [what: string, (count: number) => XrayParts][] = [
  ['rules', (n) => ({ rules: list(n, (at) => ({ domain: [`domain:h${at}.example.com`], outboundTag: 'N0' })) })],
  ['values of one rule', (n) => ({ rules: [{ domain: list(n, (at) => `domain:h${at}.example.com`), outboundTag: 'N0' }] })],
  ['rules to nobody', (n) => ({ rules: list(n, (at) => ({ domain: [`h${at}`], outboundTag: `X${at}` })) })],
  ['rules to no balancer', (n) => ({ rules: list(n, (at) => ({ domain: [`h${at}`], balancerTag: `X${at}` })) })],
  ['nodes and rules to them', (n) => ({ outbounds: list(n, (at) => xraySocks(at)), rules: list(n, (at) => ({ domain: [`domain:h${at}.example.com`], outboundTag: `P${at}` })) })],
  ['nodes of one tag', (n) => ({ outbounds: list(n, () => xraySocks(1)) })],
  ['nodes in a chain', (n) => ({ outbounds: list(n, (at) => xraySocks(at, { streamSettings: { sockopt: { dialerProxy: `P${at + 1}` } } })) })],
  ['old nodes', (n) => ({ outbounds: list(n, (at) => ({ tag: `P${at}`, protocol: 'vless', settings: { vnext: [{ address: 'a', port: 1, users: [{ id: '11111111-2222-4333-8444-555555555555', encryption: 'none' }] }] }, streamSettings: { network: 'splithttp', splithttpSettings: { path: '/' } } })) })],
  ['balancers and rules to them', (n) => ({ balancers: list(n, (at) => ({ tag: `B${at}`, selector: ['N'] })), rules: list(n, (at) => ({ domain: [`h${at}`], balancerTag: `B${at}` })) })],
  ['balancers that fall back', (n) => ({ balancers: list(n, (at) => ({ tag: `B${at}`, selector: ['N0'], fallbackTag: 'N1' })), outbounds: list(n, (at) => xraySocks(at)) })],
  ['inbounds', (n) => ({ inbounds: list(n, (at) => ({ tag: `i${at}`, protocol: 'socks', listen: '127.0.0.1', port: 1000 + (at % 60_000) })), rules: list(n, (at) => ({ inboundTag: [`i${at}`], outboundTag: 'N0' })) })],
] // oxfmt-ignore

export const CONFIG_SHAPES: readonly ConfigShape[] = [
  ...MIHOMO.map(([what, parts]): ConfigShape => ({ what, client: 'mihomo', text: (count) => mihomo(parts(count)) })),
  ...SINGBOX.map(([what, parts]): ConfigShape => ({ what, client: 'singbox', text: (count) => singbox(parts(count)) })),
  ...XRAY.map(([what, parts]): ConfigShape => ({ what, client: 'xray', text: (count) => xray(parts(count)) })),
]

const CHANGES = (group: string, set: string) => `
- add-rules: {rules: ["DOMAIN,new.example.org,G"], at: top}
- add-rules: {rules: ["DOMAIN-SUFFIX,other.example.org,G"], at: bottom}
- add-nodes: {nodes: ["trojan://p@new.example.com:443#New"]}
- add-group: {group: ${group}}
- rename: {from: N0, to: N9}
- rename: {from: N1, to: Nine}
- remove: {node: P1}
- prefix: {nodes: "A "}
- set: ${set}
`

/** Ten changes that are made in each config. */
export const CONFIG_CHANGES: Readonly<Partial<Record<ClientId, string>>> = {
  mihomo: `${CHANGES('{name: AI, type: select, proxies: [N0, DIRECT]}, into: [G]', '{path: /dns/enable, value: true}')}
- remove: {rule: "DOMAIN,old.example.com,G"}
`,
  singbox: `${CHANGES('{type: selector, tag: AI, outbounds: [N0, direct]}, into: [G]', '{path: /log/level, value: warn}')}
- remove: {rule: {domain: [old.example.com], outbound: G}}
`,
  xray: `${CHANGES('{tag: AI, selector: [N0]}', '{path: /log/loglevel, value: warning}')}
- remove: {rule: {domain: ["full:old.example.com"], balancerTag: G}}
`,
}
