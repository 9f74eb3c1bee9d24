import { expect, test } from 'vitest'
import { app } from '../test-app.ts'

const PATH = '/.well-known/security.txt'
const DAY_MS = 24 * 60 * 60 * 1000
const NOW = Date.UTC(2026, 10, 29, 13, 30)
const SITE = { SITE_URL: 'https://switchyard.example', SECURITY_CONTACT: 'mailto:security@switchyard.example' }

test('without a contact there is no security.txt: only an operator can name one', async () => {
  expect((await app()(PATH)).status).toBe(404)
})

test('it has the fields that RFC 9116 asks for, and none twice', async () => {
  const answer = await app(SITE, { now: () => NOW })(PATH, { host: 'switchyard.example' })
  expect(answer.status).toBe(200)
  // "text/plain" with the charset UTF-8 (RFC 9116, 3).
  expect(answer.headers.get('content-type')?.toLowerCase()).toBe('text/plain; charset=utf-8')
  const text = await answer.text()
  expect(text.endsWith('\n')).toBe(true)
  const fields = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(': ', 2))
  expect(Object.fromEntries(fields)).toEqual({
    Contact: 'mailto:security@switchyard.example',
    Expires: '2027-05-28T00:00:00.000Z',
    'Preferred-Languages': 'zh-CN, en-US',
    Canonical: `https://switchyard.example${PATH}`,
  })
  expect(fields).toHaveLength(4)
})

test.each([0, 1, 6, 12, 23])(
  '%i hours into a day it is good for 179 days at least, and less than a year',
  async (hours) => {
    const now = Math.floor(NOW / DAY_MS) * DAY_MS + hours * 3_600_000
    const text = await (await app(SITE, { now: () => now })(PATH, { host: 'switchyard.example' })).text()
    const days = (Date.parse(/Expires: (.*)/.exec(text)![1]!) - now) / DAY_MS
    expect(days).toBeGreaterThanOrEqual(179)
    expect(days).toBeLessThan(365)
  },
)
