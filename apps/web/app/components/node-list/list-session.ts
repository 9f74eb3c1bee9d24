import { ADDED_SOURCE, EMPTY_RECIPE, type Recipe, type RecipeSource } from '@switchyard/recipe/model'
import { ListWork } from '../engine/list-work.ts'
import type { KeptPlace } from '../handover/draft-store.ts'
import { KeptBeside } from '../handover/kept-beside.ts'
import { newSource } from './add-files.ts'
import { startHistory } from './edit-history.ts'
import { RecipeSession } from './recipe-session.ts'
import type { Locale } from '../../lib/locale.ts'

/** Longer than the pause between two keys. */
const KEEP_AFTER_MS = 400

/** A screen of lists without a target. */
type ListScreen = Extract<KeptPlace, 'table' | 'live'>

/** The lists of a screen in this tab: a recipe without a target, listed and never written as a config. */
export class ListSession extends RecipeSession<Recipe> {
  readonly #work = new ListWork(this.desk, (next) => this.follow(next))
  #started: Promise<void> | undefined
  #keeping: ReturnType<typeof setTimeout> | undefined
  /** The lists as they stand, without what undo leads to. */
  readonly #kept: KeptBeside<Pick<Recipe, 'sources' | 'edits'>>

  constructor(place: ListScreen) {
    super(EMPTY_RECIPE)
    this.#kept = new KeptBeside(place)
  }

  /** Brings back what stood here before the page was loaded anew, and begins to list; later on, in another language. */
  async start(lang: Locale): Promise<void> {
    this.desk.lang = lang
    if (this.#started) this.desk.turnIn(0)
    return (this.#started ??= this.#bringBack())
  }

  async #bringBack(): Promise<void> {
    const before = await this.#kept.load()
    // Somebody may have been faster.
    if (before && this.model === EMPTY_RECIPE) this.history.set(startHistory({ ...EMPTY_RECIPE, ...before }))
    this.desk.open(() => this.model, this.#work)
    addEventListener('pagehide', () => this.#keep())
  }

  /** A text becomes a source, called `name`. */
  addText(text: string, name: string): void {
    if (text.trim() !== '') this.add({ ...newSource('text', name), text })
  }

  /** A list with nothing in it, for nodes that are written by hand. */
  addBlank(): void {
    this.add(blankList(''))
  }

  /** A new list takes the place of those that stand here. Undo brings them back. */
  create(name: string, text: string): void {
    const source = text.trim() === '' ? blankList(name) : { ...newSource('text', name), text }
    this.change(() => ({ ...EMPTY_RECIPE, sources: [source] }), 'paste')
  }

  add(source: RecipeSource): void {
    this.change((recipe) => ({ ...recipe, sources: [...recipe.sources, source] }), 'paste')
  }

  /** Undo brings it back. */
  clear(): void {
    this.change(() => EMPTY_RECIPE)
  }

  protected changed(before: Recipe, waitMs: number): void {
    const { sources, edits } = this.model
    if (sources === before.sources && edits === before.edits) return
    this.desk.outdate(waitMs)
    clearTimeout(this.#keeping)
    this.#keeping = setTimeout(() => this.#keep(), KEEP_AFTER_MS)
  }

  #keep(): void {
    clearTimeout(this.#keeping)
    const { sources, edits } = this.model
    void this.#kept.keep(sources.length === 0 ? undefined : { sources, edits })
  }

  protected expectRefresh(id: string): void {
    this.#work.expectRefresh(id)
  }
}

const blankList = (name: string): RecipeSource => ({ ...newSource('added', name), id: ADDED_SOURCE })
