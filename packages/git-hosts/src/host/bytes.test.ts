import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { blobId } from './bytes.ts'

afterEach(() => void vi.unstubAllGlobals())

const gitId = (bytes: Uint8Array) => createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
// Around one block of 64 bytes, head and padding among them.
const LENGTHS = [0, 1, 38, 46, 47, 48, 55, 56, 63, 64, 65, 1000, 70_000]

test.each(LENGTHS)('%i bytes have the id that git gives them, with WebCrypto and over plain http', async (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 31) % 256)
  expect(await blobId(bytes, '')).toBe(gitId(bytes))
  vi.stubGlobal('crypto', {})
  expect(await blobId(bytes, '')).toBe(gitId(bytes))
})
