import type { ClientId } from '@switchyard/convert/facts'
import type { Lang } from '@switchyard/convert/languages'
import { askConfigEngine } from '../../../components/engine/config-engine.ts'
import { WorkerGone } from '../../../components/engine/worker-client.ts'
import type { PublishedAs } from '../../../components/handover/handover.ts'
import { fileKey } from '../../../components/file-save/file-drafts.ts'
import { KeptBeside } from '../../../components/handover/kept-beside.ts'
import { amend, change, redo, startHistory, undo } from '../../../components/node-list/edit-history.ts'
import { DEFAULT_LOCALE } from '../../../lib/locale.ts'
import { onSessionEnd } from '../../../lib/session.ts'
import { createStore, type ReadStore, type Store } from '../../../lib/store.ts'
import type { WordedCheck } from '../../../workers/tasks/config.ts'
import { type ConfigHistory, withinRoom } from './config-history.ts'
import type { AskEngine, OpenConfig, PlaceOrigin } from './panel.ts'

/** Issues come within 300 ms of the last key, where the check itself is short. The editor tells of a long text after a pause of its own. */
const CHECK_AFTER_MS = 150
const PAUSED_FROM = 256 * 1024
const KEEP_AFTER_MS = 400

const kept = new KeptBeside<OpenConfig>('config')

/** What `check` says, and of which text. `isGone`: the engine did not answer. */
export interface Checked {
  of: Pick<OpenConfig, 'text' | 'client' | 'version'>
  result: WordedCheck | undefined
  isGone: boolean
}

/** What a config is checked as: the same values have the same issues. */
const isSameCheck = (a: Checked['of'], b: Checked['of']) =>
  a.text === b.text && a.client === b.client && a.version === b.version

/** The one config that this tab has open, with every change that can be undone, and what `check` says of it. */
export class BenchSession {
  readonly history: Store<ConfigHistory> = createStore<ConfigHistory>(startHistory(null))
  readonly #checked = createStore<Checked | undefined>(undefined)
  /** The latest answer: it may be about the text of a moment ago. */
  readonly checked: ReadStore<Checked | undefined> = this.#checked
  readonly #ask: AskEngine
  #lang: Lang = DEFAULT_LOCALE
  #started: Promise<void> | undefined
  #isChecking = false
  #checking: ReturnType<typeof setTimeout> | undefined
  #keeping: ReturnType<typeof setTimeout> | undefined

  constructor(ask: AskEngine = askConfigEngine) {
    this.#ask = ask
  }

  get config(): OpenConfig | null {
    return this.history.get().now
  }

  /** Brings back what was open before the page was loaded anew; later on, says the issues in another language. */
  async start(lang: Lang): Promise<void> {
    const isOther = lang !== this.#lang
    this.#lang = lang
    if (isOther && this.#checked.get()) {
      this.#checked.set(undefined)
      this.#checkIn(0)
    }
    return (this.#started ??= this.#bringBack())
  }

  async #bringBack(): Promise<void> {
    const before = await kept.load()
    // Somebody may have been faster.
    if (before && this.history.get().past.length === 0 && this.config === null) {
      this.history.set(startHistory(before))
      this.#checkIn(0)
    }
    addEventListener('pagehide', () => this.#keep())
  }

  /** Opens a config in the place of the one that is open, which Undo brings back. The client is recognised unless it is given. */
  async open(given: Omit<OpenConfig, 'client' | 'opened'> & { client?: ClientId }): Promise<OpenConfig> {
    const { text, version } = given
    const known = given.client === undefined ? {} : { client: given.client }
    const result = await this.#checkOf(text, { ...known, ...(version === undefined ? {} : { version }) })
    const opened: OpenConfig = { ...given, opened: text, client: given.client ?? result?.client ?? 'mihomo' }
    this.#set(opened, 'open')
    this.#checked.set({ of: opened, result, isGone: result === undefined })
    return opened
  }

  /** Nothing is open any more; Undo brings it back. */
  close(): void {
    this.#set(null, 'close')
  }

  /** What was typed; quick typing is one step of undo. */
  type(text: string): void {
    this.#edit(text, 'typing')
  }

  /** One change by a panel or a fix. False: the text is no longer the one that the change was made of. */
  change(of: string, text: string): boolean {
    if (this.config?.text !== of) return false
    this.#edit(text, 'change')
    return true
  }

  /** It was saved where it came from: what stands there now is what the next save and the diff compare with. */
  saved(origin: PlaceOrigin, opened: string): void {
    const key = fileKey(origin.address)
    const isOfFile = (step: OpenConfig | null) => step?.origin.kind === 'place' && fileKey(step.origin.address) === key
    this.#go((history) => amend(history, (step) => (step && isOfFile(step) ? { ...step, origin, opened } : step)))
  }

  /** The client and version that it is checked for. */
  checkFor(client: ClientId, version: string | undefined): void {
    const { config } = this
    if (!config) return
    const { version: _, ...rest } = config
    this.#set({ ...rest, client, ...(version === undefined ? {} : { version }) }, 'client')
  }

  undo(): void {
    this.#go(undo)
  }

  redo(): void {
    this.#go(redo)
  }

  /** It was published: every step of this config is published as that again. */
  published({ id, name, revision }: PublishedAs): void {
    const { config } = this
    if (!config) return
    this.#eachStep((step) => (isSameConfig(step, config) ? { ...step, published: { id, name, revision } } : step))
  }

  /** The session of an account has ended: what its outputs serve leaves the page, and every step back to it. */
  forgetAccount(): void {
    this.#go(({ now, past, future, ...rest }) => {
      const isAllOwn = isOwn(now) && past.every(isOwn) && future.every(isOwn)
      const own = { now: isOwn(now) ? now : null, past: past.filter(isOwn), future: future.filter(isOwn) }
      return isAllOwn ? { now, past, future, ...rest } : own
    })
    this.#eachStep((step) => {
      const { published: _, ...own } = step
      return own
    })
    this.#checked.set((checked) => (this.config ? checked : undefined))
    this.#keep()
  }

  /** Asks the engine once more after it has not answered. */
  checkAgain(): void {
    this.#checked.set(undefined)
    this.#checkIn(0)
  }

  /** What is known of the steps changes, and no step is added. */
  #eachStep(known: (step: OpenConfig) => OpenConfig): void {
    const of = (step: OpenConfig | null) => step && known(step)
    this.history.set((history) => ({
      ...history,
      now: of(history.now),
      past: history.past.map(of),
      future: history.future.map(of),
    }))
    this.#keep()
  }

  #edit(text: string, kind: string): void {
    const { config } = this
    if (config && config.text !== text) this.#set({ ...config, text }, kind)
  }

  #set(next: OpenConfig | null, kind: string): void {
    this.#go((history) => withinRoom(change(history, next, kind, Date.now())))
  }

  #go(step: (history: ConfigHistory) => ConfigHistory): void {
    const before = this.history.get()
    this.history.set(step)
    if (this.history.get() === before) return
    this.#checkIn((this.config?.text.length ?? 0) > PAUSED_FROM ? 0 : CHECK_AFTER_MS)
    clearTimeout(this.#keeping)
    this.#keeping = setTimeout(() => this.#keep(), KEEP_AFTER_MS)
  }

  #keep(): void {
    clearTimeout(this.#keeping)
    void kept.keep(this.config ?? undefined)
  }

  #checkIn(ms: number): void {
    clearTimeout(this.#checking)
    this.#checking = setTimeout(() => void this.#check(), ms)
  }

  /** One check at a time; what has changed meanwhile is checked when it has answered. */
  async #check(): Promise<void> {
    const { config } = this
    const last = this.#checked.get()
    if (!config || this.#isChecking || (last && isSameCheck(last.of, config))) return
    this.#isChecking = true
    try {
      const { text, client, version } = config
      const lang = this.#lang
      const result = await this.#checkOf(text, { client, ...(version === undefined ? {} : { version }) })
      if (lang === this.#lang) this.#checked.set({ of: config, result, isGone: result === undefined })
    } finally {
      this.#isChecking = false
      // It ends when the answer is about what is open.
      this.#checkIn(0)
    }
  }

  /** Undefined: the engine did not answer. */
  async #checkOf(text: string, options: { client?: ClientId; version?: string }): Promise<WordedCheck | undefined> {
    try {
      return await this.#ask((api) => api.check(text, options, this.#lang))
    } catch (error) {
      if (!(error instanceof WorkerGone)) throw error
      return undefined
    }
  }
}

/** Whether two steps are of one config that was opened. */
const isSameConfig = (a: OpenConfig, b: OpenConfig) => a.opened === b.opened && a.name === b.name

/** Whether a step holds nothing that came from an account. */
const isOwn = (step: OpenConfig | null) => step?.origin.kind !== 'output'

let session: BenchSession | undefined

/** It outlives the page, so that one may look at another screen, or go through another door, and come back. */
export function benchSession(): BenchSession {
  if (session) return session
  const made = (session = new BenchSession())
  onSessionEnd((how) => how === 'left' && made.forgetAccount())
  return made
}
