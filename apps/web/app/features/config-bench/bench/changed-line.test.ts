import { expect, test } from 'vitest'
import { changedLine } from './changed-line.ts'

test.each([
  ['a line that came', 'a\nb\nc\n', 'a\nx\nb\nc\n', 2],
  ['a line that goes', 'a\nb\nc\n', 'a\nc\n', 2],
  ['a part of a line', 'a\nbcd\n', 'a\nbxd\n', 2],
  ['a line at the end', 'a\n', 'a\nb\n', 2],
  ['the first line', 'a\n', 'b\n', 1],
  ['the whole text', 'a\nb', '', 1],
])('%s', (_, before, after, line) => {
  expect(changedLine(before, after)).toBe(line)
})
