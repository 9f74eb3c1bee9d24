import { expect, test } from 'vitest'
import { namedSegments } from './track-widths.ts'

const ENGLISH = [
  { outcome: 'output', count: 19, word: 'Output', number: '19' },
  { outcome: 'duplicates', count: 1, word: 'Duplicates', number: '1' },
  { outcome: 'skipped', count: 2, word: 'Skipped', number: '2' },
] as const
const shown = (roomPx: number) => namedSegments(ENGLISH, roomPx).map(({ shows }) => shows)

test('every segment says its word beside its number where all have room', () => {
  expect(shown(290)).toEqual(['both', 'both', 'both'])
})

test('where words and signs do not fit, all give up their signs', () => {
  expect(shown(250)).toEqual(['word', 'word', 'word'])
})

test('with less room every word stands below its number, and no segment is narrower than its word', () => {
  expect(shown(220)).toEqual(['stacked', 'stacked', 'stacked'])
  expect(shown(100)).toEqual(['stacked', 'stacked', 'stacked'])
  expect(namedSegments(ENGLISH, 100).map(({ leastPx }) => Math.round(leastPx))).toEqual([46, 71, 52])
})

test('with enough room a long word makes no segment wider than the others', () => {
  expect(new Set(namedSegments(ENGLISH, 400).map(({ leastPx }) => leastPx)).size).toBe(1)
  expect(new Set(namedSegments(ENGLISH, 300).map(({ leastPx }) => leastPx)).size).toBe(3)
})

test('a segment with a short word is as wide as a finger', () => {
  const off = { outcome: 'disabled', count: 2, word: 'Off', number: '2' } as const
  expect(namedSegments([ENGLISH[0], off], 80).map(({ leastPx }) => Math.round(leastPx))).toEqual([46, 44])
})
