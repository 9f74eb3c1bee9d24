import type { ProbeResult } from '@switchyard/contract'
import { expect, test } from 'vitest'
import { countReached, NO_CHECKS, withResults } from './check-log.ts'

const found = (checkedAt: number, outcome: ProbeResult['outcome'] = 'reachable'): ProbeResult => ({
  checkedAt, isCached: false, outcome,
}) // oxfmt-ignore
const timesOf = (results: readonly ProbeResult[] | undefined) => results?.map(({ checkedAt }) => checkedAt)

test('the last 24 results of a target are kept, the oldest first', () => {
  let log = NO_CHECKS
  for (let at = 1; at <= 30; at++) log = withResults(log, 'a', [found(at)])
  expect(timesOf(log.get('a'))).toEqual(Array.from({ length: 24 }, (_, index) => index + 7))
})

test('a result that is given out again is no further check', () => {
  const log = withResults(withResults(NO_CHECKS, 'a', [found(1)]), 'a', [{ ...found(1), isCached: true }])
  expect(timesOf(log.get('a'))).toEqual([1])
})

test('what the server found by the clock is sorted in, and other targets stay as they are', () => {
  const before = withResults(withResults(NO_CHECKS, 'b', [found(5)]), 'a', [found(3)])
  const after = withResults(before, 'a', [found(4), found(2)])
  expect(timesOf(after.get('a'))).toEqual([2, 3, 4])
  expect(after.get('b')).toBe(before.get('b'))
  expect(timesOf(before.get('a'))).toEqual([3])
})

test('what was refused says nothing of the node', () => {
  expect(countReached([found(1), found(2, 'unreachable'), found(3, 'refused')])).toEqual({ reached: 1, of: 2 })
})
