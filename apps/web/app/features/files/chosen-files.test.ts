import { expect, test } from 'vitest'
import { choose, chooseAll, chooseBeside, type ChosenFiles, NOTHING_CHOSEN, stillThere } from './chosen-files.ts'

const ROWS = ['a', 'b', 'c', 'd', 'e']
const chosen = (state: ChosenFiles) => [...state.chosen].sort().join('')

test('a press chooses one, Ctrl adds one or takes it away, Shift takes all between', () => {
  const one = choose(NOTHING_CHOSEN, ROWS, 'b')
  expect(chosen(one)).toBe('b')
  const two = choose(one, ROWS, 'd', { isAdded: true })
  expect(chosen(two)).toBe('bd')
  expect(chosen(choose(two, ROWS, 'b', { isAdded: true }))).toBe('d')
  expect(chosen(choose(one, ROWS, 'd', { isRange: true }))).toBe('bcd')
  expect(chosen(choose(choose(one, ROWS, 'd', { isRange: true }), ROWS, 'a', { isRange: true }))).toBe('ab')
})

test('arrows go from row to row and stay within the list, with Shift they choose on', () => {
  const first = chooseBeside(NOTHING_CHOSEN, ROWS, 1, false)
  expect([first.active, chosen(first)]).toEqual(['a', 'a'])
  expect(chooseBeside(first, ROWS, -1, false).active).toBe('a')
  const range = chooseBeside(chooseBeside(first, ROWS, 1, true), ROWS, 1, true)
  expect([range.active, chosen(range)]).toEqual(['c', 'abc'])
  expect(chosen(chooseBeside(range, ROWS, -1, true))).toBe('ab')
  expect(chooseBeside(NOTHING_CHOSEN, ROWS, -1, false).active).toBe('e')
  expect(chooseBeside(first, [], 1, false)).toEqual(NOTHING_CHOSEN)
})

test('all are chosen at once', () => {
  expect(chosen(chooseAll(NOTHING_CHOSEN, ROWS))).toBe('abcde')
})

test('after a deletion the row that takes the place has the focus', () => {
  const state = choose(NOTHING_CHOSEN, ROWS, 'c')
  expect(stillThere(state, ROWS, ['a', 'b', 'd', 'e'])).toEqual({ chosen: new Set(), active: 'd', anchor: undefined })
  expect(stillThere(choose(NOTHING_CHOSEN, ROWS, 'e'), ROWS, ['a', 'b']).active).toBe('b')
  expect(stillThere(state, ROWS, ROWS)).toEqual(state)
})
