import type { Handover } from '../../../components/handover/handover.ts'
import { createStore, type Store } from '../../../lib/store.ts'
import { packTexts } from './draft-texts.ts'
import { dropDraft, forgetRemembered, loadDraft, saveDraft } from './draft.ts'
import type { History } from './model.ts'
import { keptSteps, readHistory, storedHistory } from './stored-history.ts'
import type { OwnTemplate } from '../../../components/config-form/template-library.ts'
import { isRecord } from '@switchyard/convert/record'

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
  handed: Handover | undefined
}

/** Before a save there is a pause: this many times as long as the last packing and saving took together. */
const REST = 10
const WAIT_MAX_MS = 400
const AT_ONCE_MS = 20

/**
 * The work of this tab as a draft on the device: saved at once after a change, a long one a moment later. What a page
 * writes while it goes may be lost, so what can be is written before.
 */
export class KeptWork {
  /** It stays on the device until it is forgotten. */
  readonly isRemembered: Store<boolean> = createStore(false)
  readonly #work: () => Work
  #timer: ReturnType<typeof setTimeout> | undefined
  #isChanged = false
  #packMs = 0
  #saveMs = 0

  constructor(work: () => Work) {
    this.#work = work
  }

  /** What the tab worked on before; no history: nothing, or nothing that can be read. */
  async load(): Promise<Saved> {
    const draft = await loadDraft()
    this.isRemembered.set(draft?.remembered ?? false)
    return {
      history: await readHistory(draft?.value),
      templates: templatesOf(draft?.value),
      handed: handedOf(draft?.handed),
    }
  }

  saveLater(): void {
    this.#isChanged = true
    clearTimeout(this.#timer)
    const waitMs = Math.min((this.#packMs + this.#saveMs) * REST, WAIT_MAX_MS)
    const save = () => void this.#pack().then(() => this.saveChanges())
    if (waitMs < AT_ONCE_MS) save()
    else this.#timer = setTimeout(save, waitMs)
  }

  async saveChanges(): Promise<void> {
    if (this.#isChanged) await this.#save()
  }

  #save(): Promise<void> {
    clearTimeout(this.#timer)
    this.#isChanged = false
    const { history, templates } = this.#work()
    const start = performance.now()
    const saving = saveDraft({ ...storedHistory(keptSteps(history)), templates }, this.isRemembered.get())
    // The call copies it all: that is what the page waits for.
    this.#saveMs = performance.now() - start
    return saving
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

  async #pack(): Promise<void> {
    const { now, past, future } = keptSteps(this.#work().history)
    const start = performance.now()
    await packTexts([now, ...past, ...future].flatMap(({ sources }) => sources.map(({ text }) => text)))
    this.#packMs = performance.now() - start
  }
}

/** A build of before wrote the text alone. */
function handedOf(handed: Handover | string | undefined): Handover | undefined {
  return typeof handed === 'string' ? { text: handed, files: [] } : handed
}

function templatesOf(value: unknown): readonly OwnTemplate[] {
  // Only this class writes drafts.
  return isRecord(value) && Array.isArray(value.templates) ? (value.templates as OwnTemplate[]) : []
}
