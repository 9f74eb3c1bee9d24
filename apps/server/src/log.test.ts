import { expect, test } from 'vitest'
import { createLog } from './log.ts'

const logged = (write: (log: ReturnType<typeof createLog>) => void): string => {
  let text = ''
  write(createLog('trace', { write: (line) => (text += line) }))
  return text
}

test.each<[string, (log: ReturnType<typeof createLog>) => void]>([
  ['a header', (log) => log.info({ headers: { authorization: 'Bearer canary-secret', cookie: 'sid=canary-secret' } })],
  ['a token of a git host', (log) => log.info({ headers: { 'private-token': 'canary-secret' } })],
  ['a password', (log) => log.info({ user: { password: 'canary-secret' } })],
  ['a password deep in a record', (log) => log.info({ a: { b: { c: { 'obfs-password': 'canary-secret' } } } })],
  ['a list of tokens', (log) => log.info({ token: ['canary-secret'] })],
  ['a query value', (log) => log.info({ path: '/sub?token=canary-secret&x=canary-secret' })],
  ['a token in a path', (log) => log.info({ path: '/sub/canary-secret' })],
  ['a shared file', (log) => log.info('GET /f/canary-secret and /s/canary-secret')],
  ['a share link', (log) => log.info('vless://canary-secret@example.com:443#HK')],
  ['a share link in an address', (log) => log.info({ path: '/vless%3A%2F%2Fcanary-secret@example.com:443' })],
  ['a share link that lost its slashes', (log) => log.info({ path: '/vmess:canary-secret' })],
  ['a share link that kept one slash', (log) => log.info({ path: '/ss%3A/canary-secret' })],
  ...[
    '/sub;x/',
    '/sub./',
    '/sub,/',
    '/sub,',
    '/sub_/',
    '/.sub-',
    '/sub%E2%80%8B/',
    '/sub%00/',
    '/sub%c0%af',
    '/sub%3F',
  ].map((before): [string, (log: ReturnType<typeof createLog>) => void] => [
    `a token behind ${before}`,
    (log) => log.info({ path: `${before}canary-secret` }),
  ]),
  ['a token anywhere', (log) => log.info({ path: '/api/outputs/4ZrLq0canary0secretB8x2kV9wT' })],
  ['a token in capitals', (log) => log.info({ path: '/SUB/canary-secret' })],
  ['user info of an address', (log) => log.info('https://canary-secret:x@example.com/')],
  ['an error', (log) => log.error({ err: new Error('failed: https://example.com/?token=canary-secret') })],
  [
    'the cause of an error',
    (log) => log.error({ err: new Error('failed', { cause: new Error('ss://canary-secret@h:1') }) }),
  ],
  ['a field in a text', (log) => log.info('x-pass: canary-secret')],
  ['a share link of any protocol', (log) => log.info('hysteria2+realm://canary-secret@example.com:443')],
  ['what a share link says behind a quote', (log) => log.info('trojan://"canary-secret@example.com:443')],
])('%s is not logged', (_name, write) => {
  const text = logged(write)
  expect(text).not.toMatch(/canary.?secret/)
  expect(text).toContain('…')
})

test('a line with quotes behind a secret is JSON', () => {
  const text = logged((log) => log.info('GET "/s/canary-secret" password="canary-secret"'))
  expect(JSON.parse(text)).toMatchObject({ msg: 'GET "/s/… password=…' })
})

test('what is no secret stays readable, and every line is JSON', () => {
  const text = logged((log) => log.info({ path: '/en-US/convert', status: 200 }, 'done'))
  expect(JSON.parse(text)).toMatchObject({ path: '/en-US/convert', status: 200, msg: 'done' })
  for (const path of ['/api/outputs/0123456789abcdef01234567/versions/3', '/assets/index-Bx1_2.js', '/subscribe'])
    expect(JSON.parse(logged((log) => log.info({ path })))).toMatchObject({ path })
})
