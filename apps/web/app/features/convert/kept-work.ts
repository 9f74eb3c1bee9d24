import { createStore, type Store } from '../../lib/store.ts'
import { packTexts } from './draft-texts.ts'
import { dropDraft, loadDraft, saveDraft } from './draft.ts'
import type { History } from './model.ts'
import { keptSteps, readHistory, storedHistory } from './stored-history.ts'
import type { OwnTemplate } from './template-library.ts'

/** What a tab works on. */
interface Work {
  history: History
  /** Templates that only this tab has. */
  templates: readonly OwnTemplate[]
}

const SAVE_AFTER_MS = 400

/** The work of this tab as a draft on the device: saved a moment after a change, and at once when the page is left. */
export class KeptWork {
  /** It stays on the device until it is forgotten. */
  readonly isRemembered: Store<boolean> = createStore(false)
  readonly #work: () => Work
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(work: () => Work) {
    this.#work = work
  }

  /** What the tab worked on before; no history: nothing, or nothing that can be read. */
  async load(): Promise<{ history: History | undefined; templates: readonly OwnTemplate[] }> {
    const draft = await loadDraft()
    this.isRemembered.set(draft?.remembered ?? false)
    return { history: await readHistory(draft?.value), templates: templatesOf(draft?.value) }
  }

  saveLater(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#pack().then(() => this.save()), SAVE_AFTER_MS)
  }

  save(): Promise<void> {
    clearTimeout(this.#timer)
    const { history, templates } = this.#work()
    return saveDraft({ ...storedHistory(keptSteps(history)), templates }, this.isRemembered.get())
  }

  remember(isRemembered: boolean): void {
    this.isRemembered.set(isRemembered)
    void this.save()
  }

  drop(): void {
    void dropDraft()
  }

  #pack(): Promise<void> {
    const { now, past, future } = keptSteps(this.#work().history)
    return packTexts([now, ...past, ...future].flatMap(({ sources }) => sources.map(({ text }) => text)))
  }
}

function templatesOf(value: unknown): readonly OwnTemplate[] {
  const { templates } = Object(value) as { templates?: unknown }
  return Array.isArray(templates) ? (templates as OwnTemplate[]) : []
}
