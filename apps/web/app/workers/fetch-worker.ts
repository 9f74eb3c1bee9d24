import { readSubscriptionInfo } from '@switchyard/convert'
import {
  type EncodingName,
  type FetchFailure,
  isWebPage,
  readBytes,
  type ReadFailure,
  retryAt,
  userInfoHeader,
} from '@switchyard/sources'
import { expose, transfer } from 'comlink'
import { TEXT_MAX_BYTES } from '@switchyard/convert/limits'
import type { SubscriptionInfo } from '@switchyard/recipe/model'

// The only script of the page whose own policy lets it reach other sites. It sends no cookie and says not where it is.

const TIME_MAX_MS = 20_000
const PROBE_MAX_MS = 5000
const ASKED_AS: RequestInit = { credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' }

/** Why there is no text: those of the one list that a browser can tell. */
export type BrowserFetchFailure = Extract<
  FetchFailure,
  | 'refused'
  | 'unreachable'
  | 'redirected'
  | 'timeout'
  | ReadFailure
  | 'bad-status'
  | 'not-a-subscription'
  | 'address'
  | 'not-https'
>
export type FetchedText =
  | { text: string; status: number; encoding?: EncodingName; subscription?: SubscriptionInfo }
  /** `retryAt`: when the host may be asked again, in ms, where it says so. */
  | { error: BrowserFetchFailure; status?: number; retryAt?: number }

/** A request whose answer is taken as it is, whatever its status. */
export interface BytesRequest {
  address: string
  method: string
  headers: Readonly<Record<string, string>>
  body?: string | Blob
  /** Only whether somebody answers is wanted: the answer is not read. */
  isLook: boolean
}
/** `status` 0: an answer that may not be read, such as a redirect. */
export type FetchedBytes =
  | { status: number; headers: Record<string, string>; bytes: ArrayBuffer }
  | { error: 'not-https' | 'refused' | 'too-large' }

/** What is kept of an answer in bytes. GitHub hands out no file above 100 MB. */
const BYTES_MAX = 100 * 1024 * 1024

/** Hosts whose answers led to what our policy forbids. */
const forbidden = new Set<string>()
addEventListener('securitypolicyviolation', ({ blockedURI }) => {
  if (URL.canParse(blockedURI)) forbidden.add(new URL(blockedURI).host)
})

/** The abort controller of each running request, by its address or, of one for bytes, its number. */
const stops = new Map<string, AbortController>()

const api = {
  /** The text of an address. `explains`: a failure that the browser does not explain is looked into by a second request. */
  async text(address: string, explains: boolean): Promise<FetchedText> {
    if (!URL.canParse(address)) return { error: 'address' }
    const { protocol, origin, host } = new URL(address)
    if (!/^https?:$/.test(protocol)) return { error: 'address' }
    if (protocol === 'http:' && origin !== location.origin) return { error: 'not-https' }
    forbidden.delete(host)
    const stop = new AbortController()
    stops.set(address, stop)
    try {
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(TIME_MAX_MS)])
      const response = await fetch(address, { ...ASKED_AS, signal })
      if (!response.ok) return refusalOf(response)
      const read = await readBounded(response)
      if ('error' in read) return read
      const { text, encoding } = read
      // A page cannot say under which name it asks, so there is no second attempt under another one.
      if (isWebPage(text)) return { error: 'not-a-subscription' }
      const reported = userInfoHeader(response.headers)
      const subscription = reported === undefined ? undefined : readSubscriptionInfo(reported)
      const { status } = response
      return { text, status, encoding, ...(subscription ? { subscription } : {}) }
    } catch (error) {
      if (error instanceof DOMException && error.name === 'TimeoutError') return { error: 'timeout' }
      return { error: explains && !stop.signal.aborted ? await reasonOf(origin, host) : 'refused' }
    } finally {
      if (stops.get(address) === stop) stops.delete(address)
    }
  },

  /** One request, with its headers and body. It follows no redirect: its headers may be a key to the address alone. */
  async bytes(id: string, { address, isLook, ...request }: BytesRequest): Promise<FetchedBytes> {
    if (!URL.canParse(address) || new URL(address).protocol !== 'https:') return { error: 'not-https' }
    const stop = new AbortController()
    stops.set(id, stop)
    try {
      const how: RequestInit = isLook ? { mode: 'no-cors' } : { ...request, redirect: 'manual' }
      const response = await fetch(address, { ...ASKED_AS, ...how, signal: stop.signal })
      const bytes = await readCapped(response, BYTES_MAX)
      if (!bytes) return { error: 'too-large' }
      const { status, headers } = response
      return transfer({ status, headers: Object.fromEntries(headers), bytes }, [bytes])
    } catch {
      // What failed may say the address, and that may hold a token.
      return { error: 'refused' }
    } finally {
      stops.delete(id)
    }
  },

  /** Ends a request; nobody waits for its answer any more. */
  stop(id: string): void {
    stops.get(id)?.abort()
  },
}

function refusalOf({ status, headers }: Response): FetchedText {
  const at = retryAt(headers, Date.now())
  return { error: 'bad-status', status, ...(at === undefined ? {} : { retryAt: at }) }
}

/**
 * A browser says no more than that a request failed. Asked without reading the answer, a server that is there answers.
 * Only its host is asked for: the path may be a token.
 */
async function reasonOf(origin: string, host: string): Promise<BrowserFetchFailure> {
  const answers = await fetch(`${origin}/`, {
    ...ASKED_AS,
    method: 'HEAD',
    mode: 'no-cors',
    signal: AbortSignal.timeout(PROBE_MAX_MS),
  }).then(
    () => true,
    () => false,
  )
  if (forbidden.has(host)) return 'redirected'
  return answers ? 'refused' : 'unreachable'
}

async function readBounded(response: Response): ReturnType<typeof readBytes> {
  const bytes = await readCapped(response, TEXT_MAX_BYTES)
  return bytes ? readBytes(new Uint8Array(bytes), TEXT_MAX_BYTES) : { error: 'too-large' }
}

/** Undefined: it is longer than that. */
async function readCapped(response: Response, maxBytes: number): Promise<ArrayBuffer | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body?.getReader()
  let size = 0
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.length
    if (size > maxBytes) {
      await reader?.cancel()
      return undefined
    }
    chunks.push(part.value)
  }
  return new Blob(chunks).arrayBuffer()
}

export type FetchWorkerApi = typeof api

expose(api)
