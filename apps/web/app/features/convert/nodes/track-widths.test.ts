import { expect, test } from 'vitest'
import { namedSegments } from './track-widths.ts'

const ENGLISH = [
  { outcome: 'output', count: 19, word: 'Output', number: '19' },
  { outcome: 'duplicates', count: 1, word: 'Duplicates', number: '1' },
  { outcome: 'refused', count: 3, word: 'Left out', number: '3' },
  { outcome: 'skipped', count: 2, word: 'Skipped', number: '2' },
] as const
const CHINESE = [
  { outcome: 'output', count: 19, word: '输出', number: '19' },
  { outcome: 'skipped', count: 2, word: '跳过', number: '2' },
] as const
const shown = (roomPx: number) => namedSegments(ENGLISH, roomPx).map(({ shows }) => shows)

test('every segment says its word beside its number where all have room', () => {
  expect(shown(400)).toEqual(['both', 'both', 'both', 'both'])
})

test('where words and signs do not fit, all give up their signs', () => {
  expect(shown(330)).toEqual(['word', 'word', 'word', 'word'])
})

test('with less room every word stands below its number, and no segment is narrower than its word', () => {
  expect(shown(220)).toEqual(['stacked', 'stacked', 'stacked', 'stacked'])
  expect(shown(100)).toEqual(['stacked', 'stacked', 'stacked', 'stacked'])
  expect(namedSegments(ENGLISH, 100).map(({ leastPx }) => Math.round(leastPx))).toEqual([46, 71, 58, 52])
})

test('on a phone the words stand below their numbers, also where short ones would have room beside them', () => {
  expect(namedSegments(CHINESE, 290).map(({ shows }) => shows)).toEqual(['stacked', 'stacked'])
  expect(namedSegments(CHINESE, 330).map(({ shows }) => shows)).toEqual(['both', 'both'])
})

test('with enough room a long word makes no segment wider than the others', () => {
  expect(new Set(namedSegments(ENGLISH, 500).map(({ leastPx }) => leastPx)).size).toBe(1)
  expect(new Set(namedSegments(ENGLISH, 395).map(({ leastPx }) => leastPx)).size).toBe(4)
})

test('a segment with a short word is as wide as a finger', () => {
  const off = { outcome: 'disabled', count: 2, word: 'Off', number: '2' } as const
  expect(namedSegments([ENGLISH[0], off], 80).map(({ leastPx }) => Math.round(leastPx))).toEqual([46, 44])
})
