import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { configRequest, sampleNodes, sampleOutbounds } from '../../../proof/config-request.ts'
import { engineTest } from '../../../proof/engine-test.ts'
import { checkWithSingbox, startOnceWithSingbox } from '../../../proof/sing-box.ts'
import type { SingboxVersion } from '../../model/singbox-version.ts'
import { builtinTemplate } from '../../templates/builtin.ts'
import { BUILTIN_NAMES } from '../../templates/group-keys.ts'
import { editGroups } from '../../templates/edit-groups.ts'
import { readIniTemplate } from '../../templates/ini.ts'
import { readOwnConfig } from '../../templates/own-config.ts'
import type { Lang, Template } from '../../templates/template.ts'
import type { ConfigRequest } from '../../config/config-request.ts'
import { buildSingboxConfig } from './singbox-config.ts'

type Rule = Record<string, unknown>
interface Config {
  dns: { servers: Rule[]; rules: Rule[]; final: string }
  http_clients?: Rule[]
  inbounds: Rule[]
  outbounds: (Rule & { tag: string; type: string; outbounds?: string[] })[]
  endpoints?: Rule[]
  route: { rules: Rule[]; rule_set?: (Rule & { tag: string; rules?: Rule[] })[]; final: string; [key: string]: unknown }
  experimental: Record<string, Rule>
}

type More = Partial<ConfigRequest> & { version?: SingboxVersion }

function build(template: Template, more: More = {}) {
  const request = configRequest('singbox', template, more)
  const { config, issues, refused } = buildSingboxConfig(request, sampleOutbounds(request), [])
  return { config: config as unknown as Config, raw: config, codes: issues.map((issue) => issue.code), issues, refused }
}

const VERSIONS: readonly SingboxVersion[] = ['compatible', '1.12', '1.13', '1.14']
const LANGS: readonly Lang[] = ['zh-CN', 'en-US']
const INI = fileURLToPath(new URL('../../../../../../shared/data/acl4ssr/Clash/config/', import.meta.url))
const INI_FILES = existsSync(INI) ? readdirSync(INI).filter((name) => name.endsWith('.ini')) : []
const TEMPLATES: [string, Template][] = [
  ...BUILTIN_NAMES.flatMap((name) =>
    LANGS.map((lang): [string, Template] => [`${name} ${lang}`, builtinTemplate(name, lang)]),
  ),
  ...INI_FILES.map((name): [string, Template] => [
    name,
    readIniTemplate(readFileSync(INI + name, 'utf8'), name).template,
  ]),
]
if (INI_FILES.length === 0)
  test('the files of ACL4SSR are read', ({ skip }) =>
    skip('the files of ACL4SSR are not beside this checkout (../shared/data/acl4ssr)'))

const minimal = builtinTemplate('minimal', 'en-US')
const standard = builtinTemplate('standard', 'en-US')

describe('groups of a template', () => {
  const groupsOf = (template: Template, more: More = {}) => {
    const { config, issues } = build(template, more)
    const groups = config.outbounds.filter(({ type }) => type === 'selector' || type === 'urltest')
    return { groups: Object.fromEntries(groups.map(({ tag, outbounds }) => [tag, outbounds])), issues }
  }

  test('the filter lists of sing-box-subscribe choose among all nodes', () => {
    const filters = {
      JP: [{ action: 'include', keywords: ['🇯🇵|日本', 'Tokyo'] }],
      Both: [
        { action: 'include', keywords: ['o'] },
        { action: 'include', keywords: ['[2-6]'] },
        { action: 'exclude', keywords: ['Mars'] },
      ],
      Others: [
        { action: 'exclude', keywords: ['香港', 'US|Taiwan'] },
        { action: 'exclude', keywords: ['新加坡'] },
      ],
      Named: [{ action: 'include', for: ['tag_1'], keywords: ['nobody'] }],
      Blank: [{ action: 'include', keywords: [''] }],
      None: [{ action: 'include', keywords: ['nobody'] }],
    }
    const outbounds = Object.entries(filters).map(([tag, filter]) => ({
      type: 'selector',
      tag,
      outbounds: ['direct', '{all}'],
      filter,
    }))
    const direct = { type: 'direct', tag: 'direct' }
    const { groups } = groupsOf(readOwnConfig(JSON.stringify({ outbounds: [...outbounds, direct] }), 'own.json'))
    const all = ['🇭🇰 香港 1', '🇯🇵 Tokyo 2', '🇺🇸 US 3', '🇸🇬 新加坡 4', '🇹🇼 Taiwan 5', 'Mars 6']
    expect(groups).toEqual({
      JP: ['direct', '🇯🇵 Tokyo 2'],
      Both: ['direct', '🇯🇵 Tokyo 2'],
      Others: ['direct', '🇯🇵 Tokyo 2', 'Mars 6'],
      Named: ['direct', ...all],
      Blank: ['direct', ...all],
      None: ['direct'],
    })
  })

  test('a placeholder with the name of a subscription stands for its nodes, and `for` looks at those alone', () => {
    const outbounds = [
      { type: 'selector', tag: 'One', outbounds: ['direct', '{one}'] },
      { type: 'selector', tag: 'Chosen', outbounds: ['{one}'], filter: [{ action: 'include', keywords: ['b'] }] },
      {
        type: 'selector',
        tag: 'All',
        outbounds: ['{all}'],
        filter: [
          { action: 'exclude', for: ['one'], keywords: ['a'] },
          { action: 'include', for: 'two', keywords: ['c|d'] },
          { action: 'exclude', for: [], keywords: ['d'] },
        ],
      },
      { type: 'selector', tag: 'Gone', outbounds: ['{gone}', '{all}'] },
      { type: 'direct', tag: 'direct' },
    ]
    const nodes = ['one a', 'one b', 'two a', 'two c', 'two d', 'six e'].map((name) => {
      const [source = '', rest = ''] = name.split(' ')
      return { name: `${source[0]}${rest}`, type: 'ss', server: 'n.example', source }
    })
    const { groups, issues } = groupsOf(readOwnConfig(JSON.stringify({ outbounds }), 'own.json'), { nodes })
    expect(groups).toEqual({
      One: ['direct', 'oa', 'ob'],
      Chosen: ['ob'],
      All: ['ob', 'tc', 'se'],
      Gone: ['oa', 'ob', 'ta', 'tc', 'td', 'se'],
    })
    expect(issues).toContainEqual(
      expect.objectContaining({ code: 'group-member-missing', args: { group: 'Gone', name: '{gone}' } }),
    )
  })

  test('a group of providers has the given nodes, less what it excludes; one that nothing fills is blocked', () => {
    const own = readOwnConfig(
      `
proxies: [{name: mine, type: ss, server: 192.0.2.1, port: 1, cipher: aes-128-gcm, password: p}]
proxy-providers: {P: {type: http, url: "https://sub.example/p"}}
proxy-groups:
  - {name: Pick, type: select, proxies: [U, DIRECT]}
  - {name: U, type: url-test, use: [P]}
  - {name: X, type: select, include-all-providers: true, exclude-filter: "香港|US|新加坡|Taiwan"}
  - {name: E, type: url-test, use: [P], filter: Lagos}
  - {name: S, type: smart, include-all: true, filter: Tokyo}
`,
      'own.yaml',
    )
    const { groups, issues } = groupsOf(own)
    expect(groups).toEqual({
      Pick: ['U', 'direct'],
      U: ['🇭🇰 香港 1', '🇯🇵 Tokyo 2', '🇺🇸 US 3', '🇸🇬 新加坡 4', '🇹🇼 Taiwan 5', 'Mars 6'],
      X: ['🇯🇵 Tokyo 2', 'Mars 6'],
      E: ['block'],
      S: ['🇯🇵 Tokyo 2'],
    })
    expect(issues.map(({ code, args }) => [code, args])).toEqual([
      ['group-kind-changed', { group: 'S', from: 'smart', to: 'url-test' }],
      ['provider-unsupported', { provider: 'P', client: 'singbox' }],
      ['group-empty', { group: 'E', action: 'reject' }],
    ])
  })
})

describe('names that lead nowhere make sing-box refuse the file', () => {
  const own = readOwnConfig(
    JSON.stringify({
      dns: { servers: [{ type: 'https', tag: 'far', server: '1.1.1.1', detour: 'Old' }] },
      outbounds: [
        { type: 'selector', tag: 'Old', outbounds: ['direct'] },
        { type: 'direct', tag: 'direct' },
      ],
      route: { rules: [{ domain: ['a.example'], action: 'route', outbound: 'Old' }], final: 'Old' },
    }),
    'own',
  )

  test('a group of an own file that gets another name has it wherever the file names it', () => {
    const { config } = build(own, { mapping: { groups: { Old: 'New' } } })
    expect(config.outbounds.map(({ tag }) => tag)).toContain('New')
    expect(config.dns.servers[0]).toMatchObject({ detour: 'New' })
    expect(config.route.rules[0]).toMatchObject({ outbound: 'New' })
    expect(config.route.final).toBe('New')
  })

  test('a new group called like an outbound of an own file that is no group leaves that one as it is', () => {
    const { config } = build(editGroups(own, { direct: { added: true, withDirect: true } }))
    expect(config.outbounds).toContainEqual({ type: 'direct', tag: 'direct' })
  })

  test('rules in the DNS part of an own file that sing-box refuses are left out, each with its place', () => {
    const rules = [
      { domain_regex: '(', server: 'far' },
      { domain: ['a.example'], server: 'far' },
      { domain: ['b.example'], server: 'gone' },
      { domain: ['c.example'] },
      { nothing: 1, server: 'far' },
      { action: 'respond' },
    ]
    const template = readOwnConfig(
      JSON.stringify({ dns: { servers: [{ type: 'local', tag: 'far' }], rules }, outbounds: [] }),
      'own',
    )
    const { config, issues } = build(template)
    expect(config.dns.rules).toEqual([rules[1]])
    expect(issues.map(({ field, args }) => [field, args?.['reason']])).toEqual([
      ['dns.rules[0]', 'regex-syntax'],
      ['dns.rules[2]', 'server-missing'],
      ['dns.rules[3]', 'field-missing'],
      ['dns.rules[4]', 'field-unknown'],
      ['dns.rules[5]', 'field-missing'],
    ])
  })

  test('a group of an own file that names what is not there is reported, and loads without it', () => {
    const outbounds = [
      { type: 'selector', tag: 'G', outbounds: ['ghost', 'direct'] },
      { type: 'direct', tag: 'direct' },
    ]
    const { config, issues } = build(readOwnConfig(JSON.stringify({ outbounds }), 'own'))
    expect(config.outbounds).toContainEqual({ type: 'selector', tag: 'G', outbounds: ['direct'] })
    expect(issues.map(({ code, args }) => [code, args])).toContainEqual([
      'group-member-missing',
      { group: 'G', name: 'ghost' },
    ])
  })

  test('the tolerance of a group of an own file is one that sing-box takes', () => {
    const { config } = build(editGroups(own, { Old: { type: 'url-test', tolerance: 70_000 } }))
    expect(config.outbounds.find(({ tag }) => tag === 'Old')).toMatchObject({ tolerance: 65_535 })
  })

  test('a rule about the source addresses of a list names its set, and goes where the list is not at hand', () => {
    const list = { name: 'mine', type: 'http', behavior: 'ipcidr', url: 'https://list.example/a' } as const
    const more = { additionRules: 'RULE-SET,mine,DIRECT,src', ruleProviders: [list] }
    const withText = build(minimal, { ...more, lists: new Map([[list.url, 'payload:\n  - 192.0.2.0/24\n']]) })
    expect(withText.config.route.rules).toContainEqual(
      expect.objectContaining({ rule_set: ['mine'], rule_set_ip_cidr_match_source: true }),
    )
    const { config, codes } = build(minimal, { ...more, lists: new Map() })
    expect(JSON.stringify(config.route)).not.toContain('mine')
    expect(codes).toContain('list-missing')
  })
})

/** What only a start finds, or nothing at all (docs/formats/sing-box.md, "What finds which mistake"). */
function expectSound(config: Config): void {
  const tags = [...config.outbounds, ...(config.endpoints ?? [])].map((one) => one['tag'])
  expect(new Set(tags).size).toBe(tags.length)
  const resolvers = config.dns.servers.map((server) => server['tag'])
  const sets = (config.route.rule_set ?? []).map((set) => set.tag)
  expect(new Set(sets).size).toBe(sets.length)
  for (const { outbounds } of config.outbounds) {
    if (outbounds) expect(outbounds.length).toBeGreaterThan(0)
    for (const member of outbounds ?? []) expect(tags).toContain(member)
  }
  for (const rule of config.route.rules) {
    if (rule['action'] === 'route') expect(tags).toContain(rule['outbound'])
    for (const set of (rule['rule_set'] as string[] | undefined) ?? []) expect(sets).toContain(set)
    expect(Object.keys(rule).length).toBeGreaterThan(rule['action'] === 'sniff' ? 0 : 1)
    if (rule['rule_set']) expect(Object.keys(rule).filter((key) => /domain|ip_|port/.test(key))).toEqual([])
  }
  for (const server of config.dns.servers) if (server['detour']) expect(tags).toContain(server['detour'])
  for (const rule of config.dns.rules) expect(resolvers).toContain(rule['server'])
  expect(resolvers).toContain(config.dns.final)
  expect(tags).toContain(config.route.final)
  expect(resolvers).toContain(config.route['default_domain_resolver'])
  for (const set of config.route.rule_set ?? [])
    if (set['type'] === 'inline') expect(set.rules?.length).toBeGreaterThan(0)
}

describe('a whole config for sing-box', () => {
  test.each(TEMPLATES)('%s: all tags exist, nothing is empty', (_, template) => {
    for (const version of VERSIONS) {
      for (const count of [0, 1, 6]) expectSound(build(template, { version, nodes: sampleNodes(count) }).config)
    }
  })

  test('the constants of the product: ports, url-test 10m, tolerance 50, no tun', () => {
    const { config } = build(standard, { settings: { secret: 's' } })
    expect(config.inbounds).toEqual([{ type: 'mixed', tag: 'mixed-in', listen: '127.0.0.1', listen_port: 7890 }])
    expect(config.experimental['clash_api']).toMatchObject({ external_controller: '127.0.0.1:9090' })
    expect(config.outbounds.find((one) => one.tag === 'Auto')).toMatchObject({
      url: 'https://www.gstatic.com/generate_204',
      interval: '10m',
      tolerance: 50,
    })
  })

  test('names are looked up encrypted: abroad through the group, at home directly; made-up addresses never by default', () => {
    const { dns } = build(standard).config
    expect(dns.servers.find((one) => one['tag'] === dns.final)).toMatchObject({ type: 'https', detour: 'Select' })
    for (const server of dns.servers) expect(['https', 'local', 'fakeip']).toContain(server['type'])
    const local = dns.servers.find((one) => one['type'] === 'local')!['tag']
    const localRules = dns.rules.filter((rule) => rule['server'] === local)
    expect(localRules).toEqual([expect.objectContaining({ domain_suffix: expect.arrayContaining(['lan', 'local']) })])
    expect(JSON.stringify(dns.rules)).not.toContain('rule_set')
  })

  test.each<[SingboxVersion, boolean]>([
    ['compatible', false],
    ['1.12', false],
    ['1.13', false],
    ['1.14', true],
  ])('%s has http clients and store_dns: %s', (version, has) => {
    const { config } = build(standard, { version })
    expect(config.http_clients !== undefined).toBe(has)
    expect('default_http_client' in config.route).toBe(has)
    expect('store_dns' in config.experimental['cache_file']!).toBe(has)
  })

  test('lists stand in the file; what sing-box cannot say is counted', () => {
    const { config, issues } = build(standard)
    const ads = config.route.rule_set?.find((set) => set.tag === 'ads')
    expect(ads).toMatchObject({ type: 'inline', rules: expect.arrayContaining([{ ip_cidr: ['203.0.113.0/24'] }]) })
    expect(config.route.rules.slice(-3)).toEqual([
      { rule_set: ['cn'], action: 'route', outbound: 'Direct' },
      // Domains that no list names are looked up, as mihomo does: their addresses may be at home.
      { action: 'resolve', server: 'dns-proxy' },
      { rule_set: ['cn-ip'], action: 'route', outbound: 'Direct' },
    ])
    expect(issues).toContainEqual(
      expect.objectContaining({ code: 'rule-unsupported', args: expect.objectContaining({ list: 'ads', count: 1 }) }),
    )
  })

  test('a list without its text is left out and told, its rule too', () => {
    const { config, codes } = build(standard, { lists: new Map() })
    expect(codes).toEqual(Array(10).fill('list-missing'))
    expect(config.route.rule_set).toBeUndefined()
    expectSound(config)
  })

  test.each<[SingboxVersion, Rule]>([
    ['compatible', { download_detour: 'Select' }],
    ['1.14', {}],
  ])('%s: a compiled list is fetched through the main group', (version, more) => {
    const { config } = build(minimal, {
      version,
      lists: new Map(),
      remoteLists: true,
      additionRules: 'GEOSITE,google,Select',
      ruleProviders: [
        { name: 'own', type: 'http', behavior: 'domain', url: 'https://l.example.com/own.srs', group: 'Auto' },
      ],
    })
    expect(config.route.rule_set).toContainEqual({
      type: 'remote',
      tag: 'own',
      format: 'binary',
      url: 'https://l.example.com/own.srs',
      update_interval: '1d',
      ...more,
    })
    expect(config.route.rule_set?.map((set) => set.tag).toSorted()).toEqual(['geosite-google', 'own'])
  })

  test('a list whose text is not at hand is left out, or downloaded where that is wanted and somebody compiles it', () => {
    const missing = build(standard, { lists: new Map(), additionRules: 'GEOSITE,google,Select' })
    expect(missing.config.route.rule_set).toBeUndefined()
    expect(missing.codes.filter((code) => code === 'list-missing').length).toBeGreaterThan(9)
    const remote = build(standard, { lists: new Map(), additionRules: 'GEOSITE,google,Select', remoteLists: true })
    expect(remote.config.route.rule_set).toContainEqual(
      expect.objectContaining({
        type: 'remote',
        tag: 'ads',
        format: 'binary',
        url: 'https://raw.githubusercontent.com/SagerNet/sing-geosite/rule-set/geosite-category-ads-all.srs',
      }),
    )
    expect(remote.codes.filter((code) => code === 'list-remote')).toHaveLength(1)
  })

  test('GEOIP and GEOSITE stand in the file where their texts are at hand', () => {
    const { config } = build(minimal, { additionRules: 'GEOIP,CN,DIRECT\nGEOSITE,google,Select' })
    expect(config.route.rule_set).toEqual([
      { type: 'inline', tag: 'geoip-cn', rules: [{ ip_cidr: ['192.0.2.0/24', '2001:db8::/32'] }] },
      {
        type: 'inline',
        tag: 'geosite-google',
        rules: [{ domain: ['full.listed.example'], domain_suffix: ['listed.example'] }],
      },
    ])
  })

  test('fallback and load-balance become urltest and are told', () => {
    const { config, codes } = build(builtinTemplate('full', 'en-US'), { lists: new Map() })
    expect(
      config.outbounds.filter((one) => ['Fallback', 'Load balance'].includes(one.tag)).map((one) => one.type),
    ).toEqual(['urltest', 'urltest'])
    expect(codes.filter((code) => code === 'group-kind-changed')).toHaveLength(2)
  })

  test('an interval longer than the idle timeout takes that along, or the start would fail', () => {
    const ini =
      'custom_proxy_group=S`select`[]A\ncustom_proxy_group=A`url-test`.*`http://cp.example/204`3600,,50\nruleset=S,[]FINAL'
    const { config } = build(readIniTemplate(ini, 'x').template)
    expect(config.outbounds.find((one) => one.tag === 'A')).toMatchObject({ interval: '1h', idle_timeout: '1h' })
  })

  test('REJECT as a member is a block outbound, as a target an action', () => {
    const { config } = build(standard)
    expect(config.outbounds.find((one) => one.tag === 'Ads')?.outbounds).toEqual(['block', 'direct', 'Select'])
    expect(config.outbounds.at(-1)).toEqual({ type: 'block', tag: 'block' })
    const rejecting = build(minimal, { additionRules: 'DOMAIN,a.com,REJECT\nDOMAIN,b.com,REJECT-DROP' }).config
    expect(rejecting.route.rules).toContainEqual({ domain: ['a.com'], action: 'reject' })
    expect(rejecting.route.rules).toContainEqual({ domain: ['b.com'], action: 'reject', method: 'drop' })
    expect(rejecting.outbounds.some((one) => one.type === 'block')).toBe(false)
  })

  test('a group whose filter cannot be run is a selector, and no default', () => {
    const own = readOwnConfig(
      JSON.stringify({
        outbounds: [
          { type: 'selector', tag: 'S', outbounds: ['Odd', 'HK'], default: 'Odd', interrupt_exist_connections: true },
          { type: 'urltest', tag: 'Odd', outbounds: ['{all:(a)\\1}'], interval: '5m', tolerance: 80 },
          { type: 'urltest', tag: 'HK', outbounds: ['{all:(?<!x)香港}'], interval: '5m' },
        ],
      }),
      'own.json',
    )
    const request = configRequest('singbox', own)
    const [select, odd, hk] = build(own, {}).config.outbounds
    expect(select).toEqual({ type: 'selector', tag: 'S', outbounds: ['HK', 'Odd'], interrupt_exist_connections: true })
    expect(odd).toEqual({ type: 'selector', tag: 'Odd', outbounds: request.nodes.map((node) => node.name) })
    expect(hk).toMatchObject({ type: 'urltest', outbounds: ['🇭🇰 香港 1'], interval: '5m' })
  })

  test('a node behind a missing one, or behind a group that holds it, is left out', () => {
    const request = configRequest('singbox', minimal)
    const outbounds = sampleOutbounds(request)
    outbounds[0]!['detour'] = 'ghost'
    outbounds[1]!['detour'] = 'Select'
    outbounds[2]!['detour'] = 'helper'
    const helper = { type: 'socks', tag: 'helper', server: '192.0.2.1', server_port: 1080 }
    const { config, refused } = buildSingboxConfig(request, [...outbounds, helper], [])
    expect(refused).toEqual(request.nodes.slice(0, 2).map((node) => node.name))
    const { outbounds: written } = config as unknown as Config
    expect(written.map((one) => one.tag)).toContain('helper')
    expect(written.filter((one) => one.outbounds?.includes('helper'))).toEqual([])
    expectSound(config as unknown as Config)
  })

  test('endpoints stand in their own list and in the groups', () => {
    const request = configRequest('singbox', minimal, {
      nodes: [{ name: 'wg', type: 'wireguard', server: 'n.example' }],
    })
    const { config } = buildSingboxConfig(request, [], [{ type: 'wireguard', tag: 'wg' }])
    expect(config).toMatchObject({ endpoints: [{ tag: 'wg' }] })
    expectSound(config as unknown as Config)
  })
})

describe("a partial route of the user's", () => {
  const route = {
    rules: [
      { domain: ['u.example'], outbound: 'Auto' },
      { rule_set: 'mine', action: 'reject' },
      { domain: ['v.example'], outbound: 'ghost' },
      { rule_set: ['nowhere'], outbound: 'Auto' },
      { domain: ['w.example'] },
      'words',
    ],
    rule_set: [{ type: 'inline', tag: 'mine', rules: [{ domain: ['m.example'] }] }],
    final: 'direct',
    auto_detect_interface: false,
    default_mark: 7,
    find_neighbor: true,
    made_up: 1,
  }
  const { config, issues } = build(minimal, { route, additionRules: 'DOMAIN,a.com,Select' })

  test('has its rules before ours, behind sniffing', () => {
    expect(config.route.rules.slice(0, 3)).toEqual([
      { action: 'sniff' },
      { domain: ['u.example'], outbound: 'Auto', action: 'route' },
      { rule_set: 'mine', action: 'reject' },
    ])
    expect(config.route.rules).toContainEqual({ domain: ['a.com'], action: 'route', outbound: 'Select' })
  })

  test('replaces our settings', () => {
    expect(config.route).toMatchObject({ final: 'direct', auto_detect_interface: false, default_mark: 7 })
    expect(config.route['default_domain_resolver']).toBe('dns-direct')
  })

  test('a rule that takes all traffic is written and told', () => {
    const rules = [{ outbound: 'direct' }, { action: 'sniff' }, { domain: 'a.com', outbound: 'direct' }]
    const other = build(minimal, { route: { rules } })
    expect(other.config.route.rules).toContainEqual({ outbound: 'direct', action: 'route' })
    expect(other.issues.map(({ code, field, kept }) => [code, field, kept])).toEqual([
      ['rule-matches-all', 'route.rules[0]', true],
    ])
  })

  test('what would keep sing-box from starting is left out and told', () => {
    expect(issues.map((issue) => [issue.code, issue.field])).toEqual([
      ['rule-target-missing', 'route.rules[2]'],
      ['rule-value', 'route.rules[3]'],
      ['rule-value', 'route.rules[4]'],
      ['rule-value', 'route.rules[5]'],
      ['rule-value', 'route.find_neighbor'],
      ['rule-value', 'route.made_up'],
    ])
    const other = build(minimal, { route: { final: 'ghost', default_domain_resolver: 'ghost' } })
    expect(other.config.route).toMatchObject({ final: 'Final', default_domain_resolver: 'dns-direct' })
    expect(other.codes).toEqual(['rule-target-missing', 'rule-value'])
  })
})

const OWN = `{ // my file
  "log": {"level": "warn"},
  "dns": {"servers": [{"type": "local", "tag": "l"}]},
  "outbounds": [
    {"type": "selector", "tag": "S", "outbounds": [], "default": "gone"},
    {"type": "urltest", "tag": "U", "outbounds": ["{all}"], "interval": "3m"},
    {"type": "selector", "tag": "HK", "outbounds": ["U"], "filter": "香港"},
    {"type": "direct", "tag": "out"},
  ],
  "route": {"rules": [{"action": "sniff"}, {"domain": ["x.com"], "outbound": "out"}], "final": "S", "default_domain_resolver": "l"},
}`

describe("the user's own sing-box file", () => {
  const template = readOwnConfig(OWN, 'own.json')
  const { config, codes } = build(template, { additionRules: 'DOMAIN,a.com,DIRECT' })

  test('keeps its keys, has its groups filled and the nodes behind them', () => {
    expect(Object.keys(config)).toEqual(['log', 'dns', 'outbounds', 'route'])
    expect(codes).toEqual([])
    const nodes = sampleNodes(6).map((node) => node.name)
    expect(config.outbounds.slice(0, 4)).toEqual([
      { type: 'selector', tag: 'S', outbounds: nodes },
      { type: 'urltest', tag: 'U', outbounds: nodes, interval: '3m' },
      { type: 'selector', tag: 'HK', outbounds: ['U', '🇭🇰 香港 1'] },
      { type: 'direct', tag: 'out' },
    ])
    expect(config.outbounds).toHaveLength(10)
  })

  test('has the rules of the user behind sniffing and before its own', () => {
    expect(config.route.rules).toEqual([
      { action: 'sniff' },
      { domain: ['a.com'], action: 'route', outbound: 'out' },
      { domain: ['x.com'], outbound: 'out' },
    ])
  })
})

const OWN_MIHOMO = `
proxies:
  - {name: mine, type: ss, server: 192.0.2.1, port: 1, cipher: aes-128-gcm, password: 0123}
  - {name: old, type: ssr, server: 192.0.2.2, port: 2, cipher: aes-128-cfb, password: p, obfs: plain, protocol: origin}
  - {name: behind, type: trojan, server: t.example, port: 3, password: p, dialer-proxy: mine}
  - {name: lost, type: trojan, server: t.example, port: 3, password: p, dialer-proxy: ghost}
proxy-groups:
  - {name: S, type: select, proxies: [mine, I]}
  - {name: I, type: select, include-all: true}
  - {name: E, type: select, proxies: []}
rules: ["MATCH,S"]
`

describe("the user's own mihomo file becomes a sing-box one", () => {
  const { config, issues, raw } = build(readOwnConfig(OWN_MIHOMO, 'own.yaml'))
  const given = sampleNodes(6).map((node) => node.name)

  test('its nodes are carried over, and what sing-box does not take is told', () => {
    expect(config.outbounds.find((one) => one.tag === 'mine')).toEqual({
      type: 'shadowsocks',
      tag: 'mine',
      server: '192.0.2.1',
      server_port: 1,
      method: 'aes-128-gcm',
      password: '0123',
    })
    expect(config.outbounds.find((one) => one.tag === 'behind')).toMatchObject({ type: 'trojan', detour: 'mine' })
    expect(JSON.stringify(raw)).not.toMatch(/"(?:old|lost)"/)
    expect(issues).toEqual([
      expect.objectContaining({ code: 'type-unsupported', node: 'old', source: 'own.yaml', kept: false }),
      expect.objectContaining({ code: 'client-refuses', node: 'lost', kept: false }),
    ])
  })

  test('its groups hold them as before', () => {
    const members = new Map(config.outbounds.map((one) => [one.tag, one.outbounds]))
    expect(members.get('S')).toEqual(['mine', 'I'])
    expect(members.get('I')).toEqual(['mine', 'behind', ...given])
    expect(members.get('E')).toEqual(given)
  })
})

const STARTS: [string, Template, More][] = [
  ...TEMPLATES.map(([name, template]): [string, Template, More] => [name, template, {}]),
  ['minimal without nodes', minimal, { nodes: [] }],
  ['full without nodes', builtinTemplate('full', 'zh-CN'), { nodes: [] }],
  ['standard with one node', standard, { nodes: sampleNodes(1) }],
  [
    'standard with nodes of no region',
    standard,
    { nodes: sampleNodes(6).map(({ name, type, server }) => ({ name, type, server })) },
  ],
  ['standard with 500 nodes', standard, { nodes: sampleNodes(500) }],
  ['an own file', readOwnConfig(OWN, 'own.json'), { additionRules: 'DOMAIN,a.com,DIRECT' }],
  ['an own file of mihomo', readOwnConfig(OWN_MIHOMO, 'own.yaml'), {}],
  [
    'rules of all kinds',
    minimal,
    {
      additionRules:
        'DOMAIN-REGEX,^a.*$,Select\nIP-CIDR,203.0.113.0/24,DIRECT\nGEOIP,CN,DIRECT\nGEOSITE,google,REJECT\nAND,((DOMAIN,a.com),(DST-PORT,80-90)),Auto\nMATCH,REJECT',
      route: { rules: [{ domain: ['u.example'], outbound: 'Auto' }], final: 'direct' },
    },
  ],
]

describe('the real sing-box', () => {
  for (const [name, template, more] of STARTS) {
    engineTest(
      ['sing-box'],
      `takes and starts with ${name}, in every shape`,
      async ({ 'sing-box': path }) => {
        for (const version of ['compatible', '1.14'] as const) {
          const { raw } = build(template, { ...more, version })
          expect(await checkWithSingbox(path, JSON.stringify(raw))).toBeUndefined()
          expect(await startOnceWithSingbox(path, raw)).toBeUndefined()
        }
      },
      60_000,
    )
  }
})
