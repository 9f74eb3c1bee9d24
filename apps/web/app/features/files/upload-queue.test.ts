import 'fake-indexeddb/auto'
import type { CommitRequest, GitFailure } from '@switchyard/git-hosts'
import { GitHostError } from '@switchyard/git-hosts/writes'
import { beforeEach, expect, test } from 'vitest'
import { DEVICE_PLACE } from '../../components/places/device-place.ts'
import type { FileSpace } from '../../components/places/place.ts'
import { deletions } from './file-changes.ts'
import { UPLOAD_MAX_BYTES, UploadQueue } from './upload-queue.ts'

const device = DEVICE_PLACE.space('', '')
let written: CommitRequest[]

/** The place of this device, whose writes fail as `fail` says. */
function spaceThat(
  fail: (request: CommitRequest, calls: number) => GitFailure | undefined = () => undefined,
): FileSpace {
  let calls = 0
  return {
    ...device,
    async write(request) {
      const failure = fail(request, ++calls)
      if (failure) throw new GitHostError(failure)
      const result = await device.write(request)
      written.push(request)
      return result
    },
  }
}

const files = (...paths: string[]) => paths.map((path) => ({ path, file: new Blob([path]) }))
const states = (queue: UploadQueue) => Object.fromEntries(queue.uploads.get().map(({ path, state }) => [path, state]))
const nine = Array.from({ length: 9 }, (_, at) => `${at}.list`)
const text = async (path: string) => new TextDecoder().decode((await device.read(path)).bytes)

beforeEach(async () => {
  written = []
  const there = (await device.tree()).entries.filter(({ kind }) => kind === 'file')
  if (there.length > 0) await device.write({ message: 'clear', changes: deletions(there) })
})

test('many files are one commit', async () => {
  const queue = new UploadQueue(spaceThat(), 'upload')
  await queue.add(files(...nine, 'folder/deep/规则.yaml'))
  expect(written.map(({ message, changes }) => [message, changes.length])).toEqual([['upload', 10]])
  expect(new Set(Object.values(states(queue)))).toEqual(new Set(['done']))
})

test('of nine files two fail: seven are there, the two are listed and sent again', async () => {
  let isLocked = true
  const locked = ['2.list', '5.list']
  const queue = new UploadQueue(spaceThat(), 'upload')
  const given = files(...nine).map((one) => {
    const read = one.file.arrayBuffer.bind(one.file)
    return Object.assign(one, {
      file: Object.assign(one.file, {
        arrayBuffer: () => (isLocked && locked.includes(one.path) ? Promise.reject(new Error('locked')) : read()),
      }),
    })
  })
  await queue.add(given)
  const failed = queue.uploads.get().filter(({ state }) => state === 'failed')
  expect(failed.map(({ path, failure }) => [path, failure])).toEqual(
    locked.map((path) => [path, { code: 'unreadable' }]),
  )
  expect(Object.values(states(queue)).filter((state) => state === 'done')).toHaveLength(7)
  isLocked = false
  await queue.retry()
  expect(new Set(Object.values(states(queue)))).toEqual(new Set(['done']))
  expect(written.map(({ changes }) => changes.length)).toEqual([7, 2])
})

test('a file that the host finds too large fails alone', async () => {
  const isLarge = ({ path }: { path: string }) => path === '3.list'
  const queue = new UploadQueue(
    spaceThat(({ changes }) => (changes.some(isLarge) ? { code: 'too-large' } : undefined)),
    'upload',
  )
  await queue.add(files(...nine))
  expect(queue.uploads.get().filter(({ state }) => state === 'failed').map(({ path }) => path)).toEqual(['3.list']) // oxfmt-ignore
  expect(Object.values(states(queue)).filter((state) => state === 'done')).toHaveLength(8)
})

test('what stops all of them stops them once, and says why', async () => {
  let calls = 0
  const failure = { code: 'rate-limited', until: 5 } as const
  const queue = new UploadQueue(
    spaceThat((_, call) => ((calls = call) === 1 ? failure : undefined)),
    'upload',
  )
  await queue.add(files(...nine))
  expect(calls).toBe(1)
  expect(queue.uploads.get().map((upload) => upload.failure)).toEqual(nine.map(() => failure))
  await queue.retry()
  expect(new Set(Object.values(states(queue)))).toEqual(new Set(['done']))
})

test('files that meet others wait for a choice; the rest is written at once', async () => {
  const old = ['a', 'b', 'c'].map((path) => ({ kind: 'create', path, bytes: new Uint8Array([1]) }) as const)
  await device.write({ message: 'm', changes: old })
  const queue = new UploadQueue(spaceThat(), 'upload')
  await queue.add(files('a', 'b', 'c', 'd'))
  expect(states(queue)).toEqual({ a: 'met', b: 'met', c: 'met', d: 'done' })
  const idOf = (path: string) => queue.uploads.get().find((upload) => upload.path === path)!.id
  await queue.decide([idOf('a')], 'overwrite')
  await queue.decide([idOf('b')], 'rename')
  await queue.decide([idOf('c')], 'skip')
  expect(states(queue)).toEqual({ a: 'done', 'b (2)': 'done', c: 'skipped', d: 'done' })
  expect([await text('a'), await text('b (2)'), (await device.read('c')).bytes]).toEqual([
    'a',
    'b',
    new Uint8Array([1]),
  ])
})

test('a file that changes while one chooses is asked about again', async () => {
  const { versions } = await device.write({ message: 'm', changes: [{ kind: 'create', path: 'a', bytes: new Uint8Array([1]) }] }) // oxfmt-ignore
  const queue = new UploadQueue(spaceThat(), 'upload')
  await queue.add(files('a'))
  const theirs = { kind: 'update', path: 'a', bytes: new Uint8Array([2]), version: versions['a']! } as const
  await device.write({ message: 'theirs', changes: [theirs] })
  await queue.decide([1], 'overwrite')
  expect(states(queue)).toEqual({ a: 'met' })
  expect((await device.read('a')).bytes).toEqual(new Uint8Array([2]))
  await queue.decide([1], 'overwrite')
  expect(await text('a')).toBe('a')
})

test('a path that leads elsewhere and a file that is too long are refused before anything is sent', async () => {
  const queue = new UploadQueue(spaceThat(), 'upload')
  const long = { path: 'long.bin', file: { size: UPLOAD_MAX_BYTES + 1 } as Blob }
  await queue.add([...files('../x', 'ok'), long])
  expect(queue.uploads.get().map(({ path, state, failure }) => [path, state, failure?.code])).toEqual([
    ['../x', 'failed', 'bad-path'],
    ['ok', 'done', undefined],
    ['long.bin', 'failed', 'over-limit'],
  ])
  await queue.retry()
  expect(written).toHaveLength(1)
  queue.clear()
  expect(queue.uploads.get()).toEqual([])
})

test('a place that takes files as they are gets them one by one, of any size, and says how much is sent', async () => {
  const sent: [string, string | undefined, number][] = []
  const seen: (number | undefined)[] = []
  const queue = new UploadQueue(
    {
      ...spaceThat(),
      upload: (path, { size }, { replaces, onProgress } = {}) => {
        if (path === 'b' && replaces === undefined)
          return Promise.reject(new GitHostError({ code: 'exists', changed: [{ path, version: 'v1' }] }))
        onProgress?.(0.5)
        seen.push(queue.uploads.get().find((one) => one.path === path)?.sent)
        sent.push([path, replaces, size])
        return Promise.resolve()
      },
    },
    '',
  )
  const large = Object.defineProperty(new Blob(['x']), 'size', { value: UPLOAD_MAX_BYTES + 1 })
  await queue.add([{ path: 'large', file: large }, ...files('b')])
  expect(states(queue)).toEqual({ large: 'done', b: 'met' })
  await queue.decide([2], 'overwrite')
  expect(states(queue)).toEqual({ large: 'done', b: 'done' })
  expect(sent).toEqual([
    ['large', undefined, UPLOAD_MAX_BYTES + 1],
    ['b', 'v1', 1],
  ])
  expect([seen, queue.uploads.get().map((one) => one.sent)]).toEqual([[0.5, 0.5], [undefined, undefined]]) // oxfmt-ignore
  expect(written).toEqual([])
})

test('a place that is full leaves the file to be sent again', async () => {
  let isFull = true
  const space: FileSpace = {
    ...spaceThat(),
    upload: () => (isFull ? Promise.reject(new GitHostError({ code: 'no-room' })) : Promise.resolve()),
  }
  const queue = new UploadQueue(space, '')
  await queue.add(files('a'))
  expect(queue.uploads.get()).toMatchObject([{ state: 'failed', failure: { code: 'no-room' } }])
  isFull = false
  await queue.retry()
  expect(states(queue)).toEqual({ a: 'done' })
})
