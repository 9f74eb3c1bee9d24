import { Agent, request } from 'undici'
import { checkedConnector, type Network } from './checked-connector.ts'
import { readBody } from './read-body.ts'
import { networkOf } from './network.ts'

/** A request to a provider of sign-ins, whose address is the operator's choice. */
export interface ProviderRequest {
  url: string
  headers: Readonly<Record<string, string>>
  /** With it the request is a POST. */
  body?: string
}

/** Asks a provider, and gives back the JSON of its answer. Throws for every other answer. */
export type AskProvider = (asked: ProviderRequest) => Promise<unknown>

const CONNECT_MS = 5000
const FIRST_BYTE_MS = 10_000
const TOTAL_MS = 20_000
const MAX_BYTES = 256 * 1024
const HEADER_BYTES = 16 * 1024

/** The same guard as for subscriptions: checked addresses, one request a connection, no redirects. */
export function createAskProvider(deps: {
  privateUpstreams?: readonly string[]
  network?: Partial<Network>
}): AskProvider {
  const network = { ...networkOf(deps.privateUpstreams ?? []), ...deps.network }
  return async ({ url, headers, body }) => {
    const signal = AbortSignal.timeout(TOTAL_MS)
    const agent = new Agent({
      connect: checkedConnector(network, { connectMs: CONNECT_MS, signal, onOpen: () => undefined }),
      allowH2: false,
      pipelining: 1,
      headersTimeout: FIRST_BYTE_MS,
      bodyTimeout: FIRST_BYTE_MS,
      maxHeaderSize: HEADER_BYTES,
    })
    try {
      const answer = await request(url, {
        dispatcher: agent,
        signal,
        method: body === undefined ? 'GET' : 'POST',
        // GitHub refuses requests without an agent.
        headers: { 'user-agent': 'Switchyard', accept: 'application/json', ...headers },
        body: body ?? null,
      })
      const encoding = String(answer.headers['content-encoding'] ?? '')
      const text = (await readBody(answer.body, encoding, MAX_BYTES, signal)).toString()
      // What it says may repeat what it was sent: the status is enough.
      if (answer.statusCode !== 200 && answer.statusCode !== 201)
        throw new Error(`The provider answered ${answer.statusCode}`)
      return parseJson(text)
    } finally {
      void agent.destroy()
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('The provider answered something that is no JSON')
  }
}
