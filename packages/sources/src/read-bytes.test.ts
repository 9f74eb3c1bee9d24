import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readBytes } from './read-bytes.ts'

const MB = 1024 * 1024
const bytes = (given: string | Uint8Array) => new Uint8Array(Buffer.from(given))

test.each([
  ['plain', bytes('节点'), '节点', 'utf-8', 6],
  ['packed', bytes(gzipSync('节点')), '节点', 'utf-8', 6],
  ['packed in GBK', bytes(gzipSync(Uint8Array.of(0xcf, 0xe3, 0xb8, 0xdb))), '香港', 'gb18030', 4],
  ['empty', bytes(''), '', 'utf-8', 0],
])('bytes become text: %s', async (_, given, text, encoding, size) => {
  expect(await readBytes(given, MB)).toEqual({ text, encoding, bytes: size })
})

test('what is packed twice is unpacked once, and its encoding is not guessed', async () => {
  const packed = bytes(gzipSync('节点'))
  const text = new TextDecoder().decode(packed)
  expect(await readBytes(bytes(gzipSync(packed)), MB)).toEqual({ text, encoding: 'utf-8', bytes: packed.length })
})

test.each([
  ['too many bytes', bytes('a'.repeat(11)), 10, 'too-large'],
  ['an archive of more than the limit', bytes(gzipSync('a'.repeat(200))), 100, 'too-large'],
  ['an archive that was cut off', bytes(gzipSync('a'.repeat(50))).subarray(0, 20), 100, 'bad-archive'],
  ['an archive that is none', Uint8Array.of(0x1f, 0x8b, 8, 1, 2, 3), 100, 'bad-archive'],
])('no text, and why: %s', async (_, given, most, error) => {
  expect(await readBytes(given, most)).toEqual({ error })
})

test('a bomb is unpacked no further than the limit', async () => {
  const bomb = bytes(gzipSync(Buffer.alloc(256 * MB)))
  const before = process.memoryUsage().arrayBuffers
  expect(await readBytes(bomb, 2 * MB)).toEqual({ error: 'too-large' })
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * MB)
})
