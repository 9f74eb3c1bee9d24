import { EMPTY_RECIPE, type Recipe, type RecipeSource } from '@switchyard/recipe/model'
import { ListWork } from '../../components/engine/list-work.ts'
import { newSource } from '../../components/node-list/add-files.ts'
import { RecipeSession } from '../../components/node-list/recipe-session.ts'
import type { Locale } from '../../lib/locale.ts'

/** The lists of this tab: a recipe without a target, listed and never written as a config. */
export class TableSession extends RecipeSession<Recipe> {
  readonly #work = new ListWork(this.desk, (next) => this.follow(next))
  #isStarted = false

  constructor() {
    super(EMPTY_RECIPE)
  }

  /** Begins to list; later on, in another language. */
  start(lang: Locale): void {
    this.desk.lang = lang
    if (this.#isStarted) return this.desk.turnIn(0)
    this.#isStarted = true
    this.desk.open(() => this.model, this.#work)
  }

  /** A text becomes a source, called `name`. */
  addText(text: string, name: string): void {
    if (text.trim() !== '') this.add({ ...newSource('text', name), text })
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
    if (sources !== before.sources || edits !== before.edits) this.desk.outdate(waitMs)
  }

  protected expectRefresh(id: string): void {
    this.#work.expectRefresh(id)
  }
}

let session: TableSession | undefined

/** It outlives the page, so that one may look at another screen and come back. */
export function tableSession(): TableSession {
  session ??= new TableSession()
  return session
}
