import { homeIdOf, inDrafts, TAB_KEY, type StoredDraft } from './draft-store.ts'
import type { Handover } from './handover.ts'
import { isLocalDataCleared } from '../../lib/local-data.ts'

/** Says that the first page keeps something: a visitor without that opens no storage. */
const HOME_KEY = 'app.home'
const MAX_AGE_MS = 24 * 60 * 60 * 1000

/** What stands on the first page of the tab; `isTaken`: the converter has it. */
export interface KeptHome extends Handover {
  isTaken?: true
}

let home: KeptHome | undefined

/** What stood on the first page of this tab, also before it was loaded anew. */
export async function keptHome(): Promise<KeptHome | undefined> {
  if (home) return home
  try {
    const id = idOfHome()
    if (id === undefined || sessionStorage.getItem(HOME_KEY) === null) return undefined
    const draft = await inDrafts<StoredDraft | undefined>('readonly', (store) => store.get(id))
    // Only `keepHome` writes such drafts.
    if (draft && Date.now() - draft.savedAt < MAX_AGE_MS) home ??= draft.value as KeptHome
  } catch {
    // The browser keeps nothing.
  }
  return home
}

/** Keeps what stands on the first page as long as the tab; undefined: nothing does. */
export async function keepHome(next: KeptHome | undefined): Promise<void> {
  home = next
  if (isLocalDataCleared()) return
  try {
    const id = idOfHome()
    if (id === undefined || (!next && sessionStorage.getItem(HOME_KEY) === null)) return
    if (next) sessionStorage.setItem(HOME_KEY, '')
    else sessionStorage.removeItem(HOME_KEY)
    if (next)
      await inDrafts('readwrite', (store) => store.put({ id, savedAt: Date.now(), remembered: false, value: next }))
    else await inDrafts('readwrite', (store) => store.delete(id))
  } catch {
    // No storage: it lives as long as the page.
  }
}

function idOfHome(): string | undefined {
  const tab = sessionStorage.getItem(TAB_KEY)
  return tab === null ? undefined : homeIdOf(tab)
}
