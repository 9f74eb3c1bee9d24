import { describe, expect, test } from 'vitest'
import { decodeText, isBinary, readTextFile } from './read-text-file.ts'

const bytes = (...values: number[]) => new Uint8Array(values).buffer
const utf16 = (text: string) => bytes(0xff, 0xfe, ...Buffer.from(text, 'utf16le'))

describe('a chosen file', () => {
  test.each([
    ['an archive', bytes(0x50, 0x4b, 3, 4, 0, 0, 0), true],
    ['UTF-16, which is full of zeros', utf16('ss://'), false],
    ['a text', bytes(0x73, 0x73, 0x3a), false],
    ['nothing', bytes(), false],
  ])('%s is told from text', (_, given, expected) => expect(isBinary(given)).toBe(expected))

  test.each([
    ['UTF-16', utf16('ss://'), 'ss://'],
    ['UTF-8 after a mark', bytes(0xef, 0xbb, 0xbf, 0x73), 's'],
    ['UTF-8', new TextEncoder().encode('节点').buffer, '节点'],
    ['GBK', bytes(0xcf, 0xe3, 0xb8, 0xdb), '香港'],
    ['nothing', bytes(), ''],
  ])('%s is read as what it is', async (_, given, expected) => {
    expect(decodeText(given)).toBe(expected)
    expect(await readTextFile(new Blob([given]))).toBe(expected)
  })

  test('that is gone gives nothing, and no error', async () => {
    const gone = Object.assign(new Blob(['a']), {
      arrayBuffer: () => Promise.reject(new DOMException('Gone', 'NotReadableError')),
    })
    expect(await readTextFile(gone)).toBeUndefined()
  })
})
