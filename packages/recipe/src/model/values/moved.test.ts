import { expect, test } from 'vitest'
import { moved } from './moved.ts'

const LIST = ['a', 'b', 'c']

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 2, 'acb'],
])('what stands at %i stands at %i', (from, to, list) => {
  expect(moved(LIST, from, to).join('')).toBe(list)
})

test.each([
  [1, 1],
  [0, 3],
  [0, -1],
  [-1, 0],
  [3, 0],
])('the list is the same from %i to %i', (from, to) => {
  expect(moved(LIST, from, to)).toBe(LIST)
})
