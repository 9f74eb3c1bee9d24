import { describe, expect, test } from 'vitest'
import { CLIENT_FACTS, convertText } from '../index.ts'
import { builtinTemplate } from './builtin.ts'
import { BUILTIN_NAMES, SERVICE_SETS, SERVICES, type ServiceName } from './group-keys.ts'
import { readIniTemplate } from './ini.ts'
import { readOwnConfig } from './own-config.ts'
import { withServices } from './services.ts'
import type { Template } from './template.ts'

const groupsOf = ({ groups }: Template) => groups.map(({ name }) => name)
const listsOf = ({ rules }: Template) =>
  rules.flatMap((rule) => (rule.kind === 'list' ? [`${rule.list.name} → ${rule.group}`] : []))
const lastRule = ({ rules }: Template) => rules.at(-1)

/** Names that members or rules say, and that are no group of the template. */
function dangling({ groups, rules }: Template): string[] {
  const known = new Set([...groups.map(({ name }) => name), 'DIRECT', 'REJECT'])
  const named = [
    ...groups.flatMap(({ members }) => members.flatMap((member) => (member.kind === 'ref' ? [member.name] : []))),
    ...rules.flatMap((rule) => (rule.kind === 'list' ? [rule.group] : [])),
  ]
  return named.filter((name) => !known.has(name))
}

const CHOICES: readonly (readonly ServiceName[])[] = [
  ...SERVICES.map((service) => [service]),
  [],
  ['steam', 'ads', 'google', 'ai'],
  SERVICES,
]

describe('services in a template of ours', () => {
  test.each(BUILTIN_NAMES)('%s has by itself the services of its own set', (name) => {
    expect(builtinTemplate(name, 'en-US', SERVICE_SETS[name])).toEqual(builtinTemplate(name, 'en-US'))
  })

  test.each([
    [[], ['cn → Direct', 'cn-ip → Direct']],
    [['netflix'], ['netflix → Netflix', 'cn → Direct', 'cn-ip → Direct']],
    [['ads'], ['ads-exceptions → Direct', 'ads → Ads', 'cn → Direct', 'cn-ip → Direct']],
    [['steam'], ['steam-cn → Direct', 'steam → Steam', 'cn → Direct', 'cn-ip → Direct']],
    [
      ['streaming', 'google', 'netflix', 'google-fcm', 'youtube', 'ai'],
      [
        'ai → AI',
        'netflix → Netflix',
        'youtube → YouTube',
        'google-fcm → Google FCM',
        'google → Google',
        'streaming → Streaming',
        'cn → Direct',
        'cn-ip → Direct',
      ],
    ],
  ] satisfies [ServiceName[], string[]][])('the services %j give the lists %j, the narrower one first', (services, lists) => {
    expect(listsOf(builtinTemplate('standard', 'en-US', services))).toEqual(lists)
  }) // oxfmt-ignore

  test('the smallest template takes services too', () => {
    const template = builtinTemplate('minimal', 'en-US', ['telegram', 'bilibili'])
    expect(groupsOf(template)).toEqual(['Select', 'Auto', 'Bilibili', 'Telegram', 'Direct', 'Final'])
    expect(listsOf(template)).toEqual(['bilibili → Bilibili', 'telegram → Telegram'])
    expect(template.groups[2]!.members[0]).toEqual({ kind: 'ref', name: 'DIRECT' })
    expect(template.groups[3]!.members[0]).toEqual({ kind: 'ref', name: 'Select' })
  })

  test.each(BUILTIN_NAMES)('whatever is chosen, %s ends with MATCH and names nothing that is not there', (name) => {
    for (const services of CHOICES) {
      const template = builtinTemplate(name, 'zh-CN', services)
      expect(dangling(template)).toEqual([])
      expect(lastRule(template)).toEqual({ kind: 'line', text: 'MATCH,漏网之鱼' })
    }
  })
})

const INI = readIniTemplate(
  ['ruleset=Proxy,https://lists.example/a.list', 'ruleset=Proxy,[]FINAL', 'custom_proxy_group=Proxy`select`.*'].join(
    '\n',
  ),
  'own.ini',
).template
const CLASH = readOwnConfig(
  'proxy-groups:\n- {name: Main, type: select, proxies: [Fast, DIRECT]}\n- {name: Fast, type: url-test, include-all: true}\n- {name: Netflix, type: select, proxies: [Fast]}\nrules:\n- GEOIP,LAN,DIRECT\n- MATCH,Main\n',
  'own.yaml',
)
const SINGBOX = readOwnConfig(
  '{"outbounds":[{"type":"selector","tag":"Main","outbounds":["{all}"]},{"type":"direct","tag":"direct"}],"route":{"final":"Main"}}',
  'own.json',
)

describe("services in a template of the user's own", () => {
  test('stand in front of its rules, each with a group that offers what the template has', () => {
    const template = withServices(CLASH, ['apple', 'ads', 'ai'], 'en-US')
    expect(groupsOf(template)).toEqual(['Main', 'Fast', 'Netflix', 'AI', 'Apple', 'Ads'])
    expect(template.groups[3]!.members).toEqual([
      { kind: 'ref', name: 'Main' },
      { kind: 'ref', name: 'Fast' },
      { kind: 'all', withOwn: true },
      { kind: 'ref', name: 'DIRECT' },
    ])
    expect(listsOf(template)).toEqual(['ads-exceptions → DIRECT', 'ads → Ads', 'ai → AI', 'apple → Apple'])
    expect(lastRule(template)).toEqual({ kind: 'line', text: 'MATCH,Main' })
  })

  test('go to the group that it has for one of them', () => {
    const template = withServices(CLASH, ['netflix'], 'zh-CN')
    expect(groupsOf(template)).toEqual(['Main', 'Fast', 'Netflix'])
    expect(listsOf(template)).toEqual(['netflix → Netflix'])
  })

  test.each([
    ['an ini file', INI],
    ['a Clash file', CLASH],
    ['a sing-box file', SINGBOX],
  ])('leave %s as it is where none is chosen, and name nothing that is not there', (_, template) => {
    expect(withServices(template, [], 'en-US')).toBe(template)
    for (const services of CHOICES) expect(dangling(withServices(template, services, 'en-US'))).toEqual([])
  })
})

const NODES = [{ name: 'a', text: 'trojan://pw@a.example:443#A' }]
const listed = (template: Template) =>
  new Map(
    template.rules.flatMap((rule) =>
      rule.kind === 'list' ? [[rule.list.url, `DOMAIN-SUFFIX,${rule.list.name}.test\n`] as const] : [],
    ),
  )

const ADS_AND_NETFLIX = ['ads', 'netflix'] as const
const ALL_CLIENTS = CLIENT_FACTS.map(({ id }) => id)

describe.each([
  ['a template of ours', builtinTemplate('standard', 'en-US', ADS_AND_NETFLIX), ALL_CLIENTS],
  ['an ini file', withServices(INI, ADS_AND_NETFLIX, 'en-US'), ALL_CLIENTS],
  ['a Clash file', withServices(CLASH, ADS_AND_NETFLIX, 'en-US'), ALL_CLIENTS],
  // No other client takes such a file.
  ['a sing-box file', withServices(SINGBOX, ADS_AND_NETFLIX, 'en-US'), ['singbox']],
] as const)('services in %s', (_, template, clients) => {
  test.each(clients)('are in the config for %s, exceptions first', (to) => {
    const { text } = convertText(NODES, { to, template, lang: 'en-US', rules: { lists: listed(template) } })
    const at = (what: RegExp) => text.search(what)
    const exceptions = at(/ads-exceptions/)
    const ads = at(/(?<!category-)\bads(?:\.test|\.list|,)|BanAD\.list/)
    expect(exceptions).toBeGreaterThan(0)
    expect(ads).toBeGreaterThan(exceptions)
    expect(at(/netflix/)).toBeGreaterThan(exceptions)
    // Xray has no groups in which a person chooses.
    if (to !== 'xray') expect(text).toMatch(/Netflix/)
  })
})
