import { expect, test } from 'vitest'
import { ownValue } from './own-value.ts'

test.each([
  ['proto', 1],
  ['other', undefined],
  ['constructor', undefined],
  ['__proto__', undefined],
  ['toString', undefined],
])('of a table with proto alone, %s is %s', (name, value) => {
  expect(ownValue({ proto: 1 }, name)).toBe(value)
})
