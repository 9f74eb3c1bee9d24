import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readTextFile } from './read-text-file.ts'

const bytes = (...values: number[]) => new Uint8Array(values)
const utf16 = (text: string) => bytes(0xff, 0xfe, ...Buffer.from(text, 'utf16le'))

describe('a chosen file', () => {
  test.each([
    ['UTF-16, which is full of zeros', utf16('ss://'), 'ss://', 'utf-16le'],
    ['UTF-8 after a mark', bytes(0xef, 0xbb, 0xbf, 0x73), 's', 'utf-8'],
    ['UTF-8', bytes(...Buffer.from('节点')), '节点', 'utf-8'],
    ['GBK', bytes(0xcf, 0xe3, 0xb8, 0xdb), '香港', 'gb18030'],
    ['Big5', bytes(0xa5, 0x78, 0xc6, 0x57), '台灣', 'big5'],
    ['gzip', bytes(...gzipSync('节点')), '节点', 'utf-8'],
    ['nothing', bytes(), '', 'utf-8'],
  ])('%s is read as what it is', async (_, given, text, encoding) => {
    expect(await readTextFile(new Blob([given]))).toEqual({ text, encoding })
  })

  test.each([
    ['an archive of another kind', bytes(0x50, 0x4b, 3, 4, 0, 0, 0), 'binary'],
    ['gzip of a program', bytes(...gzipSync(bytes(0x7f, 0x45, 0x4c, 0x46, 0, 0))), 'binary'],
    ['gzip that was cut off', bytes(...gzipSync('node'.repeat(100))).subarray(0, 15), 'bad-archive'],
  ])('%s is no text', async (_, given, error) => {
    expect(await readTextFile(new Blob([given]))).toEqual({ error })
  })

  test('that is gone gives nothing, and no exception', async () => {
    const gone = Object.assign(new Blob(['a']), {
      arrayBuffer: () => Promise.reject(new DOMException('Gone', 'NotReadableError')),
    })
    expect(await readTextFile(gone)).toEqual({ error: 'unreadable' })
  })
})
