import { type FileContent, type GitFailure, GitHostError, type WrittenCommit } from '@switchyard/git-hosts'
import { createStore, type ReadStore } from '../../lib/store.ts'
import type { FileAddress, FileSpace } from '../places/place.ts'
import type { FileDrafts } from './file-drafts.ts'
import { isSameBytes } from './text-file.ts'

/** Two edits of one file, and what both came from. */
export interface FileConflict {
  /** Undefined: it was to be deleted. */
  mine: Uint8Array<ArrayBuffer> | undefined
  /** Undefined: somebody deleted it. */
  theirs: FileContent | undefined
  base: FileContent | undefined
  message: string
}

export interface FileSaveState {
  /** What stands in the place as far as is known here; undefined: nothing. */
  base: FileContent | undefined
  isSaving: boolean
  /** Why the last save came to nothing. */
  failure: GitFailure | undefined
  conflict: FileConflict | undefined
  /** The browser keeps no draft: what is typed is only in this tab. */
  isUnkept: boolean
}

/** What became of a save: what was asked for is there, or it is not and the state says why. */
export type SaveOutcome = { saved: true; written?: WrittenCommit } | { saved: false }

interface Given {
  space: FileSpace
  address: FileAddress
  drafts: FileDrafts
  base: FileContent | undefined
  now?: () => number
}

/** What a save is to do: bytes, or nothing at all. */
interface Job {
  bytes: Uint8Array<ArrayBuffer> | undefined
  message: string
}

const NOT_SAVED: SaveOutcome = { saved: false }

/**
 * One open file on its way to its place. Every save says which version it was made on; a newer version there is a conflict,
 * and nothing is written before somebody has decided. What was typed stays in a draft on the device until the place has
 * acknowledged it.
 */
export class FileSave {
  readonly #state
  readonly #given: Given
  /** What is kept as a draft: what was typed last. */
  #draft: Uint8Array<ArrayBuffer> | undefined
  #next: { job: Job; outcome: PromiseWithResolvers<SaveOutcome> } | undefined
  /** A write whose answer was lost, and that nobody could look for. */
  #unsure: Job | undefined

  constructor(given: Given) {
    this.#given = given
    this.#state = createStore<FileSaveState>({
      base: given.base,
      isSaving: false,
      failure: undefined,
      conflict: undefined,
      isUnkept: false,
    })
  }

  get state(): ReadStore<FileSaveState> {
    return this.#state
  }

  get address(): FileAddress {
    return this.#given.address
  }

  /** Keeps what was typed, or lets the draft go when it is what stands in the place. */
  async keep(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const { address, drafts, now = Date.now } = this.#given
    const { base, conflict } = this.#state.get()
    this.#draft = bytes
    const isSaved = base !== undefined && isSameBytes(base.bytes, bytes)
    if (isSaved && conflict === undefined && this.#unsure === undefined) return await drafts.remove(address)
    const isKept = await drafts.keep({ address, bytes, savedAt: now(), ...(base ? { base } : {}) })
    this.#set({ isUnkept: !isKept })
  }

  /** Goes on with a draft of before: it was made of another version than what stands there now, maybe. */
  restore(base: FileContent | undefined): void {
    this.#set({ base, failure: undefined, conflict: undefined })
  }

  /** Lets go of what was typed. */
  async drop(): Promise<void> {
    this.#draft = undefined
    await this.#given.drafts.remove(this.#given.address)
  }

  /** Writes the bytes. During a save one more waits, the last one asked for; it is made on what the first one leaves. */
  save(bytes: Uint8Array<ArrayBuffer>, message: string): Promise<SaveOutcome> {
    return this.#ask({ bytes, message })
  }

  /** Takes the file out of its place. */
  remove(message: string): Promise<SaveOutcome> {
    return this.#ask({ bytes: undefined, message })
  }

  /** Writes mine over theirs, which was shown. */
  keepMine(): Promise<SaveOutcome> {
    const { conflict } = this.#state.get()
    return conflict === undefined ? Promise.resolve(NOT_SAVED) : this.#decide(conflict.mine, conflict)
  }

  /** Writes a text with both edits in it. */
  saveMerged(bytes: Uint8Array<ArrayBuffer>): Promise<SaveOutcome> {
    const { conflict } = this.#state.get()
    return conflict === undefined ? Promise.resolve(NOT_SAVED) : this.#decide(bytes, conflict)
  }

  /** Goes on from theirs; mine is let go of. */
  async takeTheirs(): Promise<FileContent | undefined> {
    const { conflict } = this.#state.get()
    if (conflict === undefined) return this.#state.get().base
    this.#set({ base: conflict.theirs, conflict: undefined, failure: undefined })
    await this.drop()
    return conflict.theirs
  }

  /** The conflict is looked at later: the next save meets it again. */
  putOff(): void {
    this.#set({ conflict: undefined })
  }

  /** After a lost answer: looks whether the write is there. */
  async look(): Promise<SaveOutcome> {
    const job = this.#unsure
    return job === undefined ? NOT_SAVED : await this.#exclusively(() => this.#lookFor(job))
  }

  get isUnsure(): boolean {
    return this.#unsure !== undefined
  }

  #decide(bytes: Uint8Array<ArrayBuffer> | undefined, { theirs, message }: FileConflict): Promise<SaveOutcome> {
    this.#set({ base: theirs, conflict: undefined })
    return this.#ask({ bytes, message })
  }

  async #ask(job: Job): Promise<SaveOutcome> {
    if (!this.#state.get().isSaving) return await this.#exclusively(() => this.#run(job))
    const outcome = this.#next?.outcome ?? Promise.withResolvers<SaveOutcome>()
    this.#next = { job, outcome }
    if (job.bytes) await this.keep(job.bytes)
    return await outcome.promise
  }

  async #exclusively(run: () => Promise<SaveOutcome>): Promise<SaveOutcome> {
    this.#set({ isSaving: true, failure: undefined })
    let outcome = NOT_SAVED
    try {
      outcome = await run()
    } finally {
      this.#set({ isSaving: false })
      const next = this.#next
      this.#next = undefined
      // What failed for the first one is not tried again by itself: both texts are the same draft.
      if (next && outcome.saved) void this.#ask(next.job).then(next.outcome.resolve, next.outcome.reject)
      else next?.outcome.resolve(NOT_SAVED)
    }
    return outcome
  }

  async #run(job: Job): Promise<SaveOutcome> {
    const { space, address } = this.#given
    if (job.bytes) await this.keep(job.bytes)
    if (this.#unsure) {
      const found = await this.#lookFor(this.#unsure)
      if (this.#state.get().conflict || this.#state.get().failure) return found
    }
    const { base } = this.#state.get()
    const change = changeOf(address.path, base, job.bytes)
    if (change === undefined) return await this.#acknowledge(job, base)
    try {
      const written = await space.write({ message: job.message, changes: [change] })
      const version = written.versions[address.path]
      const now = job.bytes && { bytes: job.bytes, version: version ?? (await space.read(address.path)).version }
      return await this.#acknowledge(job, now, written)
    } catch (error) {
      return await this.#failed(error, job)
    }
  }

  /** The place has it: only what was typed since is still a draft. */
  async #acknowledge(job: Job, base: FileContent | undefined, written?: WrittenCommit): Promise<SaveOutcome> {
    this.#unsure = undefined
    this.#set({ base, failure: undefined, conflict: undefined })
    const typed = this.#draft
    if (typed && job.bytes && !isSameBytes(typed, job.bytes)) await this.keep(typed)
    else await this.drop()
    return { saved: true, ...(written ? { written } : {}) }
  }

  async #failed(error: unknown, job: Job): Promise<SaveOutcome> {
    const failure = failureOf(error)
    if (failure.mayBeWritten) this.#unsure = job
    if (failure.code === 'conflict' || failure.code === 'exists') return await this.#compare(job, failure)
    this.#set({ failure })
    return NOT_SAVED
  }

  async #lookFor(job: Job): Promise<SaveOutcome> {
    const { base } = this.#state.get()
    const outcome = await this.#compare(job, undefined)
    const { conflict, failure } = this.#state.get()
    const isUntouched =
      !outcome.saved && failure === undefined && conflict === undefined && this.#state.get().base === base
    if (isUntouched || conflict) this.#unsure = undefined
    return outcome
  }

  /** Reads what stands there now: mine, what both came from, or somebody else's. */
  async #compare(job: Job, failure: GitFailure | undefined): Promise<SaveOutcome> {
    const { base } = this.#state.get()
    let theirs: FileContent | undefined
    try {
      theirs = await this.#read()
    } catch (error) {
      this.#set({ failure: failure ?? failureOf(error) })
      return NOT_SAVED
    }
    const isMine = job.bytes ? theirs !== undefined && isSameBytes(theirs.bytes, job.bytes) : theirs === undefined
    if (isMine) return await this.#acknowledge(job, theirs)
    // Nobody changed the file: another write on the branch was in the way.
    if (theirs?.version === base?.version) this.#set({ failure })
    else this.#set({ failure: undefined, conflict: { mine: job.bytes, theirs, base, message: job.message } })
    return NOT_SAVED
  }

  async #read(): Promise<FileContent | undefined> {
    try {
      return await this.#given.space.read(this.#given.address.path)
    } catch (error) {
      if (error instanceof GitHostError && error.failure.code === 'not-found') return undefined
      throw error
    }
  }

  #set(next: Partial<FileSaveState>): void {
    this.#state.set((state) => ({ ...state, ...next }))
  }
}

/** Undefined: it is as it should be already. */
function changeOf(path: string, base: FileContent | undefined, bytes: Uint8Array<ArrayBuffer> | undefined) {
  if (bytes === undefined) return base && ({ kind: 'delete', path, version: base.version } as const)
  if (base === undefined) return { kind: 'create', path, bytes } as const
  if (isSameBytes(base.bytes, bytes)) return undefined
  return { kind: 'update', path, bytes, version: base.version, orCreate: true } as const
}

/** Why a place said no. Everything else is a bug, and no answer of a place. */
export function failureOf(error: unknown): GitFailure {
  if (error instanceof GitHostError) return error.failure
  throw error
}
