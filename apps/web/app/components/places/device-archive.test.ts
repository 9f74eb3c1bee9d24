import 'fake-indexeddb/auto'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { deviceArchive } from './device-archive.ts'
import { DEVICE_PLACE } from './device-place.ts'

test('an archive has all files of this device, in their folders', async () => {
  expect(await deviceArchive()).toBeUndefined()
  const changes = ['a.yaml', '规则/广告.list'].map(
    (path) => ({ kind: 'create', path, bytes: new TextEncoder().encode(path) }) as const,
  )
  await DEVICE_PLACE.space('', '').write({ message: 'm', changes })
  const read = unzipSync(new Uint8Array(await (await deviceArchive())!.arrayBuffer()))
  const texts = Object.entries(read).map(([path, bytes]) => [path, new TextDecoder().decode(bytes)])
  expect(texts).toEqual(changes.map(({ path }) => [path, path]))
})
