import { expect, test } from 'vitest'
import { isGoneFrom } from './use-is-gone.ts'

test.each([
  ['is there', [{ id: 'a' }], false],
  ['was never there', [{ id: 'b' }], true],
  ['was deleted, which the account is still to hear', [{ id: 'a', removed: true }], true],
  ['came back', [{ id: 'a', removed: true }, { id: 'a' }], false],
])('a set that %s', (_, rows, isGone) => {
  expect(isGoneFrom(rows, 'a')).toBe(isGone)
})
