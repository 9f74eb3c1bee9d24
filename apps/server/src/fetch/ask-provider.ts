import type { Network } from './checked-dial.ts'
import { createCheckedRequest, type RequestBudgets } from './checked-request.ts'
import { networkOf, type Surroundings } from './network.ts'

/** A request to a provider of sign-ins, whose address is the operator's choice. */
export interface ProviderRequest {
  url: string
  headers: Readonly<Record<string, string>>
  /** With it the request is a POST. */
  body?: string
}

/** Asks a provider, and gives back the JSON of its answer. Throws for every other answer. */
export type AskProvider = (asked: ProviderRequest) => Promise<unknown>

const BUDGETS: RequestBudgets = {
  connectMs: 5000,
  firstByteMs: 10_000,
  idleMs: 10_000,
  totalMs: 20_000,
  headerBytes: 16 * 1024,
  bodyBytes: 256 * 1024,
  hops: 0,
}

/** The same guard as for subscriptions: checked addresses, one request a connection, no redirects. */
export function createAskProvider(deps: Surroundings & { network?: Partial<Network> }): AskProvider {
  const ask = createCheckedRequest({
    network: { ...networkOf(deps), ...deps.network },
    budgets: BUDGETS,
    parseTarget: (text) => new URL(text),
  })
  return async ({ url, headers, body }) => {
    const answer = await ask({
      url: new URL(url),
      // GitHub refuses requests without an agent.
      headers: { 'user-agent': 'Switchyard', accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { method: 'POST', body }),
    })
    const text = (await answer.bytes()).toString()
    // What it says may repeat what it was sent: the status is enough.
    if (answer.status !== 200 && answer.status !== 201) throw new Error(`The provider answered ${answer.status}`)
    return parseJson(text)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('The provider answered something that is no JSON')
  }
}
