import type { FileChange, GitFailure } from '@switchyard/git-hosts'
import { folderOf, GitHostError, nameOf } from '@switchyard/git-hosts/writes'
import { pathOfFile } from '../../components/file-save/file-address.ts'
import type { FileSpace } from '../../components/places/place.ts'
import { createStore } from '../../lib/store.ts'
import { folderParts } from './file-changes.ts'
import { freeName } from '../../components/places/free-name.ts'
import { joined } from './folder-address.ts'

/** Why a file did not get there: what the place says, or what is wrong with the file itself. */
export type UploadFailure = GitFailure | OwnFailure

interface OwnFailure {
  code: (typeof OWN_CODES)[number]
}

const OWN_CODES = ['unreadable', 'bad-path', 'over-limit'] as const

export interface Upload {
  id: number
  /** Where it goes. */
  path: string
  file: Blob
  /** `met`: another file is there. */
  state: 'waiting' | 'sending' | 'done' | 'skipped' | 'met' | 'failed'
  failure?: UploadFailure
  /** The file that is there, when it is to be replaced. */
  replaces?: string
  /** How much of it is sent, from 0 to 1, where the place says it. */
  sent?: number
}

/** What becomes of a file that met another one. */
export type MetChoice = 'overwrite' | 'rename' | 'skip'

/** 20 MiB: more than any rule database, and little enough to be sent in one piece. */
export const UPLOAD_MAX_BYTES = 20 * 1024 * 1024
/** No commit takes more at once. */
const BATCH_FILES = 100
const BATCH_BYTES = 2 * UPLOAD_MAX_BYTES
const PARTS_MAX = 20

/** One of them alone is at fault; which one shows when each is sent by itself. */
const OF_ONE_FILE: ReadonlySet<UploadFailure['code']> = new Set(['too-large', 'bad-answer'])

/** Files on their way to one folder tree: one commit for all, each with what became of it. */
export class UploadQueue {
  readonly uploads = createStore<readonly Upload[]>([])
  message: string
  readonly #space: FileSpace
  #lastId = 0
  #running: Promise<void> | undefined

  constructor(space: FileSpace, message: string) {
    this.#space = space
    this.message = message
  }

  /** Files with the paths they go to; they are sent at once. */
  add(files: readonly { path: string; file: Blob }[]): Promise<void> {
    const fresh = files.map(({ path, file }): Upload => {
      const failure = failureOf(path, file, this.#space.upload !== undefined)
      return { id: ++this.#lastId, path, file, ...(failure ? { state: 'failed', failure } : { state: 'waiting' }) }
    })
    this.uploads.set((known) => [...known, ...fresh])
    return this.run()
  }

  /** Sends again what failed and may go better now. */
  retry(): Promise<void> {
    const again = this.uploads.get().filter((upload) => upload.state === 'failed' && mayWork(upload))
    this.#set(again, { state: 'waiting' })
    return this.run()
  }

  /** Decides for files that met another one. */
  async decide(ids: readonly number[], choice: MetChoice): Promise<void> {
    const met = this.uploads.get().filter(({ id, state }) => state === 'met' && ids.includes(id))
    if (choice === 'skip') this.#set(met, { state: 'skipped' })
    if (choice === 'overwrite') this.#set(met, { state: 'waiting' })
    if (choice === 'rename') for (const upload of met) await this.#rename(upload)
    await this.run()
  }

  /** Forgets what is done, skipped or failed. */
  clear(): void {
    this.uploads.set((known) => known.filter(({ state }) => ['waiting', 'sending', 'met'].includes(state)))
  }

  /** Sends all that waits. */
  run(): Promise<void> {
    return (this.#running ??= this.#sendAll().finally(() => (this.#running = undefined)))
  }

  async #sendAll(): Promise<void> {
    for (;;) {
      const waiting = this.uploads.get().filter(({ state }) => state === 'waiting')
      const [first] = waiting
      if (!first) return
      if (this.#space.upload) await this.#stream(first)
      else await this.#send(batchOf(waiting))
    }
  }

  /** One file, without reading it whole. */
  async #stream(upload: Upload): Promise<void> {
    this.#set([upload], { state: 'sending', sent: 0 })
    try {
      await this.#space.upload?.(upload.path, upload.file, {
        replaces: upload.replaces,
        onProgress: (sent) => this.#set([upload], { state: 'sending', sent }),
      })
      this.#set([upload], { state: 'done', sent: undefined })
    } catch (error) {
      if (!(error instanceof GitHostError)) throw error
      this.#set([upload], { sent: undefined })
      await this.#failed([upload], error.failure)
    }
  }

  async #send(batch: readonly Upload[]): Promise<void> {
    this.#set(batch, { state: 'sending' })
    const read = await Promise.all(batch.map(async (upload) => ({ upload, bytes: await bytesOf(upload.file) })))
    const unread = read.filter(({ bytes }) => bytes === undefined).map(({ upload }) => upload)
    this.#set(unread, { state: 'failed', failure: { code: 'unreadable' } })
    const sent = read.filter(({ bytes }) => bytes !== undefined).map(({ upload }) => upload)
    const changes = read.flatMap(({ upload, bytes }) => (bytes ? [changeOf(upload, bytes)] : []))
    if (changes.length === 0) return
    try {
      await this.#space.write({ message: this.message, changes })
      this.#set(sent, { state: 'done' })
    } catch (error) {
      if (!(error instanceof GitHostError)) throw error
      await this.#failed(sent, error.failure)
    }
  }

  /** Nothing of the batch is written. Those that are in nobody's way are sent again. */
  async #failed(sent: readonly Upload[], failure: GitFailure): Promise<void> {
    const { code, changed = [] } = failure
    const versions = new Map(changed.map(({ path, version }) => [path, version]))
    const met = sent.filter(({ path }) => versions.has(path))
    if ((code === 'exists' || code === 'conflict') && met.length > 0) {
      for (const upload of met) this.#set([upload], { state: 'met', replaces: versions.get(upload.path) })
      this.#set(
        sent.filter(({ path }) => !versions.has(path)),
        { state: 'waiting' },
      )
      return
    }
    if (OF_ONE_FILE.has(code) && sent.length > 1) {
      for (const upload of sent) await this.#send([upload])
      return
    }
    this.#set(sent, { state: 'failed', failure })
  }

  /** Gives a file a name that is free in its folder. */
  async #rename(upload: Upload): Promise<void> {
    const folder = folderOf(upload.path)
    const listed = await folderParts(this.#space, folder, PARTS_MAX).catch(() => ({ entries: [] }))
    const others = this.uploads.get().filter(({ id }) => id !== upload.id)
    const taken = [...listed.entries.map(({ path }) => path), ...others.map(({ path }) => path), upload.path]
    const names = new Set(taken.filter((path) => folderOf(path) === folder).map(nameOf))
    const path = joined(folder, freeName(nameOf(upload.path), names))
    this.#set([upload], { state: 'waiting', path, replaces: undefined })
  }

  #set(changed: readonly Upload[], part: Partial<{ [K in keyof Upload]: Upload[K] | undefined }>): void {
    const ids = new Set(changed.map(({ id }) => id))
    const put = (upload: Upload) => withoutUndefined({ ...upload, failure: undefined, ...part })
    this.uploads.set((known) => known.map((upload) => (ids.has(upload.id) ? put(upload) : upload)))
  }
}

/** Whether the file itself is at fault, not the place. */
export function isOfFile(failure: UploadFailure): failure is OwnFailure {
  return OWN_CODES.some((code) => code === failure.code)
}

/** Whether another try may help: a file that is too long stays so. */
export function mayWork({ failure }: Upload): boolean {
  return failure !== undefined && !['bad-path', 'over-limit', 'too-large'].includes(failure.code)
}

/** `isStreamed`: the place takes a file of any size. */
function failureOf(path: string, file: Blob, isStreamed: boolean): UploadFailure | undefined {
  if (pathOfFile(path) === undefined) return { code: 'bad-path' }
  return !isStreamed && file.size > UPLOAD_MAX_BYTES ? { code: 'over-limit' } : undefined
}

function batchOf(waiting: readonly Upload[]): Upload[] {
  let bytes = 0
  const end = waiting.findIndex(({ file }, at) => at === BATCH_FILES || (bytes += file.size) > BATCH_BYTES)
  return waiting.slice(0, end < 0 ? undefined : Math.max(1, end))
}

function changeOf({ path, replaces }: Upload, bytes: Uint8Array<ArrayBuffer>): FileChange {
  if (replaces === undefined) return { kind: 'create', path, bytes }
  return { kind: 'update', path, bytes, version: replaces, orCreate: true }
}

async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    return undefined
  }
}

/** Those without a value are none. */
const withoutUndefined = (upload: { [K in keyof Upload]: Upload[K] | undefined }): Upload =>
  // The keys and values are those of an upload, which `entries` forgets.
  Object.fromEntries(Object.entries(upload).filter(([, value]) => value !== undefined)) as unknown as Upload
