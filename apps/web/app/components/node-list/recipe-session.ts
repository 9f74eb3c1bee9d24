import type { Recipe, RecipeSource } from '@switchyard/recipe/model'
import { createStore, type ReadStore, type Store } from '../../lib/store.ts'
import type { BrowserFetchFailure } from '../../workers/fetch-worker.ts'
import { Desk, readState } from '../engine/desk.ts'
import { fetchText } from '../engine/fetch-client.ts'
import { amend, change, redo, startHistory, undo, type EditHistory } from './edit-history.ts'

const DEBOUNCE_MS = 150

/** What an address says, read. */
type SourceText = Pick<RecipeSource, 'text'> & Partial<Pick<RecipeSource, 'encoding' | 'subscription'>>

/** A recipe as long as the tab is open: its sources, what a person changes, and what undo goes back to. */
export abstract class RecipeSession<R extends Recipe> {
  readonly history: Store<EditHistory<R>>
  /** Where the engine reads and lists what the recipe says. */
  readonly desk: Desk<R>
  /** The requests that are under way, by source. */
  readonly #fetching = createStore<ReadonlyMap<string, AbortController>>(new Map())
  readonly fetching: ReadStore<ReadonlyMap<string, unknown>> = this.#fetching

  constructor(empty: R) {
    this.history = createStore(startHistory(empty))
    this.desk = new Desk(empty)
  }

  get model(): R {
    return this.history.get().now
  }

  /** Called after every change; `waitMs`: more of its kind may follow at once. */
  protected abstract changed(before: R, waitMs: number): void

  /** The texts of a source are about to be others: what that adds and takes away is told. */
  protected abstract expectRefresh(id: string): void

  /** Changes the model. `kind` names what is undone together: typing of the same kind in one go. */
  change(next: (model: R) => R, kind = 'edit'): void {
    const before = this.model
    this.history.set((history) => change(history, next(history.now), kind, Date.now()))
    // What was pasted is whole: nobody types on.
    this.changed(before, kind === 'paste' ? 0 : DEBOUNCE_MS)
  }

  /** Changes what undo does not bring back. */
  amend(next: (model: R) => R): void {
    const before = this.model
    this.history.set((history) => amend(history, next))
    this.changed(before, DEBOUNCE_MS)
  }

  /** Changes the state alone: it costs no step, and what undo and redo lead to is as it was. */
  protected follow(next: (model: R) => R): void {
    this.history.set((history) => ({ ...history, now: next(history.now) }))
  }

  undo(): void {
    const before = this.model
    this.history.set((history) => undo(history))
    this.changed(before, DEBOUNCE_MS)
  }

  redo(): void {
    const before = this.model
    this.history.set((history) => redo(history))
    this.changed(before, DEBOUNCE_MS)
  }

  /** Reads a source's address. The page itself may not reach it: the fetch worker does. */
  async fetch(id: string): Promise<void> {
    const source = this.model.sources.find((one) => one.id === id)
    if (!source?.url) return
    const { info } = this.desk.sources.get()[id] ?? {}
    // What was read before stays, and stays used, until there is something better.
    const last = info ? { info } : {}
    this.desk.setSource(id, { status: 'loading', ...last })
    const stop = new AbortController()
    this.#fetching.set((all) => new Map(all).set(id, stop))
    const answer = await fetchText(source.url, stop.signal)
    if (!this.#endFetch(id, stop) || !this.model.sources.some((one) => one.id === id)) return
    const failed = (error: BrowserFetchFailure | 'empty', httpStatus?: number) =>
      this.desk.setSource(id, {
        status: 'failed', error, ...(httpStatus === undefined ? {} : { httpStatus }), ...last,
      }) // oxfmt-ignore
    if ('error' in answer) return failed(answer.error, answer.status)
    if (answer.text.trim() === '') return failed('empty')
    this.take(id, answer)
  }

  /** Ends the request for a source's address: it is as it was before. */
  cancelFetch(id: string): void {
    const stop = this.#fetching.get().get(id)
    if (!stop || !this.#endFetch(id, stop)) return
    stop.abort()
    const { info } = this.desk.sources.get()[id] ?? {}
    this.desk.notify({ type: 'source', id, state: info && readState(info) })
  }

  /** Whether it was the latest request for the source, and not ended before. */
  #endFetch(id: string, stop: AbortController): boolean {
    const fetching = new Map(this.#fetching.get())
    if (fetching.get(id) !== stop) return false
    fetching.delete(id)
    this.#fetching.set(() => fetching)
    return true
  }

  /** What the address of a source says, however it was read. */
  take(id: string, { text, encoding, subscription }: SourceText): void {
    const source = this.model.sources.find((one) => one.id === id)
    if (!source) return
    const { info } = this.desk.sources.get()[id] ?? {}
    if (text === source.text && info) this.desk.setSource(id, readState(info))
    else this.desk.setSource(id, { status: 'loading', ...(info ? { info } : {}) })
    if (source.text !== '') this.expectRefresh(id)
    const loadedAt = Date.now()
    this.amend((model) => ({
      ...model,
      sources: model.sources.map((one) =>
        one.id === id ? { ...one, text, encoding, loadedAt, ...(subscription ? { subscription } : {}) } : one,
      ),
    }))
  }
}
