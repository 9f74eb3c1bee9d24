import { expect, test } from 'vitest'
import { placesOf, withoutLines } from './reported-lines.ts'

const reported = (...numbers: [line: number, text: string][]) => numbers.map(([line, text]) => ({ line, text }))

test.each<[what: string, reported: [number, string][], now: string[], places: number[]]>([
  ['where it was', [[2, 'x']], ['a', 'x', 'b'], [1]],
  ['where it was, with space around it', [[2, 'x']], ['a', '  x ', 'b'], [1]],
  ['further down, when it has moved', [[2, 'x']], ['new', 'a', 'x'], [2]],
  ['further up, when it has moved', [[3, 'x']], ['x', 'b'], [0]],
  ['nowhere, when it is gone', [[2, 'x']], ['a', 'b'], []],
  ['at its number, when another says the same', [[2, 'x']], ['x', 'x', 'a'], [1]],
  ['nowhere, when two others say the same', [[1, 'x']], ['a', 'x', 'x'], []],
  ['where both of two have moved', [[1, 'x'], [2, 'x']], ['a', 'x', 'x'], [1, 2]],
  ['where one of two is left', [[1, 'x'], [2, 'x']], ['a', 'x'], [1]],
  ['in order, whatever order they were told in', [[3, 'y'], [1, 'x']], ['x', 'a', 'y'], [0, 2]],
])('a line that was told of is found %s', (_, lines, now, places) => {
  expect(placesOf(reported(...lines), now)).toEqual(places)
}) // oxfmt-ignore

test('lines are taken out of a text and the others stay as they are', () => {
  expect(withoutLines([' a', 'x', '', 'b '], [1])).toBe(' a\n\nb ')
})
