import { describe, expect, test } from 'vitest'
import { builtinTemplate } from './builtin.ts'
import { BUILTIN_NAMES } from './group-keys.ts'
import { LIST_NAMES, namedList } from './list-addresses.ts'
import { listAttempts, mirrored, readMirrors } from './list-mirrors.ts'
import { planLists } from './plan-lists.ts'
import type { Lang, Template } from './template.ts'

const LANGS: readonly Lang[] = ['zh-CN', 'en-US']
const ALL = BUILTIN_NAMES.flatMap((name) => LANGS.map((lang) => [name, lang] as const))

const names = (template: Template) => template.groups.map((group) => group.name)

/** docs/formats/groups.md, "Groups of the built-in templates" */
const STANDARD = ['Manual', 'Direct', 'Final', 'AI', 'Streaming', 'Telegram', 'GitHub', 'Apple', 'Microsoft', 'Ads']
const FULL = [
  'Netflix', 'YouTube', 'Disney', 'Spotify', 'Bilibili', 'China media', 'Google FCM', 'Google', 'Steam', 'PayPal', 'Crypto',
] // oxfmt-ignore

describe('our templates', () => {
  test('minimal has a choice and an automatic one, and knows no list', () => {
    const template = builtinTemplate('minimal', 'en-US')
    expect(names(template)).toEqual(['Select', 'Auto', 'Direct', 'Final'])
    expect(template.groups.map((group) => group.type)).toEqual(['select', 'url-test', 'select', 'select'])
    expect(template.rules.some((rule) => rule.kind === 'list')).toBe(false)
    expect(template.rules.at(-1)).toEqual({ kind: 'line', text: 'MATCH,Final' })
  })

  test('standard adds regions and services, full adds more services and the other two kinds of group', () => {
    const standard = builtinTemplate('standard', 'en-US')
    expect(names(standard)).toEqual(expect.arrayContaining(STANDARD))
    const regions = standard.groups.flatMap((group) =>
      group.members.flatMap((m) => (m.kind === 'region' ? m.region : [])),
    )
    expect(regions).toEqual(['HK', 'TW', 'JP', 'KR', 'SG', 'US', 'other'])
    const full = builtinTemplate('full', 'en-US')
    expect(names(full)).toEqual(expect.arrayContaining([...STANDARD, ...FULL]))
    expect(new Set(full.groups.map((group) => group.type))).toEqual(
      new Set(['select', 'url-test', 'fallback', 'load-balance']),
    )
  })

  test.each(ALL)('%s in %s: references lead somewhere, names are its own, the last rule is MATCH', (name, lang) => {
    const template = builtinTemplate(name, lang)
    const known = new Set([...names(template), 'DIRECT', 'REJECT'])
    expect(known.size).toBe(names(template).length + 2)
    for (const group of template.groups) {
      for (const member of group.members) if (member.kind === 'ref') expect(known).toContain(member.name)
    }
    for (const rule of template.rules) {
      if (rule.kind === 'list') expect(known).toContain(rule.group)
    }
    const final = lang === 'zh-CN' ? '漏网之鱼' : 'Final'
    expect(template.rules.at(-1)).toEqual({ kind: 'line', text: `MATCH,${final}` })
  })

  test('Chinese names are those that people know', () => {
    const known = ['节点选择', '自动选择', '手动选择', '全球直连', '漏网之鱼', '广告拦截', '韩国节点', '其他节点']
    expect(names(builtinTemplate('standard', 'zh-CN'))).toEqual(expect.arrayContaining(known))
    const more = ['故障转移', '负载均衡', '哔哩哔哩', '国内媒体', '谷歌推送']
    expect(names(builtinTemplate('full', 'zh-CN'))).toEqual(expect.arrayContaining([...known, ...more]))
  })

  test.each(['standard', 'full'] as const)(
    '%s: exceptions to the lists of advertisements stand before them',
    (name) => {
      const lists = builtinTemplate(name, 'en-US').rules.flatMap((rule) => (rule.kind === 'list' ? rule.list.name : []))
      expect(lists[0]).toBe('ads-exceptions')
      expect(lists.indexOf('ads')).toBeGreaterThan(0)
    },
  )

  test.each(ALL)('%s in %s: no rule makes a client download a database', (name, lang) => {
    const lines = builtinTemplate(name, lang).rules.flatMap((rule) => (rule.kind === 'line' ? rule.text : []))
    expect(lines.filter((line) => /^(?:GEOIP|GEOSITE|IP-ASN)/.test(line))).toEqual(['GEOIP,LAN,DIRECT,no-resolve'])
  })

  test('both languages say the same with other group names', () => {
    for (const name of BUILTIN_NAMES) {
      const [zh, en] = LANGS.map((lang) => builtinTemplate(name, lang))
      expect(zh!.groups.map((g) => [g.type, g.members.length])).toEqual(
        en!.groups.map((g) => [g.type, g.members.length]),
      )
      expect(zh!.rules.length).toBe(en!.rules.length)
    }
  })

  test('tested groups follow the product: every 600 s, tolerance 50, an address that answers 204', () => {
    for (const group of builtinTemplate('full', 'en-US').groups) {
      if (group.type === 'select') continue
      expect(group).toMatchObject({ interval: 600, url: 'https://www.gstatic.com/generate_204' })
      if (group.type === 'url-test') expect(group.tolerance).toBe(50)
    }
  })
})

describe('list addresses', () => {
  test.each(LIST_NAMES)('%s stands on the raw host, refreshed daily', (name) => {
    const list = namedList(name)
    expect(list.url).toMatch(
      /^https:\/\/raw\.githubusercontent\.com\/(?:ACL4SSR\/ACL4SSR\/master|Loyalsoldier\/clash-rules\/release|blackmatrix7\/ios_rule_script\/master)\//,
    )
    expect(list.interval).toBe(86_400)
  })

  const URL = 'https://raw.githubusercontent.com/owner/name/master/dir/a.list'
  test.each([
    [undefined, URL],
    ['', URL],
    ['https://mirror.example/', 'https://mirror.example/owner/name/master/dir/a.list'],
    ['https://x.example/https://raw.githubusercontent.com', `https://x.example/${URL}`],
    [
      'https://s.example/rules/{owner}/{repo}/{path}?ref={ref}',
      'https://s.example/rules/owner/name/dir/a.list?ref=master',
    ],
    ['https://cdn.example/gh/{owner}/{repo}@{ref}/{path}', 'https://cdn.example/gh/owner/name@master/dir/a.list'],
  ])('the mirror %s serves a list at %s', (mirror, expected) => expect(mirrored(URL, mirror)).toBe(expected))

  test('an address elsewhere is not mirrored', () => {
    expect(mirrored('https://lists.example/a.list', 'https://mirror.example')).toBe('https://lists.example/a.list')
  })
})

describe('where the text of a list is asked for', () => {
  const OWN = 'https://raw.githubusercontent.com/o/n/main/a.list'
  test.each([
    ['', OWN, [OWN]],
    [' , ', OWN, [OWN]],
    ['https://m.example', OWN, [OWN, 'https://m.example/o/n/main/a.list']],
    [
      'https://cdn.example/gh/{owner}/{repo}@{ref}/{path}, https://m.example/',
      OWN,
      [OWN, 'https://cdn.example/gh/o/n@main/a.list', 'https://m.example/o/n/main/a.list'],
    ],
    ['https://m.example,https://m.example', OWN, [OWN, 'https://m.example/o/n/main/a.list']],
    ['https://m.example', 'https://lists.example/a.list', ['https://lists.example/a.list']],
  ])('the mirrors %j give for %s: %j', (mirrors, address, expected) => {
    expect(listAttempts(address, readMirrors(mirrors))).toEqual(expected)
  })
})

describe('the lists a result needs', () => {
  test('mihomo fetches its lists itself, Clash and sing-box need every text once', () => {
    const template = builtinTemplate('standard', 'zh-CN')
    expect(planLists(template, 'mihomo')).toEqual([])
    expect(planLists(template, 'clash', { clash: { premium: true } })).toEqual([])
    const addresses = template.rules.flatMap((rule) => (rule.kind === 'list' ? rule.list.url : []))
    expect(planLists(template, 'clash')).toEqual(addresses)
    expect(planLists(template, 'singbox')).toEqual(addresses)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  test.each([
    ['GEOIP,CN,DIRECT', ['https://raw.githubusercontent.com/Loyalsoldier/clash-rules/release/cncidr.txt']],
    [
      'GEOSITE,google,DIRECT',
      ['https://raw.githubusercontent.com/MetaCubeX/meta-rules-dat/meta/geo/geosite/google.list'],
    ],
    ['GEOIP,LAN,DIRECT', []],
    [
      'AND,((GEOIP,CN),(NETWORK,udp)),DIRECT',
      ['https://raw.githubusercontent.com/Loyalsoldier/clash-rules/release/cncidr.txt'],
    ],
    ['DOMAIN,a.com,DIRECT', []],
  ])('for sing-box the line %s needs %j', (lines, expected) => {
    expect(planLists(builtinTemplate('minimal', 'en-US'), 'singbox', { rules: { lines } })).toEqual(expected)
  })

  test('rule sets of the user are planned, given rules and compiled lists are not', () => {
    const providers = [
      { name: 'a', type: 'http', behavior: 'domain', url: 'https://lists.example/a.yaml' },
      { name: 'b', type: 'inline', behavior: 'domain', rules: ['+.b.example'] },
      { name: 'c', type: 'http', behavior: 'domain', format: 'mrs', url: 'https://lists.example/c.mrs' },
      { name: 'd', type: 'http', behavior: 'domain', url: 'https://lists.example/d.srs' },
    ] as const
    expect(planLists(builtinTemplate('minimal', 'en-US'), 'singbox', { rules: { providers } })).toEqual([
      'https://lists.example/a.yaml',
    ])
  })
})
