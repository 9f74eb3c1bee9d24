import { describe, expect, test } from 'vitest'
import { A, base64, LINKS, shortEntries, trojanYaml, type TextCase } from '../../../proof/short-entries.ts'
import { parseNodes } from '../../parse-nodes.ts'

describe('links that are no nodes', () => {
  test.each<TextCase>([
    ['addresses that a client is to import', [
      'clash://install-config?url=https%3A%2F%2Fexample.com%2Fsub%3Ftoken%3Dx&name=N',
      'sing-box://import-remote-profile?url=https%3A%2F%2Fexample.com%2Fsub#N',
      'v2rayn://install-sub?url=https%3A%2F%2Fexample.com%2Fsub',
      `sub://${base64('https://example.com/sub')}#N`,
      'hiddify://import/https://example.com/sub#N',
    ].join('\n'), ['1 needs-fetch', '2 needs-fetch', '3 needs-fetch', '4 needs-fetch', '5 needs-fetch']],
    ['the same without an address', 'clash://install-config?name=N\nsing-box://import-remote-profile#N\nclash://install-config/?url=&name=N', ['1 missing-field', '2 missing-field', '3 missing-field']],
    ['the same with one that is none', 'clash://install-config?url=file%3A%2F%2F%2Fx\nsub://AAAA\nshadowrocket://add/sub://AAAA?remark=N', ['1 bad-value', '2 bad-value', '3 bad-value']],
    ['the same in base64 that is none', 'sub://!!!\nsub://a#N', ['1 bad-base64', '2 bad-base64']],
    ['other wishes to these programs', 'clash://quit', ['1 unsupported-scheme']],
    ['Telegram, SOCKS5', 'tg://socks?server=s.example.com&port=1080&user=u&pass=p%40w\nhttps://t.me/socks?server=192.0.2.1&port=1080', ['1 socks5 s.example.com:1080', '2 socks5 192.0.2.1:1080']],
    ['Telegram, SOCKS5 without a port', 'https://t.me/socks?server=192.0.2.1', ['1 missing-field']],
    ['Telegram, MTProto', 'tg://proxy?server=s.example.com&port=443&secret=dd00\nhttps://t.me/proxy?server=s.example.com&port=443&secret=dd00', ['1 unsupported-scheme', '2 unsupported-scheme']],
    ['Telegram, a channel', 'https://t.me/somechannel', ['1 needs-fetch']],
  ])('%s', (_, text, entries, comments = 0) => {
    expect(shortEntries(text)).toEqual({ entries, comments })
  }) // oxfmt-ignore
})

test('a node carries its link, clean of case and &amp;, and what was found out about it', () => {
  const [node] = parseNodes('TROJAN://p@a.example.com:443?sni=s.example.com&amp;foo=1#A%00B').nodes
  expect(node).toMatchObject({
    link: 'trojan://p@a.example.com:443?sni=s.example.com&foo=1#A%00B',
    line: 1,
    node: { name: 'AB', tls: { sni: 's.example.com' } },
  })
  expect(node!.issues.map((issue) => issue.code)).toEqual(['parameter-unknown', 'name-changed'])
  expect(parseNodes(`- ${trojanYaml('a')}`).nodes[0]!.link).toBeUndefined()
})

test('issues name the source, the line and what is wrong, never a secret', () => {
  const { issues } = parseNodes(`proxies:\n  - {name: a, type: trojan, password: s3cret: x}\n`, { source: 'file.yaml' })
  expect(issues).toHaveLength(1)
  expect(issues[0]).toMatchObject({
    source: 'file.yaml',
    line: 2,
    code: 'bad-yaml',
    severity: 'error',
    kept: false,
    args: { line: 2 },
  })
  expect(JSON.stringify(issues)).not.toContain('s3cret')
  expect(parseNodes('hello').issues[0]).toMatchObject({ line: 1, code: 'bad-base64', args: { n: 5 } })
  expect(parseNodes('juicity://x').issues[0]!.args).toEqual({ scheme: 'juicity' })
})

test('MTProto is named as what it is, and an address is in no issue', () => {
  expect(parseNodes('tg://proxy?server=a&port=1&secret=b').issues[0]!.args).toEqual({ scheme: 'MTProto (Telegram)' })
  expect(
    JSON.stringify(parseNodes('clash://install-config?url=https%3A%2F%2Fa.example%2Fcanary').issues),
  ).not.toContain('canary')
})

test('a proxy of Telegram has its credentials and a link of its own', () => {
  expect(parseNodes('tg://socks?server=s.example.com&port=1080&user=u&pass=p%40w').nodes[0]).toMatchObject({
    link: 'socks5://u:p%40w@s.example.com:1080#',
    node: { username: 'u', password: 'p@w' },
  })
})

test('Base64 that is none names its length without blanks', () => {
  const lengths = (text: string) => parseNodes(text).issues.map(({ code, args }) => [code, args?.['n']])
  expect(lengths('vmess://%%%abc\nss://abc*def\nssr://ab*c\nAAAA AAAA AAAA AAAA')).toEqual([
    ['bad-base64', 6],
    ['bad-base64', 7],
    ['bad-base64', 4],
    ['bad-base64', 16],
  ])
})

test('a wish to import a subscription names the address that is missing', () => {
  expect(parseNodes('clash://install-config?name=N').issues[0]).toMatchObject({ code: 'missing-field', field: 'url' })
  expect(parseNodes('sub://!!!').issues[0]).toMatchObject({ code: 'bad-base64', args: { n: 3 } })
})

test('limits', () => {
  expect(parseNodes(LINKS, { maxLength: 10 })).toMatchObject({
    entries: 1,
    skipped: 1,
    nodes: [],
    issues: [{ code: 'too-large' }],
  })
  const many = parseNodes(`${A}\n`.repeat(10), { maxNodes: 3 })
  expect(many).toMatchObject({ entries: 10, skipped: 7, issues: [{ code: 'too-many-nodes', line: 4 }] })
  expect(many.nodes).toHaveLength(3)
  const long = parseNodes(
    `trojan://${'p'.repeat(5000)}@a.example.com:443\ntrojan://${'p'.repeat(4000)}@a.example.com:443`,
  )
  expect(long.issues.map((issue) => [issue.line, issue.code, issue.field])).toEqual([[1, 'bad-value', 'password']])
  expect(long.nodes).toHaveLength(1)
})
