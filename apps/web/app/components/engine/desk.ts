import { proxy, type Remote } from 'comlink'
import { appConfig } from '../../../lib/app-config.ts'
import { hasSameFields, withChange, type ListChange } from '../../../components/engine/list-change.ts'
import { DEFAULT_LOCALE, type Locale } from '../../../lib/locale.ts'
import { createStore, partOf, type ReadStore, type Store } from '../../../lib/store.ts'
import { WorkerClient, WorkerGone, type WorkerEnd } from '../../../components/engine/worker-client.ts'
import {
  type BuildRequest,
  type BuildResult,
  type LineMark,
  type NodeRow,
  type OtherRow,
  type SourceInfo,
  type OutputId,
  buildRequest,
  countedSources,
  restoreNodes,
  hasInput,
  deletedFromText,
  TEXT_SOURCE,
  textOf,
  unreadIn,
  type RecipeSource,
} from '@switchyard/recipe/model'
import { EMPTY_MODEL, type Model } from './model.ts'
import type { ConvertWorkerApi } from '../../../workers/convert-worker.ts'
import { answerListHost, type ListAnswer } from '../../../components/engine/list-hosts.ts'
import { afterConversionEvent, FIRST_VIEW, type ConversionEvent, type ConversionView } from './conversion-view.ts'
import { RuleLists } from './rule-lists.ts'
import { isHalted, type ConvertState, type SourceChange, type SourceState } from './session-state.ts'
import {
  afterLoopEvent,
  FIRST_LOOP,
  isTurning,
  statusOf,
  type LoopEffect,
  type LoopEvent,
  type TurnLoop,
} from './turn-loop.ts'

const PROGRESS_AFTER_MS = 200

/** What the rows are made of. */
type ListedModel = Pick<Model, 'sources' | 'steps' | 'edits'> & { keepDuplicates: boolean }

interface ReportedLists {
  rows: readonly NodeRow[]
  others: readonly OtherRow[]
  marks: readonly LineMark[]
}

const NOTHING_REPORTED: ReportedLists = { rows: [], others: [], marks: [] }

type Question<T> = (api: Remote<ConvertWorkerApi>, request: BuildRequest) => T

interface Given {
  model: () => Model
  /** A change that follows from what was read: what undo goes back to is as it was. */
  follow: (next: (model: Model) => Model) => void
  /** Called when a new result replaces a text. `text` is the old text, and `madeOf` is its model. */
  onReplaced: (text: string, target: OutputId, madeOf: Model | undefined) => void
  /** A new result is there; it is done when this is. */
  onResult: () => Promise<void>
}

/** The conversation with the worker: what it is to read, list and build, in turns, until its answers fit the model. */
export class Conversion {
  /** All that is shown: every change of it is an event of `conversion-view.ts`. */
  readonly #view: Store<ConversionView> = createStore(FIRST_VIEW)
  readonly state: ReadStore<ConvertState> = partOf(this.#view, 'state')
  readonly sources: ReadStore<ConversionView['sources']> = partOf(this.#view, 'sources')
  readonly changes: ReadStore<ConversionView['changes']> = partOf(this.#view, 'changes')
  readonly rows: ReadStore<ConversionView['rows']> = partOf(this.#view, 'rows')
  readonly others: ReadStore<ConversionView['others']> = partOf(this.#view, 'others')
  readonly rowsOf: ReadStore<ConversionView['rowsOf']> = partOf(this.#view, 'rowsOf')
  readonly outcomes: ReadStore<ConversionView['outcomes']> = partOf(this.#view, 'outcomes')
  readonly marks: ReadStore<ConversionView['marks']> = partOf(this.#view, 'marks')

  readonly #given: Given
  readonly #worker = new WorkerClient<ConvertWorkerApi>(
    () => new Worker(new URL('../../../workers/convert-worker.ts', import.meta.url), { type: 'module' }),
    (end) => this.#halted(end),
  )
  readonly #lists = new RuleLists(this, this.#worker, () => {
    if (!isHalted(this.state.get().status)) this.turnIn(0)
  })
  #lang: Locale = DEFAULT_LOCALE
  /** What the worker knows: texts by source, and what the rows were made of. */
  readonly #read = new Map<string, RecipeSource>()
  #rowsOf: ListedModel | undefined
  /** What this worker told: it tells only what changed since. */
  #reported: ReportedLists = { ...NOTHING_REPORTED }
  /** Rows of a source as they were before its refresh. */
  readonly #refreshed = new Map<string, readonly NodeRow[]>()
  /** Rows that were shown before all were read. */
  #first: readonly NodeRow[] | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #loop: TurnLoop = FIRST_LOOP
  /** What the turn that is under way makes its result of. */
  #turnModel: Model | undefined
  /** Who waits for a worker that knows the nodes. */
  #listed: PromiseWithResolvers<void> | undefined

  constructor(given: Given) {
    this.#given = given
  }

  start(): void {
    this.notify({ type: 'ready' })
    this.#send({ type: 'ready' })
    addEventListener('online', () => this.state.get().status === 'unloaded' && this.turnIn(0))
  }

  /** The one place where what is shown changes. */
  notify(event: ConversionEvent): void {
    this.#view.set((view) => afterConversionEvent(view, event))
  }

  /** The language of its messages; whether it is another one. */
  setLang(lang: Locale): boolean {
    if (lang === this.#lang) return false
    this.#lang = lang
    this.#rowsOf = undefined
    return true
  }

  /** The model says something else now. */
  outdate(waitMs: number): void {
    this.notify({ type: 'outdated' })
    this.#send({ type: 'changed', waitMs })
  }

  turnIn(waitMs: number): void {
    this.#send({ type: 'wanted', waitMs })
  }

  /** Makes the result now, however many nodes there are. */
  generate(): void {
    this.#send({ type: 'forced' })
  }

  /** Stops what is running. */
  cancel(): void {
    this.#send({ type: 'cancelled' })
  }

  /** Shows no result until there is another one. */
  clear(): void {
    this.notify({ type: 'cleared' })
  }

  /** Remembers whether the page may fetch lists from a host. */
  answerLists(host: string, answer: ListAnswer): void {
    answerListHost(host, answer)
    this.retryLists()
  }

  retryLists(): void {
    this.#lists.forgetFailures()
    this.turnIn(0)
  }

  /** Resolves when the result is up to date: Copy waits for that. Starts the conversion if it waits for a click. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        const { status, isOld } = this.state.get()
        if (status === 'manual') return this.generate()
        if (isOld && !isHalted(status)) return
        stop()
        resolve()
      }
      const stop = this.state.subscribe(check)
      check()
    })
  }

  /** The generated text of the chosen target, where there is one that can be shown. */
  generated(): string | undefined {
    const { result, madeFor } = this.state.get()
    return madeFor === this.#given.model().output ? result?.text : undefined
  }

  setSource(id: string, state: SourceState): void {
    this.notify({ type: 'source', id, state })
  }

  /** Call this before a source is fetched again: its rows are kept, so that added and removed nodes can be reported. */
  expectRefresh(id: string): void {
    this.#refreshed.set(
      id,
      this.rows.get().filter(({ sourceId }) => sourceId === id),
    )
  }

  /** The answer to a question beside the conversion; `WorkerGone` when the worker ends first. */
  ask<T>(question: Question<T>): Promise<Awaited<T>> {
    return this.#worker.ask((api) => question(api, this.#request()))
  }

  /** As `ask`, for questions about nodes. A worker that was stopped or broke reads and lists the nodes first. */
  async askOfNodes<T>(question: Question<T>): Promise<Awaited<T>> {
    if (!this.#rowsOf) await this.#untilListed()
    return this.ask(question)
  }

  #untilListed(): Promise<void> {
    this.#listed ??= Promise.withResolvers()
    if (!isTurning(this.#loop)) this.turnIn(0)
    return this.#listed.promise
  }

  /** The one place where the loop goes on: what follows from an event stands in `turn-loop.ts`. */
  #send(event: LoopEvent): void {
    const [loop, effects] = afterLoopEvent(this.#loop, event)
    this.#loop = loop
    for (const effect of effects) this.#do(effect)
  }

  #do(effect: LoopEffect): void {
    switch (effect.type) {
      case 'wait':
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => this.#send({ type: 'due' }), effect.ms)
        return
      case 'forgetWait':
        return clearTimeout(this.#timer)
      case 'read':
      case 'list':
      case 'build':
        return void this.#step(effect.type, effect.turn)
      case 'answerWaiting':
        return this.#endWaiting(({ resolve }) => resolve())
      case 'refuseWaiting':
        return this.#endWaiting(({ reject }) => reject(new WorkerGone('stopped')))
      case 'holdBack':
        return this.notify({ type: 'tooMany' })
      case 'end':
        return this.notify({ type: 'ended', isOutdated: effect.isOutdated })
      case 'stopWorker':
        return this.#worker.stop(effect.end)
    }
  }

  /** A step of a turn, and what the loop hears of it. */
  async #step(step: 'read' | 'list' | 'build', turn: number): Promise<void> {
    try {
      if (step === 'read') this.#turnModel = this.#given.model()
      const model = this.#turnModel ?? this.#given.model()
      if (step === 'read') {
        await this.#readSources(model)
        this.#send({ type: 'read', turn })
      } else if (step === 'list') {
        await this.#listRows(model)
        this.#send({ type: 'listed', turn, nodes: this.#countNodes(model) })
      } else this.#send({ type: 'built', turn, isShown: await this.#build(model, turn) })
    } catch (error) {
      // A worker that is gone has told so itself.
      if (error instanceof WorkerGone) return
      console.error(error)
      this.#send({ type: 'failed', turn })
    }
  }

  #countNodes(model: Model): number {
    const states = this.sources.get()
    return countedSources(model).reduce((sum, { id }) => sum + (states[id]?.info?.nodes ?? 0), 0)
  }

  /** Whether a turn is over, so that what it still says is dropped. */
  #isLate(turn: number): boolean {
    return turn !== this.#loop.turn || !isTurning(this.#loop)
  }

  #endWaiting(end: (listed: PromiseWithResolvers<void>) => void): void {
    if (this.#listed) end(this.#listed)
    this.#listed = undefined
  }

  async #readSources(model: Model): Promise<void> {
    const wanted = new Set(model.sources.map(({ id }) => id))
    for (const id of this.#read.keys()) {
      if (wanted.has(id)) continue
      this.#read.delete(id)
      await this.#forget(id)
    }
    for (const source of model.sources) {
      const before = this.#read.get(source.id)
      if (before?.name !== source.name && before?.text === source.text)
        await this.#worker.ask((api) => api.rename(source.id, source.name))
      else if (source.kind === 'url' && source.text === '') {
        // Not fetched yet: how that goes is told by who fetches.
        if (before && before.text !== '') await this.#forget(source.id)
      } else if (before?.text !== source.text || before?.subscription !== source.subscription)
        await this.#readSource(source, model)
      this.#read.set(source.id, source)
    }
  }

  async #forget(id: string): Promise<void> {
    await this.#worker.ask((api) => api.forget(id))
    this.notify({ type: 'source', id, state: undefined })
  }

  async #readSource({ id, name, text, subscription }: RecipeSource, model: Model): Promise<void> {
    const { info: last } = this.sources.get()[id] ?? {}
    this.setSource(id, { ...(last ? { info: last } : {}), status: 'loading' })
    const startedAt = performance.now()
    this.notify({ type: 'running' })
    const report = proxy((entries: number) => {
      if (performance.now() - startedAt > PROGRESS_AFTER_MS)
        this.notify({ type: 'progress', progress: { sourceId: id, entries } })
    })
    const first = this.#listsFirst(model) ? proxy((rows: NodeRow[]) => this.#listFirst(rows)) : undefined
    try {
      const info = await this.#worker.ask((api) => api.read(id, name, text, subscription, report, first))
      this.setSource(id, readState(info))
    } catch (error) {
      this.notify({ type: 'source', id, state: last && readState(last) })
      throw error
    }
  }

  /** Whether the first rows of what is read are the first of the list, as they will be. */
  #listsFirst({ sources, steps, edits }: Model): boolean {
    const isPlain = steps.length === 0 && edits === EMPTY_MODEL.edits
    return isPlain && this.rows.get().length === 0 && sources.length === 1 && sources[0]!.enabled
  }

  /** There is something to look at while a long text is read on. */
  #listFirst(rows: readonly NodeRow[]): void {
    this.#first = rows
    this.notify({ type: 'firstRows', rows })
  }

  async #listRows(model: Model): Promise<void> {
    const listed = listedModel(model)
    if (this.#rowsOf && hasSameFields(this.#rowsOf, listed)) return
    const reported = this.#reported
    reported.rows = await this.#newest(reported.rows, (api, take) => api.rows(this.#request(model), take))
    reported.others = await this.#newest(reported.others, (api, take) => api.others(this.#request(model), take))
    this.#reportChanges(reported.rows)
    this.notify({ type: 'rows', rows: reported.rows, others: reported.others, text: textOf(model) })
    const { edits, keepDuplicates } = listed
    reported.marks = await this.#newest(reported.marks, (api, take) =>
      api.marks(TEXT_SOURCE, this.#lang, edits, keepDuplicates, take),
    )
    this.notify({ type: 'marks', marks: reported.marks })
    this.notify({ type: 'listed', text: textOf(model) })
    this.#rowsOf = listed
    await this.#forgetRemoved(model)
  }

  /** A link that has left the box is a new one when it is pasted again, although its node was deleted once. */
  async #forgetRemoved(model: Model): Promise<void> {
    const removed = deletedFromText(model)
    if (removed.length === 0) return
    const gone = await this.#worker.ask((api) => api.absent(TEXT_SOURCE, removed))
    if (gone.length > 0) this.#given.follow((now) => (textOf(now) === textOf(model) ? restoreNodes(now, gone) : now))
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

  #reportChanges(rows: readonly NodeRow[]): void {
    if (this.#refreshed.size === 0) return
    const changes: Record<string, SourceChange> = {}
    for (const [id, before] of this.#refreshed) {
      const old = new Set(before.map(({ key }) => key))
      const now = new Set<string>()
      for (const { sourceId, key } of rows) if (sourceId === id) now.add(key)
      const fresh = [...now].filter((key) => !old.has(key))
      changes[id] = { fresh, gone: before.filter(({ key }) => !now.has(key)) }
    }
    this.notify({ type: 'refreshed', changes })
    this.#refreshed.clear()
  }

  /** Makes the result; whether it is shown. */
  async #build(model: Model, turn: number): Promise<boolean> {
    this.notify({ type: 'running' })
    const request = this.#request(model)
    if (model.sources.some(({ enabled }) => enabled)) await this.#lists.load(request)
    if (this.#isLate(turn)) return false
    const built = await this.#worker.ask((api) => api.build(request))
    // That nothing comes of nothing is no failure: there is just no result.
    const result = hasInput(model) || built.error?.code !== 'no-nodes' ? built : withoutError(built)
    // Cleared in the meantime: the next turn makes what is shown.
    if (this.#isLate(turn) || model.clears !== this.#given.model().clears) return false
    const { result: last, madeFor, textModel } = this.state.get()
    // A failed run leaves the last good text where it is, but never that of another client.
    const left = result.error && madeFor === model.output && last?.text !== undefined ? last : undefined
    const text = left ? { text: left.text!, bytes: left.bytes, lines: left.lines } : {}
    const next: BuildResult = { ...result, ...text }
    if (madeFor && last?.text && last.text !== next.text) this.#given.onReplaced(last.text, madeFor, textModel)
    const shown = { result: next, target: model.output, text: textOf(model) }
    this.notify({ type: 'built', ...shown, ...(left ? {} : { model }) })
    await this.#given.onResult()
    return true
  }

  #request(model = this.#given.model()): BuildRequest {
    return buildRequest(model, this.#lang, appConfig().listMirror)
  }

  /** The worker has ended and its state is lost. The next turn asks again what was not answered. */
  #halted(end: WorkerEnd): void {
    this.#read.clear()
    this.#reported = { ...NOTHING_REPORTED }
    this.#rowsOf = undefined
    if (this.rows.get() === this.#first) this.notify({ type: 'firstRows', rows: [] })
    this.notify({ type: 'halted', status: statusOf(end) })
    this.#send({ type: 'workerEnded', end })
  }
}

function listedModel({ sources, steps, edits, common }: Model): ListedModel {
  return { sources, steps, edits, keepDuplicates: common.keepDuplicates }
}

/** How a source stands that was read. */
export function readState(info: SourceInfo): SourceState {
  return { status: unreadIn(info) > 0 ? 'partial' : 'ok', info }
}

function withoutError(result: BuildResult): BuildResult {
  const { error: _, ...others } = result
  return others
}
