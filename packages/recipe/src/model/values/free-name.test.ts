import { expect, test } from 'vitest'
import { freeName, numbered } from './free-name.ts'

test.each([
  [[], 'provider'],
  [['other'], 'provider'],
  [['provider', 'provider 3'], 'provider 2'],
  [['provider', 'provider 2'], 'provider 3'],
])('beside %o the free name is %s', (taken, expected) => {
  expect(freeName(new Set(taken), numbered('provider'))).toBe(expected)
})
