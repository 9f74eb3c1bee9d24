import { randomUUID } from 'node:crypto'
import { type FileHandle, link, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { errorCode } from '@switchyard/outbound/error-code'
import { makeFolder } from '../make-folder.ts'
import { type ByteRange, requireKey, type Storage, StorageFailure, WrongSize } from './storage.ts'

/** What is on its way stands here: never under a key. */
const DRAFTS = 'drafts'
const ONLY_OWNER = 0o600
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Files in a folder of this machine. A file is written under another name, and gets its own once all of it is on the disk. */
export class FolderStorage implements Storage {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async write(key: string, bytes: Readable, size: number, signal?: AbortSignal): Promise<void> {
    const draft = join(this.#folder, DRAFTS, draftOf(key))
    const place = this.#place(key)
    await named(() => makeFolder(dirname(draft)))
    await named(() => makeFolder(dirname(place)))
    try {
      const file = await named(() => open(draft, 'wx', ONLY_OWNER))
      try {
        await copy(bytes, file, size, signal)
        await named(() => file.sync())
      } finally {
        await file.close()
      }
      await named(() => link(draft, place))
      await named(() => syncFolder(dirname(place)))
    } finally {
      await rm(draft, { force: true })
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const place = this.#place(key)
    try {
      const file = await open(place, 'r')
      return file.createReadStream(range ? { start: range.first, end: range.last } : {})
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined
      throw failureOf(error)
    }
  }

  /** What was left of a write that was cut off goes too. */
  async remove(key: string): Promise<void> {
    const place = this.#place(key)
    await named(() => rm(join(this.#folder, DRAFTS, draftOf(key)), { force: true }))
    await named(() => rm(place, { force: true }))
  }

  async check(): Promise<void> {
    const file = join(this.#folder, DRAFTS, `check-${randomUUID()}`)
    await named(() => makeFolder(dirname(file)))
    await named(async () => (await open(file, 'wx', ONLY_OWNER)).close())
    await rm(file, { force: true })
  }

  #place(key: string): string {
    requireKey(key)
    return join(this.#folder, key)
  }
}

/** The key tells drafts apart: a sweep finds what is left of one. */
const draftOf = (key: string): string => key.replace('/', '.')

async function copy(bytes: Readable, file: FileHandle, size: number, signal?: AbortSignal): Promise<void> {
  let written = 0
  for await (const chunk of bytes) {
    signal?.throwIfAborted()
    const part: Uint8Array = chunk
    written += part.byteLength
    if (written > size) throw new WrongSize()
    await named(() => file.writeFile(part))
  }
  if (written !== size) throw new WrongSize()
}

/** Runs a step on the disk. Throws `StorageFailure` where it fails. */
async function named<T>(step: () => T | Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    throw failureOf(error)
  }
}

function failureOf(error: unknown): StorageFailure {
  const code = errorCode(error) ?? ''
  return new StorageFailure(FULL.has(code) ? 'full' : code === 'EEXIST' ? 'taken' : 'lost', error)
}

/** A name is on the disk once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
