import { proxy, type Remote } from 'comlink'
import { appConfig } from '../../lib/app-config.ts'
import { takeHandedOver } from '../../lib/handover.ts'
import { onChunkFailure } from '../../lib/lazy-page.ts'
import { withChange, type ListChange } from '../../lib/list-change.ts'
import type { Locale } from '../../lib/locale.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { WorkerClient, WorkerGone, type WorkerEnd } from '../../lib/worker-client.ts'
import type {
  BuildRequest, BuildResult, CompareCell, ConvertSettings, LineDraft, LineMark, LinkPreview, NodeRow, OptionCheck, ProxyNode,
  RowVerdict, SourceInfo, TargetId, TemplateReport, TextCheck,
} from '../../workers/conversion-types.ts' // oxfmt-ignore
import type { ConvertWorkerApi } from '../../workers/convert-worker.ts'
import type { Conflict } from '../../lib/merge-texts.ts'
import { packTexts, withReadTexts, withStoredTexts } from './draft-texts.ts'
import { dropDraft, loadDraft, saveDraft } from './draft.ts'
import { cachedList, fetchText } from './fetch-client.ts'
import { editOf, settled, withEdit, withTyped } from './manual-edit.ts'
import {
  amend,
  change,
  EMPTY_MODEL,
  redo,
  settingsOf,
  startHistory,
  TEXT_SOURCE,
  undo,
  withEdits,
  withText,
  type History,
  type InputSource,
  type Model,
} from './model.ts'
import { TemplateLibrary, type OwnTemplate } from './template-library.ts'
import { forgetVersions, rememberedVersions, rememberVersions } from './version-store.ts'

/** What the last refresh of a source changed. */
export interface SourceChange {
  /** Keys of rows that were not there before. */
  fresh: readonly string[]
  gone: readonly NodeRow[]
}

/** How a source is doing; what it says stands in the model. */
export interface SourceState {
  status: 'loading' | 'ok' | 'partial' | 'failed'
  info?: SourceInfo
  /** Why it failed: a code of the fetch worker. */
  error?: string
}

/** Nothing is under way, and what is shown may be old: the user stopped it, or the worker ended by itself. */
const HALTED = ['cancelled', 'crashed', 'unloaded'] as const
type HaltedStatus = (typeof HALTED)[number]

export interface ConvertState {
  /** The first draft was looked for. */
  isReady: boolean
  status: 'clean' | 'stale' | 'running' | 'manual' | HaltedStatus
  /** Entries read so far, once a reading takes long. */
  progress?: number
  result?: BuildResult
  /** Whom the text of the result is for. */
  madeFor?: TargetId
  /** What became of the text that was edited last. */
  check?: TextCheck & { text: string }
  /** The result is of an older state. */
  isOld: boolean
  lists: { waiting: number; failed: readonly string[]; missing: number }
}

/** A finished text of before, for the comparison. */
export interface Version {
  id: string
  at: number
  target: TargetId
  text: string
  /** It was changed by hand. */
  isEdited?: boolean
}

const DEBOUNCE_MS = 150
const CHECK_AFTER_MS = 300
const PROGRESS_AFTER_MS = 200
const SAVE_AFTER_MS = 400
const AUTO_MAX_NODES = 5000
const VERSIONS_MAX = 20
const VERSION_MAX_BYTES = 1024 * 1024

/** One conversion, alive as long as the tab: what the user has, and the workers that read and convert it. */
export class ConvertSession {
  readonly history: Store<History> = createStore(startHistory(EMPTY_MODEL))
  readonly state: Store<ConvertState> = createStore<ConvertState>({
    isReady: false, status: 'clean', isOld: false, lists: { waiting: 0, failed: [], missing: 0 },
  }) // oxfmt-ignore
  readonly sources: Store<Readonly<Record<string, SourceState>>> = createStore({})
  readonly changes: Store<Readonly<Record<string, SourceChange>>> = createStore({})
  readonly rows: Store<readonly NodeRow[]> = createStore<readonly NodeRow[]>([])
  readonly verdicts: Store<ReadonlyMap<string, RowVerdict>> = createStore<ReadonlyMap<string, RowVerdict>>(new Map())
  readonly marks: Store<readonly LineMark[]> = createStore<readonly LineMark[]>([])
  readonly versions: Store<readonly Version[]> = createStore<readonly Version[]>([])
  readonly remembered: Store<boolean> = createStore(false)
  readonly templates = new TemplateLibrary()

  #lang: Locale = 'zh-CN'
  readonly #worker = new WorkerClient<ConvertWorkerApi>(
    () => new Worker(new URL('../../workers/convert-worker.ts', import.meta.url), { type: 'module' }),
    (end) => this.#halted(end),
  )
  /** What the worker knows: texts by source, and what the rows were made of. */
  #read = new Map<string, InputSource>()
  /** What this worker told: it tells only what changed since. */
  #told: { rows: readonly NodeRow[]; marks: readonly LineMark[] } = { rows: [], marks: [] }
  /** Rows of a source as they were before its refresh. */
  readonly #refreshed = new Map<string, readonly NodeRow[]>()
  /** Rows that were shown before all were read. */
  #first: readonly NodeRow[] | undefined
  #rowsOf: { sources: readonly InputSource[]; edits: Model['edits'] } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #saveTimer: ReturnType<typeof setTimeout> | undefined
  #checkTimer: ReturnType<typeof setTimeout> | undefined
  /** Edited texts that were copied or downloaded as they are. */
  readonly #taken = new Map<TargetId, string>()
  #warnsOnLeaving = false
  #isWorking = false
  #isDirty = false
  #force = false

  get model(): Model {
    return this.history.get().now
  }

  /** Brings the tab's draft back, then works. Settings of the address win over those of the draft. */
  async start(lang: Locale, settle: (model: Model) => Model): Promise<void> {
    this.#lang = lang
    if (this.state.get().isReady) {
      const handed = takeHandedOver()
      if (handed !== undefined) this.change((model) => withText(model, handed), 'paste')
      return this.#later(0)
    }
    const draft = await loadDraft()
    // A file of the browser that cannot be read any more is no draft.
    const saved = readDraft(await withReadTexts(draft?.value).catch(() => undefined))
    const typed = this.model
    const handed = takeHandedOver()
    const base = typed === EMPTY_MODEL ? (saved ?? EMPTY_MODEL) : typed
    this.history.set(startHistory(settle(handed === undefined ? base : withText(base, handed))))
    this.remembered.set(draft?.remembered ?? false)
    await this.templates.start(templatesOf(draft?.value))
    this.templates.list.subscribe(() => this.#saveLater())
    if (draft?.remembered) this.versions.set(await rememberedVersions())
    this.state.set((state) => ({ ...state, isReady: true }))
    this.history.subscribe(() => this.#guardLeaving())
    this.#guardLeaving()
    this.#checkLater(0)
    this.#later(0)
    addEventListener('pagehide', () => void this.save())
    addEventListener('online', () => this.state.get().status === 'unloaded' && this.#later(0))
    onChunkFailure(() => this.save())
  }

  setLang(lang: Locale): void {
    if (lang === this.#lang) return
    this.#lang = lang
    this.#rowsOf = undefined
    this.#checkLater(0)
    this.#later(0)
  }

  /** Changes the model. `kind` names what is undone together: typing of the same kind in one go. */
  change(next: (model: Model) => Model, kind = 'edit'): void {
    const before = this.model
    this.history.set((history) => change(history, next(history.now), kind, Date.now()))
    // What was pasted is whole: nobody types on.
    this.#changed(before, kind === 'paste' ? 0 : DEBOUNCE_MS)
  }

  /** Changes what undo does not bring back. */
  amend(next: (model: Model) => Model): void {
    const before = this.model
    this.history.set((history) => amend(history, next))
    this.#changed(before)
  }

  undo(): void {
    const before = this.model
    this.history.set(undo)
    this.#changed(before)
  }

  redo(): void {
    const before = this.model
    this.history.set(redo)
    this.#changed(before)
  }

  /** Takes what was typed into the result. Only a text of the chosen target can be edited. */
  edit(text: string): void {
    const generated = this.#generated()
    if (generated !== undefined || editOf(this.model))
      this.change((model) => withTyped(model, generated ?? '', text), 'typing-result')
  }

  /** From now on a new result takes over what was changed by hand. */
  async keepEdits(): Promise<void> {
    const edit = editOf(this.model)
    if (!edit) return
    this.change((model) => withEdit(model, { ...edit, isKept: true }), 'keep')
    await this.#rebase().catch(unlessGone)
  }

  /** Back to the generated text. What goes is among the versions, and undo brings it back. */
  discardEdits(): void {
    const { model } = this
    const edit = editOf(model)
    if (!edit) return
    this.#addVersion(edit.text, model.target, true)
    this.change((model) => withEdit(model, undefined), 'discard')
  }

  settle(conflict: Conflict, side: 'mine' | 'theirs'): void {
    this.change((model) => {
      const edit = editOf(model)
      if (!edit) return model
      const next = settled(edit, conflict, side)
      return withEdit(model, next.text === next.base ? undefined : next)
    }, 'settle')
  }

  /** Reads a source's address. The page itself may not reach it: the fetch worker does. */
  async fetch(id: string): Promise<void> {
    const source = this.model.sources.find((one) => one.id === id)
    if (!source?.url) return
    const { info } = this.sources.get()[id] ?? {}
    // What was read before stays, and stays used, until there is something better.
    const last = info ? { info } : {}
    this.#setSource(id, { status: 'loading', ...last })
    const answer = await fetchText(source.url)
    if (!this.model.sources.some((one) => one.id === id)) return
    if ('error' in answer) return this.#setSource(id, { status: 'failed', error: answer.error, ...last })
    const { text, subscription } = answer
    if (text === source.text && info) this.#setSource(id, { status: info.skipped > 0 ? 'partial' : 'ok', info })
    if (source.text !== '')
      this.#refreshed.set(
        id,
        this.rows.get().filter(({ sourceId }) => sourceId === id),
      )
    const loadedAt = Date.now()
    this.amend((model) => ({
      ...model,
      sources: model.sources.map((one) =>
        one.id === id ? { ...one, text, loadedAt, ...(subscription ? { subscription } : {}) } : one,
      ),
    }))
  }

  /** Makes the result now, however many nodes there are. */
  generate(): void {
    this.#force = true
    this.#later(0)
  }

  /** Stops what is running; texts and settings stay. */
  cancel(): void {
    this.#isDirty = false
    this.#worker.stop()
  }

  /** The last result whole, for a file or the clipboard. */
  async blob(): Promise<Blob | undefined> {
    await this.#settled()
    const { result } = this.state.get()
    if (!result || result.error) return undefined
    const { target } = this.model
    const type = target === 'singbox' ? 'application/json' : 'text/plain;charset=utf-8'
    const edit = editOf(this.model)
    if (edit) {
      this.#taken.set(target, edit.text)
      this.#guardLeaving()
      return new Blob([edit.text], { type })
    }
    return result.text === undefined ? this.#answer((api) => api.blob(type)) : new Blob([result.text], { type })
  }

  /** Until the result belongs to what is shown: what is copied right after a change is the new one. */
  #settled(): Promise<void> {
    const isSettled = () => {
      const { status, isOld } = this.state.get()
      return !isOld || status === 'manual' || isHalted(status)
    }
    return new Promise((resolve) => {
      if (isSettled()) return resolve()
      const stop = this.state.subscribe(() => {
        if (!isSettled()) return
        stop()
        resolve()
      })
    })
  }

  detail(key: string): Promise<{ node: ProxyNode; link?: string } | undefined> {
    return this.#answer((api) => api.detail(this.#request(), key))
  }

  links(keys: readonly string[]): Promise<string[]> {
    return this.#answer((api) => api.links(this.#request(), [...keys]))
  }

  /** The link of a node that is being edited, and what is wrong with it. */
  preview(node: ProxyNode): Promise<LinkPreview> {
    return this.#answer((api) => api.preview(node, this.model.target, this.#lang))
  }

  /** Turns the check of the certificate on, for as many of the rows as it is off for; gives back how many those are. */
  async turnChecksOn(keys: readonly string[]): Promise<number> {
    const safe = await this.#answer((api) => api.checked(this.#request(), [...keys]))
    const count = Object.keys(safe).length
    if (count > 0) this.change((model) => withEdits(model, { nodes: { ...model.edits.nodes, ...safe } }))
    return count
  }

  /** The node of a row, and the ciphers that the client takes in place of its own. */
  ciphers(key: string): Promise<{ node: ProxyNode; field: string; ciphers: string[] } | undefined> {
    return this.#answer((api) => api.ciphers(this.#request(), key))
  }

  /** What a broken line was meant to be. */
  draft(line: string): Promise<LineDraft | undefined> {
    return this.#answer((api) => api.draft(line))
  }

  texts(key: string): Promise<{ json: string; yaml: string } | undefined> {
    return this.#answer((api) => api.texts(this.#request(), key))
  }

  compare(): Promise<CompareCell[]> {
    return this.#answer((api) => api.compare(this.#request()))
  }

  checkRules(
    text: string,
    groups: readonly string[] | undefined,
  ): Promise<{ line: number; severity: string; message: string }[]> {
    const { target } = this.model
    const client = target === 'links' || target === 'base64' ? 'mihomo' : target
    return this.#answer((api) => api.checkRules(text, client, groups && [...groups], this.#lang))
  }

  /** What is wrong with the options, and how many nodes the filters take out. */
  checkOptions(groups: readonly string[]): Promise<OptionCheck> {
    return this.#answer((api) => api.checkOptions(this.#request(), [...groups]))
  }

  checkTemplate(template: ConvertSettings['template']): Promise<TemplateReport> {
    return this.#answer((api) => api.checkTemplate(template, this.#lang))
  }

  save(): Promise<void> {
    clearTimeout(this.#saveTimer)
    return saveDraft({ ...withStoredTexts(this.model), templates: this.templates.ofTab() }, this.remembered.get())
  }

  remember(isRemembered: boolean): void {
    this.remembered.set(isRemembered)
    void (isRemembered ? rememberVersions(this.versions.get(), VERSIONS_MAX) : forgetVersions())
    void this.save()
  }

  /** Back to nothing; what was there can be undone. */
  clear(): void {
    this.change((model) => ({ ...EMPTY_MODEL, target: model.target, perTarget: model.perTarget, common: model.common }))
    void dropDraft()
    void forgetVersions()
  }

  retryLists(): void {
    this.state.set((state) => ({ ...state, lists: { waiting: 0, failed: [], missing: 0 } }))
    this.#later(0)
  }

  #changed(before: Model, waitMs = DEBOUNCE_MS): void {
    this.#saveLater()
    if (this.model.manual !== before.manual || this.model.target !== before.target) this.#checkLater(CHECK_AFTER_MS)
    if (isSameConversion(this.model, before)) return
    this.state.set((state) => {
      if (state.status === 'clean' || state.status === 'cancelled') return { ...state, status: 'stale', isOld: true }
      return state.isOld ? state : { ...state, isOld: true }
    })
    this.#later(waitMs)
  }

  #saveLater(): void {
    clearTimeout(this.#saveTimer)
    this.#saveTimer = setTimeout(() => void packTexts(this.model).then(() => this.save()), SAVE_AFTER_MS)
  }

  /** The generated text of the chosen target, where there is one that can be shown. */
  #generated(): string | undefined {
    const { result, madeFor } = this.state.get()
    return madeFor === this.model.target ? result?.text : undefined
  }

  /** Puts the changes of the chosen target onto its newest result, where they are kept. */
  async #rebase(): Promise<void> {
    for (;;) {
      const { model } = this
      const edit = editOf(model)
      const { result } = this.state.get()
      const generated = this.#generated()
      if (!edit?.isKept || generated === undefined || result?.error || generated === edit.base) return
      const merged = await this.#worker.ask((api) => api.merge(edit.base, edit.text, generated, edit.conflicts))
      // Typed in the meantime: once more.
      if (editOf(this.model) !== edit || this.#generated() !== generated) continue
      const next = merged.text === generated ? undefined : { ...edit, ...merged, base: generated }
      // What undo goes back to has the edit as it was.
      this.history.set((history) => ({ ...history, now: withEdit(history.now, next) }))
      this.#saveLater()
      this.#checkLater(0)
    }
  }

  #checkLater(ms: number): void {
    clearTimeout(this.#checkTimer)
    this.#checkTimer = setTimeout(() => void this.#check(), ms)
  }

  async #check(): Promise<void> {
    const { model } = this
    const edit = editOf(model)
    if (!edit) return
    const check = await this.#answer((api) => api.checkText(edit.text, settingsOf(model), this.#lang))
    if (editOf(this.model) === edit) this.state.set((state) => ({ ...state, check: { ...check, text: edit.text } }))
  }

  /** The browser asks before it leaves while an edited text was neither copied nor downloaded. */
  #guardLeaving(): void {
    const { manual } = this.model
    const isNeeded = Object.entries(manual).some(([target, { text }]) => this.#taken.get(target as TargetId) !== text)
    if (isNeeded === this.#warnsOnLeaving) return
    this.#warnsOnLeaving = isNeeded
    if (isNeeded) addEventListener('beforeunload', askFirst)
    else removeEventListener('beforeunload', askFirst)
  }

  #later(ms: number): void {
    this.#isDirty = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#work(), ms)
  }

  async #work(): Promise<void> {
    if (this.#isWorking || !this.state.get().isReady) return
    this.#isWorking = true
    try {
      while (this.#isDirty) {
        this.#isDirty = false
        await this.#turn()
      }
    } catch (error) {
      // A worker that is gone has told so itself.
      if (!(error instanceof WorkerGone)) {
        console.error(error)
        this.#worker.stop('crashed')
      }
    } finally {
      this.#isWorking = false
      if (this.#isDirty) this.#later(0)
    }
  }

  async #turn(): Promise<void> {
    const { model } = this
    await this.#readSources(model)
    await this.#listRows(model)
    const nodes = Object.values(this.sources.get()).reduce((sum, { info }) => sum + (info?.nodes ?? 0), 0)
    if (nodes > AUTO_MAX_NODES && !this.#force) {
      this.state.set((state) => ({ ...withoutProgress(state), status: 'manual' }))
      return
    }
    this.#force = false
    if (this.#isDirty) return
    await this.#build(model)
  }

  async #readSources(model: Model): Promise<void> {
    const wanted = new Set(model.sources.map(({ id }) => id))
    for (const id of this.#read.keys()) {
      if (wanted.has(id)) continue
      this.#read.delete(id)
      await this.#worker.ask((api) => api.forget(id))
      this.sources.set((sources) => withoutKey(sources, id))
    }
    for (const source of model.sources) {
      const before = this.#read.get(source.id)
      if (before?.name !== source.name && before?.text === source.text)
        await this.#worker.ask((api) => api.rename(source.id, source.name))
      else if (source.kind === 'url' && source.text === '') {
        // Not fetched yet: how that goes is told by who fetches.
        if (before) await this.#worker.ask((api) => api.forget(source.id))
      } else if (before?.text !== source.text || before?.subscription !== source.subscription) {
        this.#setSource(source.id, { ...this.sources.get()[source.id], status: 'loading' })
        const startedAt = performance.now()
        this.state.set((state) => ({ ...state, status: 'running' }))
        const tell = proxy((progress: number) => {
          if (performance.now() - startedAt > PROGRESS_AFTER_MS) this.state.set((state) => ({ ...state, progress }))
        })
        const first = this.#listsFirst(model) ? proxy((rows: NodeRow[]) => this.#listFirst(rows)) : undefined
        const info = await this.#worker.ask((api) =>
          api.read(source.id, source.name, source.text, source.subscription, tell, first),
        )
        this.#setSource(source.id, { status: info.skipped > 0 ? 'partial' : 'ok', info })
      }
      this.#read.set(source.id, source)
    }
  }

  /** Whether the first rows of what is read are the first of the list, as they will be. */
  #listsFirst({ sources, edits }: Model): boolean {
    return this.rows.get().length === 0 && sources.length === 1 && sources[0]!.enabled && edits === EMPTY_MODEL.edits
  }

  /** There is something to look at while a long text is read on. */
  #listFirst(rows: readonly NodeRow[]): void {
    this.#first = rows
    this.rows.set(rows)
  }

  async #listRows(model: Model): Promise<void> {
    const before = this.#rowsOf
    if (before && before.sources === model.sources && before.edits === model.edits) return
    const told = this.#told
    told.rows = await this.#newest(told.rows, (api, take) => api.rows(this.#request(model), take))
    this.#tellChanges(told.rows)
    this.rows.set(told.rows)
    told.marks = await this.#newest(told.marks, (api, take) => api.marks(TEXT_SOURCE, this.#lang, model.edits, take))
    this.marks.set(told.marks)
    this.#rowsOf = { sources: model.sources, edits: model.edits }
  }

  /** A list of the worker, which tells only what of it is new. */
  async #newest<T>(
    before: readonly T[],
    question: (api: Remote<ConvertWorkerApi>, take: (some: T[]) => Promise<void>) => Promise<ListChange>,
  ): Promise<readonly T[]> {
    const fresh: T[] = []
    const take = proxy((some: T[]) => {
      fresh.push(...some)
      return Promise.resolve()
    })
    return withChange(before, await this.#worker.ask((api) => question(api, take)), fresh)
  }

  #tellChanges(rows: readonly NodeRow[]): void {
    for (const [id, before] of this.#refreshed) {
      const old = new Set(before.map(({ key }) => key))
      const now = new Set<string>()
      for (const { sourceId, key } of rows) if (sourceId === id) now.add(key)
      const change = { fresh: [...now].filter((key) => !old.has(key)), gone: before.filter(({ key }) => !now.has(key)) }
      this.changes.set((changes) => ({ ...changes, [id]: change }))
    }
    this.#refreshed.clear()
  }

  async #build(model: Model): Promise<void> {
    this.state.set((state) => ({ ...state, status: 'running' }))
    const request = this.#request(model)
    if (model.sources.some(({ enabled }) => enabled)) await this.#bringLists(request)
    const result = await this.#worker.ask((api) => api.build(request))
    if (result.verdicts.length > 0 || this.verdicts.get().size > 0)
      this.verdicts.set(new Map(result.verdicts.map((verdict) => [verdict.key, verdict])))
    this.#keepVersion(result)
    this.state.set((state) => {
      // A failed run leaves the last good text where it is.
      const isLeft = result.error && state.result?.text !== undefined
      const text = isLeft ? { text: state.result!.text! } : {}
      const madeFor = isLeft ? state.madeFor! : model.target
      return { ...state, result: { ...result, ...text }, madeFor }
    })
    await this.#rebase()
    this.state.set((state) => ({ ...withoutProgress(state), status: 'clean', isOld: false }))
  }

  /** Rule lists that have to stand in the result. They come with the next turn, so that nobody waits for them. */
  async #bringLists({ settings, lang, listMirror }: BuildRequest): Promise<void> {
    const missing = await this.#worker.ask((api) => api.missingLists({ settings, lang, listMirror }))
    const { lists } = this.state.get()
    const wanted = missing.filter(({ address }) => !lists.failed.includes(address))
    // Another target or template may do without those that failed.
    const left = missing.length - wanted.length
    if (left !== lists.missing) this.state.set((state) => ({ ...state, lists: { ...state.lists, missing: left } }))
    if (wanted.length === 0 || lists.waiting > 0) return
    this.state.set((state) => ({ ...state, lists: { ...state.lists, waiting: wanted.length } }))
    void Promise.all(
      wanted.map(async ({ address, from }) => {
        const text = await cachedList(from)
        // A worker that is gone has the list asked for again.
        if (text !== undefined) await this.#worker.ask((api) => api.addList(address, text)).catch(unlessGone)
        return text === undefined ? address : undefined
      }),
    ).then((failed) => {
      this.state.set((state) => ({
        ...state,
        lists: {
          ...state.lists,
          waiting: 0,
          failed: [...state.lists.failed, ...failed.filter((one) => one !== undefined)],
        },
      }))
      if (!isHalted(this.state.get().status)) this.#later(0)
    })
  }

  /** What the next result takes the place of. */
  #keepVersion(next: BuildResult): void {
    const { result, madeFor } = this.state.get()
    if (madeFor && result?.text && !next.error && result.text !== next.text) this.#addVersion(result.text, madeFor)
  }

  #addVersion(text: string, target: TargetId, isEdited = false): void {
    if (text.length > VERSION_MAX_BYTES) return
    const [last] = this.versions.get()
    if (last?.text === text && last.target === target) return
    const version: Version = {
      id: crypto.randomUUID(),
      at: Date.now(),
      target,
      text,
      ...(isEdited ? { isEdited } : {}),
    }
    this.versions.set((versions) => [version, ...versions].slice(0, VERSIONS_MAX))
    if (this.remembered.get()) void rememberVersions([version], VERSIONS_MAX)
  }

  #request(model = this.model): BuildRequest {
    return {
      sources: model.sources.filter(({ enabled, asProvider }) => enabled && !asProvider).map(({ id }) => id),
      edits: model.edits,
      settings: settingsOf(model),
      lang: this.#lang,
      listMirror: appConfig().listMirror,
    }
  }

  #setSource(id: string, state: SourceState): void {
    this.sources.set((sources) => ({ ...sources, [id]: state }))
  }

  /** The worker knows nothing any more; what it was asked on the way is asked again by the next turn. */
  #halted(end: WorkerEnd): void {
    this.#read.clear()
    this.#told = { rows: [], marks: [] }
    this.#rowsOf = undefined
    if (this.rows.get() === this.#first) this.rows.set([])
    const status = end === 'stopped' ? 'cancelled' : end
    this.state.set((state) => ({ ...withoutProgress(state), status }))
  }

  /** The answer to a question beside the conversion. A worker that ends first leaves it open: the page tells of that. */
  #answer<T>(question: (api: Remote<ConvertWorkerApi>) => T): Promise<Awaited<T>> {
    return this.#worker.ask(question).catch((error: unknown) => {
      unlessGone(error)
      return new Promise(() => {})
    })
  }
}

function unlessGone(error: unknown): void {
  if (!(error instanceof WorkerGone)) throw error
}

/** Whether nothing goes on before the user asks for it, or the network comes back. */
export function isHalted(status: ConvertState['status']): status is HaltedStatus {
  return HALTED.some((one) => one === status)
}

function withoutProgress(state: ConvertState): ConvertState {
  const { progress: _, ...others } = state
  return others
}

function withoutKey<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  const { [key]: _, ...others } = record
  return others
}

/** Whether both lead to the same generated result. */
function isSameConversion(one: Model, other: Model): boolean {
  return (Object.keys({ ...one, ...other }) as (keyof Model)[]).every(
    (key) => key === 'manual' || one[key] === other[key],
  )
}

function askFirst(event: Event): void {
  event.preventDefault()
}

function readDraft(value: unknown): Model | undefined {
  if (typeof value !== 'object' || value === null || !('sources' in value) || !('common' in value)) return undefined
  const { templates: _, ...saved } = value as Model & { templates?: unknown }
  // A draft of an older build lacks what came later.
  return {
    ...EMPTY_MODEL,
    ...saved,
    edits: { ...EMPTY_MODEL.edits, ...saved.edits },
    common: { ...EMPTY_MODEL.common, ...saved.common },
  }
}

function templatesOf(value: unknown): readonly OwnTemplate[] {
  const { templates } = Object(value) as { templates?: unknown }
  return Array.isArray(templates) ? (templates as OwnTemplate[]) : []
}

let session: ConvertSession | undefined

/** The conversion of this tab. It outlives the page, so that one may look at another screen and come back. */
export function convertSession(): ConvertSession {
  session ??= new ConvertSession()
  return session
}
