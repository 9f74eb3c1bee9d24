import { describe, expect, test } from 'vitest'
import { mergeAgain } from '../../../components/diff/merge-texts.ts'
import { changedLines, editOf, settled, withTyped } from './manual-edit.ts'
import type { ManualEdit } from './model.ts'
import { EMPTY_MODEL } from './model.ts'

const words = (text: string) => text.split('').join('\n')

describe('typing in the result', () => {
  test('is kept beside the text it was done to, and gone when it is taken back', () => {
    const typed = withTyped(EMPTY_MODEL, 'mode: rule', 'mode: global')
    expect(editOf(typed)).toEqual({ base: 'mode: rule', text: 'mode: global', isKept: false, conflicts: [] })
    expect(withTyped(typed, 'mode: rule', 'mode: rule').manual).toEqual({})
  })

  test('belongs to the target it was done for', () => {
    const typed = withTyped(EMPTY_MODEL, 'a', 'b')
    expect(editOf({ ...typed, output: 'singbox' })).toBeUndefined()
    expect(editOf({ ...typed, output: 'mihomo' })?.text).toBe('b')
  })

  test('goes on from its own base while a newer result waits', () => {
    const typed = withTyped(withTyped(EMPTY_MODEL, 'a', 'b'), 'newer', 'bc')
    expect(editOf(typed)).toMatchObject({ base: 'a', text: 'bc' })
  })
})

test.each([
  ['a letter in a line', 'ab\ncd\nef', 'ab\ncX\nef', [1, 2, 1, 2]],
  ['a line more', 'ab\ncd\nef', 'ab\nX\ncd\nef', [1, 1, 1, 2]],
  ['a line less', 'ab\ncd\nef', 'ab\nef', [1, 2, 1, 1]],
  ['a line broken in two', 'ab\ncd\nef', 'ab\nc\nd\nef', [1, 2, 1, 3]],
  ['a line at the end', 'ab', 'ab\nX', [0, 1, 0, 2]],
])('%s', (_, before, after, [fromA, toA, fromB, toB]) => {
  expect(changedLines(before, after)).toEqual({ fromA, toA, fromB, toB })
})

describe('a conflict', () => {
  const base = words('abcdefgh')
  const conflicted: ManualEdit = {
    base: words('abYdefgh'), isKept: true, ...mergeAgain(base, words('abXdefgh'), words('abYdefgh'), []),
  } // oxfmt-ignore
  const model = { ...EMPTY_MODEL, manual: { mihomo: conflicted } }

  test('moves along with what is typed above it, and is settled by typing in it', () => {
    expect(editOf(withTyped(model, '', words('aNbXdefgh')))!.conflicts).toMatchObject([{ line: 4 }])
    expect(editOf(withTyped(model, '', words('abXdefghN')))!.conflicts).toMatchObject([{ line: 3 }])
    expect(editOf(withTyped(model, '', words('abNdefgh')))!.conflicts).toEqual([])
  })

  test('is settled with either side', () => {
    const [conflict] = conflicted.conflicts
    expect(settled(conflicted, conflict!, 'mine')).toMatchObject({ text: words('abXdefgh'), conflicts: [] })
    expect(settled(conflicted, conflict!, 'theirs')).toMatchObject({ text: words('abYdefgh'), conflicts: [] })
  })

  test('of before stays when the next result changes another part, and is told anew when it changes the same', () => {
    const { base, text, conflicts } = conflicted
    expect(mergeAgain(base, text, words('NabYdefgh'), conflicts)).toEqual({
      text: words('NabXdefgh'),
      conflicts: [{ line: 4, mine: ['X'], theirs: ['Y'] }],
    })
    expect(mergeAgain(base, text, words('abZdefgh'), conflicts).conflicts).toEqual([
      { line: 3, mine: ['X'], theirs: ['Z'] },
    ])
  })
})
