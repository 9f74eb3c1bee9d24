import type { Conflict } from '../../../components/diff/merge-texts.ts'
import type { Store } from '../../../lib/store.ts'
import type { Desk } from '../../../components/engine/desk.ts'
import { unlessGone } from '../../../components/engine/worker-client.ts'
import type { OutputId } from '@switchyard/recipe/model'
import type { History, Model } from './model.ts'
import { editOf, settled, withEdit, withTyped } from './manual-edit.ts'
import type { Versions } from './versions.ts'

const CHECK_AFTER_MS = 300

interface Given {
  history: Store<History>
  /** A change of the user's, which can be undone. */
  change: (next: (model: Model) => Model, kind: string) => void
  /** A change that follows from a new result: what undo goes back to is as it was. */
  follow: (next: (model: Model) => Model) => void
  desk: Desk<Model>
  versions: Versions
}

/** The result as a person changed it: kept on top of what is generated, checked, and not lost without a question. */
export class EditedResult {
  readonly #given: Given
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Edited texts that were copied or downloaded as they are. */
  readonly #taken = new Map<OutputId, string>()
  #warnsOnLeaving = false
  #rebasing: Promise<void> | undefined

  constructor(given: Given) {
    this.#given = given
  }

  start(): void {
    this.#given.history.subscribe(() => this.#guardLeaving())
    this.#guardLeaving()
    this.checkNow()
  }

  /** Takes what was typed into the result. Only a text of the chosen target can be edited. */
  type(text: string): void {
    const { change, desk } = this.#given
    const generated = desk.generated()
    if (generated !== undefined || editOf(this.#model))
      change((model) => withTyped(model, generated ?? '', text), 'typing-result')
  }

  /** From now on a new result takes over what was changed by hand. */
  async keep(): Promise<void> {
    const edit = editOf(this.#model)
    if (!edit) return
    this.#given.change((model) => withEdit(model, { ...edit, isKept: true }), 'keep')
    await this.rebase().catch(unlessGone)
  }

  /** Back to the generated text. What goes is among the versions, and undo brings it back. */
  discard(): void {
    const { change, versions } = this.#given
    const edit = editOf(this.#model)
    if (!edit) return
    versions.add(edit.text, this.#model.output, { isEdited: true })
    change((model) => withEdit(model, undefined), 'discard')
  }

  settle(conflict: Conflict, side: 'mine' | 'theirs'): void {
    this.#given.change((model) => {
      const edit = editOf(model)
      if (!edit) return model
      const next = settled(edit, conflict, side)
      return withEdit(model, next.text === next.base ? undefined : next)
    }, 'settle')
  }

  /** The text, which is safe from now on wherever it is taken. */
  take(): string | undefined {
    const edit = editOf(this.#model)
    if (!edit) return undefined
    this.#taken.set(this.#model.output, edit.text)
    this.#guardLeaving()
    return edit.text
  }

  /** Puts the changes of the chosen target onto its newest result, where they are kept. */
  rebase(): Promise<void> {
    this.#rebasing = this.#rebase()
    return this.#rebasing
  }

  /** Until the changes are on the newest result. */
  async rebased(): Promise<void> {
    await this.#rebasing?.catch(unlessGone)
  }

  async #rebase(): Promise<void> {
    const { desk, follow } = this.#given
    for (;;) {
      const edit = editOf(this.#model)
      const { result } = desk.state.get()
      const generated = desk.generated()
      if (!edit?.isKept || generated === undefined || result?.error || generated === edit.base) return
      const merged = await desk.ask((api) => api.result.merge(edit.base, edit.text, generated, edit.conflicts))
      // Typed in the meantime: once more.
      if (editOf(this.#model) !== edit || desk.generated() !== generated) continue
      const next = merged.text === generated ? undefined : { ...edit, ...merged, base: generated }
      follow((model) => withEdit(model, next))
      this.checkNow()
    }
  }

  /** Has the text checked when nobody typed for a moment. */
  checkLater(): void {
    this.#checkIn(CHECK_AFTER_MS)
  }

  checkNow(): void {
    this.#checkIn(0)
  }

  #checkIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#check(), ms)
  }

  async #check(): Promise<void> {
    const { desk } = this.#given
    const edit = editOf(this.#model)
    if (!edit) return
    const check = await desk
      .ask((api, { settings, lang }) => api.result.checkText(edit.text, settings, lang))
      .catch(unlessGone)
    if (check && editOf(this.#model) === edit) desk.notify({ type: 'checked', check: { ...check, text: edit.text } })
  }

  /** The browser asks before it leaves while an edited text was neither copied nor downloaded. */
  #guardLeaving(): void {
    const { manual } = this.#model
    // Texts are kept by the output they are of.
    const isNeeded = Object.entries(manual).some(([target, { text }]) => this.#taken.get(target as OutputId) !== text)
    if (isNeeded === this.#warnsOnLeaving) return
    this.#warnsOnLeaving = isNeeded
    if (isNeeded) addEventListener('beforeunload', askFirst)
    else removeEventListener('beforeunload', askFirst)
  }

  get #model(): Model {
    return this.#given.history.get().now
  }
}

function askFirst(event: Event): void {
  event.preventDefault()
}
