import type { ConvertOptions } from '../src/index.ts'

/** Inputs that repeat one thing: what a reader that looks back, or at the rest, at every step would never end with. */
export interface Shape {
  what: string
  /** The text with `count` of it. */
  text: (count: number) => string
  /** Beside the text, or in its place. */
  options?: (count: number) => Partial<ConvertOptions>
}

const UUID = '11111111-2222-4333-8444-555555555555'
const KEY = encodeURIComponent('AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=')
const b64 = (text: string) => Buffer.from(text).toString('base64')
const times = (count: number, one: (index: number) => string, separator = '\n') =>
  Array.from({ length: count }, (_, index) => one(index)).join(separator)
const list = <T>(count: number, one: (index: number) => T) => Array.from({ length: count }, (_, index) => one(index))

const link = (index: number) => `trojan://pw@n${index}.example.com:443?sni=a.example#N${index}`
const entry = (index: number, more = '') =>
  `- {name: N${index}, type: ss, server: n${index}.example, port: 8388, cipher: aes-128-gcm, password: p${more}}`
const outbound = (index: number, more: object = {}) => ({
  type: 'shadowsocks', tag: `N${index}`, server: `n${index}.example`, server_port: 8388, method: 'aes-128-gcm', password: 'p', ...more,
}) // oxfmt-ignore
/** Without padding: a `=` would end every search for one. */
const unpadded = (text: string) => b64(text.padEnd(Math.ceil(text.length / 3) * 3))
const address = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}/32`
const wireguard = (more: string) => `wireguard://${KEY}@192.0.2.20:51820?publickey=${KEY}&${more}#WG`

/** Lines of one kind. */
const LINES: readonly Shape[] = [
  ['links', link],
  ['links of one name', (index: number) => link(index).replace(/#.*/, '#N')],
  ['base64 with a link in it', (index: number) => b64(link(index))],
  ['base64 without padding', (index: number) => unpadded(link(index))],
  ['base64 of one width', (index: number) => unpadded(`trojan://pw@a.example:443#N${String(index).padStart(9, '0')}`)],
  ['base64 of nothing', (index: number) => unpadded(`nothing ${String(index).padStart(9, '0')} of the kind`)],
  ['letters without end', () => 'A'.repeat(76)],
  ['letters, a line shorter each time', (index: number) => 'A'.repeat(90 - (index % 64))],
  ['prose', (index: number) => `Some words that say nothing, and these are number ${index}`],
  ['prose in Chinese', (index: number) => `这是第${index}行文字，没有节点`],
  ['prose with a label', (index: number) => `Note: some words, number ${index}`],
  ['prose with a dash', (index: number) => `- some words, number ${index}`],
  ['prose in brackets', (index: number) => `[some] words, number ${index}`],
  ['opened objects', (index: number) => `{"a": ${index}`],
  ['opened lists', (index: number) => `"a": [${index}`],
  ['opened items', (index: number) => `- {a: ${index}`],
  ['pages', () => '<html>'],
  ['comments', (index: number) => `# ${index}`],
  ['sections', () => '[Proxy]'],
  ['configs of WireGuard', () => '[Interface]\nPrivateKey = a\n[Peer]\nPublicKey = b'],
  ['empty documents', () => 'proxies: []'],
  ['Surge lines', (index: number) => `N${index} = ss, n${index}.example, 8388, encrypt-method=aes-128-gcm, password=p`],
  ['Surge lines with commas in a value', (index: number) => `N${index} = trojan, n${index}.example, 443, password=${','.repeat(index % 64)}`],
  ['lines that name a section', () => 'A = wireguard, section-name = x'],
  ['sections of WireGuard', (index: number) => `[WireGuard ${index}]\npeer = (endpoint = a.example:1), (endpoint = b.example:1)`],
  ['blank lines', () => ''],
].map(([what, one]) => ({
  what: `lines: ${what as string}`,
  text: (count) => times(count, one as (index: number) => string),
})) // oxfmt-ignore

const IN_ONE_LINE: readonly Shape[] = [
  { what: 'links on one line', text: (count) => times(count, link, ' ') },
  { what: 'links of markdown on one line', text: (count) => times(count, (index) => `[ss://a](${link(index)})`, ' ') },
  { what: 'opened quotes on one line', text: (count) => times(count, () => '"ss://a', ' ') },
  { what: 'lines that end in CR alone', text: (count) => times(count, link, '\r') },
  { what: 'CR alone, and one line end', text: (count) => `${'\r'.repeat(count * 10)}\na` },
  { what: 'prose that ends in CR alone', text: (count) => 'a b\r'.repeat(count) },
  { what: 'a base64 body whose lines end in CR alone', text: (count) => b64(times(count, link, '\r')) },
  { what: 'a line of one letter', text: (count) => 'x'.repeat(count * 50) },
  { what: 'a line of blanks', text: (count) => `x${' '.repeat(count * 50)}x` },
  { what: 'a link with many addresses', text: (count) => wireguard(`address=${times(count, address, ',')}`) },
  { what: 'a link with many allowed addresses', text: (count) => wireguard(`address=10.0.0.1&allowedips=${times(count, address, ',')}`) },
  { what: 'a link with many ports', text: (count) => `hysteria2://a@b.c:1?mport=${times(count, (index) => String(1 + index * 2), ',')}` },
  { what: 'a link with many protocols', text: (count) => `trojan://a@b.c:1?alpn=${times(count, (index) => `h${index}`, ',')}` },
  { what: 'a link with many parameters', text: (count) => `trojan://a@b.c:1?${times(count, (index) => `a${index}=b`, '&')}` },
  { what: 'a link with one parameter many times', text: (count) => `trojan://a@b.c:1?${times(count, () => 'sni=b', '&')}` },
  { what: 'a link of many nodes', text: (count) => `mierus://a:b@192.0.2.4?${times(count, (index) => `port=${1 + (index % 60_000)}&protocol=TCP`, '&')}` },
  { what: 'a plugin with many options', text: (count) => `ss://YWVzLTEyOC1nY206cHc@a.b:1?plugin=${encodeURIComponent(`v2ray-plugin;${times(count, (index) => `a${index}=b`, ';')}`)}` },
  { what: 'an extra with many headers', text: (count) => `vless://${UUID}@a.b:1?type=xhttp&extra=${encodeURIComponent(JSON.stringify({ headers: Object.fromEntries(list(count, (index) => [`h${index}`, 'v'])) }))}` },
] // oxfmt-ignore

const DOCUMENTS: readonly Shape[] = [
  { what: 'a Clash file', text: (count) => `proxies:\n${times(count, entry)}\n` },
  { what: 'a Clash file whose entries do not end', text: (count) => `proxies:\n${times(count, (index) => entry(index).slice(0, -1))}\n` },
  { what: 'a Clash file whose entries close in column 0', text: (count) => `proxies:\n${times(count, (index) => `${entry(index).slice(0, -1)}\n}`)}\n` },
  { what: 'a Clash file with one list over many lines', text: (count) => `proxies: [\n${times(count, (index) => `${entry(index).slice(2)}, # ] ${index}`)}\n]\n` },
  { what: 'a Clash file with a list in column 0 that does not end', text: (count) => `proxies:\n${times(count, (index) => `${entry(index)}\n  x${index}: [\n"]`)}\n` },
  { what: 'a Clash file with many aliases', text: (count) => `base: &b {type: ss, cipher: aes-128-gcm, password: p, port: 1}\nproxies:\n${times(count, (index) => `- {<<: *b, name: N${index}, server: n${index}.example}`)}\n` },
  { what: 'a JSON document with a list many times', text: (count) => `{${times(count, (index) => `"proxies": [{"name": "N${index}", "type": "ss", "server": "a", "port": 1, "cipher": "aes-128-gcm", "password": "p"}]`, ',\n')}}` },
  { what: 'an entry with many keys', text: (count) => `proxies:\n${entry(1, `, ${times(count, (index) => `k${index}: v`, ', ')}`)}` },
  { what: 'many Clash files', text: (count) => times(count, (index) => `proxies:\n${entry(index)}`, '\n---\n') },
  { what: 'a sing-box file', text: (count) => JSON.stringify({ outbounds: list(count, (index) => outbound(index)) }) },
  { what: 'a list of a program', text: (count) => JSON.stringify({ data: list(count, link) }) },
  { what: 'a config of WireGuard with many peers', text: (count) => `[Interface]\nPrivateKey = ${decodeURIComponent(KEY)}\nAddress = 10.0.0.2/32\n${times(count, (index) => `[Peer]\nPublicKey = ${decodeURIComponent(KEY)}\nEndpoint = a${index}.b:1\nAllowedIPs = 0.0.0.0/0`)}` },
] // oxfmt-ignore

const sbChain = (count: number) =>
  JSON.stringify({ outbounds: list(count, (index) => outbound(index, index > 0 ? { detour: `N${index - 1}` } : {})) })

const chain = (count: number, dialer: (index: number) => string | undefined) =>
  `proxies:\n${times(count, (index) => entry(index, dialer(index) === undefined ? '' : `, dialer-proxy: ${dialer(index)}`))}\n`

const CHAINS: readonly Shape[] = [
  { what: 'a chain', text: (count) => chain(count, (index) => (index > 0 ? `N${index - 1}` : undefined)) },
  { what: 'a chain from its other end', text: (count) => chain(count, (index) => (index < count - 1 ? `N${index + 1}` : undefined)) },
  { what: 'a chain that ends in nothing', text: (count) => chain(count, (index) => (index > 0 ? `N${index - 1}` : 'ghost')) },
  { what: 'a circle', text: (count) => chain(count, (index) => `N${(index + 1) % count}`) },
  { what: 'chains through a group that holds them', text: (count) => chain(count, (index) => (index % 2 === 0 ? 'Select' : `N${index - 1}`)) },
  { what: 'a chain of a sing-box file', text: sbChain },
] // oxfmt-ignore

const few = () => times(4, link)
const provider = (name: string, index: number) => ({ name, url: `https://list.example/${index}` })
const http = (name: string, index: number) => ({ ...provider(name, index), group: 'Select', type: 'http', behavior: 'domain' }) as const // oxfmt-ignore

const OPTIONS: readonly Shape[] = [
  { what: 'proxy providers', text: few, options: (count) => ({ groups: { providers: list(count, (index) => provider(`p${index}`, index)) } }) },
  { what: 'proxy providers of one name', text: few, options: (count) => ({ groups: { providers: list(count, (index) => provider('p', index)) } }) },
  { what: 'rule providers', text: few, options: (count) => ({ clash: { premium: true }, rules: { providers: list(count, (index) => http(`r${index}`, index)) } }) },
  { what: 'rule providers of one name', text: few, options: (count) => ({ clash: { premium: true }, rules: { providers: list(count, (index) => http('r', index)) } }) },
  { what: 'rule sets in place', text: few, options: (count) => ({ rules: { providers: list(count, (index) => ({ name: `r${index}`, group: 'Select', type: 'inline', behavior: 'domain', rules: [`a${index}.example`] })) } }) },
  { what: 'rules', text: few, options: (count) => ({ rules: { lines: times(count, (index) => `DOMAIN,a${index}.example,Select`) } }) },
  { what: 'rules to one missing group', text: few, options: (count) => ({ rules: { lines: times(count, (index) => `DOMAIN,a${index}.example,Nobody`) } }) },
  { what: 'rules on missing lists', text: few, options: (count) => ({ rules: { lines: times(count, (index) => `RULE-SET,a${index},Select`) } }) },
  { what: 'a route', text: few, options: (count) => ({ singbox: { route: { rules: list(count, (index) => ({ domain: [`a${index}.example`], outbound: 'Select' })) } } }) },
  { what: 'rule sets of a route', text: few, options: (count) => ({ singbox: { route: { rule_set: list(count, (index) => ({ type: 'inline', tag: `t${index}`, rules: [{ domain: ['a.example'] }] })) } } }) },
  { what: 'a mapping to as many groups', text: (count) => times(count, link), options: (count) => ({ groups: { mapping: { nodes: [{ group: 'All' }], groups: Object.fromEntries(list(count, (index) => [`g${index}`, `h${index}`])) } } }) },
] // oxfmt-ignore

const group = (index: number, members: string) => `- {name: G${index}, type: select, proxies: [${members}]}`
const file = (count: number, members: (index: number) => string) =>
  `proxies:\n${entry(0)}\nproxy-groups:\n${times(count, (index) => group(index, members(index)))}\nrules:\n- MATCH,G0\n`

/** An external config in its TOML form, and more behind it. */
const toml = (more: string) =>
  `version = 1\n[custom]\nadd_emoji = true\n[[custom_groups]]\nname = "G0"\ntype = "select"\nrule = [".*"]\n[[rulesets]]\ngroup = "G0"\nruleset = "[]FINAL"\n${more}\n`

/** Texts of templates of the user's own; whoever converts reads them first. */
export const TEMPLATES: readonly Shape[] = [
  { what: 'a file with many groups', text: (count) => file(count, () => 'N0') },
  { what: 'a file with a chain of groups', text: (count) => file(count, (index) => (index < count - 1 ? `G${index + 1}` : 'N0')) },
  { what: 'a file with a circle of groups', text: (count) => file(count, (index) => `G${(index + 1) % count}`) },
  { what: 'a file with groups that name nothing', text: (count) => file(count, (index) => `ghost${index}`) },
  { what: 'a file with empty groups', text: (count) => file(count, (index) => (index === 0 ? times(count - 1, (other) => `G${other + 1}`, ', ') : '')) },
  { what: 'a file with a group of many nodes', text: (count) => `proxies:\n${times(count, entry)}\nproxy-groups:\n${group(0, times(count, (index) => `N${index}`, ', '))}\nrules:\n- MATCH,G0\n` },
  { what: 'a file with groups of one name', text: (count) => file(count, () => 'N0').replaceAll(/name: G\d+/g, 'name: G0') },
  { what: 'a file with many rules', text: (count) => `${file(1, () => 'N0').slice(0, -'- MATCH,G0\n'.length)}${times(count, (index) => `- DOMAIN,a${index}.example,G0`)}\n- MATCH,G0\n` },
  { what: 'a file with many lists', text: (count) => `${file(1, () => 'N0')}rule-providers:\n${times(count, (index) => `  r${index}: {type: http, behavior: domain, url: "https://list.example/${index}"}`)}\n` },
  { what: 'a file with many merges', text: (count) => `a: &a {type: http, behavior: domain}\n${file(1, () => 'N0')}rule-providers:\n${times(count, (index) => `  r${index}: {<<: *a, url: "https://list.example/${index}"}`)}\n` },
  { what: 'a file with many lists closed in column 0', text: (count) => `${times(count, (index) => `x${index}: [\na\n]`)}\n${file(1, () => 'N0')}` },
  { what: 'a sing-box file with many groups', text: (count) => JSON.stringify({ outbounds: [...list(count, (index) => ({ type: 'selector', tag: `G${index}`, outbounds: [index === count - 1 ? 'N0' : `G${index + 1}`] })), outbound(0)], route: { rules: [] } }) },
  { what: 'a sing-box file with many rules, sets and DNS rules that are refused', text: (count) => JSON.stringify({ dns: { servers: [{ type: 'local', tag: 'l' }], rules: list(count, (index) => ({ domain: [`d${index}.example`], server: index % 2 ? 'l' : '' })) }, outbounds: [{ type: 'selector', tag: 'G0', outbounds: [] }], route: { rules: list(count, (index) => ({ rule_set: `s${index}`, port: index % 2 ? 80 : '80', outbound: 'G0' })), rule_set: list(count, (index) => ({ type: 'inline', tag: `s${index}`, rules: [{ domain: index % 3 ? ['a.example'] : [''] }] })) } }) },
  { what: 'an ini with many groups', text: (count) => `[custom]\n${times(count, (index) => `custom_proxy_group=G${index}\`select\`[]DIRECT\`(HK|${index})`)}\nruleset=G0,[]FINAL\n` },
  { what: 'an ini with a list with many options', text: (count) => `[custom]\ncustom_proxy_group=G\`select\`.*\nruleset=G,https://list.example/a.list${',no-resolve'.repeat(count)}\n` },
  { what: 'a TOML config with many groups', text: (count) => toml(times(count, (index) => `[[custom_groups]]\nname = "G${index}"\ntype = "select"\nrule = ["[]DIRECT", "(HK|${index})"]`)) },
  { what: 'a TOML config with many lists', text: (count) => toml(times(count, (index) => `[[rulesets]]\ngroup = "G0"\nruleset = "https://list.example/${index}.list"`)) },
  { what: 'a TOML config with a group of many members', text: (count) => toml(`[[custom_groups]]\nname = "G0"\ntype = "select"\nrule = [\n${times(count, (index) => `  "[]G${index}", # one`)}\n]`) },
  { what: 'a TOML config with many renames and emoji', text: (count) => toml(times(count, (index) => `[[rename_node]]\nmatch = "a${index}"\nreplace = "b"\n[[emoji]]\nmatch = 'HK${index}'\nemoji = "\\U0001F1ED"`)) },
  { what: 'a TOML config with many tables of one path', text: (count) => toml(times(count, (index) => `[a.b.c${index}]\nx.y.z = ${index}`)) },
  { what: 'a TOML config with tables within tables', text: (count) => toml(`a = ${'{b = '.repeat(count)}1${'}'.repeat(count)}`) },
  { what: 'a TOML config with a text that ends nowhere', text: (count) => toml(`a = """${'\\u4e00 \n'.repeat(count)}`) },
  { what: 'a TOML config with a long key', text: (count) => toml(`${'a.'.repeat(count)}b = 1`) },
  { what: 'a YAML config of the ini form with many groups', text: (count) => `custom:\n  proxy_groups:\n${times(count, (index) => `    - {name: G${index}, type: select, rule: ["[]DIRECT", .*]}`)}\n  rulesets:\n    - {rule: FINAL, group: G0}\n` },
  { what: 'an ini with many lists of one name', text: (count) => `[custom]\ncustom_proxy_group=G\`select\`.*\n${times(count, (index) => `ruleset=G,https://list.example/${index}/a.list`)}\n` },
] // oxfmt-ignore

/** What is read; the client that it is written for has no part in it. */
export const TEXTS: readonly Shape[] = [...LINES, ...IN_ONE_LINE, ...DOCUMENTS]

/** What is planned for a client. */
export const PLANS: readonly Shape[] = [...CHAINS, ...OPTIONS]
