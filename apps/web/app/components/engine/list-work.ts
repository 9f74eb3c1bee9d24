import { proxy } from 'comlink'
import {
  type LineMark,
  type NodeRow,
  type OtherRow,
  type Recipe,
  countedSources,
  deletedFromText,
  EMPTY_RECIPE,
  restoreNodes,
  TEXT_SOURCE,
  textOf,
} from '@switchyard/recipe/model'
import { hasSameFields, withChange, type ListChange } from './list-change.ts'
import type { Desk, EngineApi, Work } from './desk.ts'
import type { SourceChange } from './desk-state.ts'

/** What the rows are made of. */
type ListedOf = Pick<Recipe, 'sources' | 'steps' | 'edits'> & { keepDuplicates: boolean; lang: string }

interface ReportedLists {
  rows: readonly NodeRow[]
  others: readonly OtherRow[]
  marks: readonly LineMark[]
}

const NOTHING_REPORTED: ReportedLists = { rows: [], others: [], marks: [] }

/** A change that follows from what was read: what undo goes back to is as it was. */
export type Follow<R> = (next: (recipe: R) => R) => void

/** Turns that list nodes: rows, entries that are none, and marks of lines. */
export class ListWork<R extends Recipe> implements Work<R> {
  protected readonly desk: Desk<R>
  readonly #follow: Follow<R>
  #rowsOf: ListedOf | undefined
  /** What this worker told: it tells only what changed since. */
  #reported: ReportedLists = { ...NOTHING_REPORTED }
  /** Rows of a source as they were before its refresh. */
  readonly #refreshed = new Map<string, readonly NodeRow[]>()
  /** Rows that were shown before all were read. */
  #first: readonly NodeRow[] | undefined

  constructor(desk: Desk<R>, follow: Follow<R>) {
    this.desk = desk
    this.#follow = follow
  }

  /** Call this before a source is fetched again: its rows are kept, so that added and removed nodes can be reported. */
  expectRefresh(id: string): void {
    this.#refreshed.set(
      id,
      this.desk.rows.get().filter(({ sourceId }) => sourceId === id),
    )
  }

  /** Where the first rows of what is read are the first of the list: something to look at while a long text is read on. */
  first({ sources, steps, edits }: R): ((rows: readonly NodeRow[]) => void) | undefined {
    const isPlain = steps.length === 0 && edits === EMPTY_RECIPE.edits
    if (!isPlain || this.desk.rows.get().length > 0 || sources.length !== 1 || !sources[0]!.enabled) return undefined
    return (rows) => {
      this.#first = rows
      this.desk.notify({ type: 'firstRows', rows })
    }
  }

  async list(recipe: R): Promise<number> {
    const { desk } = this
    const listed = listedOf(recipe, desk.lang)
    if (this.#rowsOf && hasSameFields(this.#rowsOf, listed)) return this.#countNodes(recipe)
    const reported = this.#reported
    reported.rows = await this.#newest(reported.rows, (api, take) => api.list.rows(desk.request(recipe), take))
    reported.others = await this.#newest(reported.others, (api, take) => api.list.others(desk.request(recipe), take))
    this.#reportChanges(reported.rows)
    desk.notify({ type: 'rows', rows: reported.rows, others: reported.others, text: textOf(recipe) })
    const { edits, keepDuplicates } = listed
    reported.marks = await this.#newest(reported.marks, (api, take) =>
      api.list.marks(TEXT_SOURCE, desk.lang, edits, keepDuplicates, take),
    )
    desk.notify({ type: 'marks', marks: reported.marks })
    desk.notify({ type: 'listed', text: textOf(recipe) })
    this.#rowsOf = listed
    await this.#forgetRemoved(recipe)
    return this.#countNodes(recipe)
  }

  onLost(): void {
    this.#reported = { ...NOTHING_REPORTED }
    this.#rowsOf = undefined
    if (this.desk.rows.get() === this.#first) this.desk.notify({ type: 'firstRows', rows: [] })
  }

  #countNodes(recipe: R): number {
    const states = this.desk.sources.get()
    return countedSources(recipe).reduce((sum, { id }) => sum + (states[id]?.info?.nodes ?? 0), 0)
  }

  /** A link that has left the box is a new one when it is pasted again, although its node was deleted once. */
  async #forgetRemoved(recipe: R): Promise<void> {
    const removed = deletedFromText(recipe)
    if (removed.length === 0) return
    const gone = await this.desk.ask((api) => api.list.absent(TEXT_SOURCE, removed))
    if (gone.length > 0) this.#follow((now) => (textOf(now) === textOf(recipe) ? restoreNodes(now, gone) : now))
  }

  /** A list of the worker, which tells only what of it is new. */
  async #newest<T>(
    before: readonly T[],
    question: (api: EngineApi, take: (some: T[]) => Promise<void>) => Promise<ListChange>,
  ): Promise<readonly T[]> {
    const fresh: T[] = []
    const take = proxy((some: T[]) => {
      fresh.push(...some)
      return Promise.resolve()
    })
    return withChange(before, await this.desk.ask((api) => question(api, take)), fresh)
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
    this.desk.notify({ type: 'refreshed', changes })
    this.#refreshed.clear()
  }
}

function listedOf({ sources, steps, edits, common }: Recipe, lang: string): ListedOf {
  return { sources, steps, edits, keepDuplicates: common.keepDuplicates, lang }
}
