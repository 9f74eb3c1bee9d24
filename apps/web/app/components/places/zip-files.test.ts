import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { zipFiles } from './zip-files.ts'

test('an archive has the folders and the bytes of its files', async () => {
  const files = [
    { path: '规则/广告.list', bytes: new TextEncoder().encode('DOMAIN,ad.example\n') },
    { path: 'a.bin', bytes: Uint8Array.of(0, 1, 255) },
  ]
  const blob = await zipFiles(files)
  const read = unzipSync(new Uint8Array(await blob.arrayBuffer()))
  expect(Object.entries(read).map(([path, bytes]) => ({ path, bytes: Uint8Array.from(bytes) }))).toEqual(files)
})
