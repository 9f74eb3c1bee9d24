import 'fake-indexeddb/auto'
import { unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { deviceArchive } from './device-archive.ts'
import { DEVICE_PLACE } from './device-place.ts'
import { restoreArchive } from './restore-archive.ts'

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

const bytes = (text: string) => new TextEncoder().encode(text)
const textAt = async (path: string) => new TextDecoder().decode((await DEVICE_PLACE.space('', '').read(path)).bytes)

test('an archive goes back in: what is there stays, another content gets a free name, no path leads out', async () => {
  const archive = zipSync({
    'a.yaml': bytes('a.yaml'),
    规则: { '广告.list': bytes('other') },
    'b.c': { 'd.list': bytes('d') },
    '../out.yaml': bytes('x'),
    '/etc/passwd': bytes('x'),
    '.git': { config: bytes('x') },
  })
  expect(await restoreArchive(archive, 'm')).toEqual({ added: 2, renamed: 1, same: 1, left: 3 })
  expect(await textAt('规则/广告.list')).toBe('规则/广告.list')
  expect(await textAt('规则/广告 (2).list')).toBe('other')
  expect(await textAt('b.c/d.list')).toBe('d')
  // A second time there is nothing new, but for what has a free name again.
  expect(await restoreArchive(zipSync({ 'b.c/d.list': bytes('d') }), 'm')).toMatchObject({ added: 0, same: 1 })
})

test('all that this device keeps comes back from its own archive', async () => {
  const archive = new Uint8Array(await (await deviceArchive())!.arrayBuffer())
  const space = DEVICE_PLACE.space('', '')
  const before = (await space.tree()).entries.filter(({ kind }) => kind === 'file')
  await space.write({
    message: 'm',
    changes: before.map(({ path, version }) => ({ kind: 'delete', path, version }) as const),
  })
  expect(await restoreArchive(archive, 'm')).toEqual({ added: before.length, renamed: 0, same: 0, left: 0 })
  const after = (await space.tree()).entries.filter(({ kind }) => kind === 'file')
  expect(after).toEqual(before)
})

test.each([
  ['no archive', bytes('no archive'), 'unreadable'],
  ['nothing', new Uint8Array(), 'unreadable'],
  [
    'more files than we keep',
    zipSync(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`${at}`, new Uint8Array()])), { level: 0 }),
    'too-large',
  ],
  [
    'a little that unpacks to a lot',
    zipSync(Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}`, new Uint8Array(25 * 1024 * 1024)]))),
    'too-large',
  ],
])('%s is refused whole', async (_, archive, refused) => {
  expect(await restoreArchive(archive, 'm')).toBe(refused)
})
