import { expect, test } from 'vitest'
import { wholeWidth } from './use-whole-chips.ts'

test('a line of chips ends with a whole one, and leaves room for the button of the rest', () => {
  const ends = [100, 170, 240, 310]
  expect(wholeWidth(ends, 310, 48)).toBeUndefined()
  expect(wholeWidth(ends, 309, 48)).toBe(240)
  expect(wholeWidth(ends, 293, 48)).toBe(170)
  expect(wholeWidth(ends, 293, 80)).toBe(170)
  expect(wholeWidth(ends, 250, 80)).toBe(100)
  expect(wholeWidth([], 100, 48)).toBeUndefined()
})

test('a single chip that is too long has the room there is', () => {
  expect(wholeWidth([400, 480], 300, 48)).toBe(246)
})
