import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesOfText, EDITED_MAX_BYTES, openText, type TextFile } from './text-file.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin = (...bytes: number[]) => Uint8Array.from(bytes)

async function opened(bytes: Uint8Array<ArrayBuffer>): Promise<TextFile> {
  const file = await openText(bytes)
  if (typeof file === 'string') throw new Error(file)
  return file
}

async function edited(bytes: Uint8Array<ArrayBuffer>, edit: (text: string) => string): Promise<Uint8Array> {
  const file = await opened(bytes)
  const written = bytesOfText(file, edit(file.text))
  if ('unwritable' in written) throw new Error(written.unwritable)
  return written.bytes
}

// `香港`, then a line end, in each encoding.
const HONG_KONG = {
  gbk: latin(0xcf, 0xe3, 0xb8, 0xdb, 0x0d, 0x0a),
  big5: latin(0xad, 0xbb, 0xb4, 0xe4, 0x0a),
}

describe('a file that is opened and written again is the same to the byte', () => {
  test.each([
    ['empty', utf8('')],
    ['lines of Windows', utf8('a\r\nb\r\n')],
    ['with a mark', utf8('\ufeffa: 1\n')],
    ['with a mark and lines of Windows', utf8('\ufeffa: 1\r\nb: 2')],
    ['with two marks', utf8('\ufeff\ufeffa')],
    ['line ends of every kind', utf8('a\r\nb\nc\rd\n\r\ne')],
    ['old line ends alone', utf8('a\rb\r')],
    ['GBK', HONG_KONG.gbk],
    ['Big5', HONG_KONG.big5],
    ['UTF-16 with a mark', latin(0xff, 0xfe, 0x61, 0, 0x0d, 0, 0x0a, 0, 0x62, 0)],
    ['UTF-16, the large byte first', latin(0xfe, 0xff, 0, 0x61, 0, 0x0a)],
  ])('%s', async (_, bytes) => {
    const file = await opened(bytes)
    expect(file.isDamaged).toBeUndefined()
    expect(file.text).not.toContain('\r')
    expect(bytesOfText(file, file.text)).toEqual({ bytes })
  })

  test('whatever its text and its line ends are', async () => {
    const part = fc.oneof(fc.constantFrom('\r\n', '\n', '\r', '\ufeff', '节点', '🇭🇰'), fc.string({ unit: 'grapheme' }))
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 20 }), async (parts) => {
        const bytes = utf8(parts.join('').toWellFormed())
        const file = await openText(bytes)
        if (typeof file !== 'string') expect(bytesOfText(file, file.text)).toEqual({ bytes })
      }),
      { numRuns: 300 },
    )
  })
})

test.each([
  ['a new line has the end of its file', 'a\r\nb\r\n', 'x\r\na\r\nb\r\n'],
  ['a mark stays before the first line', '\ufeffa\n', '\ufeffx\na\n'],
  ['lines with ends of two kinds keep theirs', 'a\nb\r\nc\r\n', 'x\r\na\nb\r\nc\r\n'],
])('%s', async (_, before, after) => {
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await edited(utf8(before), (text) => `x\n${text}`))).toBe(
    after,
  )
})

test('a flag and a rare character are written in GB18030 as its decoder reads them', async () => {
  const bytes = await edited(HONG_KONG.gbk, (text) => `${text}🇭🇰 €ɐ`)
  expect(new TextDecoder('gb18030').decode(bytes)).toBe('香港\r\n🇭🇰 €ɐ')
})

test('a character that the encoding does not have is named', async () => {
  const file = await opened(HONG_KONG.big5)
  expect(bytesOfText(file, '香港🇭🇰')).toEqual({ unwritable: '🇭' })
})

test.each([
  ['a picture', latin(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13), 'binary'],
  ['an archive', latin(0x1f, 0x8b, 8, 0, 1), 'binary'],
  ['more than 5 MB', new Uint8Array(EDITED_MAX_BYTES + 1), 'too-large'],
])('%s is not opened as text', async (_, bytes, why) => {
  expect(await openText(bytes)).toBe(why)
})

test('bytes that no encoding explains are shown, and said to be damaged', async () => {
  expect(await opened(latin(0x61, 0xc3, 0x28, 0xe2, 0x82, 0x0a))).toMatchObject({ isDamaged: true })
})
