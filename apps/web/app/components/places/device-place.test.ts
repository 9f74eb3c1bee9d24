import 'fake-indexeddb/auto'
import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { DEVICE_PLACE } from './device-place.ts'
import { expectFailure, placeContract } from './place-contract.ts'

afterEach(() => void vi.restoreAllMocks())

const text = (content: string) => new TextEncoder().encode(content)

async function newSpace() {
  await new Promise<void>((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase('switchyard-files')
    deleting.addEventListener('success', () => resolve())
    deleting.addEventListener('error', () => reject(deleting.error ?? new Error('not deleted')))
  })
  return DEVICE_PLACE.space('', '')
}

placeContract(newSpace)

test('no file is put where a folder is, and none into a file', async () => {
  const space = await newSpace()
  await space.write({ message: 'm', changes: [{ kind: 'create', path: 'a/b', bytes: text('1') }] })
  for (const path of ['a', 'a/b/c'])
    await expectFailure(space.write({ message: 'm', changes: [{ kind: 'create', path, bytes: text('2') }] }), {
      code: 'exists',
      changed: [{ path: path === 'a' ? 'a' : 'a/b' }],
    })
})

test('a full disk is said, and then all is as before', async () => {
  const space = await newSpace()
  await space.write({ message: 'm', changes: [{ kind: 'create', path: 'a', bytes: text('1') }] })
  const real = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put')!.value as IDBObjectStore['put']
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, row: { key: string }) {
    if (row.key === 'file/c') throw new DOMException('full', 'QuotaExceededError')
    return real.call(this, row)
  })
  const changes = ['b', 'c'].map((path) => ({ kind: 'create', path, bytes: text(path) }) as const)
  await expectFailure(space.write({ message: 'm', changes }), { code: 'no-room' })
  expect((await space.list('')).items.map(({ name }) => name)).toEqual(['a'])
})

test('the oldest commits are forgotten, with contents that nothing names any more', async () => {
  const space = await newSpace()
  let version = ''
  for (let at = 0; at <= 201; at++) {
    const change =
      at === 0
        ? ({ kind: 'create', path: 'a', bytes: text('0') } as const)
        : ({ kind: 'update', path: 'a', bytes: text(`${at}`), version } as const)
    version = (await space.write({ message: `${at}`, changes: [change] })).versions['a']!
  }
  const found: string[] = []
  for (let page: string | undefined, more = true; more; more = page !== undefined) {
    const part = await space.history!(page === undefined ? {} : { page })
    found.push(...part.items.map(({ message }) => message))
    page = part.next
  }
  expect([found.length, found[0], found.at(-1)]).toEqual([200, '201', '2'])
  // As the oldest commit that is known found it.
  expect((await space.readAt!('000000000000000', 'a')).bytes).toEqual(text('1'))
  expect((await space.read('a')).bytes).toEqual(text('201'))
  expect(await blobs()).toBe(201)
})

function blobs(): Promise<number> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('switchyard-files')
    opening.addEventListener('success', () => {
      const range = IDBKeyRange.bound('blob/', 'blob0')
      const counting = opening.result.transaction('rows').objectStore('rows').count(range)
      counting.addEventListener('success', () => {
        opening.result.close()
        resolve(counting.result)
      })
    })
  })
}
