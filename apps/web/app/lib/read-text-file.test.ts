import { expect, test } from 'vitest'
import { readTextFile } from './read-text-file.ts'

test('a file gives its text', async () => {
  expect(await readTextFile(new Blob(['节点']))).toBe('节点')
})

test('a file that is gone gives nothing, and no error', async () => {
  const gone = Object.assign(new Blob(['a']), {
    text: () => Promise.reject(new DOMException('Gone', 'NotReadableError')),
  })
  expect(await readTextFile(gone)).toBeUndefined()
})
