import { createStore, type Store } from '../../lib/store.ts'
import { packTexts, withReadTexts, withStoredTexts } from './draft-texts.ts'
import { dropDraft, loadDraft, saveDraft } from './draft.ts'
import { EMPTY_MODEL, type Model } from './model.ts'
import type { OwnTemplate } from './template-library.ts'

/** What a tab works on. */
interface Work {
  model: Model
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

  /** What the tab worked on before; no model: nothing, or nothing that can be read. */
  async load(): Promise<{ model: Model | undefined; templates: readonly OwnTemplate[] }> {
    const draft = await loadDraft()
    this.isRemembered.set(draft?.remembered ?? false)
    // A file of the browser that cannot be read any more is no draft.
    const model = modelOf(await withReadTexts(draft?.value).catch(() => undefined))
    return { model, templates: templatesOf(draft?.value) }
  }

  saveLater(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void packTexts(this.#work().model).then(() => this.save()), SAVE_AFTER_MS)
  }

  save(): Promise<void> {
    clearTimeout(this.#timer)
    const { model, templates } = this.#work()
    return saveDraft({ ...withStoredTexts(model), templates }, this.isRemembered.get())
  }

  remember(isRemembered: boolean): void {
    this.isRemembered.set(isRemembered)
    void this.save()
  }

  drop(): void {
    void dropDraft()
  }
}

function modelOf(value: unknown): Model | undefined {
  if (typeof value !== 'object' || value === null || !('sources' in value) || !('common' in value)) return undefined
  const { templates: _, ...saved } = value as Model & { templates?: unknown }
  // A draft of an older build lacks what came later.
  return {
    ...EMPTY_MODEL,
    ...saved,
    edits: { ...EMPTY_MODEL.edits, ...saved.edits },
    common: { ...EMPTY_MODEL.common, ...saved.common },
  }
}

function templatesOf(value: unknown): readonly OwnTemplate[] {
  const { templates } = Object(value) as { templates?: unknown }
  return Array.isArray(templates) ? (templates as OwnTemplate[]) : []
}
