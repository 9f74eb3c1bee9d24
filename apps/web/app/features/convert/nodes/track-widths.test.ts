import { expect, test } from 'vitest'
import { namedSegments } from './track-widths.ts'

const ENGLISH = [
  { outcome: 'output', count: 19, word: 'Output', number: '19' },
  { outcome: 'duplicates', count: 1, word: 'Duplicates', number: '1' },
  { outcome: 'skipped', count: 2, word: 'Skipped', number: '2' },
] as const
const shown = (roomPx: number) => namedSegments(ENGLISH, roomPx).map(({ shows }) => shows)

test('every segment says its word where all have room', () => {
  expect(shown(290)).toEqual(['both', 'both', 'both'])
})

test('where words and signs do not fit, all give up their signs', () => {
  expect(shown(250)).toEqual(['word', 'word', 'word'])
})

test('with less room the largest ones say theirs, and all keep the room of their numbers', () => {
  expect(shown(220)).toEqual(['both', 'sign', 'sign'])
  expect(shown(190)).toEqual(['both', 'sign', 'sign'])
  expect(shown(100)).toEqual(['sign', 'sign', 'sign'])
  expect(namedSegments(ENGLISH, 100).map(({ leastPx }) => leastPx)).toEqual([46, 44, 44])
})

test('the largest gives up its sign before its word, and no smaller one says a word then', () => {
  expect(shown(170)).toEqual(['word', 'sign', 'sign'])
  const off = { outcome: 'disabled', count: 2, word: 'Disabled', number: '2' } as const
  expect(namedSegments([ENGLISH[0], off], 130).map(({ shows }) => shows)).toEqual(['word', 'sign'])
})
