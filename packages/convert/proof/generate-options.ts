import { GROUP_TYPES, LOG_LEVELS } from '../src/facts.ts'
import { readFileSync } from 'node:fs'
import { mutate } from '../fuzz/mutate.ts'
import { DOCUMENT_SEEDS, LINK_SEEDS } from '../fuzz/seeds.ts'
import {
  type ConvertOptions,
  type ClientId,
  type ProxyProvider,
  PROTOCOLS,
  type Source,
  type Template,
  builtinTemplate,
  planLists,
  readIniTemplate,
  type Mapping,
  readOwnConfig,
  readRuleProviders,
} from '../src/index.ts'
import { generateNodes } from './generate-nodes.ts'
import type { Random } from './random.ts'
import type { JsonObject } from '../src/text/record.ts'

/** A conversion as the command line or the page would ask for it: everything they can set, sensible or not. */
export interface Wish {
  sources: readonly Source[]
  options: ConvertOptions
}

const GOLDEN = new URL('../golden/', import.meta.url)
const golden = (name: string) => readFileSync(new URL(name, GOLDEN), 'utf8')
const STORIES = ['every-protocol', 'first-subscription', 'hostile-names', 'clash-file', 'sing-box-file'] as const

/** Names as they break files: what clients call their own, what YAML and rule lines read otherwise. */
const NAMES = [
  'Select', 'Auto', '节点选择', 'DIRECT', 'REJECT', 'GLOBAL', 'PASS', 'default', 'direct', 'block', 'a,b', ' a ', '', '0', '1e3', 'null', 'yes', '~', '- a', '#a', 'a: b', "it's", '"q"',
  '{x}', '[x]', '__proto__', 'constructor', '🇭🇰', 'a\tb', '*', '&a', '!x', '%', '@', '`', '香港 01', 'A|B', 'dns-direct', 'mixed-in', 'http-proxy',
] // oxfmt-ignore
const FILTERS = [
  '香港',
  'HK|US',
  '(?i)node',
  '^(?!.*(香港|Mars)).*$',
  '(',
  '[',
  '\\d+',
  '(?<=a)b',
  '',
  '.*',
  'a`b',
  '\\p{Han}',
  '(?P<n>a)',
]
const TARGETS = [
  'Select',
  'Auto',
  'DIRECT',
  'REJECT',
  'REJECT-DROP',
  'GLOBAL',
  'PASS',
  'Nobody',
  'My group',
  '香港 01',
  'a,b',
  '',
]
const RULES = [
  'DOMAIN,a.example', 'DOMAIN-SUFFIX,example.com', 'DOMAIN-KEYWORD,ad', 'DOMAIN-WILDCARD,*.example.?om', 'DOMAIN-REGEX,^a\\.example$', 'DOMAIN-REGEX,(', 'DOMAIN-REGEX,(?P<n>a)', 'DOMAIN-REGEX,\\Qa\\E',
  'DOMAIN-REGEX,(a)\\2', 'DOMAIN-REGEX,^a{2,5}$', 'GEOIP,LAN', 'GEOIP,CN', 'GEOSITE,google', 'GEOSITE,a b', 'IP-CIDR,192.0.2.0/24', 'IP-CIDR,1.2.3.4/33', 'IP-CIDR,192.0.2.1', 'IP-CIDR6,2001:db8::/32', 'IP-SUFFIX,8.8.8.8/24',
  'SRC-IP-CIDR,192.168.0.0/16', 'DST-PORT,80', 'DST-PORT,80/443', 'DST-PORT,80-90', 'DST-PORT,70000', 'DST-PORT,80,443', 'SRC-PORT,1000-2000', 'IN-PORT,7890', 'IN-TYPE,SOCKS/HTTP', 'IN-USER,me', 'IN-NAME,mixed-in',
  'PROCESS-NAME,curl', 'PROCESS-PATH,/usr/bin/curl', 'PROCESS-NAME-REGEX,^c.*', 'PROCESS-PATH-REGEX,(', 'NETWORK,udp', 'NETWORK,quic', 'DSCP,4', 'DSCP,64', 'UID,1000', 'UID,x', 'RULE-SET,mine', 'RULE-SET,nothing',
  'AND,((DOMAIN,a.example),(NETWORK,udp))', 'OR,((DOMAIN,a.example),(DST-PORT,443))', 'NOT,((DOMAIN,a.example))', 'AND,((DOMAIN,a.example))', 'AND,()', 'NOT,((AND,((DOMAIN,a),(DST-PORT,1))))', 'SUB-RULE,(DOMAIN,a.example)',
  'IP-ASN,13335', 'MATCH', 'FINAL', 'DOMAIN', 'DOMAIN,', 'NOTHING,a', 'domain,a.example', 'DOMAIN,bücher.example', 'DOMAIN,a b', 'DOMAIN-SUFFIX,.example.com', 'URL-REGEX,a', 'USER-AGENT,b*',
] // oxfmt-ignore
const URLS = ['https://list.example/a.yaml', 'https://list.example/a.list', 'https://list.example/b.mrs', 'https://list.example/c.srs', 'http://list.example/d', 'ftp://list.example/', 'nothing', '', 'https://127.0.0.1/x', 'https://a:b@list.example/', 'https://list.example/?a=1#b'] // oxfmt-ignore
const LIST_TEXTS = [
  "payload:\n  - '+.listed.example'\n  - 'DOMAIN-SUFFIX,listed.example'\n  - '192.0.2.0/24'\n", 'DOMAIN-SUFFIX,listed.example\nIP-CIDR,192.0.2.0/24,no-resolve\nDST-PORT,8443\n', '+.listed.example\nlisted.example\n',
  '192.0.2.0/24\n2001:db8::/32\n', '', '# nothing\n', '<html>no</html>', 'payload: []\n', 'payload:\n  - DOMAIN-REGEX,(\n  - IP-CIDR,1.2.3.4/99\n  - DOMAIN,\n  - AND,((DOMAIN,a),(DST-PORT,x))\n', 'PROCESS-NAME,curl\nUSER-AGENT,x*\nURL-REGEX,a\n',
] // oxfmt-ignore

/** Route rules of sing-box, most of which it takes. One about an inbound that is not there does no harm: it is not among them. */
const ROUTE_RULES: readonly unknown[] = [
  { domain: ['a.example'], outbound: 'Select' }, { domain: 'a.example', action: 'route', outbound: 'Select' }, { domain_suffix: ['.example'], action: 'reject' }, { domain_regex: '(', outbound: 'Select' },
  { domain_regex: ['^a$'], outbound: 'direct' }, { port: '80', outbound: 'Select' }, { port: [80, 443], outbound: 'Select' }, { port_range: ['1000:2000', ':3000'], outbound: 'Select' }, { port_range: ['x'], outbound: 'Select' },
  { geoip: ['cn'], outbound: 'direct' }, { geosite: 'cn', outbound: 'direct' }, { ip_cidr: ['192.0.2.0/24'], outbound: 'Select' }, { ip_cidr: ['1.2.3.4/99'], outbound: 'Select' }, { nothing: 1, outbound: 'Select' },
  { outbound: 'Select' }, {}, 5, 'x', null, [], { action: 'sniff' }, { action: 'sniff', sniffer: ['http', 'nothing'] }, { action: 'hijack-dns', protocol: 'dns' }, { action: 'resolve', server: 'dns-direct' }, { action: 'resolve', server: 'gone' },
  { action: 'route-options', override_address: 'a.example' }, { action: 'route-options' }, { action: 'reject', method: 'drop' }, { action: 'reject', method: 'x' }, { action: 'nothing' }, { rule_set: 'own', outbound: 'Select' }, { rule_set: ['gone'], outbound: 'Select' },
  { type: 'logical', mode: 'and', rules: [{ domain: ['a'] }, { port: [80] }], outbound: 'Select' }, { type: 'logical', mode: 'x', rules: [], outbound: 'Select' }, { type: 'logical', mode: 'or', rules: [{ domain: ['a'], outbound: 'Select' }], outbound: 'Select' },
  { protocol: ['quic', 'tls'], outbound: 'Select' }, { protocol: ['nothing'], outbound: 'Select' }, { network: ['udp'], outbound: 'Select' }, { network: 'icmp', outbound: 'Select' }, { network: 'x', outbound: 'Select' }, { inbound: ['mixed-in'], outbound: 'Select' },
  { clash_mode: 'Global', outbound: 'Select' }, { invert: true, domain: ['a'], outbound: 'Select' }, { source_ip_cidr: ['10.0.0.0/8'], outbound: 'Select' }, { process_name: ['curl'], outbound: 'Select' }, { user_id: [1000], outbound: 'Select' }, { package_name: 'x', outbound: 'Select' }, { wifi_ssid: 'x', outbound: 'Select' },
  { ip_is_private: true, outbound: 'direct' }, { ip_is_private: 'yes', outbound: 'direct' }, { network_type: ['wifi'], outbound: 'Select' }, { domain: ['a'], outbound: 'gone' }, { domain: ['a'], action: 'route' }, { domain: [5], outbound: 'Select' }, { action: 'bypass', domain: ['a'] },
] // oxfmt-ignore
const RULE_SETS: readonly unknown[] = [
  { type: 'inline', tag: 'own', rules: [{ domain: ['a.example'] }] }, { type: 'inline', tag: 'own', rules: [] }, { type: 'remote', tag: 'own', format: 'binary', url: 'https://list.example/a.srs' }, { type: 'remote', tag: 'own', url: 'nothing' },
  { type: 'remote', tag: 'own', format: 'x', url: 'https://list.example/a.srs' }, { type: 'inline', tag: 'own', rules: [{ domain_regex: '(' }] }, { tag: 'own' }, 5, { type: 'inline', rules: [{ domain: 'a' }] },
  { type: 'inline', tag: 'own', rules: [{ nothing: 1 }] }, { type: 'remote', tag: 'own', format: 'binary', url: 'https://list.example/a.srs', download_detour: 'gone' }, { type: 'remote', tag: 'own', format: 'binary', url: 'https://list.example/a.srs', update_interval: 'x' },
] // oxfmt-ignore

const INI = `[custom]
ruleset=🎯 全球直连,[]GEOIP,LAN,no-resolve
ruleset=🛑 全球拦截,rules/ACL4SSR/Clash/BanAD.list
ruleset=🚀 节点选择,https://list.example/a.list,3600
ruleset=🚀 节点选择,clash-domain:https://list.example/a.yaml
ruleset=🐟 漏网之鱼,[]FINAL
custom_proxy_group=🚀 节点选择\`select\`[]♻️ 自动选择\`[]DIRECT\`.*
custom_proxy_group=♻️ 自动选择\`url-test\`.*\`http://www.gstatic.com/generate_204\`300,,50
custom_proxy_group=🇭🇰 香港节点\`url-test\`(港|HK|Hong Kong)\`http://www.gstatic.com/generate_204\`300,,50
custom_proxy_group=🎯 全球直连\`select\`[]DIRECT\`[]🚀 节点选择
custom_proxy_group=🛑 全球拦截\`select\`[]REJECT\`[]DIRECT
custom_proxy_group=🐟 漏网之鱼\`select\`[]🚀 节点选择\`[]DIRECT
`

/** What somebody might convert and how, drawn from a seed. Undefined where an option is refused before anything is converted. */
export function generateWish(random: Random): Wish {
  const client = random.pick([
    'mihomo',
    'mihomo',
    'singbox',
    'singbox',
    'singbox',
    'clash',
    'xray',
    'xray',
    'links',
    'base64',
  ] as const)
  const lang = random.pick(['zh-CN', 'en-US'] as const)
  const template = templateOf(random, client, lang)
  const clash = { premium: random.chance(0.3) }
  const asked = client === 'links' || client === 'base64' ? 'mihomo' : client
  const lines = some(random, 0.5, () => many(random, 8, () => ruleLine(random)).join(random.pick(['\n', '\r\n'])))
  const providers = some(random, 0.4, () => readRuleProviders(random.chance(0.7) ? many(random, 4, () => ruleSet(random)) : Object.fromEntries(many(random, 3, () => [random.pick(NAMES), ruleSet(random)])), { client: asked }).entries) // oxfmt-ignore
  const rules = { lines, providers }
  const built = typeof template === 'string' ? builtinTemplate(template, lang) : template
  const groups = built.groups.map((group) => group.name)
  return {
    sources: many(random, 2, (index) => ({ name: `source ${index}`, text: inputText(random) })),
    options: withoutUndefined({
      to: client,
      lang,
      template,
      read: withoutUndefined({
        excludes: some(random, 0.2, () => many(random, 3, () => random.pick([...PROTOCOLS.map(({ type }) => type), 'info', 'nothing']))),
        includes: some(random, 0.2, () => ['vless', 'hysteria2', 'info']),
        nameInclude: some(random, 0.1, () => random.pick(FILTERS)),
        nameExclude: some(random, 0.1, () => random.pick(FILTERS)),
        keepDuplicates: random.chance(0.3),
      }),
      names: withoutUndefined({ prefix: some(random, 0.2, () => random.pick(NAMES)), flag: random.chance(0.2) }),
      groups: withoutUndefined({
        mapping: some(random, 0.25, () => mappingOf(random, groups)),
        edits: some(random, 0.3, () => Object.fromEntries(many(random, 4, () => [random.pick([...groups, 'My group', ...NAMES]), groupEdit(random)]))),
        order: some(random, 0.15, () => many(random, 4, () => random.pick([...groups, 'gone']))),
        providers: some(random, 0.15, () => many(random, 3, () => proxyProvider(random))),
      }),
      rules: withoutUndefined({
        ...rules,
        final: some(random, 0.2, () => random.pick([...groups, ...TARGETS])),
        lists: listsOf(random, built, asked, { rules, clash }),
        mirrors: some(random, 0.2, () => [random.pick(['https://mirror.example', 'https://mirror.example/gh/'])]),
      }),
      output: withoutUndefined({ list: random.chance(0.08), settings: some(random, 0.4, () => settingsOf(random)) }),
      singbox: withoutUndefined({
        version: some(random, 0.6, () => random.pick(['compatible', '1.12', '1.13', '1.14'] as const)),
        route: some(random, 0.3, () => routeOf(random)),
        remoteLists: random.chance(0.3),
      }),
      clash,
    }),
  } // oxfmt-ignore
}

function inputText(random: Random): string {
  const text = random.chance(0.35)
    ? golden(`${random.pick(STORIES)}/input.txt`)
    : random.chance(0.5)
      ? generateNodes(random.int(1, 1_000_000), random.int(1, 12)).map((node) => node.text).join('\n') // oxfmt-ignore
      : random.chance(0.5)
        ? many(random, 12, () => random.pick(LINK_SEEDS)).join('\n')
        : random.chance(0.5)
          ? chainsOf(random)
          : random.pick(DOCUMENT_SEEDS)
  return random.chance(0.4) ? mutate(text, () => random.next(), [...LINK_SEEDS, ...DOCUMENT_SEEDS]) : text
}

/** Nodes through others, through groups, in circles, through nothing. */
function chainsOf(random: Random): string {
  const count = random.int(2, 8)
  const dialers = [
    ...Array.from({ length: count }, (_, index) => `N${index}`),
    'Select',
    'Auto',
    '节点选择',
    'DIRECT',
    'ghost',
    '',
  ]
  const entries = Array.from({ length: count }, (_, index) => {
    const dialer = random.chance(0.6) ? `, dialer-proxy: "${random.pick(dialers)}"` : ''
    return `  - {name: N${index}, type: ss, server: n${index}.example, port: 8388, cipher: aes-128-gcm, password: p${dialer}}\n`
  })
  return `proxies:\n${entries.join('')}`
}

function templateOf(
  random: Random,
  client: ConvertOptions['to'],
  lang: 'zh-CN' | 'en-US',
): NonNullable<ConvertOptions['template']> {
  if (random.chance(0.55)) return random.pick(['minimal', 'standard', 'full'] as const)
  if (random.chance(0.4)) return iniTemplate(random)
  if (random.chance(0.15)) return builtinTemplate('standard', lang)
  const story = random.pick(STORIES)
  const file =
    client === 'singbox' && random.chance(0.6)
      ? random.pick(['singbox.json', 'singbox-1.14.json'])
      : random.pick(['mihomo.yaml', 'clash.yaml'])
  return readOwnConfig(golden(`${story}/${file}`), file)
}

function iniTemplate(random: Random): Template {
  const extra = many(random, 3, () => random.pick([
    `ruleset=🚀 节点选择,[]${random.pick(RULES)}`, `ruleset=${random.pick(NAMES)},${random.pick(URLS)}`, `custom_proxy_group=${random.pick(NAMES)}\`select\`${random.pick(FILTERS)}`,
    `custom_proxy_group=X\`load-balance\`${random.pick(FILTERS)}\`http://www.gstatic.com/generate_204\`300,,50`, `custom_proxy_group=Y\`fallback\`[]Y\`[]X\`x\`0,,70000`, 'exclude_remarks=(香港)', 'rename=香港@HK', 'enable_rule_generator=false',
  ])) // oxfmt-ignore
  return readIniTemplate(`${INI}${extra.join('\n')}\n`, 'own.ini').template
}

function ruleLine(random: Random): string {
  const rule = random.pick(RULES)
  const target = rule === 'MATCH' || rule === 'FINAL' || random.chance(0.9) ? `,${random.pick(TARGETS)}` : ''
  return `${rule}${target}${random.chance(0.15) ? `,${random.pick(['no-resolve', 'src', 'NO-RESOLVE', 'nothing'])}` : ''}`
}

function ruleSet(random: Random): JsonObject {
  const rules = some(random, 0.4, () =>
    many(random, 5, () =>
      random.pick([...RULES, '+.listed.example', 'listed.example', '192.0.2.0/24', '*.a.example', '']),
    ),
  )
  return withoutUndefined({
    name: random.chance(0.5) ? 'mine' : random.pick(NAMES),
    group: some(random, 0.7, () => random.pick(TARGETS)),
    type: random.pick(['http', 'http', 'file', 'inline', 'x']),
    behavior: random.pick(['classical', 'domain', 'ipcidr', 'ipcidr', 'x']),
    format: some(random, 0.4, () => random.pick(['yaml', 'text', 'mrs', 'x'])),
    url: some(random, 0.8, () => random.pick(URLS)),
    path: some(random, 0.2, () => random.pick(['./a.yaml', '/etc/passwd', '../../a'])),
    interval: some(random, 0.3, () => random.pick([3600, 0, -1, '60', 1.5])),
    rules,
  })
}

function proxyProvider(random: Random): ProxyProvider {
  return withoutUndefined({
    name: random.chance(0.5) ? 'airport' : random.pick(NAMES),
    url: random.pick(URLS),
    password: some(random, 0.3, () => random.pick(['p', 'a\nb', '密码', ''])),
    interval: some(random, 0.3, () => random.pick([3600, 0, -1, 1.5])),
    healthCheck: some(random, 0.3, () => random.chance(0.5)),
    healthInterval: some(random, 0.3, () => random.pick([600, 0, 1])),
    healthUrl: some(random, 0.3, () => random.pick(['https://list.example/204', '', 'nothing'])),
  })
}

function mappingOf(random: Random, groups: readonly string[]): Mapping {
  const target = () => random.pick([...groups, 'My group', ...NAMES.filter((name) => name !== '')])
  return withoutUndefined({
    nodes: many(random, 3, () => withoutUndefined({
      name: some(random, 0.5, () => random.pick(FILTERS.filter((filter) => filter !== ''))), type: some(random, 0.3, () => random.pick(['ss', 'vmess', 'trojan'])), region: some(random, 0.3, () => random.pick(['HK', 'JP', 'US'])),
      group: target(), rename: some(random, 0.2, () => random.pick(NAMES)), stop: some(random, 0.2, () => true),
    })),
    rest: some(random, 0.3, target),
    groups: some(random, 0.4, () => Object.fromEntries(many(random, 3, () => [random.pick([...groups, 'gone']), random.pick(NAMES.filter((name) => name !== ''))]))),
  }) // oxfmt-ignore
}

function groupEdit(random: Random) {
  return withoutUndefined({
    type: some(random, 0.4, () => random.pick(GROUP_TYPES)),
    filter: some(random, 0.4, () => random.pick(FILTERS)),
    url: some(random, 0.2, () => random.pick(['https://list.example/204', 'nothing', ''])),
    interval: some(random, 0.2, () => random.pick([1, 300, 0, 100_000])),
    tolerance: some(random, 0.2, () => random.pick([0, 50, 70_000])),
    withDirect: some(random, 0.2, () => true),
    added: some(random, 0.4, () => true),
    removed: some(random, 0.25, () => true),
  })
}

function settingsOf(random: Random) {
  return withoutUndefined({
    mixedPort: some(random, 0.4, () => random.pick([1, 7890, 9090, 65_535, 65_536])),
    controllerPort: some(random, 0.3, () => random.pick([9090, 9091, 7891])),
    allowLan: some(random, 0.4, () => random.chance(0.5)),
    secret: some(random, 0.6, () => random.pick(['s', '', '0123', 'null', 'a: b #c', '密码'])),
    tun: some(random, 0.5, () => random.chance(0.7)),
    logLevel: some(random, 0.4, () => random.pick(LOG_LEVELS)),
    urlTestInterval: some(random, 0.4, () => random.pick(['10m', '1s', '29d', '90s', 'x'])),
    tolerance: some(random, 0.3, () => random.pick([0, 100, 65_535])),
  })
}

function routeOf(random: Random): JsonObject {
  return withoutUndefined({
    rules: some(random, 0.9, () => many(random, 4, () => random.pick(ROUTE_RULES))),
    rule_set: some(random, 0.4, () => many(random, 2, () => random.pick(RULE_SETS))),
    final: some(random, 0.3, () => random.pick(['Select', 'direct', 'gone', 5])),
    default_domain_resolver: some(random, 0.3, () =>
      random.pick(['dns-direct', 'gone', { server: 'dns-direct' }, { server: 'gone' }, 5]),
    ),
    auto_detect_interface: some(random, 0.3, () => random.pick([true, false, 'x'])),
    default_interface: some(random, 0.1, () => 'eth0'),
    find_process: some(random, 0.1, () => true),
    nothing: some(random, 0.1, () => 1),
    geoip: some(random, 0.1, () => ({})),
  })
}

/** Texts of all lists, of some, of none. */
function listsOf(
  random: Random,
  template: Template,
  client: ClientId,
  request: Pick<ConvertOptions, 'rules' | 'clash'>,
): ReadonlyMap<string, string> {
  const share = random.pick([0, 0.5, 1, 1])
  const addresses = planLists(template, client, request).filter(() => random.chance(share))
  return new Map(addresses.map((address) => [address, random.pick(LIST_TEXTS)]))
}

function some<T>(random: Random, chance: number, make: () => T): T | undefined {
  return random.chance(chance) ? make() : undefined
}

function many<T>(random: Random, most: number, make: (index: number) => T): T[] {
  return Array.from({ length: random.int(1, most) }, (_, index) => make(index))
}

/** An option that is not set is not there. */
function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T
}
