import { isLocalDataCleared } from '../../lib/local-data.ts'
import { besideId, inDrafts, TAB_KEY, type KeptPlace, type StoredDraft } from './draft-store.ts'

const MAX_AGE_MS = 24 * 60 * 60 * 1000

/** What a page of this tab keeps beside its draft: as long as the tab, and also when the page is loaded anew. */
export class KeptBeside<T> {
  readonly #place: KeptPlace
  /** Says that something is kept: a visitor without that opens no storage. */
  readonly #sign: string
  #value: T | undefined

  constructor(place: KeptPlace) {
    this.#place = place
    this.#sign = `app.${place}`
  }

  /** What was kept last, also before the page was loaded anew. */
  async load(): Promise<T | undefined> {
    if (this.#value !== undefined) return this.#value
    try {
      const id = this.#id()
      if (id === undefined || sessionStorage.getItem(this.#sign) === null) return undefined
      const draft = await inDrafts<StoredDraft | undefined>('readonly', (store) => store.get(id))
      // Only `keep` writes such drafts.
      if (draft && Date.now() - draft.savedAt < MAX_AGE_MS) this.#value ??= draft.value as T
    } catch {
      // The browser keeps nothing.
    }
    return this.#value
  }

  /** Undefined: nothing is kept any more. */
  async keep(value: T | undefined): Promise<void> {
    this.#value = value
    if (isLocalDataCleared()) return
    try {
      const id = this.#id()
      if (id === undefined || (value === undefined && sessionStorage.getItem(this.#sign) === null)) return
      if (value === undefined) sessionStorage.removeItem(this.#sign)
      else sessionStorage.setItem(this.#sign, '')
      if (value === undefined) await inDrafts('readwrite', (store) => store.delete(id))
      else await inDrafts('readwrite', (store) => store.put({ id, savedAt: Date.now(), remembered: false, value }))
    } catch {
      // No storage: it lives as long as the page.
    }
  }

  #id(): string | undefined {
    const tab = sessionStorage.getItem(TAB_KEY)
    return tab === null ? undefined : besideId(tab, this.#place)
  }
}
