import { EMPTY_MAPPING, type MappingSet, readMappingSet } from '@switchyard/recipe/mapping'
import { type KeptMapping, mappingSets } from '../../components/mapping-sets/mapping-sets.ts'
import { change, type EditHistory, redo, startHistory, undo } from '../../components/node-list/edit-history.ts'
import { createStore } from '../../lib/store.ts'

/** Longer than the pause between two keys. */
const KEEP_AFTER_MS = 400

/** One of them while it is edited. */
export type EditedMapping = Pick<KeptMapping, 'id' | 'name'> & { set: MappingSet }

const NONE: EditedMapping = { id: '', name: '', set: EMPTY_MAPPING }

/** The mapping that is being edited, with what undo goes back to. It is kept a moment after each change. */
class MappingEditor {
  readonly history = createStore<EditHistory<EditedMapping>>(startHistory(NONE))
  /** What brings back whole mappings that were taken away, the last one at the end. */
  readonly takenAway = createStore<readonly (() => void)[]>([])
  #keeping: ReturnType<typeof setTimeout> | undefined
  /** As it was kept last, rows that are still to be filled in left out. */
  #kept = ''

  constructor() {
    if (typeof window !== 'undefined') addEventListener('pagehide', () => this.keep())
  }

  get now(): EditedMapping {
    return this.history.get().now
  }

  /** Goes on with a kept one: another one, or this one as somebody else changed it. */
  open(kept: EditedMapping): void {
    const is = asKept(kept)
    if (kept.id === this.now.id && (is === this.#kept || this.#keeping !== undefined)) return
    this.keep()
    this.#kept = is
    this.history.set(startHistory(kept))
  }

  change(next: (set: MappingSet) => MappingSet, typing?: string): void {
    const { set } = this.now
    this.#edit({ ...this.now, set: next(set) }, typing === undefined ? 'edit' : `typing-${typing}`)
  }

  rename(name: string): void {
    this.#edit({ ...this.now, name }, 'typing-name')
  }

  /** One step back; before the first one, the mapping that was taken away last. */
  undo(): void {
    const history = this.history.get()
    if (history.past.length > 0) this.#take(undo(history))
    else this.takenAway.get().at(-1)?.()
  }

  /** The open one was taken away: gives back what brings it back, once. */
  takeAway(putBack: () => void): () => void {
    const once = () => {
      if (!this.takenAway.get().includes(once)) return
      this.takenAway.set((all) => all.filter((one) => one !== once))
      putBack()
    }
    this.takenAway.set((all) => [...all, once])
    this.drop()
    return once
  }

  /** One as it was before something was taken away, also when another one is open by now. */
  putBack({ id, name, set }: EditedMapping): void {
    if (id === this.now.id) this.change(() => set)
    else void mappingSets.save({ id, name, value: set })
  }

  redo(): void {
    this.#take(redo(this.history.get()))
  }

  /** Keeps what is not kept yet. */
  keep(): void {
    if (this.#keeping === undefined) return
    clearTimeout(this.#keeping)
    this.#keeping = undefined
    this.#kept = asKept(this.now)
    const { id, name, set } = this.now
    if (name.trim() !== '') void mappingSets.save({ id, name, value: set })
  }

  /** What is taken away is kept no more. */
  drop(): void {
    clearTimeout(this.#keeping)
    this.#keeping = undefined
    this.history.set(startHistory(NONE))
  }

  #edit(next: EditedMapping, kind: string): void {
    this.#take(change(this.history.get(), next, kind, Date.now()))
  }

  #take(history: EditHistory<EditedMapping>): void {
    this.history.set(history)
    clearTimeout(this.#keeping)
    this.#keeping = setTimeout(() => this.keep(), KEEP_AFTER_MS)
  }
}

function asKept({ id, name, set }: EditedMapping): string {
  // A name is kept without the blanks at its ends, which somebody may be typing.
  return JSON.stringify([id, name.trim(), readMappingSet(JSON.stringify(set))])
}

/** It outlives the page, so that one may look at another screen and come back. */
export const mappingEditor = new MappingEditor()
