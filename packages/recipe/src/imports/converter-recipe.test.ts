import { readYaml } from '@switchyard/convert'
import { recordOf, recordsOf } from '@switchyard/convert/record'
import { describe, expect, test } from 'vitest'
import { apply } from '../apply.ts'
import { parametersOf, readConverterQuery } from './converter-query.ts'
import { recipeOfQuery } from './converter-recipe.ts'
import { outputOfTarget } from './converter-targets.ts'

const A = 'https://a.example.com/api/v1/client/subscribe?token=t1'
const B = 'https://b.example.com/link/xyz?mu=1'
const enc = encodeURIComponent
const link = (host: string, name: string) => `trojan://pw@${host}.example.com:443?sni=cdn.example.com#${enc(name)}`
const TEXTS: Record<string, string> = {
  [A]: [
    link('hk1', '🇨🇳 HK 01'),
    link('jp1', 'JP 02 VIP'),
    link('us1', 'us 美国'),
    `ss://${btoa('aes-256-gcm:pw')}@ss1.example.com:8388#${enc('SG 04')}`,
    link('info', '剩余流量：10 GB'),
  ].join('\n'),
  [B]: link('b1', 'DE b'),
}

/** What comes of an address, as a server with these texts writes it. */
function converted(search: string, template?: string) {
  const query = readConverterQuery(parametersOf(search))
  const to = outputOfTarget(query.target ?? '', undefined)!
  const { recipe, addresses, ignored, userAgent } = recipeOfQuery(query, { to, version: query.version, template })
  const texts = new Map(addresses.map(({ id, url }) => [id, TEXTS[url] ?? '']))
  const { text } = apply(recipe, { texts, lists: new Map(), lang: 'en-US', namesByTemplate: true })
  return { text, ignored, userAgent, addresses, recipe }
}

const configOf = (text: string) => recordOf(readYaml(text).documents[0]?.value)
const proxiesIn = (text: string) => recordsOf(configOf(text)['proxies'])
const namesOf = (search: string, template?: string) =>
  proxiesIn(converted(search, template).text).map(({ name }) => name)

const ALL = ['🇭🇰 HK 01', '🇯🇵 JP 02 VIP', '🇺🇸 us 美国', '🇸🇬 SG 04']
/** `no emoji` keeps rows short. */
const PLAIN = 'add_emoji=false'

describe('a parameter, in every spelling that front ends and scripts build', () => {
  test.each<[what: string, parameters: string[], names: string[]]>([
    [
      'nothing said: flags of regions in the place of others, no notices',
      [
        '',
        '&insert=false',
        '&fdn=false',
        '&new_name=true',
        '&strict=true',
        '&classic=true',
        '&prepend=false',
        '&append_info=true',
        '&expand=false',
        '&tls13=true',
        '&interval=86400',
      ],
      ALL,
    ],
    [
      'emoji on',
      ['&emoji=true', '&emoji=1', '&emoji=TRUE', '&add_emoji=true&remove_emoji=true', '&emoji=true&remove_emoji=false'],
      ALL,
    ],
    [
      'emoji off: none at all',
      ['&emoji=false', '&emoji=0', '&add_emoji=false', '&add_emoji=0&remove_emoji=1', '&emoji=false&add_emoji=true'],
      ['HK 01', 'JP 02 VIP', 'us 美国', 'SG 04'],
    ],
    ['names as they came', ['&add_emoji=false&remove_emoji=false'], ['🇨🇳 HK 01', 'JP 02 VIP', 'us 美国', 'SG 04']],
    [
      'include',
      [
        '&include=HK%7CJP',
        '&include=HK|JP',
        `&include=${enc('HK`JP')}`,
        `&include=${enc('(HK|JP)')}`,
        `&include=${enc('(?i)hk|jp')}`,
      ],
      ['🇭🇰 HK 01', '🇯🇵 JP 02 VIP'],
    ],
    ['include asks for case', [`&include=${enc('US')}`, `&include=${enc('US`SG')}`].slice(1), ['🇸🇬 SG 04']],
    ['include may ask for notices', [`&include=${enc('剩余')}`], ['剩余流量：10 GB']],
    [
      'exclude',
      [`&exclude=${enc('HK|us|SG')}`, `&exclude=${enc('HK`us`SG')}`, `&exclude=${enc('(?i)hk|US|sg')}`],
      ['🇯🇵 JP 02 VIP'],
    ],
    ['both', [`&include=${enc('0\\d')}&exclude=${enc('VIP')}`], ['🇭🇰 HK 01', '🇸🇬 SG 04']],
    [
      'filters look at names as they came',
      [`&rename=${enc('HK@Moon')}&include=HK`, `&rename=${enc('HK@Moon')}&include=${enc('🇨🇳')}`],
      ['Moon 01'],
    ],
    ['a filter that asks for more than the name is left out', [`&include=${enc('!!GROUP=x')}`], ALL],
    [
      'rename',
      [`&rename=${enc('HK@香港`(?i)vip@`^(\\w+) 0@$1-')}`],
      ['🇭🇰 香港 01', '🇯🇵 JP-2', '🇺🇸 us 美国', '🇸🇬 SG-4'],
    ],
    [
      'rename splits at its last @',
      [`&rename=${enc('HK@ @x')}&${PLAIN}`, `&rename=${enc('01@a@b')}&${PLAIN}`],
      ['HK 01', 'JP 02 VIP', 'us 美国', 'SG 04'],
    ],
    ['rename without @ takes out', [`&rename=${enc(' 0\\d')}&${PLAIN}`], ['HK', 'JP VIP', 'us 美国', 'SG']],
    [
      'rename by a script is never run',
      [`&rename=${enc('script:path:x.js')}`, `&rename=${enc('!!script:function rename(node){}')}`],
      ALL,
    ],
    ['sort', ['&sort=true&add_emoji=false', '&sort=1&add_emoji=false'], ['HK 01', 'JP 02 VIP', 'SG 04', 'us 美国']],
    ['sort off', ['&sort=false', '&sort=0', '&sort='], ALL],
    [
      'append_type',
      ['&append_type=true', '&append_type=1'],
      ['[trojan] 🇭🇰 HK 01', '[trojan] 🇯🇵 JP 02 VIP', '[trojan] 🇺🇸 us 美国', '[ss] 🇸🇬 SG 04'],
    ],
    ['append_type off', ['&append_type=false'], ALL],
  ])('%s', (_, parameters, names) => {
    for (const more of parameters) expect([more, namesOf(`?target=clash&url=${enc(A)}${more}`)]).toEqual([more, names])
  })

  test.each<[parameter: string, key: string, value: unknown]>([
    ['udp=true', 'udp', true], ['udp=1', 'udp', true], ['udp=false', 'udp', undefined], ['udp=', 'udp', true],
    ['tfo=true', 'tfo', true], ['tfo=1', 'tfo', true], ['tfo=false', 'tfo', undefined],
    ['scv=true', 'skip-cert-verify', true], ['scv=1', 'skip-cert-verify', true], ['scv=false', 'skip-cert-verify', undefined],
  ])('%s gives every node %s: %j', (parameter, key, value) => {
    const [first] = proxiesIn(converted(`?target=clash&url=${enc(A)}&${parameter}`).text)
    expect(first?.[key] || undefined).toBe(value)
  }) // oxfmt-ignore

  test.each<[targets: string[], names: string[]]>([
    [
      ['v2ray', 'mixed', 'base64', 'V2RAY'],
      ['HK 01', 'JP 02 VIP', 'us 美国', 'SG 04'],
    ],
    [['ss'], ['SG 04']],
    [['trojan'], ['HK 01', 'JP 02 VIP', 'us 美国']],
  ])('%j is a list of links in base64: %j', (targets, names) => {
    for (const target of targets) {
      const { text } = converted(`?target=${target}&url=${enc(A)}&emoji=false`)
      const links = new TextDecoder()
        .decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))
        .trim()
        .split('\n')
      expect(links.map((one) => decodeURIComponent(one.split('#')[1]!))).toEqual(names)
    }
  })

  test('list gives the nodes alone', () => {
    const { text } = converted(`?target=clash&url=${enc(A)}&list=true`)
    expect(Object.keys(configOf(text))).toEqual(['proxies'])
    expect(Object.keys(configOf(converted(`?target=clash&url=${enc(A)}&list=false`).text))).toContain('rules')
  })

  test.each([
    ['singbox', '1.14'], ['sing-box', '1.12'], ['xray', ''],
  ])('%s writes for its client, in the version %j', (target, version) => {
    const { text, recipe } = converted(`?target=${target}&ver=${version}&url=${enc(A)}`)
    expect(JSON.parse(text)).toHaveProperty('outbounds')
    if (version) expect(recipe.perOutput).toMatchObject({ singbox: { singboxVersion: version } })
  }) // oxfmt-ignore
})

describe('addresses among the parameters', () => {
  const several = ['🇭🇰 HK 01', '🇯🇵 JP 02 VIP', '🇺🇸 us 美国', '🇸🇬 SG 04', '🇫🇷 FR own', '🇩🇪 DE b']
  const OWN = link('own', 'FR own')

  test.each([
    ['the bar encoded', enc(`${A}|${OWN}|${B}`)],
    ['the bar as it is', `${enc(A)}|${enc(OWN)}|${enc(B)}`],
    ['encoded twice', enc(enc(`${A}|${OWN}|${B}`))],
    ['a line break for the bar, as who pastes lines has it', enc(`${A}\n${OWN}\r\n${B}`)],
    ['empty parts and blanks', enc(`|${A} | ${OWN}||${B}|`)],
    ['groups named before them', enc(`tag:x,${A}|${OWN}|tag:y,${B}`)],
  ])('%s', (_, url) => expect(namesOf(`?target=clash&url=${url}`)).toEqual(several))

  test('each is numbered as it stands there', () => {
    const { addresses, recipe } = converted(`?target=clash&url=${enc(`${OWN}|${A}|${OWN}|${OWN}|${B}`)}`)
    expect(addresses.map(({ number, url }) => [number, url])).toEqual([[2, A], [5, B]]) // oxfmt-ignore
    expect(JSON.stringify(recipe)).not.toContain('token=t1')
  })

  test.each<[what: string, search: string, names: string[]]>([
    ['a bare address with a query of its own', `?target=clash&url=${A}`, ALL],
    ['the same with parameters behind', `?target=clash&url=${A}&emoji=true&udp=true&include=HK`, ['🇭🇰 HK 01']],
    [
      'parameters of the address behind those of the converter',
      `?target=clash&url=https://a.example.com/api/v1/client/subscribe?x=1&emoji=true&flag=meta`,
      [],
    ],
    ['two bare ones', `?target=clash&url=${A}|${B}`, [...ALL, '🇩🇪 DE b']],
    ['a bare link', `?target=clash&url=${OWN.split('#')[0]}&emoji=false`, ['own.example.com:443']],
  ])('scripts write them as they are: %s', (_, search, names) => {
    const query = readConverterQuery(parametersOf(search))
    if (names.length > 0) return expect(namesOf(search)).toEqual(names)
    expect(query.entries).toEqual(['https://a.example.com/api/v1/client/subscribe?x=1&flag=meta'])
    expect(query.switches).toEqual({ emoji: true })
  })

  test('a plus in a bare link is no blank', () => {
    expect(readConverterQuery(parametersOf('?url=vmess://ab+c/d==&target=clash')).entries).toEqual(['vmess://ab+c/d=='])
  })
})

test.each([
  [
    'tls13=true&script=true&upload=true&upload_path=x&dev_id=x&group=x',
    ['tls13', 'script', 'upload', 'upload_path', 'dev_id', 'group'],
  ],
  ['tls13=false&script=false&upload=false&group=', []],
  ['something=else&flag=meta', []],
  ['ua=curl', ['ua']],
  ['diyua=ShadowRocket', []],
  [`include=${enc('!!GROUP=a')}&rename=${enc('!!TYPE=SS!!a@b')}`, ['rename', 'include']],
])('of %s is told that nothing was done with %j', (parameters, ignored) => {
  expect(converted(`?target=clash&url=${enc(A)}&${parameters}`).ignored.toSorted()).toEqual([...ignored].toSorted())
})

test('sources are asked under the name that it gives, where that is one of ours', () => {
  const asked = (more: string) => converted(`?target=clash&url=${enc(A)}${more}`).userAgent
  expect([asked('&ua=clash.meta'), asked('&diyua=ShadowRocket'), asked('&ua=curl'), asked('')]).toEqual([
    'mihomo',
    'Shadowrocket',
    undefined,
    undefined,
  ])
})

describe('a query stands above the config that it names', () => {
  const TEMPLATE = 'custom_proxy_group=All`select`.*\nruleset=All,[]FINAL\n'
  const base = `?target=clash&url=${enc(A)}`

  test.each<[what: string, more: string, template: string, names: string[]]>([
    ['the config says what is excluded', '', 'exclude_remarks=HK', ALL.slice(1)],
    ['the query says it instead', '&exclude=JP', 'exclude_remarks=HK', ALL.filter((name) => !name.includes('JP'))],
    ['the config says what is included', '', 'include_remarks=HK', ALL.slice(0, 1)],
    ['the query says it instead', '&include=SG', 'include_remarks=HK', ALL.slice(3)],
    ['the config renames', '&include=HK', 'rename=HK@Moon', ['🇭🇰 Moon 01']],
    ['the query renames instead', `&include=HK&rename=${enc('HK@Sun')}`, 'rename=HK@Moon', ['Sun 01']],
    ['the config wants no emoji', '&include=HK', 'add_emoji=false', ['HK 01']],
    ['the query wants them', '&include=HK&emoji=true', 'add_emoji=false\nremove_old_emoji=false', ['🇭🇰 HK 01']],
    ['the config has emoji of its own', '&include=HK', 'emoji=HK,🌙', ['🌙 HK 01']],
    ['the query wants none', '&include=HK&emoji=false', 'emoji=HK,🌙', ['HK 01']],
    ['the config keeps the old ones', '&include=HK', 'add_emoji=false\nremove_old_emoji=false', ['🇨🇳 HK 01']],
  ])('%s', (_, more, template, names) => {
    const config = `${TEMPLATE}${template}\n`
    expect(namesOf(base + more, config)).toEqual(names)
    // Bare nodes and links are named alike.
    expect(namesOf(`${base}&list=true${more}`, config)).toEqual(names)
    const links = atob(converted(`?target=mixed&url=${enc(A)}${more}`, config).text)
      .trim()
      .split('\n')
    expect(links.map((each) => decodeURIComponent(each.split('#')[1]!))).toEqual(names)
  })

  test('bare nodes ask nothing of a config of a client, nor of one that is none', () => {
    for (const config of ['proxies: []\nrules: []\n', 'no config'])
      expect(namesOf(`${base}&list=true`, config)).toEqual(ALL)
  })

  test('it may be written in YAML', () => {
    const yaml =
      'custom:\n  proxy_groups:\n    - {name: All, type: select, rule: [.*]}\n  rulesets:\n    - {rule: FINAL, group: All}\n  exclude_remarks: [HK]\n'
    expect(namesOf(base, yaml)).toEqual(ALL.slice(1))
    expect(namesOf(`${base}&exclude=JP`, yaml)).toEqual(ALL.filter((name) => !name.includes('JP')))
  })
})
