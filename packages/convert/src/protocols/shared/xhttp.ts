import type { Findings } from '../../issue.ts'
import type { Query } from '../../link/query.ts'
import type { Fields } from '../../nodes/fields.ts'
import type { XhttpTransport } from '../../nodes/node.ts'
import type { MihomoProxy } from '../protocol.ts'

/** XHTTP (mihomo: vless only): formats.md §3.3, mihomo.md §4. */

export function xhttpFromQuery(query: Query, _findings: Findings): XhttpTransport {
  return { type: 'xhttp', path: query.path || '/', host: query.host || undefined, mode: query.mode || undefined, extra: query.extra || undefined }
}

export function xhttpToQuery(transport: XhttpTransport, pairs: [string, string][]): void {
  pairs.push(['type', 'xhttp'])
  if (transport.host) pairs.push(['host', transport.host])
  pairs.push(['path', transport.path])
  if (transport.mode) pairs.push(['mode', transport.mode])
  if (transport.extra) pairs.push(['extra', transport.extra])
}

export function xhttpFromMihomo(entry: Fields, _findings: Findings): XhttpTransport {
  const opts = entry.map('xhttp-opts')
  return { type: 'xhttp', path: opts?.text('path') ?? '/', host: opts?.text('host'), mode: opts?.text('mode'), options: opts?.rest() }
}

export function xhttpToMihomo(entry: MihomoProxy, transport: XhttpTransport, _findings: Findings): boolean {
  const opts: Record<string, unknown> = { path: transport.path }
  if (transport.host !== undefined) opts['host'] = transport.host
  if (transport.mode !== undefined) opts['mode'] = transport.mode
  entry['xhttp-opts'] = { ...opts, ...transport.options }
  return true
}
