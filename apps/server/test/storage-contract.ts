import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { type Storage, StorageFailure, WrongSize } from '../src/storage/storage.ts'

const newKey = () => `ann/${randomUUID()}`
const MIB = 1024 * 1024

/** A stream that breaks after so many bytes, as an upload whose sender goes away. */
function broken(bytes: number): Readable {
  return Readable.from(
    (async function* () {
      yield await Promise.resolve(Buffer.alloc(bytes))
      throw new Error('the sender is gone')
    })(),
  )
}

const keep = async (storage: Storage, content: Buffer, key = newKey()) => {
  await storage.write(key, Readable.from([content]), content.length)
  return key
}
const read = async (storage: Storage, key: string, range?: { first: number; last: number }) => {
  const found = await storage.read(key, range)
  return found && buffer(found)
}

/** What every place for the bytes of files keeps to. */
export function describeStorage(title: string, start: () => Promise<Storage> | Storage): void {
  describe(title, () => {
    test.each([0, 1, 65_536, 3 * MIB + 7])('%i bytes come back as they were', async (size) => {
      const storage = await start()
      const content = randomBytes(size)
      const key = newKey()
      const parts = Array.from({ length: Math.ceil(size / 40_000) }, (_, at) => content.subarray(at * 40_000, at * 40_000 + 40_000)) // oxfmt-ignore
      await storage.write(key, Readable.from(parts), size)
      expect((await read(storage, key))?.equals(content)).toBe(true)
    })

    test('some of the bytes are read, from the first to the last that is asked for', async () => {
      const storage = await start()
      const key = await keep(storage, Buffer.from('0123456789'))
      expect(String(await read(storage, key, { first: 0, last: 0 }))).toBe('0')
      expect(String(await read(storage, key, { first: 3, last: 5 }))).toBe('345')
      expect(String(await read(storage, key, { first: 9, last: 9 }))).toBe('9')
    })

    test('nothing is under a key that nothing was kept under, or that was removed; removing is safe to repeat', async () => {
      const storage = await start()
      const key = await keep(storage, Buffer.from('x'))
      expect(await storage.read(newKey())).toBeUndefined()
      await storage.remove(key)
      await storage.remove(key)
      expect(await storage.read(key)).toBeUndefined()
    })

    test('what is under a key is never replaced', async () => {
      const storage = await start()
      const key = await keep(storage, Buffer.from('one'))
      await expect(keep(storage, Buffer.from('two'), key)).rejects.toMatchObject({ reason: 'taken' })
      expect(String(await read(storage, key))).toBe('one')
    })

    test.each([
      ['fewer bytes than were said', () => Readable.from([Buffer.alloc(9)])],
      ['more', () => Readable.from([Buffer.alloc(11)])],
      ['none', () => Readable.from([])],
    ])('%s leave nothing', async (_, bytes) => {
      const storage = await start()
      const key = newKey()
      await expect(storage.write(key, bytes(), 10)).rejects.toBeInstanceOf(WrongSize)
      expect(await storage.read(key)).toBeUndefined()
      await keep(storage, Buffer.from('0123456789'), key)
    })

    test('a sender that goes away leaves nothing, and what it threw is thrown', async () => {
      const storage = await start()
      const key = newKey()
      await expect(storage.write(key, broken(MIB), 2 * MIB)).rejects.toThrow('the sender is gone')
      expect(await storage.read(key)).toBeUndefined()
      await keep(storage, Buffer.from('again'), key)
      expect(String(await read(storage, key))).toBe('again')
    })

    test('twenty writes at once all arrive', async () => {
      const storage = await start()
      const contents = Array.from({ length: 20 }, () => randomBytes(100_000))
      const keys = await Promise.all(contents.map((content) => keep(storage, content)))
      for (const [at, key] of keys.entries()) expect((await read(storage, key))?.equals(contents[at]!)).toBe(true)
    })

    test('a reader that goes away early keeps nobody waiting', async () => {
      const storage = await start()
      const key = await keep(storage, randomBytes(3 * MIB))
      for (let round = 0; round < 20; round++) {
        const found = (await storage.read(key))!
        await new Promise((resolve) => found.once('data', resolve))
        found.destroy()
      }
      expect((await read(storage, key, { first: 0, last: 4 }))?.length).toBe(5)
    })

    test('a storage that works says so', async () => {
      await (await start()).check()
    })

    test.each([
      '../x',
      'ann/../../etc/passwd',
      'ann',
      '/etc/passwd',
      'ann/x',
      `ann/${'0'.repeat(36)}/x`,
      `a b/${randomUUID()}`,
    ])(
      // oxfmt-ignore
      '%s is no key',
      async (key) => {
        const storage = await start()
        await expect(storage.read(key)).rejects.toThrow('no key')
        await expect(storage.remove(key)).rejects.toThrow('no key')
        await expect(keep(storage, Buffer.from('x'), key)).rejects.toThrow('no key')
      },
    )
  })
}

/** The failure of a step that cannot work. */
export const failureOf = async (step: Promise<unknown>): Promise<unknown> =>
  step.then(
    () => 'no failure',
    (error: unknown) => (error instanceof StorageFailure ? error.reason : error),
  )
