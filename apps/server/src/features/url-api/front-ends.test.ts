import { readYaml } from '@switchyard/convert'
import { isRecord, recordOf, recordsOf } from '@switchyard/convert/record'
import { expect, test } from 'vitest'
import { engineTest } from '../../../../../packages/convert/proof/engine-test.ts'
import { checkWithMihomo } from '../../../../../packages/convert/proof/mihomo.ts'
import { checkWithSingbox } from '../../../../../packages/convert/proof/sing-box.ts'
import { checkWithXray } from '../../../../../packages/convert/proof/xray.ts'
import { addApiToken, addUser, emptyStore } from '../../../test/accounts.ts'
import type { SafeFetch } from '../../fetch/safe-fetch.ts'
import { SafeFetchError } from '../../fetch/safe-fetch-error.ts'
import { app } from '../../test-app.ts'

const ID = 'b831381d-6324-4d53-ad4f-8cda48b30811'
const AIR = 'https://air.example.com/api/v1/client/subscribe?token=t0'
const BOX = 'https://box.example.net/link/abc?sub=3&mu=1'
const DOWN = 'https://down.example.org/sub?token=t1'
const INI = 'https://rules.example.com/config/Online.ini'
const VMESS = `vmess://${Buffer.from(
  JSON.stringify({
    v: '2', ps: '香港 01', add: 'hk.example.com', port: '443', id: ID, aid: '0', scy: 'auto', net: 'ws', type: 'none',
    host: 'cdn.example.com', path: '/ws', tls: 'tls',
  }),
).toString('base64')}` // oxfmt-ignore

const SAID: Readonly<Record<string, string>> = {
  // As panels answer: links in base64, with a notice among them.
  [AIR]: Buffer.from(
    [
      VMESS,
      'trojan://secret@jp.example.com:443?sni=cdn.example.com#JP%2002',
      `ss://${Buffer.from('aes-256-gcm:secret').toString('base64url')}@sg.example.com:8388#SG%2003`,
      `vless://${ID}@us.example.com:443?encryption=none&security=tls&sni=cdn.example.com&type=ws&path=%2Fws#US%2004`,
      'hysteria2://secret@tw.example.com:443?sni=cdn.example.com#TW%2005',
      'trojan://secret@info.example.com:443#%E5%89%A9%E4%BD%99%E6%B5%81%E9%87%8F%EF%BC%9A88%20GB',
    ].join('\n'),
  ).toString('base64'),
  [BOX]:
    'proxies:\n  - {name: DE a, type: trojan, server: de.example.com, port: 443, password: secret, sni: cdn.example.com}\n  - {name: FR b, type: ss, server: fr.example.com, port: 8388, cipher: aes-128-gcm, password: secret}\n',
  [INI]: `[custom]
;the usual shape of these files
ruleset=🎯 全球直连,https://rules.example.com/Direct.list
ruleset=🚀 节点选择,https://rules.example.com/Proxy.list
ruleset=🎯 全球直连,[]DOMAIN-SUFFIX,cn
ruleset=🐟 漏网之鱼,[]FINAL
custom_proxy_group=🚀 节点选择\`select\`[]♻️ 自动选择\`[]DIRECT\`.*
custom_proxy_group=♻️ 自动选择\`url-test\`(香港|JP|DE)\`http://www.gstatic.com/generate_204\`300,,50
custom_proxy_group=🎯 全球直连\`select\`[]DIRECT\`[]🚀 节点选择
custom_proxy_group=🐟 漏网之鱼\`select\`[]🚀 节点选择\`[]🎯 全球直连
enable_rule_generator=true
overwrite_original_rules=true
`,
  'https://rules.example.com/Direct.list': '# direct\nDOMAIN-SUFFIX,direct.example\nIP-CIDR,192.0.2.0/24,no-resolve\n',
  'https://rules.example.com/Proxy.list': 'DOMAIN-KEYWORD,proxied\nUSER-AGENT,Surge*\n',
}

const ALL = ['🇭🇰 香港 01', '🇯🇵 JP 02', '🇸🇬 SG 03', '🇺🇸 US 04', '🇹🇼 TW 05']
const PLAIN = ['香港 01', 'JP 02', 'SG 03', 'US 04', 'TW 05']
const OLD_CORE = ALL.slice(0, 3)
const BOTH = [...ALL, '🇩🇪 DE a', '🇫🇷 FR b']
const GROUPS = ['🚀 节点选择', '♻️ 自动选择', '🎯 全球直连', '🐟 漏网之鱼']
const EXPANDED = [
  'DOMAIN-SUFFIX,direct.example,🎯 全球直连',
  'IP-CIDR,192.0.2.0/24,🎯 全球直连,no-resolve',
  'DOMAIN-KEYWORD,proxied,🚀 节点选择',
  'DOMAIN-SUFFIX,cn,🎯 全球直连',
  'MATCH,🐟 漏网之鱼',
]
const PROVIDED = ['RULE-SET,Direct,🎯 全球直连', 'RULE-SET,Proxy,🚀 节点选择', ...EXPANDED.slice(3)]

interface Expected {
  names?: string[]
  groups?: string[]
  rules?: string[]
  status?: number
  /** Of the header of the report. */
  report?: string
  headers?: Record<string, string>
}
type Row = [built: string, address: string, expected: Expected, agent?: string]

const enc = encodeURIComponent
const [air, ini] = [enc(AIR), enc(INI)]
/** CareyWang/sub-web (19e7589), `src/composables/useSubscription.js`: its advanced form, with switches as they stand. */
const subWeb = (target: string, url: string, more = '', udp = '') =>
  `/sub?target=${target}&url=${url}&insert=false${more}&emoji=true&list=false&tfo=false&scv=true&fdn=false&expand=true&sort=false${udp}${target === 'clash' ? '&new_name=true' : ''}`
/** youshandefeiyang/sub-web-modify (65b0759), `src/views/Subconverter.vue`. */
const modified = (target: string, url: string, more = '', end = '') =>
  `/sub?target=${target}&url=${url}&insert=false${more}&emoji=true&list=false&xudp=false&udp=false&tfo=false&expand=true&scv=false&fdn=false${target === 'clash' ? '&new_name=true' : ''}${end}`
/** Workers that hand out subscriptions build one address for every client, with no more than this. */
const worker = (target: string, url: string, config = `&config=${ini}`) =>
  `/sub?target=${target}&url=${url}&insert=false${config}&emoji=true&list=false&tfo=false&scv=true&fdn=false&sort=false&new_name=true`
/** vernesong/OpenClash, `root/usr/share/openclash/openclash.sh`. */
const openClash = (url: string, include = '', end = '') =>
  `/sub?target=clash&new_name=true&url=${url}&config=${ini}&include=${include && enc(`(?i)${include}`)}&exclude=&emoji=true&list=false&sort=false&udp=true&scv=true&append_type=false&fdn=true${end}`
const searchParams = (query: Record<string, string>) => `/sub?${new URLSearchParams(query).toString()}`

const ROWS: Row[] = [
  [
    'sub-web, plain',
    `/sub?target=clash&url=${air}&insert=false`,
    { names: ALL, report: 'entries=6 output=5 skipped=0 duplicates=0 excluded=1' },
  ],
  ['sub-web, plain, two addresses', `/sub?target=clash&url=${enc(`${AIR}|${BOX}`)}&insert=false`, { names: BOTH }],
  ['sub-web with a config', subWeb('clash', air, `&config=${ini}`), { names: ALL, groups: GROUPS, rules: EXPANDED }],
  [
    'sub-web with filters',
    subWeb('clash', air, `&config=${ini}&exclude=${enc('(US|TW)')}&include=${enc('0\\d')}`),
    { names: OLD_CORE, groups: GROUPS },
  ],
  [
    'sub-web with a file name and types',
    subWeb('clash', air, `&filename=${enc('我的机场')}&append_type=true`),
    {
      names: ['[vmess] 🇭🇰 香港 01', '[trojan] 🇯🇵 JP 02', '[ss] 🇸🇬 SG 03', '[vless] 🇺🇸 US 04', '[hysteria2] 🇹🇼 TW 05'],
      headers: {
        'content-disposition':
          'attachment; filename="mihomo.yaml"; filename*=UTF-8\'\'%E6%88%91%E7%9A%84%E6%9C%BA%E5%9C%BA.yaml',
      },
    },
  ],
  ['sub-web with udp', subWeb('clash', air, '', '&udp=true'), { names: ALL }],
  ['sub-web for sing-box', subWeb('singbox', air, `&config=${ini}`), { names: ALL, groups: GROUPS }],
  ['sub-web with a parameter of the person: the version', subWeb('singbox', air, '') + '&ver=1.12', { names: ALL }],
  ['sub-web for v2rayN', subWeb('v2ray', air), { names: ALL }],
  ['sub-web for Shadowsocks', subWeb('ss', air), { names: ['🇸🇬 SG 03'] }],
  ['sub-web for Trojan', subWeb('trojan', enc(`${AIR}|${BOX}`)), { names: ['🇯🇵 JP 02', '🇩🇪 DE a'] }],
  ['sub-web for ClashR', subWeb('clashr', air), { names: ALL }],
  ['sub-web for Surge, which is not written here', subWeb('surge&ver=4', air), { status: 400 }],
  ['sub-web for Quantumult X, neither', subWeb('quanx', air), { status: 400 }],
  [
    'sub-web-modify',
    modified('clash', air, `&config=${ini}`, `&diyua=ShadowRocket`),
    { names: ALL, groups: GROUPS, rules: EXPANDED },
  ],
  [
    'sub-web-modify, all of its fields',
    modified(
      'clash',
      air,
      `&config=${ini}&exclude=${enc('US')}&include=${enc('0')}&filename=x&rename=${enc('JP@日本`SG@新加坡')}&interval=${enc('172800')}&dev_id=abc&append_type=true&tls13=true&sort=true`,
      '&clash.doh=true',
    ),
    {
      names: ['[vmess] 🇭🇰 香港 01', '[trojan] 🇯🇵 日本 02', '[ss] 🇸🇬 新加坡 03', '[hysteria2] 🇹🇼 TW 05'],
      report: 'ignored=tls13,dev_id,clash.doh',
      headers: { 'profile-update-interval': '48' },
    },
  ],
  [
    'sub-web-modify for sing-box with IPv6',
    modified('singbox', air, '', '&singbox.ipv6=1'),
    { names: ALL, report: 'ignored=singbox.ipv6' },
  ],
  ['sub-web-modify for all links', modified('mixed', enc(`${AIR}|${BOX}`)), { names: BOTH }],
  [
    'sub-web-modify, by the program: Clash Verge',
    modified('auto', air),
    { names: ALL, report: 'target=mihomo' },
    'clash-verge/v2.4.3',
  ],
  ['the same asked by ClashX', modified('auto', air), { names: OLD_CORE, report: 'target=clash' }, 'ClashX/1.118.0'],
  [
    'the same asked by sing-box',
    modified('auto', air),
    { names: ALL, report: 'target=singbox' },
    'SFA/1.13.2 (sing-box 1.13.2; language zh_CN)',
  ],
  ['the same asked by v2rayN', modified('auto', air), { names: ALL, report: 'target=base64' }, 'v2rayN/7.16.3'],
  [
    'Clash asked by a program on the old core',
    worker('clash', air),
    { names: OLD_CORE, groups: GROUPS, rules: EXPANDED, report: 'target=clash' },
    'ClashforWindows/0.20.39',
  ],
  ['a worker for Clash', worker('clash', air), { names: ALL, groups: GROUPS, rules: EXPANDED }],
  ['a worker for sing-box', worker('singbox', enc(`${AIR}|${BOX}`)), { names: BOTH, groups: GROUPS }],
  [
    'a worker for sing-box, nodes alone',
    `/sub?target=singbox&url=${air}&insert=false&emoji=true&list=true&tfo=false&scv=true&fdn=false&sort=false&new_name=true`,
    { names: ALL },
  ],
  [
    'a worker that wants rule providers',
    `${worker('clash', air).replace('emoji=true', 'emoji=false')}&expand=false&rule-providers=true`,
    { names: PLAIN, groups: GROUPS, rules: PROVIDED },
  ],
  ['a worker for Loon, which is not written here', worker('loon', air), { status: 400 }],
  ['OpenClash', openClash(air), { names: ALL, groups: GROUPS, rules: EXPANDED }],
  [
    'OpenClash with rule providers',
    openClash(air, '香港|jp', '&expand=false&classic=true'),
    { names: ALL.slice(0, 2), groups: GROUPS, rules: PROVIDED },
  ],
  ['a script of a router, nothing encoded', `/sub?target=clash&url=${AIR}`, { names: ALL }],
  [
    'the same with several and switches behind',
    `/sub?target=clash&url=${AIR}|${BOX}&emoji=true&udp=true`,
    { names: BOTH },
  ],
  [
    'a script in Python that encodes nothing',
    `/sub?target=singbox&url=${BOX}&insert=false&config=${INI}&emoji=true&list=false&xudp=false&udp=false&tfo=false&expand=true&scv=false&fdn=false`,
    { names: BOTH.slice(5), groups: GROUPS },
  ],
  [
    'a script in Python that encodes each sign',
    `/sub?target=clash&url=${air}&emoji=true&sort=true&list=true&exclude=${enc('TW|US')}`,
    { names: OLD_CORE.toSorted() },
  ],
  [
    'a page that joins lines with bars',
    `/sub?target=singbox&url=${enc(`${VMESS}\n${BOX}`.replaceAll('\n', '|'))}&insert=false&emoji=true&list=true&xudp=true&udp=true&tfo=false&expand=false&scv=true&fdn=false&singbox.ipv6=1`,
    { names: ['🇭🇰 香港 01', '🇩🇪 DE a', '🇫🇷 FR b'] },
  ],
  [
    'URLSearchParams',
    searchParams({
      target: 'clash',
      url: AIR,
      insert: 'false',
      config: INI,
      emoji: 'true',
      list: 'false',
      xudp: 'false',
      udp: 'false',
      tfo: 'false',
      expand: 'true',
      scv: 'false',
      fdn: 'false',
      new_name: 'true',
    }),
    { names: ALL, groups: GROUPS, rules: EXPANDED },
  ],
  [
    'URLSearchParams, which writes + for a blank',
    searchParams({ target: 'clash', url: AIR, rename: 'JP 02@Tokyo 2', emoji: 'false' }),
    { names: ['香港 01', 'Tokyo 2', 'SG 03', 'US 04', 'TW 05'] },
  ],
  ['a link of a page that makes nodes', `/sub?target=clash&url=${enc(VMESS)}`, { names: ['🇭🇰 香港 01'] }],
  ['for Xray', `/sub?target=xray&url=${air}&emoji=true`, { report: 'output=5' }],
  [
    'one of two is away',
    subWeb('clash', enc(`${DOWN}|${AIR}`), `&config=${ini}`),
    { names: ALL, rules: EXPANDED, report: 'failed=1:down.example.org:timeout' },
  ],
  ['all are away', subWeb('clash', enc(DOWN)), { status: 502 }],
  [
    'a config that is away',
    subWeb('clash', air, `&config=${enc('https://rules.example.com/none.ini')}`),
    { status: 502 },
  ],
  [
    'a front end whose back end has a token in its path',
    `/t/{token}${modified('clash', air, `&config=${ini}`)}`,
    { names: ALL, groups: GROUPS, rules: EXPANDED },
  ],
]

test('there are forty of them', () => expect(ROWS.length).toBeGreaterThanOrEqual(40))

let server: Promise<(address: string, agent?: string) => Promise<Response>> | undefined

async function start() {
  const store = await emptyStore()
  const clock = { now: 0 }
  const safeFetch: SafeFetch = (url) =>
    SAID[url] === undefined
      ? Promise.reject(new SafeFetchError(url.includes('none.ini') ? 'bad-status' : 'timeout', { status: 404 }))
      : Promise.resolve({ body: Buffer.from(SAID[url]), contentType: '', userInfo: undefined, stale: false })
  const ask = app({}, { store, safeFetch, now: () => clock.now })
  const token = await addApiToken(store, await addUser(store, 'anna'), ['convert'])
  return (address: string, agent = 'curl/8.7.1') => {
    // A conversion a minute from each address would be too few for this list.
    clock.now += 2000
    return ask(address.replace('{token}', token), { 'user-agent': agent })
  }
}

const ask = async (address: string, agent?: string) => (await (server ??= start()))(address, agent)

test.each(ROWS)('%s', async (_, address, { names, groups, rules, status = 200, report = '', headers = {} }, agent) => {
  const answer = await ask(address, agent)
  const text = await answer.text()
  expect([answer.status, status === 200 ? '' : text]).toEqual([
    status,
    status === 200 ? '' : expect.stringMatching(/./),
  ])
  expect(answer.headers.get('x-switchyard-report') ?? '').toContain(report)
  expect(Object.fromEntries(answer.headers)).toMatchObject(headers)
  const written = writtenIn(text)
  if (names) expect(written.names).toEqual(names)
  if (groups) expect(written.groups).toEqual(groups)
  if (rules) expect(written.rules).toEqual(rules)
})

/** Names of nodes, groups and rules, whatever it is written for. */
function writtenIn(text: string): { names: unknown[]; groups: unknown[]; rules: unknown } {
  if (text.startsWith('{')) {
    const outbounds = recordsOf(recordOf(JSON.parse(text))['outbounds'])
    const groups = outbounds.filter(({ type }) => type === 'selector' || type === 'urltest')
    return {
      names: outbounds.filter(({ server: host }) => host).map(({ tag }) => tag),
      groups: groups.map(({ tag }) => tag),
      rules: [],
    }
  }
  const value = readYaml(text).documents[0]?.value
  if (isRecord(value)) {
    const names = recordsOf(value['proxies']).map(({ name }) => name)
    return { names, groups: recordsOf(value['proxy-groups']).map(({ name }) => name), rules: value['rules'] }
  }
  const links = Buffer.from(text, 'base64').toString().trim().split('\n')
  return { names: links.map(nameOfLink), groups: [], rules: [] }
}

function nameOfLink(link: string): string {
  if (!link.startsWith('vmess://')) return decodeURIComponent(link.split('#')[1] ?? '')
  return String(recordOf(JSON.parse(Buffer.from(link.slice('vmess://'.length), 'base64').toString()))['ps'])
}

/** All that was answered for a client, without what is a list of nodes alone. */
async function filesFor(client: string): Promise<[built: string, text: string][]> {
  const files: [string, string][] = []
  for (const [built, address, { status = 200 }, agent] of ROWS) {
    if (status !== 200 || address.includes('list=true')) continue
    const answer = await ask(address, agent)
    if (answer.headers.get('x-switchyard-report')?.includes(`target=${client}`) === true)
      files.push([built, await answer.text()])
  }
  return files
}

const TIMEOUT_MS = 120_000

engineTest(['sing-box'], 'what is answered for sing-box is loaded by it', async ({ 'sing-box': path }) => {
  const files = await filesFor('singbox')
  expect(files.length).toBeGreaterThan(5)
  for (const [built, text] of files) expect([built, await checkWithSingbox(path, text)]).toEqual([built, undefined])
}, TIMEOUT_MS) // oxfmt-ignore

engineTest(['xray'], 'what is answered for Xray is loaded by it', async ({ xray: path }) => {
  const files = await filesFor('xray')
  expect(files).toHaveLength(1)
  for (const [built, text] of files) expect([built, await checkWithXray(path, text)]).toEqual([built, undefined])
}, TIMEOUT_MS) // oxfmt-ignore

engineTest(['mihomo'], 'what is answered for Clash is loaded by mihomo', async ({ mihomo: path }) => {
  const files = [...(await filesFor('mihomo')), ...(await filesFor('clash'))]
  expect(files.length).toBeGreaterThan(15)
  for (const [built, text] of files) expect([built, await checkWithMihomo(path, text)]).toEqual([built, undefined])
}, TIMEOUT_MS) // oxfmt-ignore
