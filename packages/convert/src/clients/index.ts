import { clash } from './clash/client.ts'
import type { Client } from './client.ts'
import type { ClientId } from './facts.ts'
import { mihomo } from './mihomo/client.ts'
import { singbox } from './singbox/client.ts'
import { xray } from './xray/client.ts'

/** Every client with its writers, one line each. The compiler asks for one of each in `CLIENT_FACTS`. */
export const CLIENTS: { readonly [Id in ClientId]: Client<Id> } = { mihomo, clash, singbox, xray }

/** A client by its id. */
export const clientOf = (id: ClientId): Client<ClientId> => CLIENTS[id]
