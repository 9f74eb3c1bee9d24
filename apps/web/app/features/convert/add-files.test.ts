import { describe, expect, test } from 'vitest'
import { decodeText, isBinary } from './add-files.ts'

const bytes = (...values: number[]) => new Uint8Array(values).buffer
const utf16 = (text: string) => bytes(0xff, 0xfe, ...Buffer.from(text, 'utf16le'))

describe('a file that was added', () => {
  test.each([
    ['an archive', bytes(0x50, 0x4b, 3, 4, 0, 0, 0), true],
    ['UTF-16, which is full of zeros', utf16('ss://'), false],
    ['a text', bytes(0x73, 0x73, 0x3a), false],
    ['nothing', bytes(), false],
  ])('%s is told from text', (_, given, expected) => expect(isBinary(given)).toBe(expected))

  test.each([
    ['UTF-16', utf16('ss://'), 'ss://'],
    ['UTF-8 after a mark', bytes(0xef, 0xbb, 0xbf, 0x73), 's'],
    ['GBK', bytes(0xcf, 0xe3, 0xb8, 0xdb), '香港'],
  ])('%s is read as what it is', (_, given, expected) => expect(decodeText(given)).toBe(expected))
})
