import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base64Decode, base64Encode, base64Size, base64UrlEncode, standardBase64 } from './base64.ts'

test.each([
  ['the standard alphabet with padding', 'YWVzLTEyOC1nY206cHc=', 'aes-128-gcm:pw'],
  ['no padding', 'YWVzLTEyOC1nY206cHc', 'aes-128-gcm:pw'],
  ['too much padding', 'YWVzLTEyOC1nY206cHc====', 'aes-128-gcm:pw'],
  ['line breaks and blanks inside', 'YWVz\r\nLTEyOC1n Y206cHc=', 'aes-128-gcm:pw'],
  ['the URL-safe alphabet', '8J-HrfCfh7A', '🇭🇰'],
  ['UTF-8', '6aaZ5riv', '香港'],
])('%s is read', (_, text, decoded) => {
  expect(base64Decode(text)).toBe(decoded)
})

test.each([
  ['a character outside the alphabets', 'YWVz!'],
  ['one character left over', 'YWVzL'],
  ['bytes that are no UTF-8', '//79'],
  ['characters behind the padding', 'YQ==YQ'],
  ['nothing', ''],
  ['Chinese', '香港'],
])('%s is no base64', (_, text) => {
  expect(base64Decode(text)).toBeUndefined()
})

test('encoding and decoding are inverse', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      fc.pre(text.isWellFormed() && !text.startsWith('\ufeff'))
      expect(base64Decode(base64Encode(text))).toBe(text)
      expect(base64Decode(base64UrlEncode(text))).toBe(text)
    }),
  )
})

test('keys are counted in bytes and written in the standard spelling', () => {
  expect(base64Size('AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8')).toBe(32)
  expect(standardBase64('-_8')).toBe('+/8=')
})

test.each([
  ['as it stands', 'AQID', 'AQID'],
  ['with its padding', 'AQI', 'AQI='],
  ['without bits behind the last of two bytes', 'AAB=', 'AAA='],
  ['without bits behind its only byte', 'AB==', 'AA=='],
  ['without more padding than it needs', 'AQID====', 'AQID'],
  ['not at all where there is nothing', '', undefined],
  ['not at all where it is none', 'AQI!', undefined],
])('a key is written %s', (_, text, standard) => {
  expect(standardBase64(text)).toBe(standard)
})

test('a text behind a broken one reads as it reads elsewhere', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from('AQgw19+/-_= \n\f\r\t!香')) }), (text) => {
      for (const broken of ['YWVz!', '//79']) {
        base64Decode(broken)
        const behind = base64Decode(text)
        for (let left = 0; left < 200; left++) base64Decode('YQ==')
        expect(base64Decode(text)).toBe(behind)
      }
    }),
  )
})
