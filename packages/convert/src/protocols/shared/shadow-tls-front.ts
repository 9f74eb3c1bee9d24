import type { NodeIssues } from '../../model/issue.ts'
import type { Rest } from '../../model/node.ts'
import { Fields } from '../../model/fields.ts'
import { isRecord } from '../../text/record.ts'
import { addressFromSingbox, type EntryAddress, restOfSingbox } from './address.ts'
import { type ShadowTlsPlugin, shadowTlsFromSingbox } from './plugin.ts'
import { reportSingboxRest } from './singbox-rest.ts'
import { tlsFromSingbox } from './tls.ts'

/**
 * A sing-box outbound that goes through a shadowtls outbound is one node with it: whoever reads the list puts that
 * outbound, the front, in place of the `detour` that names it.
 */

/** The front of an outbound; undefined where it has none. */
export function frontOf(entry: Fields, issues: NodeIssues): Fields | undefined {
  const detour = entry.raw('detour')
  if (isRecord(detour)) return new Fields(detour, issues, 'detour.')
  entry.leave('detour', detour)
  return undefined
}

/** The name of the outbound and the server of its front, which makes the connection; undefined after a refusal. */
export function addressBehind(front: Fields | undefined, entry: Fields, issues: NodeIssues): EntryAddress | undefined {
  if (front === undefined) return addressFromSingbox(entry, issues)
  const address = addressFromSingbox(front, issues)
  for (const key of ['type', 'server', 'server-port']) entry.raw(key)
  return address && { ...address, name: entry.str('tag', 'name') ?? '' }
}

/** The plugin that a front is. */
export function pluginOfFront(front: Fields, issues: NodeIssues): ShadowTlsPlugin {
  return shadowTlsFromSingbox(front, tlsFromSingbox(front.map('tls'), issues))
}

/** What is left of the front. What the outbound behind it says of the connection counts for nothing, and is reported. */
export function restOfFront(front: Fields | undefined, entry: Fields, issues: NodeIssues): Rest | undefined {
  if (front === undefined) return restOfSingbox(entry)
  reportSingboxRest(entry.deepRest() ?? {}, issues)
  return restOfSingbox(front)
}
