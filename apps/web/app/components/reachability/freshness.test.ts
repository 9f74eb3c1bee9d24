import { expect, test } from 'vitest'
import { freshnessOf } from './freshness.ts'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 10, 29, 12)

test.each([
  ['never', undefined],
  ['fresh', 0],
  ['fresh', 10 * MINUTE],
  ['aging', 10 * MINUTE + 1],
  ['aging', 60 * MINUTE],
  ['stale', 60 * MINUTE + 1],
  ['stale', 48 * 60 * MINUTE],
  // The clock of the server is ahead.
  ['fresh', -5 * MINUTE],
])('a result is %s %s ms after it was found', (freshness, age) => {
  expect(freshnessOf(age === undefined ? undefined : NOW - age, NOW)).toBe(freshness)
})
