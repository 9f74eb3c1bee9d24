import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Uploaded } from '@switchyard/contract'
import { ApiRefusal } from '../../api-refusal.ts'
import type { Deps } from '../../deps.ts'
import { StorageFailure, WrongSize } from '../../storage/storage.ts'
import { BucketStore, findBucket } from './buckets.ts'
import { type Expected, FileStore, type StoredPlace } from './file-store.ts'
import { HEAD_BYTES, pictureIn } from './file-type.ts'
import { giveUpKey, removeWaste, UPLOAD_MOST_MS } from '../../storage/keys.ts'
import { ShareStore } from './share-store.ts'

type UploadDeps = Pick<Deps, 'store' | 'storage' | 'now' | 'log'>

/** What comes, and how much of it. */
export interface Incoming {
  bytes: Readable
  size: number
  signal?: AbortSignal
}

/**
 * Keeps bytes as a file. The key is noted before they come; the file has it once all of them are kept. So whatever breaks in
 * between leaves the file as it was, and bytes that the sweep finds. Throws the refusals of `FileStore.begin`, and `unavailable` and
 * `disk-full` of the storage.
 */
export async function upload(
  deps: UploadDeps,
  place: StoredPlace,
  { bytes, size, signal }: Incoming,
  expected: Expected,
): Promise<{ entryId: string; sha: string }> {
  const { store, storage, now } = deps
  const files = new FileStore(store)
  const begun = await files.begin(place, size, expected, now())
  const stop = AbortSignal.any([AbortSignal.timeout(UPLOAD_MOST_MS), ...(signal ? [signal] : [])])
  try {
    const seen = new Seen(size)
    await storage.write(begun.key, Readable.from(seen.passing(bytes)), size, stop)
    const { entryId, waste } = await files.finish(place, begun, seen.content(), expected, now())
    await removeWaste({ ...deps, database: store.database }, waste)
    return { entryId, sha: seen.content().sha }
  } catch (error) {
    await giveUp(begun.key)
    if (error instanceof WrongSize) throw new ApiRefusal('bad-request', { field: 'content-length' })
    throw refusalOfStorage(error, deps)
  }

  /** Whatever went wrong is worth more than what is left of it. */
  async function giveUp(key: string): Promise<void> {
    try {
      // A commit whose answer was lost gave the key to a file: then it is not here any more.
      if (await giveUpKey(store.database.query, key)) await removeWaste({ ...deps, database: store.database }, [key])
    } catch (error) {
      deps.log.warn({ err: error }, 'An upload that broke is left to the sweep')
    }
  }
}

/** A failure of the storage as it is answered; any other error as it is. */
export function refusalOfStorage(error: unknown, { log }: Pick<Deps, 'log'>): unknown {
  if (!(error instanceof StorageFailure) || error.reason === 'taken') return error
  log.error({ err: error }, error.message)
  return new ApiRefusal(error.reason === 'full' ? 'disk-full' : 'unavailable')
}

/** What is said of an upload: where others read it, if they do. */
export async function uploadedAnswer(
  { store, now }: UploadDeps,
  { userId, bucket, path }: StoredPlace,
  { entryId, sha }: { entryId: string; sha: string },
  filesAt: string,
): Promise<Uploaded> {
  const row = await findBucket(store.database.query, userId, bucket)
  const address = row && new BucketStore(store).publicAddress(row, filesAt)
  if (address !== undefined) return { share: `${address}/${encodedPath(path)}`, path, sha }
  if (row?.permission === 'private') return { share: null, path, sha }
  const share = await new ShareStore(store).findOpen(userId, entryId, filesAt, now())
  return { share: share ?? null, path, sha }
}

export const encodedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** Looks at bytes as they pass: the blob id that Git gives to them, and whether they are a picture. */
class Seen {
  readonly #hash = createHash('sha1')
  #head = Buffer.alloc(0)
  #sha: string | undefined

  constructor(size: number) {
    this.#hash.update(`blob ${size}\0`)
  }

  async *passing(bytes: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      const part: Buffer = chunk
      this.#hash.update(part)
      if (this.#head.length < HEAD_BYTES) this.#head = Buffer.concat([this.#head, part.subarray(0, HEAD_BYTES)])
      yield part
    }
  }

  /** Once all of them have passed. */
  content() {
    this.#sha ??= this.#hash.digest('hex')
    return { sha: this.#sha, picture: pictureIn(this.#head) }
  }
}
