import { fromBase64 } from './bytes.ts'

/** A request to a host as a relay is asked for it. */
export interface RelayedRequest {
  base: string
  method: string
  /** Behind the base, as it is sent. */
  path: string
  headers: Record<string, string>
  body?: string
}

export interface RelayedAnswer {
  status: number
  headers: Record<string, string>
  /** In base64. */
  body: string
}

/** Those that a dialect sets; a relay has others of its own. */
const SENT_HEADERS: ReadonlySet<string> = new Set(['accept', 'authorization', 'private-token', 'content-type'])
const WITHOUT_BODY: ReadonlySet<number> = new Set([101, 204, 205, 304])

/** In place of `fetch` for a host that refuses browsers. A relay that fails is a connection that is lost. */
export function relayedFetch(base: string, relay: (request: RelayedRequest) => Promise<RelayedAnswer>): typeof fetch {
  return async (input, init) => {
    const address = input instanceof Request ? input.url : input.toString()
    // The look whether anything is there is for hosts that a browser asks itself.
    if (!address.startsWith(`${base}/`)) throw new TypeError('No address of this host')
    const headers = [...new Headers(init?.headers)].filter(([name]) => SENT_HEADERS.has(name))
    const asked = relay({
      base,
      method: init?.method ?? 'GET',
      path: address.slice(base.length),
      headers: Object.fromEntries(headers),
      ...(typeof init?.body === 'string' && { body: init.body }),
    })
    const answer = await orUntil(asked, init?.signal)
    const bytes = fromBase64(answer.body)
    if (!bytes) throw new TypeError('The relay gave no base64')
    return new Response(WITHOUT_BODY.has(answer.status) ? null : bytes, answer)
  }
}

/** A relay knows no signal: who does not wait any longer leaves it. */
function orUntil<T>(asked: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return asked
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    asked.then(resolve, reject)
  })
}
