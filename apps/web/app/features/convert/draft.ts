import { deviceStore } from '../../lib/device-store.ts'

/**
 * What this tab works on, kept in IndexedDB under a random id until the tab is closed. The id stands in sessionStorage
 * and is held by a Web Lock, so that another tab knows which drafts are alive.
 */

const ID_KEY = 'app.tab'
const LOCK = 'switchyard-draft:'
const SWEEP_AFTER_MS = 60_000
const MAX_AGE_MS = 24 * 60 * 60 * 1000

interface StoredDraft {
  id: string
  savedAt: number
  /** Stays on the device until it is forgotten. */
  remembered: boolean
  value: unknown
}

const inStore = deviceStore<StoredDraft>('switchyard', 'drafts', 'id')

let ownId: Promise<string | undefined> | undefined
let copiedFrom: string | undefined

/** The draft of this tab; undefined when there is none or the browser keeps nothing. */
export async function loadDraft(): Promise<{ value: unknown; remembered: boolean } | undefined> {
  try {
    const id = await tabId()
    if (!id) return undefined
    const drafts = await inStore('readonly', (store) => store.getAll())
    const fresh = drafts.filter((draft) => draft.remembered || Date.now() - draft.savedAt < MAX_AGE_MS)
    const found =
      fresh.find((draft) => draft.id === (copiedFrom ?? id)) ??
      fresh.filter(({ remembered }) => remembered).sort((a, b) => b.savedAt - a.savedAt)[0]
    return found && { value: found.value, remembered: found.remembered }
  } catch {
    return undefined
  }
}

export async function saveDraft(value: unknown, remembered: boolean): Promise<void> {
  try {
    const id = await tabId()
    if (!id) return
    await inStore('readwrite', (store) =>
      store.put({ id, savedAt: Date.now(), remembered, value } satisfies StoredDraft),
    )
  } catch {
    // No storage: the work lives as long as the page.
  }
}

/** Takes this tab's draft off the device, and every remembered one when asked to. */
export async function dropDraft(all = false): Promise<void> {
  try {
    const id = await tabId()
    await inStore<undefined>('readwrite', (store) => (all ? store.clear() : store.delete(id ?? '')))
  } catch {
    // Nothing is kept, so nothing has to go.
  }
}

function tabId(): Promise<string | undefined> {
  ownId ??= claimId()
  return ownId
}

async function claimId(): Promise<string | undefined> {
  let id: string | null
  try {
    id = sessionStorage.getItem(ID_KEY)
  } catch {
    return undefined
  }
  // A duplicated tab brings the id of the one it came from along.
  if (id && !(await hold(id))) {
    copiedFrom = id
    id = null
  }
  if (!id) {
    id = crypto.randomUUID()
    await hold(id)
    sessionStorage.setItem(ID_KEY, id)
  }
  setTimeout(() => void sweep(), SWEEP_AFTER_MS)
  return id
}

/** Takes the lock of an id for as long as the page lives. */
function hold(id: string): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true)
  return new Promise((resolve) => {
    void navigator.locks.request(LOCK + id, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock === null ? undefined : new Promise(() => {})
    })
  })
}

/** Removes the drafts of tabs that are gone. */
async function sweep(): Promise<void> {
  try {
    const own = await tabId()
    const held = new Set((await navigator.locks.query()).held?.map(({ name }) => name))
    const drafts = await inStore('readonly', (store) => store.getAll())
    for (const { id, remembered, savedAt } of drafts) {
      if (remembered || id === own) continue
      if (!held.has(LOCK + id) || Date.now() - savedAt > MAX_AGE_MS)
        await inStore('readwrite', (store) => store.delete(id))
    }
  } catch {
    // The next start tries again.
  }
}
