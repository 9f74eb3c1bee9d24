import type { NodeIssues } from '../model/issue.ts'
import { formatUriLink } from '../link/uri-link.ts'
import type { SubscriptionInfo } from '../model/report.ts'
import { base64UrlEncode } from '../text/base64.ts'
import { Fields } from '../model/fields.ts'
import { type EntryFormat, readLinks } from './entry-format.ts'
import { subscriptionInfo } from '../nodes/subscription-info.ts'
import { isRecord, type JsonObject } from '../text/record.ts'

/**
 * Shadowsocks server lists: SIP008 (shadowsocks.org/doc/sip008.html), the export of shadowsocks-windows, and the body of
 * `ssd://` (ssd.ts). Every server becomes the SIP002 link it stands for, which the protocol reads.
 */

/** One server of such a list. */
export const shadowsocksServer: EntryFormat = {
  detect: (value) =>
    typeof value['type'] !== 'string' &&
    'server' in value &&
    'server_port' in value &&
    ('method' in value || 'password' in value),

  read(value, issues) {
    const link = ssLinkOf(value, issues)
    return link === undefined ? undefined : readLinks([link], issues)
  },
}

/** Whether a value in a list of `servers` or `configs` is one of them. */
export function isShadowsocks(value: unknown): boolean {
  return (
    isRecord(value) &&
    value['server'] !== undefined &&
    (value['server_port'] !== undefined || value['method'] !== undefined)
  )
}

/** `ss://…` of one server, or undefined after a refusal. */
function ssLinkOf(server: JsonObject, issues: NodeIssues): string | undefined {
  const fields = new Fields(server, issues)
  const method = fields.text('method', 'encryption')
  if (method === undefined) return issues.refuse('missing-field', 'method')
  const host = fields.text('server')
  if (host === undefined) return issues.refuse('missing-field', 'server')
  const port = fields.str('server-port', 'port') ?? ''
  const plugin = fields.text('plugin')
  const options = fields.text('plugin-opts', 'plugin-options', 'plugin-args')
  return formatUriLink('ss', {
    user: base64UrlEncode(`${method}:${fields.str('password') ?? ''}`),
    server: host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host,
    port,
    path: plugin === undefined ? undefined : '/',
    query: plugin === undefined ? [] : [['plugin', options === undefined ? plugin : `${plugin};${options}`]],
    name: fields.str('remarks', 'name', 'tag', 'id') ?? '',
  })
}

/** What a SIP008 document tells of the traffic. */
export function sip008Subscription(document: JsonObject): SubscriptionInfo | undefined {
  const used = bytes(document['bytes_used'])
  const remaining = bytes(document['bytes_remaining'])
  if (used === undefined) return undefined
  return subscriptionInfo(remaining === undefined ? { download: used } : { download: used, total: used + remaining })
}

function bytes(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}
