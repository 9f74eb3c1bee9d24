import { expect, test } from 'vitest'
import { wordPx } from './word-width.ts'

test('a Han character is about twice as wide as a letter', () => {
  expect(wordPx('跳过')).toBe(24)
  expect(wordPx('Warning')).toBeCloseTo(46.2)
})
