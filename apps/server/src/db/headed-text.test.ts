import { expect, test } from 'vitest'
import { fromHeadedText, toHeadedText } from './headed-text.ts'

const LONG = '节点\n"\\'.repeat(1000)

test.each<[name: string, value: object]>([
  ['nothing', {}],
  ['short texts', { kind: 'text', text: 'a\nb' }],
  ['a long text', { kind: 'text', text: LONG }],
  ['long texts between short ones', { a: LONG, b: 'b', c: { d: `${LONG}1`, e: [LONG, 'x', `${LONG}2`] }, f: LONG }],
  ['a text that looks like the place of one', { a: '\x0012', b: LONG, c: '\0' }],
  ['halves of letters', { a: '\ud83d', b: '\ude00'.repeat(2000) }],
  ['other values', { a: null, b: 1.5, c: true, d: [] }],
])('%s: what comes out is what went in', (_, value) => {
  expect(fromHeadedText(toHeadedText(value))).toEqual(value)
})

test('a long text stands as it is behind the head', () => {
  expect(toHeadedText({ kind: 'text', text: LONG })).toBe(`{"kind":"text","text":"\\u0000${LONG.length}"}\n${LONG}`)
})

test('what was kept as JSON alone is read', () => {
  const value = { kind: 'text', text: LONG }
  expect(fromHeadedText(JSON.stringify(value))).toEqual(value)
})
