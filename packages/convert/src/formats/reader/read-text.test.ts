import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { A, B, LINKS, shortEntries, trojanOutbound, trojanYaml, type TextCase } from '../../../proof/short-entries.ts'
import { parseNodes } from '../../parse-nodes.ts'

/** Bytes as a program reads them that does not know they are packed. */
const unpackedAs = (text: string, encoding: string) => new TextDecoder(encoding).decode(new Uint8Array(gzipSync(text)))

describe('lines', () => {
  test.each<TextCase>([
    ['links', LINKS, ['1 trojan A', '2 ss B']],
    ['no newline at the end', A, ['1 trojan A']],
    ['an empty text', '', []],
    ['blank lines', '\n  \n\t\n', []],
    ['blanks, BOM, zero-width space, CR LF', `\ufeff${A}\r\n  \u200b${B}  \r\n`, ['1 trojan A', '2 ss B']],
    ['CR alone', `${A}\r${B}\r`, ['1 trojan A', '2 ss B']],
    ['a scheme in capitals', 'TROJAN://p@a.example.com:443#A\nSs://YWVzLTI1Ni1nY206cGFzcw@192.0.2.1:8388#B', ['1 trojan A', '2 ss B']],
    ['comments of every kind', `# a\n// b\n; c\nSTATUS=x\nREMARKS=y\n\n${A}\n# d`, ['7 trojan A'], 6],
    ['a fence', '```yaml\n' + A + '\n```', ['2 trojan A'], 2],
    ['an unknown scheme', 'juicity://a@b:1\nbrook://x', ['1 unsupported-scheme', '2 unsupported-scheme']],
    ['a subscription address', 'https://example.com/sub?token=x', ['1 needs-fetch']],
    ['an @ behind the authority', 'https://example.com/@x\nhttp://example.com#a@b', ['1 needs-fetch', '2 needs-fetch']],
    ['prose', 'hello world\nfoo: bar\n[note] hi\nDIRECT\n=\n{', ['1 bad-base64', '2 bad-base64', '3 bad-base64', '4 bad-base64', '5 bad-base64', '6 bad-base64']],
    ['a broken link between good ones', `${A}\ntrojan://@a.example.com:443\ntrojan://p@a.example.com:99999\n${B}`, ['1 trojan A', '2 missing-field', '3 bad-port', '4 ss B']],
    ['names that are missing', 'trojan://p@a.example.com:443\ntrojan://p@[2001:db8::1]:443\ntrojan://p@a.example.com:443?remarks=R\ntrojan://p@a.example.com:443#%0A', ['1 trojan a.example.com:443', '2 trojan [2001:db8::1]:443', '3 trojan R', '4 trojan a.example.com:443']],
  ])('%s', (_, text, entries, comments = 0) => {
    expect(shortEntries(text)).toEqual({ entries, comments })
  }) // oxfmt-ignore
})

describe('answers of servers that hold no nodes', () => {
  test.each<TextCase>([
    ['a message', '{"message":"token expired"}', ['1 server-message']],
    ['below a status', '{"status":"fail","message":"订阅已过期","data":null}', ['1 server-message']],
    ['an error inside', '{"error":{"code":403,"message":"forbidden"}}', ['1 server-message']],
    ['a list of mistakes', '{"detail":[{"loc":["query"],"msg":"field required"}]}', ['1 server-message']],
    ['only a code', '{"code":500}', ['1 server-message']],
    ['a few words', 'token expired', ['1 server-message']],
    ['a few words in Chinese', '订阅链接已失效，请重新获取\n', ['1 server-message']],
    ['a log line', 'Error: 404 page not found', ['1 server-message']],
    ['some other object', '{"a": 1}', ['1 missing-field']],
    ['a config without nodes', '{"log": {"level": "error"}, "inbounds": []}', ['1 missing-field']],
    ['a rule', 'DOMAIN-SUFFIX,error.example,REJECT', ['1 bad-base64']],
    ['a link with such a name', `${A}过期`, ['1 trojan A过期']],
  ])('%s', (_, text, entries, comments = 0) => {
    expect(shortEntries(text)).toEqual({ entries, comments })
  }) // oxfmt-ignore
})

describe('mixed', () => {
  test.each<TextCase>([
    ['YAML, then links, then JSON, then a link', `proxies:\n  - ${trojanYaml('a')}\n\n# links\n${A}\n${JSON.stringify({ outbounds: [trojanOutbound('b')] }, null, 1)}\n${B}`, ['2 trojan a', '5 trojan A', '8 trojan b', '20 ss B'], 1],
    ['links, then a config', `${A}\nport: 1\nproxies:\n- ${trojanYaml('a')}\n`, ['1 trojan A', '4 trojan a']],
  ])('%s', (_, text, entries, comments = 0) => {
    expect(shortEntries(text)).toEqual({ entries, comments })
  }) // oxfmt-ignore
})

test('what is neither a link nor Base64 is not called Base64', () => {
  const reasons = (text: string) => parseNodes(text).issues.map(({ args }) => args?.['reason'])
  expect(reasons('AAAAAAAAAAAAAAAA\nhello\n1.2.3.4:1080\n大家好\n----------------\n================')).toEqual([
    undefined,
    undefined,
    'no-link',
    'no-link',
    undefined,
    undefined,
  ])
  expect(reasons('<html></html>')).toEqual(['web-page'])
})

test('what a server says is told, and nothing that could be a secret', () => {
  const textOf = (text: string) => parseNodes(text).issues[0]!.args?.['text']
  expect(textOf('{"status":"fail","message":"订阅已过期"}')).toBe('订阅已过期')
  expect(
    textOf('<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1>nginx</body></html>'),
  ).toBe('502 Bad Gateway nginx')
  expect(textOf('{"code":500}')).toBeUndefined()
  for (const secret of [
    'https://panel.example/s/canary?t=canary',
    'canary1canary2',
    '11111111-2222-4333-8444-555555555canary',
    'token=canary',
    'token: canary',
    'a@canary.example',
  ]) {
    expect(textOf(JSON.stringify({ message: `no such user ${secret}` }))).not.toContain('canary')
    expect(textOf(`no such user, ${secret}`) ?? '').not.toContain('canary')
  }
  expect(String(textOf(JSON.stringify({ message: 'very long '.repeat(100) })))).toHaveLength(121)
})

test.each(['utf-8', 'gb18030', 'big5'])('a text that is still packed is told as such, read as %s', (encoding) => {
  expect(parseNodes(unpackedAs(LINKS, encoding))).toMatchObject({
    entries: 1,
    issues: [{ code: 'bad-base64', args: { reason: 'packed' } }],
  })
})

test('the traffic that a text tells of', () => {
  const servers = [{ server: 'h', server_port: 1, method: 'aes-128-gcm', password: 'p' }]
  expect(parseNodes(JSON.stringify({ version: 1, servers, bytes_used: 5, bytes_remaining: 10 })).subscription).toEqual({
    download: 5,
    total: 15,
  })
  expect(parseNodes(`# upload=1; download=2; total=3; expire=1767225600\n${A}`).subscription).toEqual({
    upload: 1,
    download: 2,
    total: 3,
    expire: 1767225600,
  })
  expect(parseNodes(LINKS).subscription).toBeUndefined()
})
