import {
  draftLock,
  inDrafts,
  ownerOf,
  TAB_KEY,
  type StoredDraft,
  type TabGone,
} from '../../../components/handover/draft-store.ts'
import { handedOver, type Handover } from '../../../components/handover/handover.ts'
import { onChunkFailure } from '../../../lib/lazy-page.ts'
import { keepHome } from '../../../components/handover/kept-home.ts'
import { isLocalDataCleared } from '../../../lib/local-data.ts'
import { onSessionEnd } from '../../../lib/session.ts'
import { randomId } from '../../../lib/random-id.ts'
import { isRecord } from '@switchyard/convert/record'

/**
 * What this tab works on, kept in IndexedDB under a random id until the tab is closed. The id stands in sessionStorage
 * and is held by a Web Lock, so that another tab knows which drafts are alive.
 */

const SWEEP_AFTER_MS = 60_000
const GONE_AFTER_MS = 60_000
const SWEEP_EVERY_MS = 60 * 60 * 1000
const MAX_AGE_MS = 24 * 60 * 60 * 1000

let claiming: Promise<string | undefined> | undefined
let ownId: string | undefined
let copiedFrom: string | undefined
/** The page works on the draft of this tab. */
let isLoaded = false

/** Holds this tab's draft, whatever page the tab shows, and removes those of tabs that are gone. */
export function keepDrafts(): void {
  void tabId()
  onChunkFailure(keepHandedOver)
  // A draft of who is only out for a while is cleaned by the page that opens it.
  onSessionEnd((how) => how === 'left' && void leaveAccount())
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted || !ownId) return
    const message: TabGone = { type: 'tab-gone', id: ownId, afterMs: GONE_AFTER_MS }
    navigator.serviceWorker?.controller?.postMessage(message, [])
  })
}

/** The draft of this tab; undefined when there is none or the browser keeps nothing. */
export async function loadDraft(): Promise<Omit<StoredDraft, 'id' | 'savedAt'> | undefined> {
  isLoaded = true
  try {
    const id = await tabId()
    if (!id) return undefined
    const drafts = (await allDrafts()).filter((draft) => draft.remembered || !isOld(draft))
    const own = drafts.find((draft) => draft.id === id)
    const found = own ?? drafts.find((draft) => draft.id === copiedFrom) ?? newestRemembered(drafts)
    if (!found) return undefined
    if (!own) await takeOver(found, id)
    return found
  } catch {
    return undefined
  }
}

/** Once a draft was looked for, it is on its way when the call returns: nothing waits in a page that is left. */
export async function saveDraft(value: unknown, remembered: boolean, handed?: Handover): Promise<void> {
  // Saved once more, what was cleared would be back.
  if (isLocalDataCleared()) return
  try {
    const id = ownId ?? (await tabId())
    if (id) await put({ id, savedAt: Date.now(), remembered, value, ...(handed === undefined ? {} : { handed }) })
  } catch {
    // No storage: the work lives as long as the page.
  }
}

/** Takes what came from an account out of the drafts that no page works on; a page that works on one does so itself. */
async function leaveAccount(): Promise<void> {
  try {
    const own = await tabId()
    const held = 'locks' in navigator ? await heldIds() : (id: string) => id === own
    for (const draft of await allDrafts()) {
      if (isOpenOutput(draft)) await remove(draft.id)
      const isInWork = draft.id === own ? isLoaded : held(draft.id)
      if (isInWork || !isOfAccount(draft)) continue
      const { handed: _, ...rest } = draft
      const value = await import('./own-draft.ts').then(({ ownDraft }) => ownDraft(draft.value)).catch(() => undefined)
      await (value === undefined ? remove(draft.id) : put({ ...rest, value }))
    }
  } catch {
    // Nothing is kept, so nothing has to go.
  }
}

/** The config workbench has the text of an output open: a page that works on it forgets it by itself. */
function isOpenOutput({ value }: StoredDraft): boolean {
  const origin = isRecord(value) ? value['origin'] : undefined
  return isRecord(origin) && origin['kind'] === 'output'
}

function isOfAccount({ value, handed }: StoredDraft): boolean {
  if (typeof handed === 'object' && (handed.output || handed.files.some((file) => file.isOfAccount))) return true
  if (!isRecord(value)) return false
  const steps = [value, value['past'], value['future']].flat()
  return steps.some((step) => isRecord(step) && step['account'] !== undefined)
}

/** The page is about to reload while a text is on its way to the converter. The draft keeps it for the reloaded page. */
async function keepHandedOver(): Promise<void> {
  const handed = handedOver()
  if (handed === undefined) return
  const draft = await loadDraft()
  await saveDraft(draft?.value, draft?.remembered ?? false, handed)
}

/** Takes this tab's draft off the device, and what stands on its first page. */
export async function dropDraft(): Promise<void> {
  void keepHome(undefined)
  try {
    const id = ownId ?? (await tabId())
    if (id) await remove(id)
  } catch {
    // Nothing is kept, so nothing has to go.
  }
}

async function tabId(): Promise<string | undefined> {
  claiming ??= claimId()
  return (ownId = await claiming)
}

async function claimId(): Promise<string | undefined> {
  try {
    const id = (await idOfBefore()) ?? (await newId())
    setTimeout(() => {
      void sweep()
      setInterval(() => void sweep(), SWEEP_EVERY_MS)
    }, SWEEP_AFTER_MS)
    return id
  } catch {
    // Storage is blocked.
    return undefined
  }
}

async function idOfBefore(): Promise<string | undefined> {
  const id = sessionStorage.getItem(TAB_KEY)
  if (!id) return undefined
  if (await hold(id)) return id
  // A duplicated tab brings the id of the one it came from along.
  copiedFrom = id
  return undefined
}

async function newId(): Promise<string> {
  const id = randomId()
  await hold(id)
  sessionStorage.setItem(TAB_KEY, id)
  return id
}

/** A draft that nobody holds becomes this tab's own; that of a living tab is copied. */
async function takeOver(draft: StoredDraft, id: string): Promise<void> {
  const isFree = draft.id !== copiedFrom && (await hold(draft.id))
  await put({ ...draft, id, savedAt: Date.now() })
  if (isFree) await remove(draft.id)
}

/** Takes the lock of an id for as long as the page lives. */
function hold(id: string): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true)
  return new Promise((resolve) => {
    const isHeld = (lock: Lock | null) => {
      resolve(lock !== null)
      return lock === null ? undefined : new Promise(() => {})
    }
    navigator.locks.request(draftLock(id), { ifAvailable: true }, isHeld).catch(() => resolve(false))
  })
}

/** Removes drafts of closed tabs and old drafts. The newest remembered draft stays. */
async function sweep(): Promise<void> {
  try {
    const isHeld = await heldIds()
    const drafts = await allDrafts()
    const kept = newestRemembered(drafts)
    for (const draft of drafts) {
      const isLeft = !isHeld(ownerOf(draft.id)) && draft !== kept
      if (isLeft || (!draft.remembered && isOld(draft))) await remove(draft.id)
    }
  } catch {
    // The next sweep tries again.
  }
}

/** Removes the remembered drafts of closed tabs. An open tab decides about its own draft. */
export async function forgetRemembered(): Promise<void> {
  try {
    const isHeld = await heldIds()
    for (const { id, remembered } of await allDrafts()) if (remembered && !isHeld(id)) await remove(id)
  } catch {
    // Nothing is kept, so nothing has to go.
  }
}

async function heldIds(): Promise<(id: string) => boolean> {
  // Over plain http browsers have no locks: every tab may be alive.
  if (!('locks' in navigator)) return () => true
  const own = await tabId()
  const { held = [] } = await navigator.locks.query()
  const names = new Set(held.map(({ name }) => name))
  return (id) => id === own || names.has(draftLock(id))
}

function newestRemembered(drafts: readonly StoredDraft[]): StoredDraft | undefined {
  return drafts.filter(({ remembered }) => remembered).sort((a, b) => b.savedAt - a.savedAt)[0]
}

function isOld({ savedAt }: StoredDraft): boolean {
  return Date.now() - savedAt >= MAX_AGE_MS
}

function allDrafts(): Promise<StoredDraft[]> {
  return inDrafts('readonly', (store) => store.getAll())
}

function put(draft: StoredDraft): Promise<unknown> {
  return inDrafts('readwrite', (store) => store.put(draft))
}

function remove(id: string): Promise<unknown> {
  return inDrafts('readwrite', (store) => store.delete(id))
}
