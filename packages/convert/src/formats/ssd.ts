import type { NodeIssues } from '../model/issue.ts'
import type { SubscriptionInfo } from '../model/report.ts'
import { subscriptionInfo } from '../nodes/subscription-info.ts'
import { base64Decode, cleanedLength } from '../text/base64.ts'
import { readJson } from '../text/json.ts'
import { isRecord, type JsonObject } from '../text/record.ts'

/** `ssd://` and base64 of a JSON document: one link for a list of Shadowsocks servers. */

/** Whether a link of this scheme is such a list. */
export function isSsd(scheme: string): boolean {
  return scheme === 'ssd'
}

export interface SsdBody {
  servers: unknown[]
  subscription: SubscriptionInfo | undefined
}

const GB = 1024 ** 3

/** The servers of an `ssd://` link, each with what stands at the top filled in; undefined after a refusal. */
export function readSsd(link: string, issues: NodeIssues): SsdBody | undefined {
  const body = link.slice(link.indexOf('://') + 3)
  const text = base64Decode(body)
  if (text === undefined) return issues.refuse('bad-base64', undefined, { n: cleanedLength(body) })
  const top = readJson(text)
  if (!isRecord(top)) return issues.refuse('bad-json')
  const servers = top['servers']
  if (!Array.isArray(servers)) return issues.refuse('missing-field', 'servers')
  const { port, encryption, password, plugin, plugin_options } = top
  const shared = { port, encryption, password, plugin, plugin_options }
  return {
    servers: servers.map((server: unknown) => (isRecord(server) ? Object.assign({}, shared, server) : server)),
    subscription: ssdSubscription(top),
  }
}

/** `traffic_used`, `traffic_total` in GB; `expiry` as a date and time. */
function ssdSubscription(top: JsonObject): SubscriptionInfo | undefined {
  return subscriptionInfo({ download: gigabytes(top['traffic_used']), total: gigabytes(top['traffic_total']) })
}

function gigabytes(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value < 1e6 ? Math.round(value * GB) : undefined
}
