import { type BuildResult, type OutputId, type Recipe, hasInput, textOf } from '@switchyard/recipe/model'
import type { Desk } from './desk.ts'
import { ListWork, type Follow } from './list-work.ts'

interface Given<R> {
  follow: Follow<R>
  /** Called when a new result replaces a text. `text` is the old text, and `madeOf` is what it was made from. */
  onReplaced: (text: string, target: OutputId, madeOf: R | undefined) => void
  /** A new result is there; it is done when this is. */
  onResult: () => Promise<void>
}

/** Turns that list nodes and make the text of the chosen output. */
export class ResultWork<R extends Recipe> extends ListWork<R> {
  readonly #given: Given<R>
  /** How many times the result was cleared. */
  #clears = 0

  constructor(desk: Desk<R>, given: Given<R>) {
    super(desk, given.follow)
    this.#given = given
  }

  /** Takes the result off the page. A result that is still being made is dropped. */
  clear(): void {
    this.#clears++
    this.desk.notify({ type: 'cleared' })
  }

  /** Makes the result. Says whether it is shown. */
  async build(recipe: R, isLate: () => boolean): Promise<boolean> {
    const { desk } = this
    const clears = this.#clears
    desk.notify({ type: 'running' })
    const request = desk.request(recipe)
    if (recipe.sources.some(({ enabled }) => enabled)) await desk.lists.load(request)
    if (isLate()) return false
    const built = await desk.ask((api) => api.result.build(request))
    // That nothing comes of nothing is no failure: there is just no result.
    const result = hasInput(recipe) || built.error?.code !== 'no-nodes' ? built : withoutError(built)
    // Cleared in the meantime: the next turn makes what is shown.
    if (isLate() || clears !== this.#clears) return false
    const { result: last, madeFor, madeOf } = desk.state.get()
    // A failed run leaves the last good text where it is, but never that of another client.
    const left = result.error && madeFor === recipe.output && last?.text !== undefined ? last : undefined
    const text = left ? { text: left.text!, bytes: left.bytes, lines: left.lines } : {}
    const next: BuildResult = { ...result, ...text }
    if (madeFor && last?.text && last.text !== next.text) this.#given.onReplaced(last.text, madeFor, madeOf)
    const shown = { result: next, target: recipe.output, text: textOf(recipe) }
    desk.notify({ type: 'built', ...shown, ...(left ? {} : { madeOf: recipe }) })
    await this.#given.onResult()
    return true
  }
}

function withoutError(result: BuildResult): BuildResult {
  const { error: _, ...others } = result
  return others
}
