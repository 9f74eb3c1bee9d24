import { createStore, type Store } from '../../lib/store.ts'
import { packTexts } from './draft-texts.ts'
import { dropDraft, forgetRemembered, loadDraft, saveDraft } from './draft.ts'
import type { History } from './model.ts'
import { keptSteps, readHistory, storedHistory } from './stored-history.ts'
import type { OwnTemplate } from './template-library.ts'

/** What a tab works on. */
interface Work {
  history: History
  /** Templates that only this tab has. */
  templates: readonly OwnTemplate[]
}

interface Saved {
  history: History | undefined
  templates: readonly OwnTemplate[]
  /** What was on its way here when the page was loaded anew. */
  handed: string | undefined
}

const SAVE_AFTER_MS = 400

/** The work of this tab as a draft on the device: saved a moment after a change, or at once when the page is left. */
export class KeptWork {
  /** It stays on the device until it is forgotten. */
  readonly isRemembered: Store<boolean> = createStore(false)
  readonly #work: () => Work
  #timer: ReturnType<typeof setTimeout> | undefined
  #isChanged = false

  constructor(work: () => Work) {
    this.#work = work
  }

  /** What the tab worked on before; no history: nothing, or nothing that can be read. */
  async load(): Promise<Saved> {
    const draft = await loadDraft()
    this.isRemembered.set(draft?.remembered ?? false)
    return { history: await readHistory(draft?.value), templates: templatesOf(draft?.value), handed: draft?.handed }
  }

  saveLater(): void {
    this.#isChanged = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#pack().then(() => this.saveChanges()), SAVE_AFTER_MS)
  }

  async saveChanges(): Promise<void> {
    if (this.#isChanged) await this.#save()
  }

  #save(): Promise<void> {
    clearTimeout(this.#timer)
    this.#isChanged = false
    const { history, templates } = this.#work()
    return saveDraft({ ...storedHistory(keptSteps(history)), templates }, this.isRemembered.get())
  }

  remember(isRemembered: boolean): void {
    this.isRemembered.set(isRemembered)
    const saving = this.#save()
    if (!isRemembered) void saving.then(forgetRemembered)
  }

  /** Takes it off the device. What is changed from now on is kept as long as the tab. */
  drop(): void {
    clearTimeout(this.#timer)
    this.#isChanged = false
    const dropping = dropDraft()
    if (this.isRemembered.get()) void dropping.then(forgetRemembered)
    this.isRemembered.set(false)
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
