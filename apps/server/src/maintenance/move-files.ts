import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { SECOND_MS } from '@switchyard/sources/spans'
import type { Database } from '../db/database.ts'
import { type Storage, StorageFailure } from '../storage/storage.ts'

const PAGE_ROWS = 200
const AT_ONCE = 4
/** A storage that cannot be reached for a moment ends no move of hours. */
const AGAIN_AFTER_MS = [SECOND_MS, 4 * SECOND_MS]

/** What became of the files of people. */
export interface MovedFiles {
  /** They are in the new storage, byte by byte what their rows say. */
  moved: number
  bytes: number
  /** Their bytes were not where the server had them. */
  missing: number
}

/**
 * Copies the bytes of all files into another storage, and reads them there again. What is there already is compared alike, so
 * a copy that was broken off goes on. Throws where other bytes stand under a key.
 */
export async function moveFiles({ query }: Database, from: Storage, to: Storage): Promise<MovedFiles> {
  const all: MovedFiles = { moved: 0, bytes: 0, missing: 0 }
  for (let after = ''; ;) {
    const page = await query
      .selectFrom('storage_entry')
      .select(['id', 'key', 'size', 'sha'])
      .where('key', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE_ROWS)
      .execute()
    const left = page.values()
    const work = async () => {
      for (const { key, size, sha } of left) {
        const isMoved = await moveSurely(from, to, { key: key!, size, sha })
        if (isMoved) all.moved++
        else all.missing++
        all.bytes += isMoved ? size : 0
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    if (page.length < PAGE_ROWS) return all
    after = page.at(-1)!.id
  }
}

interface KeptFile {
  key: string
  size: number
  sha: string | null
}

/** The same as `moveFile`, again where a storage could not be reached. */
async function moveSurely(from: Storage, to: Storage, file: KeptFile): Promise<boolean> {
  for (const waitMs of AGAIN_AFTER_MS) {
    try {
      return await moveFile(from, to, file)
    } catch (error) {
      if (!isFailure(error, 'lost')) throw error
    }
    await wait(waitMs)
  }
  return moveFile(from, to, file)
}

/** False: it is nowhere. */
async function moveFile(from: Storage, to: Storage, { key, size, sha }: KeptFile): Promise<boolean> {
  if ((await shaOf(await to.read(key), size)) === sha) return true
  const bytes = await from.read(key)
  if (!bytes) return false
  try {
    await to.write(key, bytes, size)
  } catch (error) {
    if (!isFailure(error, 'taken')) throw error
    // A move that was killed may have got there meanwhile.
    if ((await shaOf(await to.read(key), size)) === sha) return true
    throw new Error(`The new storage has other bytes under the key ${key}: move into an empty one.`, { cause: error })
  } finally {
    // Of a file that was not read to its end.
    bytes.destroy()
  }
  if ((await shaOf(await to.read(key), size)) !== sha)
    throw new Error(`The file of the key ${key} is another one in the new storage than its row says.`)
  return true
}

function isFailure(error: unknown, reason: StorageFailure['reason']): boolean {
  return error instanceof StorageFailure && error.reason === reason
}

/** As git names a file of this size; undefined: there is none. */
async function shaOf(bytes: Readable | undefined, size: number): Promise<string | undefined> {
  if (!bytes) return undefined
  const hash = createHash('sha1').update(`blob ${size}\0`)
  for await (const chunk of bytes) {
    const part: Uint8Array = chunk
    hash.update(part)
  }
  return hash.digest('hex')
}
