import { AD_FREE_COOKIES } from '@switchyard/contract/ad-facts'
import { DATABASES } from './device-store.ts'

let isCleared = false
let channel: BroadcastChannel | undefined

/** Between the tabs. A page has one only: what it says itself it does not hear. */
function clearedChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('switchyard-cleared')
  return channel
}

/** Hears of another tab that removed everything. */
export function onClearedElsewhere(listener: () => void): void {
  clearedChannel().addEventListener('message', listener)
}

function reportOtherTabs(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  clearedChannel().postMessage(null)
}

/** Whether everything was removed: from then on this page keeps nothing any more. */
export function isLocalDataCleared(): boolean {
  return isCleared
}

/** Removes everything that this site keeps in this browser; what cannot be removed holds up nothing else. */
export async function clearLocalData(): Promise<void> {
  isCleared = true
  const steps = [
    reportOtherTabs,
    () => localStorage.clear(),
    () => sessionStorage.clear(),
    () => removeCookies(['i18n_redirected', ...Object.values(AD_FREE_COOKIES)]),
    deleteDatabases,
    deleteCaches,
    removeWorkers,
  ]
  // Storage that is blocked keeps nothing; in a private window some of it is missing.
  await Promise.allSettled(steps.map(async (step) => step()))
}

/** Removes cookies that a page may read. */
export function removeCookies(names: readonly string[]): void {
  // One for this host alone is changed only as a secure one.
  for (const name of names)
    document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax${name.startsWith('__Host-') ? '; Secure' : ''}`
}

async function deleteDatabases(): Promise<void> {
  const names = new Set<string>(DATABASES)
  // Firefox before 126 does not list them.
  const listed = await indexedDB.databases?.().catch(() => [])
  for (const { name } of listed ?? []) if (name) names.add(name)
  await Promise.allSettled([...names].map(deleteDatabase))
}

async function deleteCaches(): Promise<void> {
  // Over plain http there is no cache storage.
  if (!('caches' in globalThis)) return
  const names = await caches.keys()
  await Promise.allSettled(names.map((name) => caches.delete(name)))
}

async function removeWorkers(): Promise<void> {
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.allSettled(workers.map((worker) => worker.unregister()))
}

async function deleteDatabase(name: string): Promise<void> {
  const deleting = indexedDB.deleteDatabase(name)
  await new Promise<void>((resolve) => {
    // A tab that still reads holds it up; it goes when that one is done.
    for (const event of ['success', 'error', 'blocked'])
      deleting.addEventListener(event, () => resolve(), { once: true })
  })
}
