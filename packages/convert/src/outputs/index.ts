import type { Client, NodeWriter } from '../clients/client.ts'
import { type ClientId, isClientId } from '../clients/facts.ts'
import { clientOf } from '../clients/index.ts'
import type { LINK_LISTS, OutputId } from './facts.ts'
import { base64Writer, linksWriter } from './link-list.ts'

const LINK_WRITERS: Readonly<Record<(typeof LINK_LISTS)[number]['id'], NodeWriter>> = {
  links: linksWriter,
  base64: base64Writer,
}

/** Either a client with its config, or a list of links. */
export type Output = { client: Client<ClientId> } | { client: undefined; writer: NodeWriter }

/** What writes an output. */
export function outputOf(id: OutputId): Output {
  return isClientId(id) ? { client: clientOf(id) } : { client: undefined, writer: LINK_WRITERS[id] }
}
