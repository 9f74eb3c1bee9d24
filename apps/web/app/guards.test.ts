import { expect, test } from 'vitest'
import { guardNamed, loginPath, safeReturnPath } from './guards.ts'

const user = { id: '1', name: 'A', email: 'a@example.com', role: 'member', language: 'en-US' } as const

test('who is signed out is sent to sign in, and would come back to where they were', () => {
  const url = new URL('https://switchyard.example/en-US/profile?tab=security')
  expect(guardNamed('signed-in')({ url, session: {} })).toBe(
    '/en-US/login?redirect=%2Fen-US%2Fprofile%3Ftab%3Dsecurity',
  )
  expect(guardNamed('signed-in')({ url, session: { user } })).toBeUndefined()
})

test.each(['no-such-guard', 'toString', '__proto__'])('a route cannot name the guard %s', (name) => {
  expect(() => guardNamed(name as never)).toThrow(`Unknown route guard: ${name}`)
})

test.each([
  ['/en-US/profile', '/en-US/profile', '/en-US/profile'],
  ['//evil.example', '/', '/en-US'],
  ['/\\evil.example', '/', '/en-US'],
  ['https://evil.example', '/', '/en-US'],
  ['javascript:alert(1)', '/', '/en-US'],
  [null, '/', '/en-US'],
])('after signing in, %s leads to %s, on the English page to %s', (given, path, english) => {
  expect(safeReturnPath(given, 'zh-CN')).toBe(path)
  expect(safeReturnPath(given, 'en-US')).toBe(english)
})

test.each([
  ['en-US', '/en-US/convert?target=clash', '/en-US/login?redirect=%2Fen-US%2Fconvert%3Ftarget%3Dclash'],
  ['zh-CN', '/subscribe', '/login?redirect=%2Fsubscribe'],
  ['en-US', '/en-US', '/en-US/login'],
  ['zh-CN', '/login?tab=register', '/login'],
] as const)('in %s the way in from %s is %s', (locale, back, path) => {
  expect(loginPath(locale, back)).toBe(path)
})
