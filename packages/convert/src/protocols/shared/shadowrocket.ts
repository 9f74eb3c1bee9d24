import { isHost, parsePort } from '../../link/uri-link.ts'
import type { NodeIssues } from '../../model/issue.ts'
import { Fields } from '../../model/fields.ts'
import { base64Decode, cleanedLength, restorePlus } from '../../text/base64.ts'
import { readJson } from '../../text/json.ts'
import { isRecord } from '../../text/record.ts'
import { type Plugin, pluginFromJson } from './plugin.ts'

/** Base64 of a cipher of one letter, a colon and 32 digits. */
const SHORTEST_USER = 46

/**
 * Shadowrocket writes `scheme://base64(cipher:uuid@host:port)?…`: the same link with that part decoded. Other links
 * come back as they are.
 */
export function decodeAuthority(link: string): string {
  const start = link.indexOf('://') + 3
  const end = authorityEnd(link, start)
  const at = link.indexOf('@', start)
  if (at >= 0 && at < end) return link
  const body = base64Decode(link.slice(start, end))
  return body === undefined || !body.includes('@') ? link : link.slice(0, start) + body + link.slice(end)
}

const CIPHER_AND_UUID = /^[\w-]{1,40}:[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}$/i

/** Whether a user part is `cipher:UUID`, as Shadowrocket has it. An ID that is a text may have a colon of its own. */
export function isCipherAndUuid(user: string): boolean {
  return CIPHER_AND_UUID.test(user)
}

/** `cipher:UUID` of a user part that is base64 of it; another one as it is. */
export function decodeUser(user: string): string {
  const decoded = user.length < SHORTEST_USER ? undefined : base64Decode(user)
  return decoded !== undefined && isCipherAndUuid(decoded) ? decoded : user
}

/** Where the query or the name of a link starts, or its end. */
export function authorityEnd(link: string, start: number): number {
  const hash = link.indexOf('#', start)
  const end = hash < 0 ? link.length : hash
  const question = link.indexOf('?', start)
  return question < 0 || question > end ? end : question
}

interface PlacedPlugin {
  plugin: Plugin
  /** Where the node really stands, as far as the plugin says it. */
  place: { server?: string; port?: number }
}

/** A plugin in base64 of JSON (`shadow-tls=`, `v2ray-plugin=`, `gost=`); undefined after a refusal. */
export function pluginOfShadowrocket(
  name: 'shadow-tls' | 'v2ray-plugin' | 'gost-plugin',
  text: string,
  fp: string,
  issues: NodeIssues,
): PlacedPlugin | undefined {
  const body = base64Decode(restorePlus(text))
  if (body === undefined) return issues.refuse('bad-base64', name, { n: cleanedLength(text) })
  const json = readJson(body)
  if (!isRecord(json)) return issues.refuse('bad-json', name)
  const plugin = pluginFromJson(name, json, fp, issues)
  const fields = new Fields(json, issues)
  const server = fields.text('address')
  const port = parsePort(fields.str('port') ?? '')
  return { plugin, place: { ...(server !== undefined && isHost(server) && { server }), ...(port > 0 && { port }) } }
}
