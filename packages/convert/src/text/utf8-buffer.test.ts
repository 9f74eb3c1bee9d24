import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Utf8Buffer } from './utf8-buffer.ts'

test('what was added comes back; a lone surrogate is U+FFFD', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 30, unit: 'binary' }), { maxLength: 8 }), (texts) => {
      const buffer = new Utf8Buffer()
      for (const text of texts) buffer.add(text + '|')
      expect(buffer.toString()).toBe(texts.map((text) => text.toWellFormed() + '|').join(''))
    }),
    { numRuns: 20 },
  )
})

test('lone surrogates of any kind and code units of all sizes', () => {
  // The first one is longer than a chunk.
  const texts = [
    '香'.repeat(20_000),
    '\ud800',
    '\udc00x',
    'x\udbff',
    '\ud83c\udded',
    '\ufeff',
    '\u07ff\u0800\uffff\u{10ffff}',
  ]
  const buffer = new Utf8Buffer()
  for (const text of texts) buffer.add(text + '|')
  expect(buffer.toString()).toBe(texts.map((text) => text.toWellFormed() + '|').join(''))
})
