import { expect, test } from 'vitest'
import { NO_SLOTS, nextSlots, type Slots } from './row-slots.ts'

const shown = ({ byId }: Slots) => [...byId].map(([id, slot]) => `${id}${slot}`).join(' ')

test('A row that stays keeps its element, and new rows take those of the rows that went', () => {
  const first = nextSlots(NO_SLOTS, ['a', 'b', 'c'], null)
  expect(shown(first)).toBe('a0 b1 c2')
  const second = nextSlots(first, ['b', 'c', 'd'], null)
  expect(shown(second)).toBe('b1 c2 d0')
  expect(shown(nextSlots(second, ['x', 'y', 'z', 'w'], null))).toBe('x1 y2 z0 w3')
})

test('The element that had the focus is not given to another row', () => {
  const before = nextSlots(NO_SLOTS, ['a', 'b'], 'a')
  expect(shown(nextSlots(before, ['b', 'c'], 'b'))).toBe('b1 c2')
})

test('No two rows share an element', () => {
  let slots = NO_SLOTS
  for (const ids of [
    ['a', 'b', 'c', 'd'],
    ['d', 'e'],
    ['e', 'a', 'b', 'c', 'f'],
  ]) {
    slots = nextSlots(slots, ids, ids[0]!)
    expect(new Set(slots.byId.values()).size).toBe(ids.length)
  }
})
