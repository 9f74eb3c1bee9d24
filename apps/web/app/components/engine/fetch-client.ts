import { fetchLists } from '@switchyard/convert/fetch-lists'
import type { BytesRequest, FetchedBytes, FetchedText, FetchWorkerApi } from '../../workers/fetch-worker.ts'
import { ABORTED, logRequest } from '../../lib/request-log.ts'
import { type DailyText, dailyText, type TextCopy } from './daily-text.ts'
import { randomId } from '../../lib/random-id.ts'
import { WorkerClient } from './worker-client.ts'

/** Texts of other sites. Every request for one is made by the fetch worker: the page's own policy knows this site only. */

const LIST_CACHE = 'switchyard-lists'
const LIST_AGE_MS = 24 * 60 * 60 * 1000
const SAVED_AT = 'x-saved-at'

const worker = new WorkerClient<FetchWorkerApi>(
  () => new Worker(new URL('../../workers/fetch-worker.ts', import.meta.url), { type: 'module' }),
)

/** The text of an address that a person named. As a whole it may be a secret: the log has its host alone. */
export function fetchText(address: string, signal?: AbortSignal): Promise<FetchedText> {
  const stop = () => void worker.ask((api) => api.stop(address)).catch(() => undefined)
  signal?.addEventListener('abort', stop, { once: true })
  return logged(withoutPath(address), () => worker.ask((api) => api.text(address, true)), signal)
}

/** One request with headers and a body of its own. The log has its address without the query: that may hold a token. */
export async function fetchBytes(request: BytesRequest, signal?: AbortSignal): Promise<FetchedBytes> {
  const start = performance.now()
  const time = Date.now()
  const id = randomId()
  const stop = () => void worker.ask((api) => api.stop(id)).catch(() => undefined)
  signal?.addEventListener('abort', stop, { once: true })
  const answer = await worker.ask((api) => api.bytes(id, request)).catch((): FetchedBytes => ({ error: 'refused' }))
  signal?.removeEventListener('abort', stop)
  if ('error' in answer && answer.error === 'not-https') return answer
  logRequest({
    time,
    method: request.method,
    path: request.address.replace(/[?#].*$/s, ''),
    durationMs: Math.round(performance.now() - start),
    ...('error' in answer
      ? { errorMessage: signal?.aborted ? ABORTED : answer.error }
      : { status: answer.status, bytes: answer.bytes.byteLength }),
  })
  return answer
}

/** A request as the log of requests tells it. */
async function logged(path: string, ask: () => Promise<FetchedText>, signal?: AbortSignal): Promise<FetchedText> {
  const start = performance.now()
  const time = Date.now()
  const answer = await ask().catch((): FetchedText => ({ error: 'refused' }))
  // What was not sent is no request.
  if ('error' in answer && NOT_SENT.has(answer.error)) return answer
  logRequest({
    time,
    method: 'GET',
    path,
    durationMs: Math.round(performance.now() - start),
    ...(answer.status === undefined ? {} : { status: answer.status }),
    ...('error' in answer
      ? { errorMessage: signal?.aborted ? ABORTED : answer.error }
      : { bytes: new Blob([answer.text]).size }),
  })
  return answer
}

const NOT_SENT: ReadonlySet<string> = new Set(['address', 'not-https'])

const withoutPath = (address: string) => (URL.canParse(address) ? `${new URL(address).origin}/…` : '')

/**
 * The texts of public rule lists by address, each with the places that may be asked for it: the copy of the last 24
 * hours, else from the first place that answers, else an older copy. What nobody has is not among them.
 */
export async function fetchListTexts(places: ReadonlyMap<string, readonly string[]>): Promise<Map<string, string>> {
  const placesOf = (address: string) => places.get(address) ?? []
  const { lists, failed } = await fetchLists([...places.keys()], listAt, { placesOf })
  for (const { address } of failed) {
    const old = await copyOf(address)
    if (old) lists.set(address, old.text)
  }
  return lists
}

async function listAt(place: string, address: string): Promise<string> {
  const copy = await copyOf(address)
  if (copy && Date.now() - copy.savedAt < LIST_AGE_MS) return copy.text
  const answer = await logged(place, () => worker.ask((api) => api.text(place, false)))
  if ('error' in answer) throw new Error(answer.error)
  await keepCopy(address, answer.text)
  return answer.text
}

/** A public text, asked for once in 24 hours unless it is wanted `anew`. Its address is no secret: the log has it. */
export function fetchDaily(address: string, anew = false): Promise<DailyText> {
  return dailyText(address, { ask: askPublic, copyOf, keepCopy }, anew)
}

const askPublic = (address: string) => logged(address, () => worker.ask((api) => api.text(address, true)))

/** The cache takes no address with a password, and its file may be broken: then there is no copy. */
async function copyOf(address: string): Promise<TextCopy | undefined> {
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
