import { checkRules, type Issue, type IssueCode, ISSUE_SEVERITY } from '@switchyard/convert'
import { describe, expect, test } from 'vitest'
import { errorMessage, wordIssue, type Lang, ruleLineMessage, ruleMessage, showable } from '../index.ts'
import failuresEn from '../failures/en-US.json' with { type: 'json' }
import failuresZh from '../failures/zh-CN.json' with { type: 'json' }
import serverEn from '../server/en-US.json' with { type: 'json' }
import serverZh from '../server/zh-CN.json' with { type: 'json' }
import terminalEn from '../terminal/en-US.json' with { type: 'json' }
import terminalZh from '../terminal/zh-CN.json' with { type: 'json' }
import issuesEn from './en-US.json' with { type: 'json' }
import issuesZh from './zh-CN.json' with { type: 'json' }

/** Everything that is said, by room. */
const en = { ...issuesEn, ...serverEn, api: failuresEn, cli: terminalEn }
const zh = { ...issuesZh, ...serverZh, api: failuresZh, cli: terminalZh }

const issue = (code: IssueCode, more: Partial<Issue> = {}): Issue => ({ code, severity: ISSUE_SEVERITY[code], ...more })

const defaulted = (field: string) => issue('value-defaulted', { field, args: { value: 'chrome' } })

const keys = (words: object) =>
  Object.entries(words).flatMap(([part, table]) => Object.keys(table as object).map((key) => `${part}.${key}`))

const sayings = (words: object) =>
  Object.values(words).flatMap((table) => Object.values(table as object).flat() as string[])

describe('the words of the specification', () => {
  test('no nodes', () => {
    expect(errorMessage('no-nodes', 'zh-CN')).toBe('节点为空')
    expect(errorMessage('no-nodes', 'en-US')).toBe('No nodes')
    expect(errorMessage('no-nodes-by-name', 'zh-CN', { n: 3, exclude: '过期' })).toBe(
      '名称筛选排除了全部 3 个节点：排除名称含“过期”',
    )
  })

  test('nothing left for Clash', () => {
    expect(errorMessage('no-nodes-for-clash', 'zh-CN')).toBe(
      'Clash节点为空，Clash不支持Vless，Hysteria节点，请使用Mihomo',
    )
    expect(errorMessage('no-nodes-for-clash', 'en-US')).toBe(
      'No Clash nodes. Clash does not support VLESS or Hysteria nodes, please use Mihomo',
    )
  })

  test('a rule line that is not of three parts', () => {
    const broken = issue('rule-parts', { line: 3, args: { reason: 'three-segments', raw: 'DOMAIN,a.example' } })
    expect(wordIssue(broken, 'zh-CN')).toBe(
      '第 3 行：DOMAIN,a.example → 写成 类型,网站,分组，例如 DOMAIN-SUFFIX,netflix.com,日本节点',
    )
    expect(wordIssue(broken, 'en-US')).toBe(
      'Line 3: DOMAIN,a.example → Write TYPE,SITE,GROUP, for example DOMAIN-SUFFIX,netflix.com,Japan',
    )
    expect(ruleMessage(broken, 'en-US')).toBe('Write TYPE,SITE,GROUP, for example DOMAIN-SUFFIX,netflix.com,Japan')
  })

  test('several messages about one rule line', () => {
    expect(ruleLineMessage(2, 'X,y', ['a', 'b'], 'zh-CN')).toBe('第 2 行：X,y → a；b')
    expect(ruleLineMessage(2, 'X,y', ['a', 'b'], 'en-US')).toBe('Line 2: X,y → a; b')
  })
})

test.each<[Issue, string, string]>([
  [
    issue('unsupported-scheme', { args: { scheme: 'juicity' } }),
    '不支持的链接类型：juicity',
    'Unsupported link type: juicity',
  ],
  [
    issue('bad-base64', { args: { n: 17 } }),
    'Base64 无效（清理后长度 17）',
    'Invalid Base64 string (cleaned length 17)',
  ],
  [
    issue('bad-base64', { args: { n: 17, reason: 'no-link' } }),
    '不是能识别的分享链接、订阅或配置',
    'Not a link, subscription or config',
  ],
  [issue('bad-base64', { args: { n: 10 } }), '不是能识别的分享链接、订阅或配置', 'Not a link, subscription or config'],
  [
    issue('bad-base64', { args: { reason: 'web-page' } }),
    '这是网页，不是订阅：地址可能有误、已过期或需要登录',
    'This is a web page, not a subscription: the address may be wrong, expired or behind a login',
  ],
  [issue('missing-field', { field: 'nodes' }), '缺少节点', 'Missing nodes'],
  [issue('missing-field', { field: 'password' }), '缺少密码', 'Missing password'],
  [issue('missing-field', { field: 'uuid' }), '缺少 UUID', 'Missing UUID'],
  [issue('bad-port'), '端口须为 1–65535 的整数', 'Port must be 1–65535'],
  [issue('yaml-aliases'), 'YAML 别名展开后内容过多', 'YAML aliases stand for too much'],
  [
    issue('yaml-aliases', { args: { line: 3, msg: 'more than 100 aliases' } }),
    '第 3 行的 YAML 别名：别名超过 100 个',
    'YAML aliases at line 3: more than 100 aliases',
  ],
  [issue('cipher-unsupported', { args: { cipher: 'rc4' } }), '不支持的 SS 加密：rc4', 'Unsupported SS cipher: rc4'],
  [issue('missing-public-key'), 'WireGuard 缺少公钥', 'WireGuard needs a public key'],
  [issue('name-changed', { args: { name: 'HK_1' } }), '名称重复，已改为 HK_1', 'Duplicate name, now HK_1'],
  [
    issue('name-changed', { args: { name: 'DIRECT_1', from: 'DIRECT', reason: 'name-reserved' } }),
    '此名称已用于分组或客户端自身，已改为 DIRECT_1',
    'A group or the client itself has this name, now DIRECT_1',
  ],
  [
    issue('rule-unsupported', { args: { reason: 'type-unsupported', type: 'UID', count: 1 } }),
    '客户端没有 UID 类型的规则，已略去（1 条）',
    'The client has no rule of type UID: left out (1 rule)',
  ],
  [
    issue('rule-unsupported', { args: { reason: 'list-type', type: 'USER-AGENT, URL-REGEX', count: 2 } }),
    'USER-AGENT, URL-REGEX 是其他程序的类型，已略去（2 条）',
    'Only other programs know USER-AGENT, URL-REGEX: left out (2 rules)',
  ],
  [
    issue('rule-value', { args: { reason: 'regex-syntax', mistake: 'parenthesis-open', at: '(a' } }),
    '正则表达式有误：缺少右括号，在“(a”',
    'The regular expression has a mistake: missing closing ) in “(a”',
  ],
  [issue('rule-value', { args: { reason: 'regex-syntax' } }), '正则表达式有误', 'The regular expression has a mistake'],
  [
    issue('rule-unsupported', { args: { reason: 'regex-unsupported', at: '(?=' } }),
    '客户端无法理解此正则表达式：(?=',
    'The client does not understand this regular expression: (?=',
  ],
  [
    issue('client-refuses', { field: 'mode', args: { reason: 'one-connection' } }),
    '客户端会拒绝整个文件：stream-one 模式的上下行共用一条连接，不能同时有下载设置，请换用其他模式或去掉下载设置',
    'The client would refuse the whole file: the mode stream-one has one connection for both directions, and the node has download settings: choose another mode or take them out',
  ],
  [
    issue('field-ignored', { field: 'download-settings.reuse-settings', args: { reason: 'reuse-of-node' } }),
    '节点自身也有 reuse-settings 时，客户端才使用 download-settings.reuse-settings：已写入，但不起作用',
    'The client uses download-settings.reuse-settings only where the node has reuse-settings itself: written, without effect',
  ],
  [
    issue('bad-base64', { args: { n: 9, reason: 'packed' } }),
    '内容仍是 gzip 压缩的，请先解压',
    'The content is still packed (gzip): unpack it first',
  ],
  [issue('mapping-unused', { args: { n: 2 } }), '映射：第 2 行不符合任何节点', 'Mapping: row 2 fits no node'],
  [issue('duplicate', { of: 3 }), '与第 3 行重复（服务器、端口、名称相同）', 'Same as line 3 (server, port, name)'],
  [issue('certificate-unchecked'), '证书校验已关闭', 'Certificate check is off'],
  [issue('bad-json', { line: 9, args: { msg: 'x' } }), '第 9 行解析失败：x', 'Parse failed at line 9: x'],
])('%j', (given, chinese, english) => {
  expect(wordIssue(given, 'zh-CN')).toBe(chinese)
  expect(wordIssue(given, 'en-US')).toBe(english)
})

test('a type that the client does not have is told apart from one that the user left out', () => {
  const excluded = issue('excluded', { args: { type: 'vless' } })
  const context = { client: 'clash', unsupported: ['vless'] }
  expect(wordIssue(excluded, 'en-US', context)).toBe('Clash does not support vless, excluded')
  expect(wordIssue(excluded, 'zh-CN', context)).toBe('Clash 不支持 vless，已排除')
  expect(wordIssue(excluded, 'en-US', { client: 'mihomo' })).toBe('vless is on the list of excluded types')
  const byName = issue('excluded', { field: 'name', args: { exclude: '过期' } })
  expect(wordIssue(byName, 'zh-CN', context)).toBe('名称含“过期”，已被名称筛选排除')
  expect(wordIssue({ ...byName, args: { include: '^HK' } }, 'en-US', context)).toBe(
    'Left out by a name filter: its name does not contain “^HK”',
  )
})

test.each<[Lang, Issue['args'], string, string]>([
  ['zh-CN', { type: 'vless' }, 'Clash 不支持 vless，已排除', 'Clash 不支持 vless'],
  ['en-US', { type: 'vless' }, 'Clash does not support vless, excluded', 'Clash does not support vless'],
  ['zh-CN', { step: 2 }, '被步骤 2（筛选）排除', '步骤 2（筛选）'],
  ['en-US', { step: 2 }, 'Excluded by step 2 (filter)', 'Step 2 (filter)'],
])('%s: beside its state, the words of an excluded entry do not repeat the state: %j', (lang, args, alone, beside) => {
  const context = { client: 'clash', unsupported: ['vless'] }
  expect(wordIssue(issue('excluded', { args }), lang, context)).toBe(alone)
  expect(wordIssue(issue('excluded', { args }), lang, { ...context, isBesideState: true })).toBe(beside)
})

test('beside its state a cipher that the client does not have is said in few words', () => {
  const cipher = issue('cipher-unsupported', { args: { cipher: 'rc4' } })
  expect(wordIssue(cipher, 'en-US', { client: 'clash', isBesideState: true })).toBe('Clash lacks rc4')
  expect(wordIssue(cipher, 'zh-CN', { client: 'clash', isBesideState: true })).toBe('Clash 不支持 rc4')
})

/** What the words of a variant are filled with. */
const placeholders = (words: unknown) =>
  [words].flat().map((variant) => new Set([...String(variant).matchAll(/\{(\w+)/g)].map(([, name]) => name)))

test('both languages have the same variants of every sentence', () => {
  const shapes = (wording: object) =>
    Object.entries(wording).flatMap(([group, table]) =>
      Object.entries(table as object).map(([key, words]) => [`${group}.${key}`, placeholders(words)]),
    )
  expect(shapes(zh)).toEqual(shapes(en))
})

test.each<[Lang, string, string]>([
  ['zh-CN', 'Clash 不支持 tuic，已排除', 'Clash 不支持此类型，已排除'],
  ['en-US', 'Clash does not support tuic, excluded', 'Clash does not support this type, excluded'],
])('a type that the client does not have reads alike, on its default list or not: %s', (lang, named, unnamed) => {
  const context = { client: 'clash', unsupported: ['tuic'] }
  const args = { type: 'tuic' }
  expect(wordIssue(issue('excluded', { args }), lang, context)).toBe(named)
  expect(wordIssue(issue('type-unsupported', { args }), lang, context)).toBe(named)
  expect(wordIssue(issue('type-unsupported'), lang, context)).toBe(unnamed)
})

test('a sentence begins with a capital letter, a field’s own name stays as it is spelled', () => {
  expect(wordIssue(defaulted('fp'), 'en-US')).toBe('Browser fingerprint (fp) was not given: chrome is used')
  expect(wordIssue(defaulted('tls.alpn'), 'en-US')).toBe('tls.alpn was not given: chrome is used')
})

test.each(['(', '[a', 'a**', '*', '\\', '(?P<x', '(a)\\2', 'a{2,1}', ')', '(?z)'])(
  'what the regex engine says of %j is said in Chinese',
  (pattern) => {
    const { issues } = checkRules(`DOMAIN-REGEX,${pattern},DIRECT`, { client: 'mihomo' })
    expect(issues.map((issue) => ruleMessage(issue, 'zh-CN').replace(/，在“.*”$/, ''))).toEqual([
      expect.stringMatching(/^正则表达式有误：[^a-z]+$/),
    ])
  },
)

test('why an address gave nothing is said without the address', () => {
  const failed = issue('fetch-failed', {
    source: 'https://example.com/s?token=x',
    field: 'bad-status',
    args: { status: 404 },
  })
  expect(wordIssue(failed, 'en-US')).toBe('The address could not be fetched: the server answered 404')
})

describe.each<Lang>(['zh-CN', 'en-US'])('%s', (lang) => {
  const codes = Object.keys(ISSUE_SEVERITY) as IssueCode[]

  test.each(codes)('%s has words when nothing else is known', (code) => {
    const message = wordIssue(issue(code), lang)
    expect(message).not.toBe('')
    expect(message).not.toMatch(/[{}]|undefined/)
  })
})

test('both languages say the same things', () => {
  expect(keys(zh).sort()).toEqual(keys(en).sort())
})

/** `{field}：{reason}` is put together from Chinese parts. */
const PLACES_ONLY = /^(?:Provider )?(?:\{\w+\}：?)+$/

test('Chinese is Chinese and English has no Chinese in it', () => {
  const han = /[\u4e00-\u9fff]/
  expect(sayings(en).filter((saying) => han.test(saying))).toEqual([])
  const chinese = Object.values(zh.issue)
    .flat()
    .filter((saying) => !PLACES_ONLY.test(saying))
  expect(chinese.filter((saying) => !han.test(saying))).toEqual([])
})

test('numbers of things have commas, and line numbers have none', () => {
  const missing = issue('routes-less', { args: { count: 1234 } })
  expect(wordIssue(missing, 'zh-CN')).toBe('此配置的分流少于预期：缺少 1,234 个规则列表，其中的流量按其余流量处理')
  expect(wordIssue(missing, 'en-US')).toMatch(/^This config routes less than intended: 1,234 rule lists are missing/)
  const named = issue('routes-less', { args: { count: 2, names: 'ads, ai' } })
  expect(wordIssue(named, 'zh-CN')).toMatch(/。缺少：ads, ai$/)
  expect(wordIssue(named, 'en-US')).toMatch(/\. Missing: ads, ai$/)
  const long = issue('rule-value', { args: { reason: 'regex-too-long', at: '4000' } })
  expect(wordIssue(long, 'en-US')).toBe('The regular expression is too long (limit 4,000 characters)')
  expect(ruleLineMessage(1234, 'X,y', ['a'], 'en-US')).toBe('Line 1234: X,y → a')
  expect(wordIssue(issue('duplicate', { of: 1234 }), 'zh-CN')).toBe('与第 1234 行重复（服务器、端口、名称相同）')
})

/** Places of texts, and of numbers that count nothing: lines, steps, the ends of a range, versions, a status. */
const NO_COUNTS =
  `action address at behavior below by character choices cipher client date deprecated encoding exclude expected field file filter
  first from group host include inner instead key limit line lines list max message messages min mistake msg name names nearest needs of option other param
  place plugin port provider raw reason removed scheme secret site status step target targets text to total type used value values version`.split(
    /\s+/,
  )

/** A row of the mapping; how many bits an address has; which source of an address it is. */
const PLAIN = ['mapping-unused {n}', 'cidr-prefix {most}', 'source {number}']

test.each([
  ['zh-CN', zh],
  ['en-US', en],
])('%s: what counts things is written {…, number}', (_lang, words) => {
  const plain = Object.values(words).flatMap((table) =>
    Object.entries(table as object).flatMap(([key, said]) =>
      [...String(said).matchAll(/\{(\w+)\}/g)]
        .filter(([, name]) => !NO_COUNTS.includes(name!))
        .map(([place]) => `${key} ${place}`),
    ),
  )
  expect(new Set(plain)).toEqual(new Set(PLAIN))
})

test.each([
  ['a\u001b[31mred', 'a\ufffd[31mred'],
  ['https://user:pw@example.com/sub?token=canary', 'https://example.com/…'],
  ['see vless://secret@example.com:443 there', 'see vless://… there'],
  ['https://example.com', 'https://example.com'],
  ['香港 01 🇭🇰', '香港 01 🇭🇰'],
])('%j is shown as %j', (value, shown) => {
  expect(showable(value)).toBe(shown)
})
