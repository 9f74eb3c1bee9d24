import { expect, test } from 'vitest'
import { cleanName } from './clean-name.ts'

test.each([
  ['', ''],
  ['香港 01', '香港 01'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
  ['\u200bzero width stays', '\u200bzero width stays'],
  ['line\nbreak\r\ttab', 'linebreaktab'],
  ['del\u007f and c1 \u0085\u009f', 'del and c1 '],
  ['a\u2028b\u2029c', 'abc'],
  ['a\u202etxt\u202c', 'atxt'],
  ['\u2066x\u2069', 'x'],
  ['lone \ud83d end', 'lone  end'],
  ['lone \udc00', 'lone '],
  ['\ud83c\ud83c\uddfa', '\ud83c\uddfa'],
])('%j becomes %j', (name, cleaned) => {
  expect(cleanName(name)).toBe(cleaned)
})

test('a long name is cut at 256 code points, never inside one', () => {
  expect(cleanName('a'.repeat(300))).toBe('a'.repeat(256))
  expect(cleanName('😀'.repeat(200))).toBe('😀'.repeat(200))
  expect(cleanName('😀'.repeat(300))).toBe('😀'.repeat(256))
  expect(cleanName('\n' + 'a'.repeat(256))).toBe('a'.repeat(256))
})
