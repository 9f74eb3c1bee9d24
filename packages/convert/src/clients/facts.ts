import { clashFacts } from './clash/facts.ts'
import type { ClientFacts } from './client-facts.ts'
import { mihomoFacts } from './mihomo/facts.ts'
import { singboxFacts } from './singbox/facts.ts'

/** What is true of every client, one line each, in the order in which they are offered. */
export const CLIENT_FACTS = [mihomoFacts, clashFacts, singboxFacts] as const

export type ClientId = (typeof CLIENT_FACTS)[number]['id']

const byId = new Map<string, ClientFacts<ClientId>>(CLIENT_FACTS.map((facts) => [facts.id, facts]))

/** What is true of a client; undefined for a name that is none. */
export const findClientFacts = (id: string): ClientFacts<ClientId> | undefined => byId.get(id)

/** The same for a client that is known to be one. */
export const clientFacts = (id: ClientId): ClientFacts<ClientId> => byId.get(id)!
