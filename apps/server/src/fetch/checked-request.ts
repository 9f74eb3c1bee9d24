import type { Socket } from 'node:net'
import { finished, type Readable } from 'node:stream'
import { hostOf, type WireTraffic, WireMeter } from '@switchyard/outbound'
import { Agent, type buildConnector, type Dispatcher, request } from 'undici'
import { checkedDial, type Network } from './checked-dial.ts'
import type { Connecting } from './through-proxy.ts'
import { readBody, streamBody, type Unpacking } from './read-body.ts'
import { SafeFetchError } from './safe-fetch-error.ts'

/** What one request may take. */
export interface RequestBudgets {
  connectMs: number
  firstByteMs: number
  idleMs: number
  /** From the first look-up of a name to the last byte of the body. */
  totalMs: number
  headerBytes: number
  /** Of the answer, on the wire and unpacked. */
  bodyBytes: number
  /** How many redirects are followed; 0: a redirect is an answer as any other. */
  hops: number
}

/** What requests of one kind may do. */
export interface RequestPolicy {
  /** Its private ranges are those that this kind of request may reach. */
  network: Network
  budgets: RequestBudgets
  /** An address that may be asked, of its text: every redirect is looked at. Throws `refused-address`. */
  parseTarget: (text: string) => URL
  /** Waits for a place at a host, and gives back how to leave it. */
  enterHost?: (host: string, signal: AbortSignal) => Promise<() => void>
}

export interface CheckedRequest {
  /** What `parseTarget` of the policy gave. */
  url: URL
  /** GET where it is not said. Of the others only HEAD follows redirects: nobody else is sent what was for one origin. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  /** Headers that only the first origin may see. */
  secretHeaders?: Readonly<Record<string, string>>
  /** A stream is sent as it comes, and no faster than it is taken. */
  body?: string | Uint8Array | Readable
  /** In place of those of the policy. */
  budgets?: Partial<Pick<RequestBudgets, 'totalMs' | 'bodyBytes'>>
  signal?: AbortSignal
}

/** An answer whose body was not read yet: it holds a connection until that was read, or `close` was called. */
export interface CheckedAnswer {
  /** Where it came from, after redirects. */
  url: URL
  status: number
  /** The first header of this name, in lower case. */
  header: (name: string) => string | undefined
  headers: () => [name: string, value: string][]
  /** The body as it comes, unpacked once. It fails as soon as a budget is passed; destroying it closes the connection. */
  stream: () => Readable
  /** The whole body, unpacked once. */
  bytes: () => Promise<Buffer>
  /** What went over the wire until now, of all hops. */
  meter: () => WireTraffic
  close: () => void
}

/** Asks. Throws a SafeFetchError, or what the network throws: `asSafeFetchError` makes one of it. */
export type AskChecked = (request: CheckedRequest) => Promise<CheckedAnswer>

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Asks public addresses by HTTP, each connection checked, for one request alone, and within budgets. */
export function createCheckedRequest(policy: RequestPolicy): AskChecked {
  return async ({ url: first, method = 'GET', headers = {}, secretHeaders = {}, body, signal, budgets: own }) => {
    const budgets = { ...policy.budgets, ...own }
    const stop = AbortSignal.any([AbortSignal.timeout(budgets.totalMs), ...(signal ? [signal] : [])])
    const hasSecrets = Object.keys(secretHeaders).length > 0
    const hops = method === 'GET' || method === 'HEAD' ? budgets.hops : 0
    let before: WireTraffic = { sent: 0, received: 0 }
    let url = first
    let seen: Readonly<Record<string, string>> = { ...secretHeaders, ...headers }
    for (let hop = 0; ; hop++) {
      const answer = await askOnce(policy, budgets, { url, method, headers: seen, body: body ?? null }, stop)
      const location = REDIRECTS.has(answer.status) ? answer.header('location') : undefined
      if (!location || hops === 0) return { ...answer, meter: () => added(before, answer.meter()) }
      answer.close()
      before = added(before, answer.meter())
      if (!URL.canParse(location, url.href)) throw new SafeFetchError('refused-address')
      const next = policy.parseTarget(new URL(location, url.href).href)
      if (hasSecrets && url.protocol === 'https:' && next.protocol === 'http:')
        throw new SafeFetchError('refused-address')
      if (hop === hops) throw new SafeFetchError('redirect-loop')
      // `fetch` would strip Authorization and Cookie only: a PRIVATE-TOKEN would leak.
      if (next.origin !== url.origin) seen = headers
      url = next
    }
  }
}

interface Asked {
  url: URL
  method: Dispatcher.HttpMethod
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array | Readable | null
}

async function askOnce(
  { network, enterHost }: RequestPolicy,
  budgets: RequestBudgets,
  { url, method, headers, body }: Asked,
  stop: AbortSignal,
): Promise<CheckedAnswer> {
  const { connectMs, firstByteMs, idleMs, headerBytes, bodyBytes } = budgets
  const leave = await enterHost?.(hostOf(url), stop)
  const wire = new WireMeter(bodyBytes, headerBytes, () => new SafeFetchError('too-large'))
  const signal = AbortSignal.any([stop, wire.signal])
  // An agent for this one request: no socket is ever used for two users.
  const agent = new Agent({
    connect: connectorOf(network, { connectMs, signal }, (socket) => wire.watch(socket)),
    allowH2: false,
    pipelining: 1,
    headersTimeout: firstByteMs,
    bodyTimeout: idleMs,
    maxHeaderSize: headerBytes,
  })
  const release = () => {
    wire.end()
    void agent.destroy()
    leave?.()
  }
  const answer = await request(url, { dispatcher: agent, method, headers, body, signal }).catch((error: unknown) => {
    release()
    throw error
  })
  // Its errors are those of who reads it. It ends in any case: by its time, if nobody does.
  finished(
    answer.body.on('error', () => {}),
    release,
  )
  const close = () => {
    answer.body.destroy()
    release()
  }
  const header = (name: string) => one(answer.headers[name])
  const unpacking = (): Unpacking => {
    // Its headers are of a body that is not sent.
    if (method === 'HEAD') return { encoding: '', maxBytes: 0, signal }
    // What says itself that it is too large is not read.
    if (Number(header('content-length') ?? 0) > bodyBytes) throw new SafeFetchError('too-large')
    return { encoding: header('content-encoding') ?? '', maxBytes: bodyBytes, signal }
  }
  const requireFit = () => {
    wire.look()
    signal.throwIfAborted()
  }
  return {
    url,
    status: answer.statusCode,
    header,
    headers: () => Object.entries(answer.headers).map(([name, value]) => [name, one(value) ?? '']),
    stream: () => {
      try {
        return streamBody(answer.body, unpacking(), requireFit)
      } catch (error) {
        close()
        throw error
      }
    },
    bytes: async () => {
      try {
        const bytes = await readBody(answer.body, unpacking())
        requireFit()
        return bytes
      } finally {
        close()
      }
    },
    meter: () => wire.traffic,
    close,
  }
}

/** What undici calls for a connection. */
function connectorOf(
  network: Network,
  connecting: Connecting,
  onOpen: (socket: Socket) => void,
): buildConnector.connector {
  return ({ hostname, port, protocol }, callback) => {
    const isTls = protocol === 'https:'
    const host = hostname.replace(/^\[|\]$/g, '')
    checkedDial(network, { host, port: Number(port || (isTls ? 443 : 80)), isTls }, connecting).then(
      (socket) => {
        onOpen(socket)
        callback(null, socket)
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    )
  }
}

function added(a: WireTraffic, b: WireTraffic): WireTraffic {
  return { sent: a.sent + b.sent, received: a.received + b.received }
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
