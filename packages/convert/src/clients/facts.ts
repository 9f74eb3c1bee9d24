import { clashFacts } from './clash/facts.ts'
import type { ClientFacts } from '../model/client-facts.ts'
import { mihomoFacts } from './mihomo/facts.ts'
import { singboxFacts } from './singbox/facts.ts'
import { xrayFacts } from './xray/facts.ts'
import type { GroupType } from '../model/client-facts.ts'

/** What is true of every client, one line each, in the order in which they are offered. */
export const CLIENT_FACTS = [mihomoFacts, clashFacts, singboxFacts, xrayFacts] as const

export type ClientId = (typeof CLIENT_FACTS)[number]['id']

const byId = new Map<string, ClientFacts<ClientId>>(CLIENT_FACTS.map((facts) => [facts.id, facts]))

/** What is true of a client; undefined for a name that is none. */
export const findClientFacts = (id: string): ClientFacts<ClientId> | undefined => byId.get(id)

/** The same for a client that is known to be one. */
export const clientFacts = (id: ClientId): ClientFacts<ClientId> => byId.get(id)!

/** Whether a name is that of a client; links and base64 are none. */
export const isClientId = (id: string): id is ClientId => byId.has(id)

/** The client that templates, rule lists and providers are written for. Others' rules are translated from it. */
export const TEMPLATE_CLIENT: ClientId = mihomoFacts.id

/** The client that takes most nodes: what another one refuses may go there. */
export const WIDEST_CLIENT: ClientId = mihomoFacts.id

/** Kinds that a group of a template can be of: some client has each. */
export const GROUP_TYPES: readonly GroupType[] = [...new Set(CLIENT_FACTS.flatMap(({ groups }) => groups.types))]

/** Built-in names that groups of every client may hold: DIRECT, REJECT. */
export const SHARED_MEMBERS: readonly string[] = mihomoFacts.groups.members.filter((name) =>
  CLIENT_FACTS.every(({ groups }) => groups.members.includes(name)),
)

/** Names that some client reserves. A node or group of such a name gets another name there. */
export const ALL_BUILT_IN_NAMES: ReadonlySet<string> = new Set(
  CLIENT_FACTS.flatMap(({ nodes, groups }) => nodes.builtInNames.concat(groups.reservedNames)),
)
