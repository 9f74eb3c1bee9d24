import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bytesOfText, type PackedText, partPieces, textOf, unpackedText, withTexts } from './kept-text.ts'

const LONG = '节点 😀"\\\n'.repeat(30_000)

/** A text with others before and behind it. */
function packed(text: string, before = '', behind = ''): PackedText {
  const all = before + text + behind
  const unpackedBytes = Buffer.byteLength(all)
  return { packed: gzipSync(all), unpackedBytes, from: before.length, to: before.length + text.length }
}

const CASES: [name: string, kept: string | PackedText, text: string][] = [
  ['a short text as it is', 'a', 'a'],
  ['an empty text', packed(''), ''],
  ['a long text', packed(LONG), LONG],
  ['a text up to the end', { ...packed(LONG), to: Infinity }, LONG],
  ['a text between others', packed(LONG, 'é😀'.repeat(50_000), 'x'.repeat(100_000)), LONG],
  ['a text of which nobody knows how long it is', { ...packed(LONG), unpackedBytes: 1 }, LONG],
]

test.each(CASES)('%s is unpacked at once, in a thread and in pieces', async (_, kept, text) => {
  expect(unpackedText(kept)).toBe(text)
  expect(await textOf(kept)).toBe(text)
  expect(Buffer.from(await bytesOfText(kept)).toString()).toBe(text)
  if (typeof kept === 'string') return
  let inPieces = ''
  for await (const piece of partPieces(kept)) inPieces += piece
  expect(inPieces).toBe(text)
})

test('pieces are short, and whoever stops reading has read no more', async () => {
  const lengths: number[] = []
  for await (const piece of partPieces(packed(LONG))) {
    lengths.push(piece.length)
    if (lengths.length === 2) break
  }
  expect(lengths).toHaveLength(2)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(64 * 1024)
})

test('all texts of a value are unpacked, and the rest stays as it was', async () => {
  const value = { recipe: packed(LONG), items: { a: 'b' }, texts: { a: packed('c'), d: 'e' }, names: ['f'], none: null }
  expect(await withTexts(value)).toEqual({ ...value, recipe: LONG, texts: { a: 'c', d: 'e' } })
})
