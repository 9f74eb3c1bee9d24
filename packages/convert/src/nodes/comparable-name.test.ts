import { expect, test } from 'vitest'
import { comparableName } from './comparable-name.ts'

test.each([
  ['e\u0301', 'é'],
  ['HK e\u0301', 'HK é'],
  ['か\u3099', 'が'],
  ['\u1100\u1161', '가'],
  ['\u212b', 'Å'],
  ['\uf9dc', '隆'],
  ['香港 01 🇭🇰', '香港 01 🇭🇰'],
])('%j is compared as %j', (name, expected) => expect(comparableName(name)).toBe(expected))

test('every character alone and behind a letter is compared as NFC says', () => {
  const wrong: string[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    for (const text of [
      String.fromCodePoint(code),
      `a${String.fromCodePoint(code)}`,
      `가${String.fromCodePoint(code)}`,
    ])
      if (comparableName(text) !== text.normalize('NFC')) wrong.push(text)
  }
  expect(wrong).toEqual([])
})
