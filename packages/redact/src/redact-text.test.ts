import { PROTOCOLS } from '@switchyard/convert'
import { describe, expect, test } from 'vitest'
import { isSecretName, redactText } from './redact-text.ts'

const schemes = PROTOCOLS.flatMap((protocol) => protocol.schemes)
/** An address on the web stays readable but for what opens it. */
const WEB: readonly string[] = ['http', 'https']

test('the engine tells its schemes', () => {
  expect(schemes).toEqual(expect.arrayContaining(['vmess', 'shadowsocks', 'ssh', 'socks5h', 'hysteria2+realm', ...WEB]))
})

describe.each([...schemes, 'a-protocol-of-tomorrow'])('a %s link', (scheme) => {
  const link = `${scheme}://canary:can'ary@h.example:443?password=canary?canary&canary=canary`
  test.each([
    ['as it stands', link],
    ['in capitals', link.replace(scheme, scheme.toUpperCase())],
    ['in quotes', `line "${link}" is broken`],
    ['in JSON', JSON.stringify({ msg: `a\n${link}` })],
    ['percent-encoded in a path', `/x/${encodeURIComponent(link)}`],
    ['percent-encoded twice', `/x/${encodeURIComponent(encodeURIComponent(link))}`],
    ['with its slashes percent-encoded', `/${link.replace('://', ':%2F%2F')}`],
    ['with its slashes percent-encoded once each way', `/${link.replace('://', '%3A/%2f')}`],
    ['with escaped slashes', link.replaceAll('/', String.raw`\/`)],
    ['behind other letters', `x_${link}`],
  ])('%s is not logged', (_, text) => {
    const logged = redactText(text)
    expect(logged.toLowerCase().replaceAll('canary=', '')).not.toContain('canary')
    expect(logged).toContain('…')
  })
})

test('a link whose whole body is base64 is not logged', () => {
  for (const scheme of schemes.filter((each) => !WEB.includes(each))) {
    expect(redactText(`${scheme}://Y2FuYXJ5`)).toBe(`${scheme}://…`)
  }
})

test.each([
  ['/sub/canary', '/sub/…'],
  ['/sub/free/all', '/sub/free/all'],
  ['/s/canary?x=canary', '/s/…?x=…'],
  ['/SUB/canary', '/SUB/…'],
  ['/t/canary/sub?target=canary', '/t/…?target=…'],
  ['/%74/canary', '/%74/…'],
  ['//sub//canary', '//sub/…'],
  ['/s%2Fcanary', '/s/…'],
  ['/sub/%20canary', '/sub/…'],
  ['/sub%20/canary', '/sub/…'],
  ['/sub/%2520/canary', '/sub/…'],
  ['/%20sub/canary', '/sub/…'],
  ['/sub/x/y/canary', '/sub/…'],
  ['/%73ub/canary', '/%73ub/…'],
  ['/%2573%2575%2562/canary', '/%2573%2575%2562/…'],
  ['／sub／canary', '/sub/…'],
  ['/ｓｕｂ/canary', '/ｓｕｂ/…'],
  ['/%EF%BC%8Fsub%EF%BC%8Fcanary', '//sub/…'],
  [String.raw`\s\canary`, '/s/…'],
  ['/en-US/f/canary', '/en-US/f/…'],
  ['pass=canary', 'pass=…'],
  ['db_pwd: canary', 'db_pwd: …'],
  ['{"id":"canary","alterId":0}', '{"id":…,"alterId":0}'],
  ['bypass: lan', 'bypass: lan'],
  [
    '- private-key: |\n    canary\n\n    canary\n  sni: a.example\nport: 1',
    '- private-key: …\n  sni: a.example\nport: 1',
  ],
  ['notes: |\n  kept', 'notes: |\n  kept'],
  ['-----BEGIN PRIVATE KEY-----\nca+nary\n-----END PRIVATE KEY-----', '-----BEGIN PRIVATE KEY-----…'],
  [`the text ${btoa('trojan://canary@h:443')} is`, 'the text … is'],
  [`/x/${btoa('aes-256-gcm:canary@h:443')}`, '…'],
  ['https://user:canary@canary@example.com/p', 'https://…@example.com/p'],
  ['https://example.com/?url=https://x.example/?canary', 'https://example.com/?url=…'],
  ['postgres://user:canary@db.example/x', 'postgres://…'],
  ['Authorization: Digest canary, canary', 'Authorization: …'],
  ['cookie: a=canary; sid=canary', 'cookie: …'],
  ['Bearer canary-canary', 'Bearer …'],
  ['x-pass: canary', 'x-pass: …'],
  ['password=canary', 'password=…'],
  ['{"password": "can,ary", "port": 443}', '{"password": …, "port": 443}'],
  [String.raw`{"psk":"a=\"canary","port":443}`, '{"psk":…,"port":443}'],
  ["{'secret': 'can,ary'}", "{'secret': …}"],
])('%s is logged as %s', (text, logged) => {
  expect(redactText(text)).toBe(logged)
})

test.each([
  'password', 'obfs-password', 'uuid', 'auth', 'auth_str', 'authBytes', 'auth-key', 'psk', 'privateKey', 'pre-shared-key',
  'presharedKey', 'userkey', 'username', 'passphrase', 'token', 'access_token', 'seed', 'key', 'protocol-param',
  'protoparam', 'tls-crypt', 'pass', 'pwd', 'api_key', 'apikey', 'id', 'Authorization', 'Proxy-Authorization', 'Set-Cookie',
])('what stands under %s is not logged', (name) => {
  expect(isSecretName(name)).toBe(true)
  expect(redactText(`${name}: canary`)).not.toContain('canary')
  expect(redactText(JSON.stringify({ [name]: 'canary' }))).not.toContain('canary')
}) // oxfmt-ignore

test.each(['publicKey', 'public-key', 'short-id', 'server', 'method', 'keepalive', 'author', 'obfs-host', 'sni'])(
  'what stands under %s is no secret',
  (name) => {
    expect(isSecretName(name)).toBe(false)
    expect(redactText(`${name}: canary`)).toBe(`${name}: canary`)
  },
)

test.each([
  '/_i18n/abc/zh-CN/messages.json',
  'at start (file:///app/main.ts:12:3)',
  'GET https://example.com/list.yaml 200',
  'packages/convert/src/protocols/shared/transport',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'internationalization-and-localization',
  '{"level":30,"msg":"done"}',
])('%s holds no secret and stays', (text) => {
  expect(redactText(text)).toBe(text)
})
