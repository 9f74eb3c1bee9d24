import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentDecode, percentEncode } from './percent.ts'

test.each([
  ['nothing to do', 'nothing to do'],
  ['%E9%A6%99%E6%B8%AF%2001', '香港 01'],
  ['%f0%9f%87%ad%F0%9F%87%B0', '🇭🇰'],
  ['a+b', 'a+b'],
  ['100%', '100%'],
  ['%zz', '%zz'],
  ['50%25 %zz %E9%A6%99', '50% %zz 香'],
  ['%', '%'],
  ['%4', '%4'],
  ['%41', 'A'],
  ['x%41', 'xA'],
  // An overlong form, a surrogate, a cut sequence and a byte of another encoding are no UTF-8.
  ['%C0%AF', '%C0%AF'],
  ['%ED%A0%80', '%ED%A0%80'],
  ['%E9%A6', '%E9%A6'],
  ['%CF%E3%B8%DB', '%CF%E3%B8%DB'],
])('%s reads as %s', (text, decoded) => {
  expect(percentDecode(text)).toBe(decoded)
})

test('decoding what the runtime encodes gives the text back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(text.isWellFormed())
      expect(percentDecode(encodeURIComponent(text))).toBe(text)
      expect(percentDecode(percentEncode(text))).toBe(text)
    }),
  )
})

test('a text behind a broken one reads as it reads elsewhere', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(text.isWellFormed())
      percentDecode('%zz')
      expect(percentDecode(encodeURIComponent(text))).toBe(text)
    }),
  )
})

test('nothing throws, whatever is decoded', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('%', 'E', '9', 'a', 'z', '香') }),
      (text) => typeof percentDecode(text) === 'string',
    ),
  )
})
