import { expect, test } from 'vitest'
import { namedSegments } from './track-widths.ts'

const ENGLISH = [
  { outcome: 'output', count: 19, word: 'Output', number: '19' },
  { outcome: 'duplicates', count: 1, word: 'Duplicates', number: '1' },
  { outcome: 'skipped', count: 2, word: 'Skipped', number: '2' },
] as const
const namesIn = (roomPx: number) =>
  namedSegments(ENGLISH, roomPx).flatMap(({ isNamed, outcome }) => (isNamed ? [outcome] : []))

test('every segment says its word where all have room', () => {
  expect(namesIn(290)).toEqual(['output', 'duplicates', 'skipped'])
})

test('with less room the largest ones do, and all keep the room of their numbers', () => {
  expect(namesIn(250)).toEqual(['output', 'skipped'])
  expect(namesIn(190)).toEqual(['output'])
  expect(namesIn(100)).toEqual([])
  expect(namedSegments(ENGLISH, 100).map(({ leastPx }) => leastPx)).toEqual([46, 44, 44])
})
