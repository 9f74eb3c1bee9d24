import { expect, test } from 'vitest'
import { segmentsOf } from './track-segments.ts'

const NONE = { output: 0, duplicates: 0, excluded: 0, disabled: 0, deleted: 0, refused: 0, skipped: 0 }

test('every outcome that has entries is a segment, what is written first', () => {
  const counts = { ...NONE, entries: 43, output: 37, skipped: 4, duplicates: 1, deleted: 1 }
  expect(segmentsOf(counts, true)).toEqual([
    { outcome: 'output', count: 37 },
    { outcome: 'duplicates', count: 1 },
    { outcome: 'deleted', count: 1 },
    { outcome: 'skipped', count: 4 },
  ])
})

test('addresses that wait to be fetched are a segment of their own, and no others that were skipped', () => {
  expect(segmentsOf({ ...NONE, entries: 4, output: 1, skipped: 3, toFetch: 2 }, true)).toEqual([
    { outcome: 'output', count: 1 },
    { outcome: 'toFetch', count: 2 },
    { outcome: 'skipped', count: 1 },
  ])
})

test('what no result was made of yet waits', () => {
  expect(segmentsOf({ entries: 6000, skipped: 2 }, false)).toEqual([
    { outcome: 'skipped', count: 2 },
    { outcome: 'waiting', count: 5998 },
  ])
})

test.each([
  ['an entry too few', { ...NONE, entries: 3, output: 2 }],
  ['an entry too many', { ...NONE, entries: 3, output: 4 }],
])('%s is a fault of ours', (_, counts) => {
  expect(() => segmentsOf(counts, true)).toThrow('do not add up')
})
