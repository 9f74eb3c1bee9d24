import { deviceStore } from '../../lib/device-store.ts'
import type { Handover } from './handover.ts'

export interface StoredDraft {
  id: string
  savedAt: number
  /** Stays on the device until it is forgotten. */
  remembered: boolean
  value: unknown
  /** What was on its way to the converter when the page was loaded anew. */
  handed?: Handover | string
}

export const inDrafts = deviceStore<StoredDraft>('switchyard', 'drafts', 'id')

/** Where the id of the tab stands in sessionStorage. */
export const TAB_KEY = 'app.tab'

/** Pages that keep something of their own beside the draft of a tab. */
const KEPT_PLACES = ['home', 'table', 'config', 'mapping', 'live', 'checks'] as const
export type KeptPlace = (typeof KEPT_PLACES)[number]

const BESIDE = '~'

/** Where a page keeps what is its own. */
export const besideId = (tab: string, place: KeptPlace): string => `${tab}${BESIDE}${place}`

/** The tab that a draft belongs to, or what a page keeps beside it. */
export const ownerOf = (id: string): string => id.split(BESIDE)[0]!

/** The Web Lock that a living tab holds. */
export const draftLock = (id: string): string => `switchyard-draft:${id}`

/** What a tab that goes says to the service worker, which lives on for a while. */
export interface TabGone {
  type: 'tab-gone'
  id: string
  /** A page that is loaded anew, or gone back to, holds its lock again within this time. */
  afterMs: number
}

/** Removes the draft of a tab that is gone and did not come back; one that is remembered stays. */
export async function removeDraftOfGone({ id, afterMs }: TabGone): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  const { held = [] } = await navigator.locks.query()
  if (held.some(({ name }) => name === draftLock(id))) return
  for (const place of KEPT_PLACES) await inDrafts('readwrite', (store) => store.delete(besideId(id, place)))
  const draft = await inDrafts<StoredDraft | undefined>('readonly', (store) => store.get(id))
  if (draft && !draft.remembered) await inDrafts('readwrite', (store) => store.delete(id))
}
