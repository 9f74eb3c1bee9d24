import { expect, test } from 'vitest'
import { guardNamed, safeReturnPath } from './guards.ts'

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
  ['/en-US/profile', '/en-US/profile'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  [null, '/'],
])('after signing in, %s leads to %s', (given, path) => {
  expect(safeReturnPath(given)).toBe(path)
})
