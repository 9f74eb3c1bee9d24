import { expect, test } from 'vitest'
import { LineIndex, countLines, isBase64Span, schemeEnd, skipBlanks, trimBlanks } from './lines.ts'

test.each([
  ['vless://x', 5],
  ['hysteria2+realm+http://x', 20],
  ['VMESS://', 5],
  ['a1.b-c+d://', 8],
  ['vless:/x', -1],
  ['://x', -1],
  ['1a://x', -1],
  ['a b://x', -1],
  ['no scheme', -1],
  ['', -1],
  [`${'a'.repeat(40)}://x`, -1],
])('the scheme of %j ends at %d', (text, end) => {
  expect(schemeEnd(text, 0, text.length)).toBe(end)
})

test.each([
  ['\ufeff\u200b  x \r', 'x'],
  ['\u00a0\u3000x\u2060', 'x'],
  ['x', 'x'],
  [' \t', ''],
])('%j is trimmed to %j', (text, trimmed) => {
  const start = skipBlanks(text, 0, text.length)
  expect(text.slice(start, trimBlanks(text, start, text.length))).toBe(trimmed)
})

test.each([
  ['dHJvamFuOi8v', true],
  ['dHJvamFu-_==', true],
  ['dHJvamFu OiA=', true],
  ['short', false],
  ['dHJvamFu.OiA', false],
  ['dHJvamFu:OiA', false],
  ['dHJvamFu中文字', false],
])('%s may be base64: %s', (text, isBase64) => {
  expect(isBase64Span(text, 0, text.length)).toBe(isBase64)
})

test('places have lines', () => {
  const text = 'a\nbc\n\nd'
  const lines = new LineIndex(text)
  expect(Array.from(text, (_, place) => lines.lineOf(place))).toEqual([1, 1, 2, 2, 2, 3, 4])
  expect(countLines(text, 0, text.length)).toBe(3)
  expect(countLines(text, 2, 5)).toBe(1)
})
