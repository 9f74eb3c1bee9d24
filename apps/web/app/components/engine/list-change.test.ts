import { describe, expect, test } from 'vitest'
import { hasSameFields, listChange, withChange } from './list-change.ts'

const isSame = (a: string, b: string) => a === b
const letters = (text: string) => text.split('')
const changed = (before: string, now: string) => listChange(letters(before), letters(now), isSame)

describe('what changed of a list', () => {
  test.each([
    ['nothing', 'abc', 'abc', { from: 3, gone: 0, fresh: 0 }],
    ['one in the middle', 'abc', 'axc', { from: 1, gone: 1, fresh: 1 }],
    ['one at the end', 'abc', 'abcd', { from: 3, gone: 0, fresh: 1 }],
    ['one at the start', 'abc', 'xabc', { from: 0, gone: 0, fresh: 1 }],
    ['one of several equal ones', 'aaa', 'aa', { from: 2, gone: 1, fresh: 0 }],
    ['all of them', 'ab', '', { from: 0, gone: 2, fresh: 0 }],
    ['everything', '', 'ab', { from: 0, gone: 0, fresh: 2 }],
  ])('%s', (_, before, now, change) => {
    expect(changed(before, now)).toEqual(change)
  })

  test('The new list comes of the old one and what is new', () => {
    const before = letters('abcd')
    expect(withChange(before, changed('abcd', 'axyd'), ['x', 'y'])).toEqual(letters('axyd'))
    expect(withChange(before, changed('abcd', 'abcd'), [])).toBe(before)
  })
})

test('A text changes as the list of its letters does', () => {
  expect(listChange('abcd', 'axyd')).toEqual({ from: 1, gone: 2, fresh: 2 })
})

describe('records', () => {
  test('are the same by their values', () => {
    expect(hasSameFields({ a: 1, b: 'x' }, { b: 'x', a: 1 })).toBe(true)
    expect(hasSameFields({ a: 1 }, { a: 2 })).toBe(false)
  })

  test('differ when one has more', () => {
    expect(hasSameFields<{ a: number; b?: number }>({ a: 1 }, { a: 1, b: 2 })).toBe(false)
    expect(hasSameFields<{ a: number; b?: number }>({ a: 1, b: 2 }, { a: 1 })).toBe(false)
  })
})
