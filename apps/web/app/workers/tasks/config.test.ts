import { expect, test } from 'vitest'
import { config } from './config.ts'

const MIHOMO = `proxies:
  - {name: Tokyo, type: ss, server: jp.example.com, port: 443, cipher: aes-128-gcm, password: p}
proxy-groups:
  - {name: Select, type: select, proxies: [Tokyo, DIRECT]}
rules:
  - DOMAIN-SUFFIX,a.example.com,Select # mine
  - MATCH,Select
`
const SINGBOX = `{
  "outbounds": [{"type": "direct", "tag": "direct"}, {"type": "socks", "tag": "Tokyo", "server": "192.0.2.1", "server_port": 1080}],
  "route": {"rules": [{"domain_suffix": ["a.example.com"], "outbound": "Tokyo"}], "final": "direct"}
}
`
const addRules = (text: string, lines: string[], lang: 'zh-CN' | 'en-US' = 'zh-CN') =>
  config.inject(
    text,
    {},
    [{ kind: 'add-rules', rules: lines.map((rule, at) => ({ rule, line: at + 1 })), at: 'bottom' }],
    lang,
  )

test('a line that is wrong is named with its number and reason, and the others go in', async () => {
  const result = await addRules(MIHOMO, [
    'DOMAIN,bad_domain-,DIRECT',
    'DOMAIN,b.example.com,DIRECT',
    'DOMIAN,c.example.com,DIRECT',
  ])
  expect(result).toMatchObject({ added: 1, refused: 2, skipped: 0 })
  const [change] = result.changes
  expect(change!.issues).toHaveLength(2)
  expect(change!.issues[0]!.message).toMatch(/^第 1 行：DOMAIN,bad_domain-,DIRECT → /)
  expect(change!.issues[1]!.message).toContain('未知规则类型')
  expect(result.text).toBe(MIHOMO.replace('  - MATCH', '  - DOMAIN,b.example.com,DIRECT\n  - MATCH'))
  expect(result.diff).toEqual([{ line: 7, newLine: 7, gone: [], fresh: ['  - DOMAIN,b.example.com,DIRECT'] }])
})

test.each([
  ['IP-CIDR,256.1.1.1/8,DIRECT', MIHOMO],
  ['PORT,90-80,DIRECT', MIHOMO],
  ['IP-CIDR,256.1.1.1/8,Tokyo', SINGBOX],
])('%s is refused with its line and why', async (line, text) => {
  const result = await addRules(text, ['', line])
  expect([result.text, result.refused]).toEqual([text, 1])
  const { message } = result.changes[0]!.issues[0]!
  expect(message.startsWith(`第 2 行：${line} → `) && message.length > `第 2 行：${line} → `.length).toBe(true)
})

test('an unknown group offers the nearest name, in the language that was asked in', async () => {
  const [change] = (await addRules(MIHOMO, ['DOMAIN,b.example.com,Selct'], 'en-US')).changes
  expect(change!.issues[0]!.message).toMatch(/^Line 1: DOMAIN,b.example.com,Selct → .*Select/)
})

test('what is there already is named, and a rule that nothing reaches is warned of', async () => {
  const { changes, fresh } = await addRules(MIHOMO, [
    'domain-suffix, a.example.com ,Select',
    'DOMAIN,x.a.example.com,DIRECT',
  ])
  expect(changes[0]!.present).toEqual(['DOMAIN-SUFFIX,a.example.com,Select'])
  expect(fresh.map(({ code, severity, line }) => [code, severity, line])).toEqual([['rule-unreachable', 'warning', 7]])
})

test('a change that makes the client refuse what it took before is held back', async () => {
  const set = { type: 'http', behavior: 'domain', url: 'https://l.example.com/a.yaml', path: './a.yaml' }
  const inject = (client: 'clash' | 'mihomo') =>
    config.inject(MIHOMO, { client }, [{ kind: 'add-rule-set', name: 'ads', set, rule: 'RULE-SET,ads,REJECT', at: 'top' }], 'zh-CN') // oxfmt-ignore
  // Clash 1.18 knows no RULE-SET.
  expect([(await inject('clash')).isHeld, (await inject('mihomo')).isHeld]).toEqual([true, false])
})

test('lines for sing-box are shown in its own words before they go in', async () => {
  const { changes, fresh } = await addRules(SINGBOX, ['DOMAIN,b.example.com,Tokyo'])
  expect(changes[0]!.translated).toEqual([
    { from: 'DOMAIN,b.example.com,Tokyo', to: '{"domain":["b.example.com"],"action":"route","outbound":"Tokyo"}' },
  ])
  expect(fresh).toEqual([])
})

test('where a site goes is said with the rule, the way, and what is missing', () => {
  const text = MIHOMO.replace(
    'rules:\n',
    'rule-providers:\n  ads: {type: http, behavior: domain, url: "https://l.example.com/a"}\nrules:\n  - RULE-SET,ads,REJECT\n',
  )
  const ask = () => config.explain(text, {}, { host: 'www.a.example.com' }, 'en-US')
  expect(ask()).toMatchObject({
    client: 'mihomo',
    answer: {
      rule: { line: 9 },
      groups: ['Select'],
      node: 'Tokyo',
      unknown: ['ads'],
      whyWords: expect.stringContaining('www.a.example.com'),
    },
    lists: [{ name: 'ads', url: 'https://l.example.com/a', isRead: false }],
  })
  config.addList('https://l.example.com/a', 'payload:\n  - "+.a.example.com"\n')
  expect(ask()).toMatchObject({ answer: { rule: { line: 8 }, node: 'REJECT', unknown: [] }, lists: [{ isRead: true }] })
  expect(config.explain('a: [', {}, { host: 'a' }, 'en-US').answer).toBeUndefined()
})

test('check, upgrade and compare answer in words', () => {
  const old = SINGBOX.replace('"route"', '"dns": {"servers": [{"tag": "d", "address": "8.8.8.8"}]}, "route"')
  expect(config.check(old, { version: '1.14' }, 'zh-CN').issues.every(({ message }) => message !== '')).toBe(true)
  const upgrade = config.upgrade(old, {}, 'en-US')
  expect(upgrade.versions).toContain('1.14')
  expect(upgrade.changes.map(({ line, message }) => [line, message !== ''])).toContainEqual([3, true])
  expect(config.compare(old, upgrade.text, {}, 'en-US').lines.length).toBeGreaterThan(0)
})
