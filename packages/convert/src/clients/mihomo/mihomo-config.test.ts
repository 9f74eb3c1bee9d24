import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { configRequest, sampleProxies } from '../../../proof/config-request.ts'
import { engineTest } from '../../../proof/engine-test.ts'
import { builtinTemplate } from '../../templates/builtin.ts'
import { BUILTIN_NAMES } from '../../templates/group-keys.ts'
import { readIniTemplate } from '../../templates/ini.ts'
import { readOwnConfig } from '../../templates/own-config.ts'
import type { Lang, Template } from '../../templates/template.ts'
import { buildClashConfig } from '../clash/clash-config.ts'
import type { ConfigRequest } from '../../config/config-request.ts'
import { buildMihomoConfig } from './mihomo-config.ts'

type Group = { name: string; type: string; proxies?: string[]; use?: string[]; [key: string]: unknown }
type Config = {
  proxies: { name: string }[]
  'proxy-groups': Group[]
  'proxy-providers': Record<string, Record<string, unknown>>
  'rule-providers': Record<string, Record<string, unknown>>
  rules: string[]
  dns: Record<string, unknown>
  [key: string]: unknown
}

const BUILD = { mihomo: buildMihomoConfig, clash: buildClashConfig }

function build(client: 'mihomo' | 'clash', template: Template, more: Partial<ConfigRequest> = {}) {
  const request = configRequest(client, template, more)
  const { config, issues, refused } = BUILD[client](request, sampleProxies(request))
  return { config: config as Config, codes: issues.map((issue) => issue.code), issues, refused }
}

const INI = fileURLToPath(new URL('../../../../../../shared/data/acl4ssr/Clash/config/', import.meta.url))
const INI_FILES = existsSync(INI) ? readdirSync(INI).filter((name) => name.endsWith('.ini')) : []
const TEMPLATES: [string, Template][] = [
  ...BUILTIN_NAMES.flatMap((name) =>
    (['zh-CN', 'en-US'] satisfies Lang[]).map((lang): [string, Template] => [
      `${name} ${lang}`,
      builtinTemplate(name, lang),
    ]),
  ),
  ...INI_FILES.map((name): [string, Template] => [
    name,
    readIniTemplate(readFileSync(INI + name, 'utf8'), name).template,
  ]),
]
if (INI_FILES.length === 0)
  test('the files of ACL4SSR are read', ({ skip }) =>
    skip('the files of ACL4SSR are not beside this checkout (../shared/data/acl4ssr)'))

const MIHOMO_BUILTINS = ['DIRECT', 'REJECT', 'REJECT-DROP', 'PASS', 'COMPATIBLE']

describe.each(['mihomo', 'clash'] as const)('a whole config for %s', (client) => {
  test.each(TEMPLATES)(
    '%s: every name that is used exists, nothing is empty, the last rule is MATCH',
    (_, template) => {
      for (const count of [0, 1, 6]) {
        const nodes = configRequest(client, template).nodes.slice(0, count)
        const { config } = build(client, template, { nodes })
        const names = [...config.proxies, ...config['proxy-groups']].map((one) => one.name)
        expect(new Set(names).size).toBe(names.length)
        const known = new Set([...names, ...(client === 'clash' ? ['DIRECT', 'REJECT'] : MIHOMO_BUILTINS)])
        for (const group of config['proxy-groups']) {
          expect(group.proxies?.length).toBeGreaterThan(0)
          for (const member of group.proxies ?? []) expect(known).toContain(member)
        }
        for (const rule of config.rules) {
          const [type, second, third] = rule.split(',')
          if (type === 'RULE-SET') expect(Object.keys(config['rule-providers'])).toContain(second)
          if (!type!.startsWith('AND')) expect(known).toContain(type === 'MATCH' ? second : third)
        }
        expect(config.rules.at(-1)).toMatch(/^MATCH,/)
        expect(config['proxy-providers']).toBeUndefined()
      }
    },
  )

  test('the constants of the product: ports, controller, no LAN', () => {
    const settings = { secret: 's' }
    expect(build(client, builtinTemplate('minimal', 'en-US'), { settings }).config).toMatchObject({
      'mixed-port': 7890,
      'external-controller': '127.0.0.1:9090',
      'allow-lan': false,
    })
  })

  test('no resolver is asked in clear', () => {
    const { dns } = build(client, builtinTemplate('standard', 'en-US')).config
    const asked = Object.entries(dns).flatMap(([key, value]) => (key.endsWith('nameserver') ? (value as string[]) : []))
    expect(asked.length).toBeGreaterThan(1)
    for (const address of asked) expect(address).toMatch(/^(?:https|tls):\/\//)
    expect(dns['enhanced-mode']).toBe('fake-ip')
  })

  test('the rules of lists that are to be expanded stand in the file, what has no text is fetched', () => {
    const url = 'https://list.example.com/'
    const list = (name: string) =>
      ({ name, type: 'http', behavior: 'classical', url: url + name, group: 'Auto' }) as const
    const { config, codes } = build(client, builtinTemplate('minimal', 'en-US'), {
      ruleProviders: [list('here'), list('away')],
      lists: new Map([[`${url}here`, 'DOMAIN,a.example\nUSER-AGENT,x*\nIP-CIDR,192.0.2.0/24,no-resolve\n']]),
      expandsLists: true,
      clashPremium: true,
    })
    expect(config.rules.slice(0, 3)).toEqual([
      'DOMAIN,a.example,Auto',
      'IP-CIDR,192.0.2.0/24,Auto,no-resolve',
      'RULE-SET,away,Auto',
    ])
    expect(Object.keys(config['rule-providers'])).toEqual(['away'])
    expect(codes).toEqual(['rule-unsupported'])
  })

  test('rules come in the order: of the user, rule sets of the user, of the template', () => {
    const { config } = build(client, builtinTemplate('minimal', 'en-US'), {
      additionRules: '# mine\nDOMAIN,a.com,Select\n\nIP-CIDR,10.0.0.0/8,DIRECT,no-resolve',
      ruleProviders: [{ name: 'own', type: 'inline', behavior: 'domain', rules: ['+.b.com'], group: 'Auto' }],
    })
    const own = client === 'clash' ? 'DOMAIN-SUFFIX,b.com,Auto' : 'RULE-SET,own,Auto'
    expect(config.rules.slice(0, 4)).toEqual([
      'DOMAIN,a.com,Select',
      'IP-CIDR,10.0.0.0/8,DIRECT,no-resolve',
      own,
      'DOMAIN-SUFFIX,lan,DIRECT',
    ])
  })

  test.each([
    ['DOMAIN,a.com,Nowhere', 'rule-target-missing'],
    ['DOMAIN,a.com,PROXY', 'rule-target-missing'],
    ['DST-PORT,80,443', 'rule-action'],
    ['WHAT,a.com,Select', 'rule-type-unknown'],
    ['DOMAIN,a.com', 'rule-parts'],
    ['RULE-SET,nobody,Select', 'rule-value'],
  ])('the line %s of the user is left out and told', (additionRules, code) => {
    const { config, issues } = build(client, builtinTemplate('minimal', 'en-US'), { additionRules })
    const args = expect.objectContaining({ raw: additionRules })
    expect(issues).toEqual([expect.objectContaining({ code, field: 'additionRules', line: 1, kept: false, args })])
    expect(config.rules[0]).toBe('DOMAIN-SUFFIX,lan,DIRECT')
  })

  test('a MATCH of the user ends the rules, and that is told', () => {
    const { config, codes } = build(client, builtinTemplate('minimal', 'en-US'), { additionRules: 'MATCH,DIRECT' })
    expect(config.rules).toEqual(['MATCH,DIRECT'])
    expect(codes).toEqual(['rule-unreachable'])
  })

  test('a node behind a missing one is left out of the file and of its groups', () => {
    const request = configRequest(client, builtinTemplate('minimal', 'en-US'))
    const proxies = sampleProxies(request)
    proxies[0]!['dialer-proxy'] = 'ghost'
    proxies[1]!['dialer-proxy'] = proxies[2]!['name']
    const { config, refused, issues } = BUILD[client](request, proxies)
    expect(refused).toEqual([request.nodes[0]!.name])
    expect((config['proxies'] as unknown[]).length).toBe(5)
    expect(JSON.stringify(config)).not.toContain(request.nodes[0]!.name)
    expect(issues).toEqual([
      expect.objectContaining({ code: 'client-refuses', node: request.nodes[0]!.name, kept: false }),
    ])
  })

  test('a sing-box route means nothing here and is told', () => {
    expect(build(client, builtinTemplate('minimal', 'en-US'), { route: { rules: [] } }).codes).toEqual([
      'field-ignored',
    ])
  })

  test('a sing-box file is no template for it', () => {
    const template = readOwnConfig('{"outbounds":[{"type":"direct","tag":"d"}]}', 'box.json')
    expect(() => build(client, template)).toThrow('bad-template')
  })

  test('a proxy provider has the constants of the product, its password as a list header, and a file we name', () => {
    const { config, codes, issues } = build(client, builtinTemplate('standard', 'en-US'), {
      nodes: [],
      proxyProviders: [
        { name: '机场', url: 'https://sub.example.com/s', password: 'secret' },
        { name: 'Auto', url: 'https://two.example.com/s' },
        { name: 'bad', url: 'file:///etc/passwd' },
      ],
    })
    const [first, second] = Object.values(config['proxy-providers'])
    expect(Object.keys(config['proxy-providers'])).toEqual(['机场', 'Auto_1'])
    // The providers of Clash have no headers (docs/formats/clash.md, "Lists and providers").
    if (client === 'clash') {
      expect(first).not.toHaveProperty('header')
      expect(issues).toContainEqual(expect.objectContaining({ code: 'field-ignored', field: 'header' }))
    } else expect(first).toMatchObject({ header: { 'x-pass': ['secret'] } })
    expect(first).toMatchObject({
      type: 'http',
      interval: 3600,
      'health-check': { enable: true, interval: 600, url: 'https://www.gstatic.com/generate_204' },
    })
    expect(first!['path']).toMatch(/^\.\/providers\/[a-z0-9_-]{1,64}\.yaml$/)
    expect(second).not.toHaveProperty('header')
    expect(codes).toEqual(expect.arrayContaining(['name-changed', 'provider-invalid']))
    expect(config['proxy-groups'][0]?.use).toEqual(['机场', 'Auto_1'])
  })

  test('a rule set with a comma in its name gets one that a rule line can name', () => {
    const rules = [{ name: 'a,b', group: 'Select', type: 'inline', behavior: 'domain', rules: ['a.example'] }] as const
    const { config } = build('mihomo', builtinTemplate('minimal', 'en-US'), { ruleProviders: rules })
    expect(config.rules).toContain('RULE-SET,a，b,Select')
  })

  test('what is no address to test nodes against is told, and ours stands in its place', () => {
    const { config, issues } = build(client, builtinTemplate('minimal', 'en-US'), {
      nodes: [],
      proxyProviders: [{ name: 'airport', url: 'https://sub.example.com/s', healthUrl: 'nothing' }],
    })
    expect(config['proxy-providers']['airport']!['health-check']).toMatchObject({
      url: 'https://www.gstatic.com/generate_204',
    })
    expect(issues).toContainEqual(expect.objectContaining({ code: 'bad-value', field: 'healthUrl' }))
  })

  test('a proxy provider keeps the intervals and the probe that it was given; one without sense is left out', () => {
    const given = { url: 'https://sub.example.com/s', interval: 7200, healthInterval: 300 }
    const { config, issues } = build(client, builtinTemplate('minimal', 'en-US'), {
      proxyProviders: [
        { ...given, name: 'a', healthCheck: false, healthUrl: 'http://cp.cloudflare.com/generate_204' },
        { ...given, name: 'b', interval: 0 },
        { ...given, name: 'c', healthInterval: 1.5 },
      ],
    })
    expect(config['proxy-providers']['a']).toMatchObject({
      interval: 7200,
      'health-check': { enable: false, interval: 300, url: 'http://cp.cloudflare.com/generate_204' },
    })
    expect(Object.keys(config['proxy-providers'])).toEqual(['a'])
    const refused = issues.filter(({ code }) => code === 'provider-invalid')
    expect(refused.map(({ args }) => [args?.['name'], args?.['reason']])).toEqual([
      ['b', 'interval'],
      ['c', 'interval'],
    ])
  })
})

describe('lists', () => {
  const template = builtinTemplate('standard', 'en-US')
  test('mihomo fetches them: daily, under a path of ours', () => {
    const { config } = build('mihomo', template, { lists: new Map() })
    expect(config['rule-providers']['ads']).toEqual({
      type: 'http',
      behavior: 'classical',
      format: 'text',
      url: 'https://raw.githubusercontent.com/ACL4SSR/ACL4SSR/master/Clash/BanAD.list',
      path: './providers/ads.txt',
      interval: 86_400,
    })
    expect(config.rules).toContain('RULE-SET,ads,Ads')
  })

  test.each([
    ['GEOIP,CN,DIRECT', true],
    ['GEOSITE,cn,DIRECT', true],
    ['AND,((GEOIP,CN),(NETWORK,UDP)),DIRECT', true],
    ['GEOIP,LAN,DIRECT', false],
    ['DOMAIN,geoip.example,DIRECT', false],
  ])('the rule %s brings the address of a database: %s, and that is told', (additionRules, isNeeded) => {
    const more = { additionRules, listMirrors: ['https://mirror.example'] }
    const { config, codes } = build('mihomo', builtinTemplate('minimal', 'en-US'), more)
    const release = 'https://mirror.example/MetaCubeX/meta-rules-dat/release'
    const urls = { geoip: `${release}/geoip.dat`, mmdb: `${release}/geoip.metadb` }
    if (isNeeded) expect(config['geox-url']).toMatchObject(urls)
    else expect(config).not.toHaveProperty('geox-url')
    expect(codes.includes('geo-database')).toBe(isNeeded)
    expect(config.rules).toContain(additionRules)
  })

  test('the mirror stands in the addresses', () => {
    const { config } = build('mihomo', template, { listMirrors: ['https://mirror.example', 'https://second.example'] })
    for (const provider of Object.values(config['rule-providers']))
      expect(provider['url']).toMatch(/^https:\/\/mirror\.example\//)
  })

  test('Clash has their lines in its rules, without those it does not know', () => {
    const { config, codes } = build('clash', template)
    expect(config['rule-providers']).toBeUndefined()
    expect(config.rules).toContain('DOMAIN-SUFFIX,banadlist.example,Ads')
    expect(config.rules).toContain('IP-CIDR,192.0.2.0/24,Direct')
    expect(config.rules).toContain('IP-CIDR6,2001:db8::/32,Direct')
    expect(config.rules.join('\n')).not.toMatch(/RULE-SET|USER-AGENT/)
    expect(new Set(codes)).toEqual(new Set(['rule-unsupported']))
  })

  test('Clash without a text leaves the list out and says so, once a list', () => {
    const { config, codes } = build('clash', template, { lists: new Map() })
    expect(codes).toEqual(Array(10).fill('list-missing'))
    expect(config.rules.at(-1)).toBe('MATCH,Final')
  })

  test('Clash Premium fetches them', () => {
    const { config, codes } = build('clash', template, { clashPremium: true, lists: new Map() })
    expect(config['rule-providers']['cn-ip']).toMatchObject({ type: 'http', behavior: 'ipcidr', interval: 86_400 })
    expect(codes).toEqual([])
  })

  test('Clash Premium has no compiled lists', () => {
    const entry = { type: 'http', behavior: 'domain' } as const
    const ruleProviders = [
      { ...entry, name: 'm', url: 'https://x.com/c.mrs', format: 'mrs', group: 'Select' } as const,
      { ...entry, name: 'n', url: 'https://x.com/d.mrs', format: 'mrs' } as const,
      { ...entry, name: 'y', url: 'https://x.com/e.yaml' },
    ]
    const minimal = builtinTemplate('minimal', 'en-US')
    const { config, issues } = build('clash', minimal, { clashPremium: true, ruleProviders })
    expect(Object.keys(config['rule-providers'])).toEqual(['y'])
    expect(config.rules.join()).not.toContain('RULE-SET')
    expect(issues.map(({ code, kept, args }) => [code, kept, args?.['name']])).toEqual([
      ['provider-unsupported', false, 'm'],
      ['provider-unsupported', false, 'n'],
    ])
    const own = readOwnConfig(
      `proxies: []
rule-providers: {m: {type: http, behavior: domain, format: mrs, url: "https://x.com/c.mrs"}}
rules: ["RULE-SET,m,DIRECT"]`,
      'own.yaml',
    )
    const result = build('clash', own, { clashPremium: true, nodes: [] })
    expect(JSON.stringify(result.config)).not.toContain('mrs')
    expect(result.codes).toEqual(['provider-unsupported'])
  })

  test.each(['mihomo', 'clash'] as const)('for %s a list whose group is missing is told and not written', (client) => {
    const ruleProviders = [
      { name: 'lost', type: 'http', behavior: 'domain', url: 'https://x.com/a.yaml', group: 'Selct' } as const,
    ]
    const { config, issues } = build(client, builtinTemplate('minimal', 'en-US'), { ruleProviders })
    expect(JSON.stringify(config)).not.toContain('/x.com')
    expect(issues).toEqual([
      expect.objectContaining({
        code: 'rule-target-missing',
        kept: false,
        args: { action: 'Selct', list: 'lost', nearest: 'Select', reason: 'list-target-missing' },
      }),
    ])
  })

  test('a group may be called as a port is', () => {
    const own = readOwnConfig(
      'proxies: []\nproxy-groups: [{name: "443", type: select, proxies: [DIRECT]}]\nrules: ["DST-PORT,80,443"]\n',
      'own.yaml',
    )
    const { config, issues } = build('mihomo', own, { additionRules: 'SRC-PORT,80,443' })
    expect(issues).toEqual([])
    expect(config.rules).toEqual(['SRC-PORT,80,443', 'DST-PORT,80,443'])
  })

  test('ports of a line are split for Clash as those of a list are', () => {
    const { config, issues } = build('clash', builtinTemplate('minimal', 'en-US'), {
      additionRules: 'DST-PORT,80/443,Select\nPORT,90-91,Select\nDST-PORT,0-65535,Select\nPORT,0-65535,Select',
    })
    expect(config.rules.slice(0, 5)).toEqual([
      'DST-PORT,80,Select',
      'DST-PORT,443,Select',
      'DST-PORT,90,Select',
      'DST-PORT,91,Select',
      'DOMAIN-SUFFIX,lan,DIRECT',
    ])
    const refused = issues.filter((issue) => issue.kept === false)
    expect(refused.map(({ code, args }) => [code, args?.['reason']])).toEqual([
      ['rule-unsupported', 'port-range-unsupported'],
      ['rule-unsupported', 'port-range-unsupported'],
    ])
  })

  test('a list that mihomo cannot read itself stands in the file with its text, and is missing without', () => {
    const ini =
      'custom_proxy_group=S`select`.*\nruleset=S,quanx:https://l.example/x.list\nruleset=S,rules/own/y.list\nruleset=S,[]FINAL'
    const own = readIniTemplate(ini, 'x').template
    const lists = new Map([['https://l.example/x.list', 'HOST-SUFFIX,x.com,proxy\n']])
    const { config, issues } = build('mihomo', own, { lists })
    expect(config['rule-providers']).toEqual({
      x: { type: 'inline', behavior: 'classical', payload: ['DOMAIN-SUFFIX,x.com'] },
    })
    expect(config.rules).toEqual(['RULE-SET,x,S', 'MATCH,S'])
    expect(issues).toEqual([expect.objectContaining({ code: 'list-missing', kept: false })])
  })
})

const OWN = `
# my file
mixed-port: 7891
secret: 0123
allow-lan: yes
hosts: {a.example: 1.2.3.4}
anchor: &probe {url: "http://cp.example/204", interval: 300}
proxies:
  - {name: mine, type: ss, server: 192.0.2.1, port: 1, cipher: aes-128-gcm, password: p}
proxy-groups:
  - {name: Pick, type: select, icon: "http://i.example/a.png", proxies: [Auto, Empty, mine, DIRECT]}
  - {name: Auto, type: url-test, <<: *probe, include-all: true, filter: "(?i)tokyo|mars", hidden: true}
  - {name: Empty, type: select, proxies: []}
  - {name: Bare, type: fallback, include-all-proxies: true, exclude-filter: "香港"}
  - {name: Remote, type: select, use: [sub]}
proxy-providers:
  sub: {type: http, url: "http://10.0.0.1/s", path: ./own.yaml}
rule-providers:
  ads: {type: http, behavior: domain, url: "https://lists.example.com/ads.yaml", path: ./ads.yaml, interval: 7}
rules:
  - RULE-SET,ads,REJECT
  - GEOIP,CN,DIRECT
  - MATCH,Pick
`

describe("the user's own mihomo file", () => {
  const template = readOwnConfig(OWN, 'own.yaml')
  const { config, issues } = build('mihomo', template, { additionRules: 'DOMAIN,a.com,Pick' })

  test('keeps its keys in their order, and its values as they were written', () => {
    expect(Object.keys(config)).toEqual([
      'mixed-port',
      'secret',
      'allow-lan',
      'hosts',
      'anchor',
      'proxies',
      'proxy-groups',
      'proxy-providers',
      'rule-providers',
      'rules',
    ])
    expect(String(config['secret'])).toBe('0123')
    expect(String(config['allow-lan'])).toBe('yes')
    // `yes` is true to a client that wants a yes or no.
    expect(issues[0]).toMatchObject({ code: 'unsafe-setting', field: 'allow-lan' })
  })

  test('what the client downloads stands under paths of ours', () => {
    expect(config['rule-providers']['ads']).toMatchObject({ path: './providers/ads.yaml', behavior: 'domain' })
    expect(config['proxy-providers']['sub']).toMatchObject({ path: './providers/sub.yaml', url: 'http://10.0.0.1/s' })
    expect(issues.slice(1).map(({ code, args }) => [code, args!['from']])).toEqual([
      ['path-rewritten', './own.yaml'],
      ['path-rewritten', './ads.yaml'],
    ])
  })

  test('what mihomo would refuse in its rules, sub-rules and providers is left out, the rest stays', () => {
    const own = readOwnConfig(
      `
proxies: []
proxy-groups: [{name: Pick, type: select, proxies: [DIRECT]}]
rule-providers:
  good: {type: inline, behavior: domain, payload: [a.example]}
  bad: {type: inline, behavior: domains, payload: [a.example]}
  worse: {type: ftp, behavior: domain}
sub-rules:
  one: ["DOMAIN,a.example,Pick", "DOMAIN,b.example,Ghost", "RULE-SET,bad,Pick", "SUB-RULE,(NETWORK,tcp),two", "DOMAINS,x,Pick"]
  two: ["SUB-RULE,(NETWORK,tcp),one", "SUB-RULE,(NETWORK,udp),nowhere", "DOMAIN-REGEX,(?P<n>a),Pick", "MATCH,Pick"]
rules:
  - SUB-RULE,(NETWORK,tcp),one
  - SUB-RULE,(NETWORK,tcp),nowhere
  - AND,((RULE-SET,missing),(NETWORK,udp)),Pick
  - RULE-SET,bad,Pick
  - RULE-SET,good,Pick
  - DST-PORT,80,443,Pick
  - IP-CIDR,1.2.3.0/24,NO-RESOLVE
  - "DOMAIN-REGEX,(a)\\\\1,Pick"
  - MATCH,Pick
`,
      'own.yaml',
    )
    const { config: written, issues: found } = build('mihomo', own, { nodes: [] })
    expect(Object.keys(written['rule-providers'])).toEqual(['good'])
    expect(written['sub-rules']).toEqual({
      one: ['DOMAIN,a.example,Pick', 'SUB-RULE,(NETWORK,tcp),two'],
      two: ['MATCH,Pick'],
    })
    expect(written.rules).toEqual([
      'SUB-RULE,(NETWORK,tcp),one',
      'RULE-SET,good,Pick',
      'DOMAIN-REGEX,(a)\\1,Pick',
      'MATCH,Pick',
    ])
    expect(found.every(({ kept }) => kept === false)).toBe(true)
    expect(found.map(({ args }) => args?.['reason'])).toEqual(
      expect.arrayContaining([
        'sub-rule-missing',
        'provider-missing',
        'action-ports',
        'action-missing',
        'behavior',
        'type',
        'sub-rule-circle',
      ]),
    )
  })

  test.each([
    'external-ui-url: "http://a.example/ui.zip"', 'external-controller-unix: mihomo.sock', 'log-file: /tmp/x', 'listeners: [{name: l, type: socks, port: 1}]',
    'tunnels: ["tcp/udp,127.0.0.1:1,a.example:1,Pick"]', 'authentication: ["u:p"]',
  ])('%s is told', (line) => {
    const own = readOwnConfig(`proxies: []\nsecret: s\n${line}\n`, 'own.yaml')
    const { issues: found } = build('mihomo', own, { nodes: [] })
    expect(found).toContainEqual(expect.objectContaining({ code: 'unsafe-setting', field: line.split(':')[0] }))
  }) // oxfmt-ignore

  test('has the nodes beside its own', () => {
    expect(config.proxies.map((proxy) => proxy.name)).toEqual([
      'mine',
      ...configRequest('mihomo', template).nodes.map((n) => n.name),
    ])
  })

  test.each<[string, Group]>([
    [
      'a group with members',
      { name: 'Pick', type: 'select', icon: 'http://i.example/a.png', proxies: ['Auto', 'Empty', 'mine', 'DIRECT'] },
    ],
    [
      'a filter',
      {
        name: 'Auto',
        type: 'url-test',
        proxies: ['🇯🇵 Tokyo 2', 'Mars 6'],
        url: 'http://cp.example/204',
        interval: 300,
        'include-all-providers': true,
        filter: '(?i)tokyo|mars',
        hidden: true,
      },
    ],
    ['a group that only uses providers', { name: 'Remote', type: 'select', use: ['sub'] }],
  ])('%s', (_, expected) => {
    expect(config['proxy-groups'].find((group) => group.name === expected.name)).toEqual(expected)
  })

  test('a group without members has all nodes, an exclude-filter is heeded', () => {
    const members = new Map(config['proxy-groups'].map((group) => [group.name, group.proxies]))
    expect(members.get('Empty')).toHaveLength(6)
    expect(members.get('Bare')).toEqual([
      'mine',
      ...configRequest('mihomo', template)
        .nodes.slice(1)
        .map((n) => n.name),
    ])
  })

  test('filters that mihomo cannot compile are left out of groups and providers, and reported once', () => {
    const own = readOwnConfig(
      `
proxy-providers:
  P: {type: http, url: "https://sub.example/p", filter: "(?P<n>HK)", exclude-filter: "(?i)expire"}
proxy-groups:
  - {name: Named, type: select, use: [P], filter: "(?P<n>Tokyo)"}
  - {name: Half, type: select, use: [P], filter: "HK\`(\`\\\\QJP\\\\E"}
  - {name: Broken, type: select, include-all: true, filter: "[HK"}
  - {name: Without, type: select, include-all: true, exclude-filter: "["}
  - {name: Sound, type: select, use: [P], filter: "(?=HK)|(a)\\\\1"}
`,
      'own.yaml',
    )
    for (const client of ['mihomo', 'clash'] as const) {
      const { config, issues } = build(client, own)
      const filters = config['proxy-groups'].map((group) => [group.name, group['filter'], group['exclude-filter']])
      expect(filters).toEqual([
        ['Named', undefined, undefined],
        ['Half', 'HK', undefined],
        ['Broken', undefined, undefined],
        ['Without', undefined, undefined],
        ['Sound', '(?=HK)|(a)\\1', undefined],
      ])
      expect(config['proxy-providers']?.['P']).not.toHaveProperty('filter')
      expect(config['proxy-providers']?.['P']).toMatchObject({ 'exclude-filter': '(?i)expire' })
      const reported = issues.filter(({ code }) => code === 'bad-value' || code === 'filter-unread')
      const places = reported.map(({ field, args }) => `${args?.['group'] ?? ''} ${field} ${args?.['filter']}`)
      expect(new Set(places).size).toBe(places.length)
      expect(places).toContain(' proxy-providers.P.filter (?P<n>HK)')
      expect(places).toContain('Named filter (?P<n>Tokyo)')
      expect(places).toContain('Half filter (')
      expect(places).toContain('Half filter \\QJP\\E')
      expect(places).toContain('Without exclude-filter [')
      // A filter that only mihomo cannot read still chooses among the pasted nodes; one with a part that nobody can read does not.
      const members = new Map(config['proxy-groups'].map((group) => [group.name, group.proxies]))
      const all = configRequest(client, own).nodes.map(({ name }) => name)
      expect(members.get('Named')).toEqual(all.filter((name) => name.includes('Tokyo')))
      expect(['Broken', 'Without', 'Half'].map((name) => members.get(name))).toEqual([all, all, all])
    }
  })

  test('an exclude-filter that only the client can read is the client’s to heed, and is told where it has none', () => {
    const own = readOwnConfig(
      'proxy-groups: [{name: G, type: select, include-all: true, exclude-filter: "(H)\\\\1"}]',
      'own.yaml',
    )
    const [mihomo, clash] = [build('mihomo', own), build('clash', own)]
    const reported = ({ issues }: typeof mihomo) =>
      issues.filter(({ code }) => code === 'filter-unread').map(({ field, args }) => [field, args?.['group']])
    expect(mihomo.config['proxy-groups'][0]).toMatchObject({ 'exclude-filter': '(H)\\1' })
    expect([reported(mihomo), reported(clash)]).toEqual([[], [['exclude-filter', 'G']]])
  })

  /** A back-reference: mihomo reads it, RE2 does not. */
  const UNREAD = { filter: '(H)\\1' }

  /** A group of each type with these fields, and proxy providers. */
  const ofEachType = (fields: Record<string, unknown>, providers: readonly string[] = ['P']) => {
    const provider = { type: 'http', url: 'https://sub.example/p' }
    const groups = ['select', 'url-test', 'fallback', 'load-balance'].map((type) =>
      Object.assign({ name: type, type }, fields),
    )
    const config = {
      'proxy-providers': Object.fromEntries(providers.map((name) => [name, provider])),
      'proxy-groups': groups,
    }
    return readOwnConfig(JSON.stringify(config), 'own.json')
  }

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['include-all', { 'include-all': true }, { 'include-all': true }],
    ['include-all-proxies', { 'include-all-proxies': true }, { 'include-all-proxies': true }],
    [
      'include-all-providers',
      { 'include-all-providers': true },
      { 'include-all-providers': true, 'include-all-proxies': true },
    ],
    ['members of its own', { 'include-all': true, proxies: ['DIRECT'] }, { 'include-all': true, proxies: ['DIRECT'] }],
    ['a provider', { use: ['P'] }, { use: ['P'], 'include-all-proxies': true }],
    ['its own fallback', { 'include-all': true, 'empty-fallback': 'PASS' }, { 'empty-fallback': 'PASS' }],
    [
      'exclusions',
      { 'include-all': true, 'exclude-filter': 'x', 'exclude-type': 'Vless' },
      { 'include-all': true, 'exclude-filter': 'x', 'exclude-type': 'Vless' },
    ],
  ])('every group with a filter that only mihomo reads leaves it to mihomo: %s', (_, given, expected) => {
    const { config, codes } = build('mihomo', ofEachType({ ...UNREAD, ...given }))
    expect(config['proxy-groups']).toHaveLength(4)
    for (const group of config['proxy-groups']) {
      expect(group).toMatchObject({ ...UNREAD, 'empty-fallback': 'REJECT', ...expected })
      expect(group.proxies).toEqual(expected['proxies'])
    }
    expect(codes).toEqual([])
  })

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['include-all', { 'include-all': true }, { 'include-all-providers': true }],
    ['include-all-providers', { 'include-all-providers': true }, { 'include-all-providers': true }],
    ['use', { use: ['P'] }, { use: ['P'] }],
  ])('a group without a pasted node that providers fill has those only: %s', (_, given, expected) => {
    const { config, codes } = build('mihomo', ofEachType({ filter: 'Lagos', ...given }))
    for (const group of config['proxy-groups']) {
      expect(group).toMatchObject({ filter: 'Lagos', ...expected })
      expect(group).not.toHaveProperty('proxies')
      expect(group).not.toHaveProperty('include-all')
    }
    expect(codes).toEqual([])
  })

  test('a group that nothing fills leads to REJECT: DIRECT would go past the proxy, and url-test would prefer it', () => {
    const nothing = { 'include-all': true, filter: 'Lagos' }
    for (const [client, template] of [
      ['mihomo', ofEachType(nothing, [])],
      ['clash', ofEachType(nothing, [])],
      // Clash has no filters: it would take every node of the provider.
      ['clash', ofEachType(nothing)],
    ] as const) {
      const { config, issues } = build(client, template)
      expect(config['proxy-groups'].map(({ proxies }) => proxies)).toEqual(Array.from({ length: 4 }, () => ['REJECT']))
      expect(issues.filter(({ code }) => code === 'group-empty').map(({ args }) => args?.['action'])).toEqual(
        Array(4).fill('reject'),
      )
    }
  })

  test('Clash names the providers that a group without a filter includes', () => {
    const { config } = build('clash', ofEachType({ 'include-all-providers': true }))
    expect(config['proxy-groups'].map(({ use }) => use)).toEqual(Array.from({ length: 4 }, () => ['P']))
  })

  test('nodes of the file are not those of its providers', () => {
    const own = readOwnConfig(
      `
proxies: [{name: 直连 Tokyo, type: direct}]
proxy-providers: {P: {type: http, url: "https://sub.example/p"}}
proxy-groups:
  - {name: U, type: url-test, use: [P], filter: Tokyo}
  - {name: A, type: url-test, include-all: true, filter: Tokyo}
`,
      'own.yaml',
    )
    expect(build('mihomo', own).config['proxy-groups'].map(({ proxies }) => proxies)).toEqual([
      ['🇯🇵 Tokyo 2'],
      ['直连 Tokyo', '🇯🇵 Tokyo 2'],
    ])
  })

  test('a smart group, which a fork of mihomo has, is a url-test in every client', () => {
    const own = readOwnConfig(
      `
proxy-groups:
  - {name: Pick, type: select, proxies: [S]}
  - {name: S, type: smart, include-all: true, filter: Tokyo, policy-priority: "HK:0.5", icon: i}
`,
      'own.yaml',
    )
    for (const client of ['mihomo', 'clash'] as const) {
      const { config, issues } = build(client, own)
      expect(config['proxy-groups'][1]).toEqual({
        name: 'S',
        type: 'url-test',
        proxies: ['🇯🇵 Tokyo 2'],
        url: 'https://www.gstatic.com/generate_204',
        interval: 600,
        filter: 'Tokyo',
        'policy-priority': 'HK:0.5',
        icon: 'i',
      })
      expect(issues.map(({ code, args }) => [code, args])).toEqual([
        ['group-kind-changed', { group: 'S', from: 'smart', to: 'url-test' }],
      ])
    }
  })

  test('a group that names what is not there is reported, and loads without it', () => {
    const own = readOwnConfig('proxy-groups: [{name: G, type: select, proxies: [ghost, DIRECT]}]', 'own.yaml')
    for (const client of ['mihomo', 'clash'] as const) {
      const { config, issues } = build(client, own)
      expect(config['proxy-groups'][0]).toMatchObject({ name: 'G', proxies: ['DIRECT'] })
      expect(issues.map(({ code, args }) => [code, args])).toContainEqual([
        'group-member-missing',
        { group: 'G', name: 'ghost' },
      ])
    }
  })

  test('its own nodes stay in groups that look up all names', () => {
    const own = readOwnConfig(
      `
proxies: [{name: mine, type: ss, server: 192.0.2.1, port: 1, cipher: aes-128-gcm, password: p}]
proxy-groups:
  - {name: I, type: select, include-all: true}
  - {name: K, type: select, include-all: true, filter: "mine|Tokyo"}
  - {name: T, type: select, include-all: true, exclude-type: Shadowsocks, proxies: [DIRECT]}
  - {name: R, type: select, proxies: [mine]}
`,
      'own.yaml',
    )
    const { nodes } = configRequest('mihomo', own)
    for (const client of ['mihomo', 'clash'] as const) {
      const groups = build(client, own).config['proxy-groups']
      expect(groups.map((group) => group.proxies)).toEqual([
        ['mine', ...nodes.map((node) => node.name)],
        ['mine', '🇯🇵 Tokyo 2'],
        ['DIRECT'],
        ['mine'],
      ])
    }
  })

  test.each([
    ['external-controller: 0.0.0.0:9090', ['external-controller', 'secret']],
    ["external-controller: '0.0.0.0:9090'", ['external-controller', 'secret']],
    ['external-controller: 0.0.0.0:9090\nsecret: 0123', ['external-controller']],
    ['external-controller: 127.0.0.1:9090\nsecret: ~', ['secret']],
    ['external-controller: 127.0.0.1:9090\nsecret: s', []],
    ['allow-lan: yes', ['allow-lan']],
    ['allow-lan: True', ['allow-lan']],
    ['allow-lan: no', []],
  ])('%j: what opens the client to others is told', (text, fields) => {
    const own = readOwnConfig(`proxies: []\n${text}\n`, 'own.yaml')
    for (const client of ['mihomo', 'clash'] as const) {
      const reported = build(client, own).issues.filter((issue) => issue.code === 'unsafe-setting')
      expect(reported.map((issue) => issue.field)).toEqual(fields)
    }
  })

  test('has the rules of the user before its own', () => {
    expect(config.rules).toEqual(['DOMAIN,a.com,Pick', 'RULE-SET,ads,REJECT', 'GEOIP,CN,DIRECT', 'MATCH,Pick'])
  })

  test('for Clash its rule sets are written out, and its providers of rules are gone', () => {
    const lists = new Map([['https://lists.example.com/ads.yaml', "payload:\n  - '+.ads.example'\n"]])
    const clash = build('clash', template, { lists }).config
    expect(clash.rules).toEqual(['DOMAIN-SUFFIX,ads.example,REJECT', 'GEOIP,CN,DIRECT', 'MATCH,Pick'])
    expect(clash['rule-providers']).toBeUndefined()
  })

  test('for Clash nothing names a rule provider, and what named one is reported', () => {
    const own = readOwnConfig(
      `
proxies: []
rule-providers: {cn: {type: inline, behavior: domain, payload: [a.example]}}
dns:
  fake-ip-filter: ["rule-set:cn", "+.lan", "RULE-SET,cn,fake-ip"]
  nameserver-policy: {"rule-set:cn": "223.5.5.5", "+.example": "1.1.1.1"}
sniffer: {skip-domain: ["rule-set:cn"]}
`,
      'own.yaml',
    )
    const { config, issues } = build('clash', own)
    expect(config).toMatchObject({
      dns: { 'fake-ip-filter': ['+.lan'], 'nameserver-policy': { '+.example': '1.1.1.1' } },
      sniffer: { 'skip-domain': [] },
    })
    expect(JSON.stringify(config)).not.toMatch(/rule-set/i)
    const ignored = issues.filter(({ code }) => code === 'field-ignored')
    expect(ignored.map(({ field, args }) => [field, args?.['value']])).toEqual([
      ['dns.fake-ip-filter', 'rule-set:cn'],
      ['dns.fake-ip-filter', 'RULE-SET,cn,fake-ip'],
      ['dns.nameserver-policy', 'rule-set:cn'],
      ['sniffer.skip-domain', 'rule-set:cn'],
    ])
    expect(build('mihomo', own).config.dns).toEqual(own.base!['dns'])
  })

  test('a group whose providers are all missing names none', () => {
    const own = readOwnConfig('proxy-groups: [{name: G, type: select, use: [ghost], filter: Tokyo}]', 'own.yaml')
    expect(build('mihomo', own).config['proxy-groups']).toEqual([
      { name: 'G', type: 'select', proxies: ['🇯🇵 Tokyo 2'], filter: 'Tokyo' },
    ])
  })

  test.each([
    ['no YAML', 'a: [b'],
    ['a config of Xray', '{"outbounds": [{"protocol": "vless", "settings": {}}]}'],
    ['a list', '- a'],
    ['nothing of a config', 'colour: blue'],
    [
      'a bomb of aliases',
      `proxies: []\na: &a [x]\n${'bcdefghi'
        .split('')
        .map((key, index) => `${key}: &${key} [${`*${'abcdefgh'[index]}, `.repeat(9)}]`)
        .join('\n')}`,
    ],
    ['an alias inside its own anchor', 'proxies: &a [*a]'],
    ['two documents', 'proxies: []\n---\nproxies: []'],
  ])('%s is no template', (_, text) => expect(() => readOwnConfig(text, 'x')).toThrow('bad-template'))

  test.each([
    ['YAML', 'port: 1\nproxies: []\nport: 2\n', { line: 3, first: 1 }],
    ['YAML below the top', 'proxies: []\ndns:\n  enable: true\n  enable: false\n', { line: 4, first: 3 }],
    ['two lists', 'proxies: []\nrules: []\nproxies: []\n', { line: 3, first: 1 }],
    ['JSON', '{"port": 1,\n"proxies": [],\n"port": 2}', { line: 3, first: 1 }],
  ])('a key twice is no template, and both lines are named: %s', (_, text, args) => {
    expect(() => readOwnConfig(text, 'x')).toThrow(
      expect.objectContaining({ code: 'bad-template', args: { name: 'x', ...args } }),
    )
  })

  const merged = (count: number) =>
    Array.from({ length: count }, (_, at) => `  r${at}: {<<: *rule, url: 'https://x.example/${at}.yaml'}`).join('\n')

  test('a template with 150 merges is taken, unless its reader says how many aliases it may have', () => {
    const head = 'rule-anchor: &rule {type: http, behavior: domain, interval: 86400}\nproxies: []\nrule-providers:\n'
    const rules = 'rules:\n  - RULE-SET,r149,DIRECT\n  - MATCH,DIRECT\n'
    const own = readOwnConfig(`${head}${merged(150)}\n${rules}`, 'own.yaml')
    expect(own.rules).toHaveLength(2)
    expect(build('mihomo', own).config['rule-providers']['r149']).toMatchObject({ type: 'http', interval: 86400 })
    expect(() => readOwnConfig(`${head}${merged(100)}`, 'x', { maxAliases: 100 })).not.toThrow()
    expect(() => readOwnConfig(`${head}${merged(101)}`, 'x', { maxAliases: 100 })).toThrow(
      expect.objectContaining({ code: 'bad-template', args: { name: 'x', line: 104, msg: 'more than 100 aliases' } }),
    )
  })

  test('a list that is closed in column 0 is taken, and keeps its scalars', () => {
    const own = readOwnConfig(
      'proxy-groups:\n  - {name: G, type: select, proxies: [\nDIRECT,\n]}\nx: [\n0123,\nyes\n]\n',
      'own.yaml',
    )
    expect(own.groups).toMatchObject([{ name: 'G', members: [{ kind: 'ref', name: 'DIRECT' }] }])
    expect(String(build('mihomo', own).config['x'])).toBe('0123,yes')
  })

  test('a template that is broken names the line', () => {
    expect(() => readOwnConfig('port: 1\nproxies: [\n', 'x')).toThrow(
      expect.objectContaining({ args: expect.objectContaining({ line: 2 }) }),
    )
  })
})

engineTest(['meta-json-schema'], 'every mihomo config of ours fits the schema of Clash Verge', (paths) => {
  const schema = JSON.parse(readFileSync(paths['meta-json-schema'], 'utf8')) as Record<string, unknown>
  const validate = new Ajv({ strict: false, allErrors: true }).compile(schema)
  const providers = { proxyProviders: [{ name: 'p', url: 'https://p.example.com', password: 'p' }] }
  for (const [, template] of TEMPLATES) {
    for (const more of [{}, providers]) {
      validate(build('mihomo', template, more).config)
      expect(validate.errors).toBeNull()
    }
  }
})
