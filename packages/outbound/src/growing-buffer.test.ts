import { expect, test } from 'vitest'
import { GrowingBuffer } from './growing-buffer.ts'

test('parts of any length are one text, in memory of at most twice its length', () => {
  const buffer = new GrowingBuffer(1_000_000)
  const part = new TextEncoder().encode('a')
  let taken = 0
  for (let count = 0; count < 300_000; count++) if (buffer.add(part)) taken++
  expect(taken).toBe(300_000)
  buffer.add(new TextEncoder().encode('end'))
  expect(buffer.bytes).toHaveLength(300_003)
  expect(new TextDecoder().decode(buffer.bytes.subarray(-4))).toBe('aend')
  expect(buffer.bytes.buffer.byteLength).toBeLessThanOrEqual(600_006)
})

test('a part beyond the limit is not taken', () => {
  const buffer = new GrowingBuffer(3)
  expect(buffer.add(new Uint8Array([1, 2]))).toBe(true)
  expect(buffer.add(new Uint8Array([3, 4]))).toBe(false)
  expect([...buffer.bytes]).toEqual([1, 2])
})
