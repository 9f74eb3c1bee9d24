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

/** A public rule list: the copy of the last 24 hours, else fetched, else an older copy. */
export async function cachedList(address: string): Promise<string | undefined> {
  const cache = 'caches' in globalThis ? await caches.open(LIST_CACHE).catch(() => undefined) : undefined
  const copy = await cache?.match(address)
  if (copy && Date.now() - Number(copy.headers.get(SAVED_AT)) < LIST_AGE_MS) return copy.text()
  const answer = await fetchText(address)
  if ('error' in answer) return copy?.text()
  await cache
    ?.put(address, new Response(answer.text, { headers: { [SAVED_AT]: String(Date.now()) } }))
    .catch(() => undefined)
  return answer.text
}
