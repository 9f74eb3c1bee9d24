import type { Findings } from '../../issue.ts'
import { isHost } from '../../link/uri-link.ts'
import type { Fields } from '../../nodes/fields.ts'
import type { Rest } from '../../nodes/node.ts'

/** Name, server and port of an entry of a node list, and what is left of it once its protocol has read it. */

export interface EntryAddress {
  name: string
  server: string
  port: number
}

/** `name`, `server`, `port` of a `proxies:` entry; undefined after a refusal. */
export function addressFromMihomo(entry: Fields, findings: Findings, defaultPort?: number): EntryAddress | undefined {
  entry.str('type')
  return address(entry.str('name', 'remark', 'remarks', 'tag') ?? '', entry.text('server'), entry.str('port'), defaultPort, findings)
}

/** `tag`, `server`, `server_port` of an outbound; undefined after a refusal. */
export function addressFromSingbox(entry: Fields, findings: Findings, defaultPort?: number): EntryAddress | undefined {
  entry.str('type')
  return address(entry.str('tag', 'name') ?? '', entry.text('server'), entry.str('server-port', 'port'), defaultPort, findings)
}

function address(name: string, server: string | undefined, portText: string | undefined, defaultPort: number | undefined, findings: Findings): EntryAddress | undefined {
  if (server === undefined) return findings.refuse('missing-field', 'server')
  const host = server.startsWith('[') && server.endsWith(']') ? server.slice(1, -1) : server.trim()
  if (!isHost(host)) return findings.refuse('bad-value', 'server')
  if (portText === undefined || portText === '') {
    return defaultPort === undefined ? findings.refuse('missing-field', 'port') : { name, server: host, port: defaultPort }
  }
  const port = /^\d{1,5}$/.test(portText) ? Number(portText) : 0
  return port >= 1 && port <= 65535 ? { name, server: host, port } : findings.refuse('bad-port', 'port')
}

/** What no one asked for in a `proxies:` entry, kept for the way back to mihomo. */
export function restOfMihomo(entry: Fields): Rest | undefined {
  const mihomo = entry.rest()
  return mihomo === undefined ? undefined : { mihomo }
}

/** The same for sing-box. */
export function restOfSingbox(entry: Fields): Rest | undefined {
  const singbox = entry.rest()
  return singbox === undefined ? undefined : { singbox }
}
