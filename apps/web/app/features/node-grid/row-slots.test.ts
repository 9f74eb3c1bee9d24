import { expect, test } from 'vitest'
import { createSlots } from './row-slots.ts'

const shown = (slots: ReadonlyMap<string, number>) => [...slots].map(([id, slot]) => `${id}${slot}`).join(' ')

test('A row that stays keeps its element, and new rows take those of the rows that went', () => {
  const slotsOf = createSlots()
  expect(shown(slotsOf(['a', 'b', 'c'], null))).toBe('a0 b1 c2')
  expect(shown(slotsOf(['b', 'c', 'd'], null))).toBe('b1 c2 d0')
  expect(shown(slotsOf(['x', 'y', 'z', 'w'], null))).toBe('x1 y2 z0 w3')
})

test('The element that had the focus is not given to another row', () => {
  const slotsOf = createSlots()
  slotsOf(['a', 'b'], 'a')
  expect(shown(slotsOf(['b', 'c'], 'b'))).toBe('b1 c2')
})

test('No two rows share an element', () => {
  const slotsOf = createSlots()
  for (const ids of [
    ['a', 'b', 'c', 'd'],
    ['d', 'e'],
    ['e', 'a', 'b', 'c', 'f'],
  ]) {
    const slots = [...slotsOf(ids, ids[0]!).values()]
    expect(new Set(slots).size).toBe(ids.length)
  }
})
