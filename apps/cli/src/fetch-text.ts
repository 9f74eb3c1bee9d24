import { type EncodingName, readBytes } from '@switchyard/sources'

/** Why an address gave nothing; the words stand in the locale under `fetch`. */
export type FetchReason =
  | 'refused-address'
  | 'timeout'
  | 'too-large'
  | 'bad-archive'
  | 'bad-status'
  | 'not-a-subscription'
  | 'redirect-loop'
  | 'tls'
  | 'dns'
  | 'network'

/** Carries no address and nothing of the answer: an address may hold a token. */
export class FetchError extends Error {
  override readonly name = 'FetchError'
  readonly reason: FetchReason
  readonly status: number | undefined

  constructor(reason: FetchReason, status?: number, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
    this.status = status
  }
}

export interface Fetched {
  text: string
  encoding: EncodingName
  bytes: number
  headers: Headers
}

const HOPS_MAX = 5
const TOTAL_MS = 30_000

/** The text at an http(s) address: at most `mostBytes` decoded bytes, five redirects, thirty seconds. */
export async function fetchText(address: string, userAgent: string, mostBytes: number): Promise<Fetched> {
  const signal = AbortSignal.timeout(TOTAL_MS)
  let url = webAddress(address)
  try {
    for (let hop = 0; hop <= HOPS_MAX; hop++) {
      const response = await fetch(url, {
        redirect: 'manual',
        signal,
        credentials: 'omit',
        headers: { 'user-agent': userAgent, accept: '*/*' },
      })
      const next = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && next !== null) {
        await response.body?.cancel()
        url = webAddress(new URL(next, url).href)
        continue
      }
      if (!response.ok) {
        await response.body?.cancel()
        throw new FetchError('bad-status', response.status)
      }
      const read = await readBytes(await readBody(response, mostBytes), mostBytes)
      if ('error' in read) throw new FetchError(read.error)
      return { ...read, headers: response.headers }
    }
    throw new FetchError('redirect-loop')
  } catch (error) {
    throw error instanceof FetchError ? error : new FetchError(reasonOf(error), undefined, { cause: error })
  }
}

/** Whether an argument is an address and not a file. */
export function isWebAddress(argument: string): boolean {
  return /^https?:\/\//i.test(argument)
}

function webAddress(text: string): URL {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url === null || !isWeb || url.username !== '' || url.password !== '') throw new FetchError('refused-address')
  return url
}

async function readBody(response: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop early cancels the download.
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > most) throw new FetchError('too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const TLS_CODES = /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO$)/

function reasonOf(error: unknown): FetchReason {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.name === 'TimeoutError') return 'timeout'
    const { code } = at as NodeJS.ErrnoException
    if (code === undefined || typeof code !== 'string') continue
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns'
    if (code === 'ETIMEDOUT' || code.includes('TIMEOUT')) return 'timeout'
    if (TLS_CODES.test(code)) return 'tls'
  }
  return 'network'
}
