import { expect, test } from 'vitest'
import { withText } from './use-typed-text.ts'

test.each([
  ['the rows followed', { text: '', typed: 'jp', asked: 'jp' }, 'jp', 'jp'],
  ['the rows followed, and more was typed since', { text: '', typed: 'jp 2', asked: 'jp' }, 'jp', 'jp 2'],
  ['the rows follow nothing yet', { text: '', typed: 'jp', asked: '' }, '', 'jp'],
  ['a press wrote another text', { text: 'jp', typed: 'jp', asked: 'jp' }, 'is:skipped', 'is:skipped'],
  ['a press cleared it while something was typed', { text: 'jp', typed: 'jp 2', asked: 'jp' }, '', ''],
])('the box when %s', (_, box, text, typed) => {
  expect(withText(box, text).typed).toBe(typed)
})

test('what was typed before a press does not come back when the press is taken back', () => {
  const cleared = withText({ text: 'jp', typed: 'jp 2', asked: 'jp' }, '')
  expect(withText(cleared, 'jp').typed).toBe('jp')
})

test('a box that follows already is the same', () => {
  const box = { text: 'jp', typed: 'jp', asked: 'jp' }
  expect(withText(box, 'jp')).toBe(box)
})
