import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Utf8Buffer } from './utf8-buffer.ts'

const LONG = 16 * 1024 * 1024
/** What is expected to be long is kept in another form than the rest. */
const EXPECTED = [0, LONG]

test.each(EXPECTED)('what was added comes back; a lone surrogate is U+FFFD: %i bytes expected', (expected) => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 30, unit: 'binary' }), { maxLength: 8 }), (texts) => {
      expectBack(new Utf8Buffer(expected), texts)
    }),
    { numRuns: 20 },
  )
})

test.each(EXPECTED)('lone surrogates of any kind and code units of all sizes: %i bytes expected', (expected) => {
  // The first one is longer than a chunk.
  expectBack(new Utf8Buffer(expected), [
    '香'.repeat(20_000),
    '\ud800',
    '\udc00x',
    'x\udbff',
    '\ud83c\udded',
    '\ufeff',
    '\u07ff\u0800\uffff\u{10ffff}',
  ])
})

test('what becomes longer than expected comes back, too', () => {
  expectBack(
    new Utf8Buffer(),
    Array.from({ length: 10 }, (_, index) => `${index}${'香a'.repeat(500_000)}`),
  )
})

function expectBack(buffer: Utf8Buffer, texts: readonly string[]): void {
  for (const text of texts) buffer.add(text + '|')
  const whole = texts.map((text) => text.toWellFormed() + '|').join('')
  expect(buffer.toString() === whole).toBe(true)
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(buffer.toBytes()) === whole).toBe(true)
}
