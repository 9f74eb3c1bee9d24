import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { convertText } from '../convert.ts'
import { isIniTemplate, readIniTemplate } from './ini.ts'

const GROUPS =
  'custom_proxy_group=Select`select`[]Auto`[]DIRECT`.*\ncustom_proxy_group=Auto`url-test`.*`http://cp.example/204`300,,50\n'

const rulesOf = (line: string) => readIniTemplate(`${GROUPS}${line}`, 't').template.rules
const groupOf = (line: string) => readIniTemplate(line, 't').template.groups.at(-1)
const codesOf = (text: string) => readIniTemplate(text, 't').issues.map(({ line, code, field }) => [line, code, field])

describe('rulesets of an ini file', () => {
  test.each([
    ['ruleset=Select,[]GEOIP,CN', 'GEOIP,CN,Select'],
    ['ruleset=Select,[]GEOIP,CN,no-resolve', 'GEOIP,CN,Select,no-resolve'],
    ['ruleset=Select,[]FINAL', 'MATCH,Select'],
    ['ruleset=Select,[]MATCH', 'MATCH,Select'],
    ['ruleset=Select,[]DOMAIN-SUFFIX,x.com', 'DOMAIN-SUFFIX,x.com,Select'],
    ['ruleset=Select,[]AND,((DOMAIN,a.com),(NETWORK,udp))', 'AND,((DOMAIN,a.com),(NETWORK,udp)),Select'],
    ['surge_ruleset=Select,[]FINAL', 'MATCH,Select'],
  ])('%s becomes the rule %s', (line, text) => expect(rulesOf(line)).toEqual([{ kind: 'line', text }]))

  const BASE = { behavior: 'classical', format: 'text', interval: 86_400 }
  test.each([
    ['https://l.example/a/Ads.list', { ...BASE, name: 'Ads', url: 'https://l.example/a/Ads.list' }],
    ['https://l.example/Ads.list,3600', { ...BASE, name: 'Ads', url: 'https://l.example/Ads.list', interval: 3600 }],
    ['surge:https://l.example/Ads.list', { ...BASE, name: 'Ads', url: 'https://l.example/Ads.list' }],
    ['quanx:https://l.example/Ads.list', { ...BASE, name: 'Ads', url: 'https://l.example/Ads.list', dialect: 'quanx' }],
    [
      'clash-domain:https://l.example/d.txt',
      { ...BASE, name: 'd', url: 'https://l.example/d.txt', behavior: 'domain', format: 'yaml' },
    ],
    [
      'clash-ipcidr:https://l.example/i.yaml',
      { ...BASE, name: 'i', url: 'https://l.example/i.yaml', behavior: 'ipcidr', format: 'yaml' },
    ],
    ['clash-classic:https://l.example/c.yml', { ...BASE, name: 'c', url: 'https://l.example/c.yml', format: 'yaml' }],
    [
      'rules/ACL4SSR/Clash/Ruleset/SteamCN.list',
      {
        ...BASE,
        name: 'SteamCN',
        url: 'https://raw.githubusercontent.com/ACL4SSR/ACL4SSR/master/Clash/Ruleset/SteamCN.list',
      },
    ],
    ['rules/own/x.list', { ...BASE, name: 'x', url: 'rules/own/x.list' }],
  ])('the list %s is read with its kind and address', (text, list) => {
    expect(rulesOf(`ruleset=Select,${text}`)).toEqual([{ kind: 'list', list, group: 'Select' }])
  })

  const X = 'https://l.example/x.list'
  test.each([
    [`${X},no-resolve`, X, 86_400, true, []],
    [`${X} , No-Resolve`, X, 86_400, true, []],
    [`${X},3600,no-resolve`, X, 3600, true, []],
    [`${X},no-resolve,3600`, X, 3600, true, []],
    [`${X},`, X, 86_400, undefined, []],
    [`${X},0`, X, 86_400, undefined, []],
    [`${X},extended-matching,no-resolve`, X, 86_400, true, [[3, 'field-ignored', 'extended-matching']]],
    [`${X},update-interval=3600`, X, 86_400, undefined, [[3, 'field-ignored', 'update-interval=3600']]],
    ['rules/own/x.list,no-resolve', 'rules/own/x.list', 86_400, true, []],
    [`clash-ipcidr:${X},no-resolve`, X, 86_400, true, []],
    ['https://l.example/a,b.list', 'https://l.example/a,b.list', 86_400, undefined, []],
    [`${X}?a=1,b=2,600`, `${X}?a=1,b=2`, 600, undefined, []],
    [`${X}?a=1,b`, `${X}?a=1,b`, 86_400, undefined, []],
  ])('behind the address of %s', (text, url, interval, noResolve, issues) => {
    const line = `ruleset=Select,${text}`
    const [rule] = rulesOf(line)
    expect(rule).toMatchObject({ kind: 'list', list: { url, interval } })
    expect(rule?.kind === 'list' && rule.noResolve).toBe(noResolve)
    expect(codesOf(GROUPS + line)).toEqual(issues)
  })

  test('no-resolve of a list stands on its rule, and where the list is written out on each that looks up an address', () => {
    const { template } = readIniTemplate(`${GROUPS}ruleset=Select,${X},no-resolve\nruleset=Auto,[]FINAL`, 't')
    const lists = new Map([[X, 'DOMAIN,a.com\nIP-CIDR,192.0.2.0/24\nIP-CIDR,198.51.100.0/24,no-resolve']])
    const rulesFor = (to: 'mihomo' | 'clash') => {
      const sources = [{ name: 't', text: 'trojan://p@a.example.com:443#A' }]
      const { text } = convertText(sources, { to, template, rules: { lists } })
      return text
        .split('\nrules:\n')[1]!
        .split('\n')
        .map((line) => line.trim())
    }
    expect(rulesFor('mihomo')).toContain('- RULE-SET,x,Select,no-resolve')
    expect(rulesFor('clash')).toEqual(
      expect.arrayContaining([
        '- DOMAIN,a.com,Select',
        '- IP-CIDR,192.0.2.0/24,Select,no-resolve',
        '- IP-CIDR,198.51.100.0/24,Select,no-resolve',
      ]),
    )
  })

  test('a line of many commas is read at once', () => {
    const start = process.cpuUsage()
    rulesOf(`ruleset=Select,${X}${','.repeat(1_000_000)}`)
    // In quadratic time it takes many minutes.
    expect(process.cpuUsage(start).user).toBeLessThan(10_000_000)
  })

  test('two lists of one file name get two names, one list twice has one', () => {
    const names = rulesOf(
      'ruleset=Select,https://a.example/x.list\nruleset=Select,https://b.example/x.list\nruleset=Auto,https://a.example/x.list',
    ).map((rule) => (rule.kind === 'list' ? rule.list.name : ''))
    expect(names).toEqual(['x', 'x-2', 'x'])
  })

  test('without the rule generator there are no rules', () => {
    expect(rulesOf('enable_rule_generator=false\nruleset=Select,[]FINAL')).toEqual([])
  })
})

describe('groups of an ini file', () => {
  test.each([
    [
      'a name, a built-in and everything',
      'custom_proxy_group=S`select`[]♻️ 自动`[]DIRECT`.*',
      {
        name: 'S',
        type: 'select',
        whenEmpty: 'reject',
        members: [{ kind: 'ref', name: '♻️ 自动' }, { kind: 'ref', name: 'DIRECT' }, { kind: 'all' }],
      },
    ],
    [
      'a regex',
      'custom_proxy_group=HK`select`(港|HK)',
      {
        name: 'HK',
        type: 'select',
        whenEmpty: 'reject',
        members: [{ kind: 'pattern', pattern: '(港|HK)' }],
      },
    ],
    [
      'a probe, an interval and a tolerance',
      'custom_proxy_group=A`url-test`.*`http://cp.example/204`300,,50',
      {
        name: 'A',
        type: 'url-test',
        whenEmpty: 'reject',
        members: [{ kind: 'all' }],
        url: 'http://cp.example/204',
        interval: 300,
        timeout: undefined,
        tolerance: 50,
      },
    ],
    [
      'a fallback with an interval',
      'custom_proxy_group=F`fallback`[]A`[]B`http://cp.example/204`180',
      {
        name: 'F',
        type: 'fallback',
        whenEmpty: 'reject',
        members: [
          { kind: 'ref', name: 'A' },
          { kind: 'ref', name: 'B' },
        ],
        url: 'http://cp.example/204',
        interval: 180,
        timeout: undefined,
        tolerance: undefined,
      },
    ],
  ])('%s', (_, line, group) => expect(groupOf(line)).toEqual(group))

  test.each([
    ['too few fields for a probe', 'custom_proxy_group=A`url-test`.*`300', 'bad-value', 'custom_proxy_group'],
    ['an unknown type', 'custom_proxy_group=A`magic`.*', 'bad-value', 'custom_proxy_group'],
    ['a second group of the name', 'custom_proxy_group=Select`select`.*', 'bad-value', 'custom_proxy_group'],
    ['relay, which the clients gave up', 'custom_proxy_group=R`relay`[]A`[]B', 'group-kind-changed', undefined],
    ['nodes by source', 'custom_proxy_group=G`select`!!GROUPID=0!!(HK|TW)', 'field-ignored', '!!GROUPID'],
    ['a script', 'custom_proxy_group=G`select`script:a.js`.*', 'field-ignored', 'script'],
    ['an import', 'ruleset=!!import:snippets/rules.txt', 'field-ignored', 'ruleset'],
    ['a base file', 'clash_rule_base=https://b.example/base.yml', 'field-ignored', 'clash_rule_base'],
    ['an unknown key', 'colour=blue', 'parameter-unknown', 'colour'],
    ['no key at all', 'just words', 'bad-value', 'line'],
    ['a ruleset without a group', 'ruleset=,[]FINAL', 'bad-value', 'ruleset'],
    ['a list with a password', 'ruleset=A,https://u:pw@l.example/a.list', 'provider-invalid', 'url'],
    ['a list at no address', 'ruleset=A,http://[l/a.list', 'provider-invalid', 'url'],
    ['a list that no client fetches', 'ruleset=A,ftp://l.example/a.list', 'provider-invalid', 'url'],
  ])('%s is told with its line', (_, line, code, field) => {
    expect(codesOf(`[custom]\n${GROUPS}${line}`)).toEqual([[4, code, field]])
  })

  test('a list that nobody can fetch is left out, one of the own network and a path are not', () => {
    const places = ['https://u:pw@l.example/a', 'http://192.168.1.1/b', 'rules/c.list', 'C:/rules/d.list']
    const rules = rulesOf(places.map((place) => `ruleset=Select,${place}`).join('\n'))
    expect(rules.map((rule) => rule.kind === 'list' && rule.list.url)).toEqual(places.slice(1))
  })

  test.each([
    ['!!TYPE=SS|VMESS', { pattern: '.*', where: { type: 'SS|VMESS' } }],
    ['!!PORT=443,8000-9000!!(HK|TW)', { pattern: '(HK|TW)', where: { port: '443,8000-9000' } }],
    ['!!SERVER=\\.example\\.com$', { pattern: '.*', where: { server: '\\.example\\.com$' } }],
  ])('%s chooses nodes by more than their name', (member, expected) => {
    const { template, issues } = readIniTemplate(`custom_proxy_group=G\`select\`${member}`, 't')
    expect([template.groups[0]?.members, issues]).toEqual([[{ kind: 'pattern', ...expected }], []])
  })

  test('ports that say nothing are told', () => {
    expect(codesOf('custom_proxy_group=G`select`!!PORT=many')).toEqual([[1, 'field-ignored', '!!PORT']])
  })

  test('of two conditions the second is taken', () => {
    expect(groupOf('custom_proxy_group=G`select`!!GROUPID=0!!(HK|TW)')?.members).toEqual([
      { kind: 'pattern', pattern: '(HK|TW)' },
    ])
  })

  test('comments, a byte order mark, other sections and CRLF are no trouble', () => {
    const text = `\ufeff; one\r\n# two\r\n// three\r\n${GROUPS.replaceAll('\n', '\r\n')}[template]\r\ncustom_proxy_group=X\`select\`.*\r\n`
    const { template, issues } = readIniTemplate(text, 't')
    expect(issues).toEqual([])
    expect(template).toMatchObject({ main: 'Select' })
    expect(template.groups.map((group) => group.name)).toEqual(['Select', 'Auto'])
  })

  test.each([
    [
      'that stand in other files',
      'ruleset=A,[]FINAL\ncustom_proxy_group=!!import:a.txt\ncustom_proxy_group=!!import:b.txt',
      { reason: 'ini-imports', line: 2 },
    ],
    ['that cannot be read', 'custom_proxy_group=A`magic`.*', { reason: 'ini-groups' }],
    ['that it has not', 'ruleset=A,[]FINAL', { reason: 'ini-groups' }],
  ])('a file with groups %s is no template', (_, text, args) => {
    expect(() => readIniTemplate(text, 't')).toThrow(
      expect.objectContaining({ code: 'bad-template', args: { name: 't', ...args } }),
    )
  })

  test('what looks like such a file', () => {
    expect(isIniTemplate('proxies: []')).toBe(false)
    expect(isIniTemplate(GROUPS)).toBe(true)
  })
})

const FOLDER = fileURLToPath(new URL('../../../../../shared/data/acl4ssr/Clash/config/', import.meta.url))
const FILES = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.ini')) : []

describe('what an ini file does to nodes', () => {
  test('patterns, emoji and names are read', () => {
    const { template, issues } = readIniTemplate(
      `${GROUPS}exclude_remarks=(到期|官网)\ninclude_remarks=HK\nrename=\\s+IEPL@\nrename=HK@香港\nemoji=(香港|HK),🇭🇰\nremove_old_emoji=true\n`,
      't',
    )
    expect(issues).toEqual([])
    expect(template.naming).toEqual({
      include: ['HK'],
      exclude: ['(到期|官网)'],
      renames: [
        { pattern: '\\s+IEPL', to: '' },
        { pattern: 'HK', to: '香港' },
      ],
      removesEmoji: true,
      addsEmoji: true,
      emoji: [{ pattern: '(香港|HK)', emoji: '🇭🇰' }],
    })
  })

  test.each(['', 'add_emoji=false\n', 'remove_old_emoji=false\n'])('%j leaves them as they are', (text) => {
    expect(readIniTemplate(GROUPS + text, 't').template).not.toHaveProperty('naming')
  })

  test.each([
    ['exclude_remarks=(', 'exclude_remarks'],
    ['rename=(@x', 'rename'],
    ['rename=@x', 'rename'],
    ['emoji=🇭🇰', 'emoji'],
    ['emoji=(,🇭🇰', 'emoji'],
  ])('%s is told with its line and left out', (text, field) => {
    expect(codesOf(GROUPS + text)).toEqual([[3, 'bad-value', field]])
  })
})

describe('the files of ACL4SSR', () => {
  if (FILES.length === 0)
    test('are read', ({ skip }) => skip('the files of ACL4SSR are not beside this checkout (../shared/data/acl4ssr)'))
  test.each(FILES)('%s is read line by line with nothing to complain of', (name) => {
    const text = readFileSync(FOLDER + name, 'utf8')
    const { template, issues } = readIniTemplate(text, name)
    expect(issues).toEqual([])
    expect(template.groups).toHaveLength([...text.matchAll(/^custom_proxy_group=/gm)].length)
    expect(template.rules).toHaveLength([...text.matchAll(/^ruleset=/gm)].length)
    expect(template.main).toBe('🚀 节点选择')
    expect(template.rules.at(-1)).toEqual({ kind: 'line', text: 'MATCH,🐟 漏网之鱼' })
  })
})
