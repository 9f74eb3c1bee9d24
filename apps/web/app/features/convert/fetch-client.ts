import type { FetchedText, FetchWorkerApi } from '../../workers/fetch-worker.ts'
import { WorkerClient } from './worker-client.ts'

/** Texts of other sites. Every request for one is made by the fetch worker: the page's own policy knows this site only. */

const LIST_CACHE = 'switchyard-lists'
const LIST_AGE_MS = 24 * 60 * 60 * 1000
const SAVED_AT = 'x-saved-at'

const worker = new WorkerClient<FetchWorkerApi>(
  () => new Worker(new URL('../../workers/fetch-worker.ts', import.meta.url), { type: 'module' }),
)

export function fetchText(address: string): Promise<FetchedText> {
  return worker.ask((api) => api.text(address)).catch((): FetchedText => ({ error: 'refused' }))
}

/** A public rule list: the copy of the last 24 hours, else from the first place that answers, else an older copy. */
export async function cachedList(address: string, places: readonly string[]): Promise<string | undefined> {
  const copy = await copyOf(address)
  if (copy && Date.now() - copy.savedAt < LIST_AGE_MS) return copy.text
  for (const place of places) {
    const answer = await fetchText(place)
    if ('error' in answer) continue
    await keepCopy(address, answer.text)
    return answer.text
  }
  return copy?.text
}

/** The cache takes no address with a password, and its file may be broken: then there is no copy. */
async function copyOf(address: string): Promise<{ text: string; savedAt: number } | undefined> {
  try {
    const cache = await caches.open(LIST_CACHE)
    const copy = await cache.match(address)
    return copy && { text: await copy.text(), savedAt: Number(copy.headers.get(SAVED_AT)) }
  } catch {
    return undefined
  }
}

async function keepCopy(address: string, text: string): Promise<void> {
  try {
    const cache = await caches.open(LIST_CACHE)
    await cache.put(address, new Response(text, { headers: { [SAVED_AT]: String(Date.now()) } }))
  } catch {
    // It is fetched again next time.
  }
}
