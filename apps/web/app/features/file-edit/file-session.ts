import type { FileContent, GitFailure } from '@switchyard/git-hosts'
import {
  carryDraft, deviceFileDrafts, type FileDraft, type FileDrafts, fileKey, takeCarried,
} from '../../components/file-save/file-drafts.ts' // oxfmt-ignore
import { failureOf, FileSave, type SaveOutcome } from '../../components/file-save/file-save.ts'
import {
  bytesOfText,
  isSameBytes,
  NEW_TEXT,
  type NoText,
  openText,
  type TextFile,
} from '../../components/file-save/text-file.ts'
import { change, type EditHistory, redo, startHistory, undo } from '../../components/node-list/edit-history.ts'
import type { FileAddress, Place } from '../../components/places/place.ts'
import { createStore, type ReadStore } from '../../lib/store.ts'
import { findStanding, type FileStanding } from './write-lock.ts'

/** What is known of an open file. */
export interface FileState extends FileStanding {
  phase: 'loading' | 'failed' | 'no-text' | 'open'
  /** Why the place did not give it. */
  failure?: GitFailure
  noText?: NoText
  /** The bytes of what is no text, to be downloaded. */
  bytes?: Uint8Array<ArrayBuffer>
  /** How its bytes are written. */
  format: TextFile
  texts: EditHistory<string>
  /** What stands in the place, as text. */
  saved: string
  /** Nothing stands there yet. */
  isNew: boolean
  /** What was typed before and is not saved: somebody has to say whether to go on with it. */
  offered?: FileDraft
}

/** A draft is kept so soon after the last key. */
const KEEP_AFTER_MS = 400
/** Characters that steps of undo and redo may hold together. */
const STEPS_MAX = 64_000_000

/** The file that an editor has open: its text with every step back, its draft, and how it gets into its place. */
export class FileSession {
  readonly address: FileAddress
  readonly place: Place
  /** The page that comes next opens the draft: nothing is left behind here. */
  isCarried = false
  readonly #drafts: FileDrafts
  readonly #state = createStore<FileState>({
    phase: 'loading',
    format: NEW_TEXT,
    texts: startHistory(''),
    saved: '',
    isNew: false,
  })
  #file: FileSave
  #keeping: ReturnType<typeof setTimeout> | undefined

  constructor(place: Place, address: FileAddress, drafts = deviceFileDrafts) {
    this.place = place
    this.address = address
    this.#drafts = drafts
    this.#file = this.#saveFrom(undefined)
  }

  get state(): ReadStore<FileState> {
    return this.#state
  }

  get file(): FileSave {
    return this.#file
  }

  get text(): string {
    return this.#state.get().texts.now
  }

  get isDirty(): boolean {
    const { texts, saved, isNew, phase } = this.#state.get()
    return phase === 'open' && (texts.now !== saved || (isNew && texts.now !== ''))
  }

  /** There is something to save, and the place takes it as far as is known. */
  get canSave(): boolean {
    const { lock, offered, format } = this.#state.get()
    return this.isDirty && lock === undefined && offered === undefined && format.isDamaged !== true
  }

  /** Reads the file, and what was typed into it before. */
  async load(): Promise<void> {
    const { root, ref, path } = this.address
    this.#set({ phase: 'loading' })
    let base: FileContent | undefined
    try {
      base = await this.place.space(root, ref).read(path)
    } catch (error) {
      const failure = failureOf(error)
      if (failure.code !== 'not-found') return this.#set({ phase: 'failed', failure })
    }
    await this.#open(base)
    const draft = await this.#drafts.find(this.address)
    const isMeant = draft && !(base && isSameBytes(base.bytes, draft.bytes))
    if (isMeant && this.#state.get().phase === 'open') this.#set({ offered: draft })
    if (takeCarried(this.address)) await this.answerDraft(true)
    this.#set(await findStanding(this.place, this.address))
  }

  /** Goes on with what was typed before, or lets it go. */
  async answerDraft(isWanted: boolean): Promise<void> {
    const { offered, ...rest } = this.#state.get()
    if (!offered) return
    this.#state.set(rest)
    if (!isWanted) return await this.#file.drop()
    const read = await openText(offered.bytes)
    if (typeof read === 'string') return
    this.#file.restore(offered.base)
    await this.#showSaved(offered.base)
    this.#set({ format: read })
    this.change(read.text)
  }

  /** What was typed; quick typing is one step of undo. */
  type(text: string): void {
    this.#step((texts) => change(texts, text, 'typing', Date.now()))
  }

  /** One change by a button or a row. */
  change(text: string): void {
    this.#step((texts) => change(texts, text, 'change', Date.now()))
  }

  undo(): void {
    this.#step(undo)
  }

  redo(): void {
    this.#step(redo)
  }

  /** Goes on with what is, or was, in the place; undefined: the file is gone there. */
  async show(bytes: Uint8Array<ArrayBuffer> | undefined): Promise<void> {
    if (bytes === undefined) return this.change('')
    const read = await openText(bytes)
    if (typeof read !== 'object') return
    this.#set({ format: read })
    this.change(read.text)
  }

  /** UTF-8 from now on: the encoding of the file lacks a character that was typed. */
  writeUtf8(): void {
    this.#set({ format: { ...this.#state.get().format, encoding: 'utf-8', hasMark: false } })
  }

  /** Undefined with the character that the encoding of the file lacks. */
  get written(): ReturnType<typeof bytesOfText> {
    return bytesOfText(this.#state.get().format, this.text)
  }

  async save(message: string): Promise<SaveOutcome> {
    const { written } = this
    if ('unwritable' in written) return { saved: false }
    clearTimeout(this.#keeping)
    return await this.#taken(this.#file.save(written.bytes, message))
  }

  async remove(message: string): Promise<SaveOutcome> {
    return await this.#taken(this.#file.remove(message))
  }

  /** A new branch, made from the one that the file is on, with what is typed as its draft. */
  async moveToBranch(branch: string): Promise<{ address: FileAddress } | { failure: GitFailure }> {
    const { root, ref } = this.address
    const address = { ...this.address, ref: branch }
    try {
      await this.place.host?.createBranch(root, branch, ref)
    } catch (error) {
      return { failure: failureOf(error) }
    }
    const { written } = this
    if (this.isDirty && 'bytes' in written) {
      const { base } = this.#file.state.get()
      const draft = { address, bytes: written.bytes, savedAt: Date.now(), ...(base ? { base } : {}) }
      if (await carryDraft(draft, this.#drafts)) {
        await this.#file.drop()
        // What is typed goes on there: nothing is left here to be asked about.
        this.#set({ texts: startHistory(this.#state.get().saved) })
      }
    }
    return { address }
  }

  /** Keeps the draft at once: the page may go. */
  async keepNow(): Promise<void> {
    clearTimeout(this.#keeping)
    this.#keeping = undefined
    const { phase, offered } = this.#state.get()
    if (phase !== 'open' || offered) return
    const { written } = this
    await this.#file.keep('bytes' in written ? written.bytes : new TextEncoder().encode(this.text))
  }

  /** Nobody shows it any more. */
  close(): void {
    if (this.#keeping !== undefined) void this.keepNow()
  }

  async #open(base: FileContent | undefined): Promise<void> {
    const read = base ? await openText(base.bytes) : NEW_TEXT
    if (typeof read === 'string')
      return this.#set({ phase: 'no-text', noText: read, ...(base && { bytes: base.bytes }) })
    this.#file = this.#saveFrom(base)
    const isNew = base === undefined
    this.#set({ phase: 'open', format: read, texts: startHistory(read.text), saved: read.text, isNew })
  }

  #saveFrom(base: FileContent | undefined): FileSave {
    const { root, ref } = this.address
    const made = new FileSave({
      space: this.place.space(root, ref),
      address: this.address,
      drafts: this.#drafts,
      base,
    })
    let shown = base
    made.state.subscribe(() => {
      const { base: now } = made.state.get()
      if (now === shown) return
      shown = now
      void this.#showSaved(now)
    })
    return made
  }

  async #showSaved(base: FileContent | undefined): Promise<void> {
    const read = base && (await openText(base.bytes))
    if (base !== this.#file.state.get().base) return
    this.#set({ saved: typeof read === 'object' ? read.text : '', isNew: base === undefined })
  }

  async #taken(saving: Promise<SaveOutcome>): Promise<SaveOutcome> {
    const outcome = await saving
    await this.#showSaved(this.#file.state.get().base)
    return outcome
  }

  #step(step: (texts: EditHistory<string>) => EditHistory<string>): void {
    const { texts } = this.#state.get()
    const next = withinRoom(step(texts))
    if (next === texts) return
    this.#set({ texts: next })
    clearTimeout(this.#keeping)
    this.#keeping = setTimeout(() => void this.keepNow(), KEEP_AFTER_MS)
  }

  #set(next: Partial<FileState>): void {
    this.#state.set((state) => ({ ...state, ...next }))
  }
}

/** Without the oldest steps, where all of them are too long. The last one can always be undone. */
function withinRoom(texts: EditHistory<string>): EditHistory<string> {
  let left = STEPS_MAX
  const first = texts.past.findLastIndex((step) => (left -= step.length) < 0)
  const from = Math.min(first + 1, texts.past.length - 1)
  return from > 0 ? { ...texts, past: texts.past.slice(from) } : texts
}

let current: FileSession | undefined
let users = 0

/** The session of a file: both editors of one file share it, so that one may go from one to the other with what was typed. */
export function fileSession(place: Place, address: FileAddress): FileSession {
  if (current && fileKey(current.address) === fileKey(address)) return current
  const made = new FileSession(place, address)
  current = made
  void made.load()
  return made
}

/** Says that an editor shows it; the function that it gives back says that it does so no more. */
export function holdSession(session: FileSession): () => void {
  users++
  const keep = () => void session.keepNow()
  addEventListener('pagehide', keep)
  return () => {
    users--
    removeEventListener('pagehide', keep)
    session.close()
    // The other editor takes it over in the same moment, if it does.
    setTimeout(() => {
      if (users === 0 && current === session) current = undefined
    })
  }
}
