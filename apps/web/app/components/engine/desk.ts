import { proxy, type Remote } from 'comlink'
import {
  type BuildRequest,
  type NodeRow,
  type Recipe,
  type RecipeSource,
  type SourceInfo,
  buildRequest,
  unreadIn,
} from '@switchyard/recipe/model'
import { appConfig } from '../../lib/app-config.ts'
import { DEFAULT_LOCALE, type Locale } from '../../lib/locale.ts'
import { createStore, partOf, type ReadStore, type Store } from '../../lib/store.ts'
import type { ConvertWorkerApi } from '../../workers/convert-worker.ts'
import { isHalted, type DeskState, type SourceState } from './desk-state.ts'
import { afterDeskEvent, FIRST_VIEW, type DeskEvent, type DeskView } from './desk-view.ts'
import { answerListHost, type ListAnswer } from './list-hosts.ts'
import { RuleListLoader } from './rule-list-loader.ts'
import {
  afterLoopEvent,
  FIRST_LOOP,
  isTurning,
  statusOf,
  type LoopEffect,
  type LoopEvent,
  type TurnLoop,
} from './turn-loop.ts'
import { WorkerClient, WorkerGone, type WorkerEnd } from './worker-client.ts'

const PROGRESS_AFTER_MS = 200
/** Requests may still fail just after the browser reports the network, so a worker that does not load is tried again. */
const MORE_TRIES = 3
const BETWEEN_TRIES_MS = 2000

/** The engine, as it is asked from a page: by task. */
export type EngineApi = Remote<ConvertWorkerApi>

/** What is asked of the engine, and what lies on the desk as the engine takes it. */
export type EngineQuestion<T> = (api: EngineApi, request: BuildRequest) => T

/** What a turn makes of the texts that were read. A desk without it reads them, and answers questions. */
export interface Work<R extends Recipe> {
  /** Lists what was read, and says how many nodes that is. Questions about nodes wait for it. */
  list: (recipe: R) => Promise<number>
  /** Who shows rows before all is read. */
  first?: (recipe: R) => ((rows: readonly NodeRow[]) => void) | undefined
  /** Makes what is wanted of the list; whether it is shown. `isLate`: nobody waits for it any more. */
  build?: (recipe: R, isLate: () => boolean) => Promise<boolean>
  /** The worker has ended, and with it all that it knew and had told. */
  onLost?: () => void
}

/**
 * Where a screen has the engine work on texts: what it is to read, list and build, in turns, until its answers fit what
 * lies on the desk. Questions beside that are asked with `ask`. A screen that has one keeps it, and closes it.
 */
export class Desk<R extends Recipe = Recipe> {
  readonly #view: Store<DeskView<R>> = createStore<DeskView<R>>(FIRST_VIEW)
  /** All that is shown: every change of it is an event of `desk-view.ts`. */
  readonly view: ReadStore<DeskView<R>> = this.#view
  readonly state: ReadStore<DeskState<R>> = partOf(this.#view, 'state')
  readonly sources: ReadStore<DeskView['sources']> = partOf(this.#view, 'sources')
  readonly changes: ReadStore<DeskView['changes']> = partOf(this.#view, 'changes')
  readonly rows: ReadStore<DeskView['rows']> = partOf(this.#view, 'rows')
  readonly others: ReadStore<DeskView['others']> = partOf(this.#view, 'others')
  readonly rowsOf: ReadStore<DeskView['rowsOf']> = partOf(this.#view, 'rowsOf')
  readonly outcomes: ReadStore<DeskView['outcomes']> = partOf(this.#view, 'outcomes')
  readonly marks: ReadStore<DeskView['marks']> = partOf(this.#view, 'marks')

  readonly #worker = new WorkerClient<ConvertWorkerApi>(
    () => new Worker(new URL('../../workers/convert-worker.ts', import.meta.url), { type: 'module' }),
    (end) => this.#halted(end),
  )
  /** The rule lists that a result takes in. */
  readonly lists = new RuleListLoader(this, this.#worker, () => {
    if (!isHalted(this.state.get().status)) this.turnIn(0)
  })
  #recipe: () => R
  #work: Work<R> = { list: () => Promise.resolve(0) }
  #lang: Locale = DEFAULT_LOCALE
  /** The texts that the worker knows, by source. */
  readonly #read = new Map<string, RecipeSource>()
  /** The worker has listed what it knows, in the language of now. */
  #isListed = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #moreTries = 0
  #loop: TurnLoop = FIRST_LOOP
  /** What the turn that is under way is about. */
  #turnOf: R | undefined
  /** Who waits for a worker that knows the nodes. */
  #listed: PromiseWithResolvers<void> | undefined

  /** `empty`: what lies on it before it is opened. */
  constructor(empty: R) {
    this.#recipe = () => empty
  }

  /** Texts with their settings, and what is to be made of them. Nobody waits any more for what was being read before. */
  open(recipe: () => R, work: Work<R>): void {
    if (this.#loop.phase === 'reading' || this.#loop.phase === 'listing') this.cancel()
    this.#recipe = recipe
    this.#work = work
    addEventListener('online', this.#onOnline)
    this.notify({ type: 'ready' })
    this.#send(this.#loop.phase === 'starting' ? { type: 'ready' } : { type: 'changed', waitMs: 0 })
  }

  /** Stops what goes on. The desk can be opened again. */
  close(): void {
    removeEventListener('online', this.#onOnline)
    this.cancel()
  }

  readonly #onOnline = () => {
    if (this.state.get().status !== 'unloaded') return
    this.#moreTries = MORE_TRIES
    this.turnIn(0)
  }

  /** The one place where what is shown changes. */
  notify(event: DeskEvent<R>): void {
    this.#view.set((view) => afterDeskEvent(view, event))
  }

  /** The language of its messages. */
  get lang(): Locale {
    return this.#lang
  }

  /** What the engine says in the language of before is listed anew with the next turn. */
  set lang(lang: Locale) {
    if (lang === this.#lang) return
    this.#lang = lang
    this.#isListed = false
  }

  /** What lies on it says something else now. */
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

  /** Remembers whether the page may fetch lists from a host. */
  answerLists(host: string, answer: ListAnswer): void {
    answerListHost(host, answer)
    this.retryLists()
  }

  retryLists(): void {
    this.lists.forgetFailures()
    this.turnIn(0)
  }

  /** Resolves when the result is up to date: Copy waits for that. Starts the turn if it waits for a click. */
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

  /** The text of the last result, where that is for the chosen target and can be shown. */
  generated(): string | undefined {
    const { result, madeFor } = this.state.get()
    return madeFor === this.#recipe().output ? result?.text : undefined
  }

  setSource(id: string, state: SourceState): void {
    this.notify({ type: 'source', id, state })
  }

  /** The answer to a question beside the turns; `WorkerGone` when the worker ends first. */
  ask<T>(question: EngineQuestion<T>): Promise<Awaited<T>> {
    return this.#worker.ask((api) => question(api, this.request()))
  }

  /** As `ask`, for questions about nodes. A worker that was stopped or broke reads and lists the nodes first. */
  async askOfNodes<T>(question: EngineQuestion<T>): Promise<Awaited<T>> {
    if (!this.#isListed) await this.#untilListed()
    return this.ask(question)
  }

  /** What lies on it, as the engine takes it. */
  request(recipe: Recipe = this.#recipe()): BuildRequest {
    return buildRequest(recipe, this.#lang, appConfig().listMirror)
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
      if (step === 'read') this.#turnOf = this.#recipe()
      const recipe = this.#turnOf ?? this.#recipe()
      if (step === 'read') {
        await this.#readSources(recipe)
        this.#send({ type: 'read', turn })
      } else if (step === 'list') {
        const nodes = await this.#list(recipe)
        this.#send({ type: 'listed', turn, nodes })
      } else {
        const isShown = (await this.#work.build?.(recipe, () => this.#isLate(turn))) ?? true
        this.#send({ type: 'built', turn, isShown })
      }
    } catch (error) {
      // A worker that is gone has told so itself.
      if (error instanceof WorkerGone) return
      console.error(error)
      this.#send({ type: 'failed', turn })
    }
  }

  async #list(recipe: R): Promise<number> {
    const lang = this.#lang
    const nodes = await this.#work.list(recipe)
    this.#isListed = lang === this.#lang
    // Where nothing is made of them, none are too many.
    return this.#work.build ? nodes : 0
  }

  /** Whether a turn is over, so that what it still says is dropped. */
  #isLate(turn: number): boolean {
    return turn !== this.#loop.turn || !isTurning(this.#loop)
  }

  #endWaiting(end: (listed: PromiseWithResolvers<void>) => void): void {
    if (this.#listed) end(this.#listed)
    this.#listed = undefined
  }

  async #readSources(recipe: R): Promise<void> {
    const wanted = new Set(recipe.sources.map(({ id }) => id))
    for (const id of this.#read.keys()) {
      if (wanted.has(id)) continue
      this.#read.delete(id)
      await this.#forget(id)
    }
    for (const source of recipe.sources) {
      const before = this.#read.get(source.id)
      if (before?.name !== source.name && before?.text === source.text)
        await this.#worker.ask((api) => api.list.rename(source.id, source.name))
      else if (source.kind === 'url' && source.text === '') {
        // Not fetched yet: how that goes is told by who fetches.
        if (before && before.text !== '') await this.#forget(source.id)
      } else if (before?.text !== source.text || before?.subscription !== source.subscription)
        await this.#readSource(source, recipe)
      this.#read.set(source.id, source)
    }
  }

  async #forget(id: string): Promise<void> {
    await this.#worker.ask((api) => api.list.forget(id))
    this.notify({ type: 'source', id, state: undefined })
  }

  async #readSource({ id, name, text, subscription }: RecipeSource, recipe: R): Promise<void> {
    const { info: last } = this.sources.get()[id] ?? {}
    this.setSource(id, { ...(last ? { info: last } : {}), status: 'loading' })
    const startedAt = performance.now()
    this.notify({ type: 'running' })
    const report = proxy((entries: number) => {
      if (performance.now() - startedAt > PROGRESS_AFTER_MS)
        this.notify({ type: 'progress', progress: { sourceId: id, entries } })
    })
    const show = this.#work.first?.(recipe)
    const first = show && proxy((rows: NodeRow[]) => show(rows))
    try {
      const info = await this.#worker.ask((api) => api.list.read(id, name, text, subscription, report, first))
      this.setSource(id, readState(info))
    } catch (error) {
      this.notify({ type: 'source', id, state: last && readState(last) })
      throw error
    }
  }

  /** The worker has ended and its state is lost. The next turn asks again what was not answered. */
  #halted(end: WorkerEnd): void {
    this.#read.clear()
    this.#isListed = false
    this.#work.onLost?.()
    this.notify({ type: 'halted', status: statusOf(end) })
    this.#send({ type: 'workerEnded', end })
    if (end === 'unloaded' && this.#moreTries > 0) {
      this.#moreTries--
      this.turnIn(BETWEEN_TRIES_MS)
    }
  }
}

/** How a source stands that was read. */
export function readState(info: SourceInfo): SourceState {
  return { status: unreadIn(info) > 0 ? 'partial' : 'ok', info }
}
