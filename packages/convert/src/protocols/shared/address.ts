import type { NodeIssues } from '../../model/issue.ts'
import { usableHost } from '../../link/uri-link.ts'
import type { Fields } from '../../model/fields.ts'
import type { Rest } from '../../model/node.ts'
import { isIpv6 } from '../../text/ip.ts'

/** Name, server and port of an entry of a node list, and what is left of it once its protocol has read it. */

export interface EntryAddress {
  name: string
  server: string
  port: number
}

/** `name`, `server`, `port` of a `proxies:` entry; undefined after a refusal. */
export function addressFromMihomo(entry: Fields, issues: NodeIssues, defaultPort?: number): EntryAddress | undefined {
  entry.str('type')
  return address(
    entry.str('name', 'remark', 'remarks', 'tag') ?? '',
    entry.text('server'),
    entry.str('port'),
    defaultPort,
    issues,
  )
}

/** `tag`, `server`, `server_port` of an outbound; undefined after a refusal. */
export function addressFromSingbox(entry: Fields, issues: NodeIssues, defaultPort?: number): EntryAddress | undefined {
  entry.str('type')
  return address(
    entry.str('tag', 'name') ?? '',
    entry.text('server'),
    entry.str('server-port', 'port'),
    defaultPort,
    issues,
  )
}

function address(
  name: string,
  server: string | undefined,
  portText: string | undefined,
  defaultPort: number | undefined,
  issues: NodeIssues,
): EntryAddress | undefined {
  if (server === undefined) return issues.refuse('missing-field', 'server')
  const host = cleanHost(server)
  if (host === undefined) return issues.refuse('bad-value', 'server')
  // `server_port: 0` beside a port list says nothing.
  if (portText === undefined || portText === '' || (portText === '0' && defaultPort !== undefined)) {
    return defaultPort === undefined
      ? issues.refuse('missing-field', 'port')
      : { name, server: host, port: defaultPort }
  }
  const port = /^\d{1,5}$/.test(portText) ? Number(portText) : 0
  return port >= 1 && port <= 65535 ? { name, server: host, port } : issues.refuse('bad-port', 'port')
}

/** A host name or address without brackets; undefined when it is none (`host:443`, `exa mple.com`). */
export function cleanHost(text: string): string | undefined {
  const trimmed = text.trim()
  const host = trimmed.startsWith('[') && trimmed.endsWith(']') ? trimmed.slice(1, -1) : trimmed
  if (host.includes(':')) return isIpv6(host) ? host : undefined
  return usableHost(host)
}

/** What no one asked for in a `proxies:` entry and inside its maps, kept for the way back to mihomo. */
export function restOfMihomo(entry: Fields): Rest | undefined {
  const mihomo = entry.deepRest()
  return mihomo === undefined ? undefined : { mihomo }
}

/** The same for sing-box, with what is left inside `tls`, `transport` and the like. */
export function restOfSingbox(entry: Fields): Rest | undefined {
  const singbox = entry.deepRest()
  return singbox === undefined ? undefined : { singbox }
}
