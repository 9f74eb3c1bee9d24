import { isKeptRecord, keptRecordOf } from '../../../text/kept-scalar.ts'
import type { JsonObject } from '../../../text/record.ts'
import { type ConfigDraft, take, type ReportChange, textOf } from './config-draft.ts'
import { removeOutbounds } from './outbound-steps.ts'
import { directs } from './outbounds.ts'

/** Settings that an older version does not know, by the version that brought them (docs/formats/sing-box.md). */
const FIELDS: Readonly<Record<13 | 14, string>> = {
  13: `outbounds[].tls.curve_preferences outbounds[].tls.certificate_public_key_sha256 outbounds[].tls.client_certificate
    outbounds[].tls.client_certificate_path outbounds[].tls.client_key outbounds[].tls.client_key_path
    outbounds[].tls.kernel_tx outbounds[].tls.kernel_rx outbounds[].tls.ech.query_server_name
    outbounds[].bind_address_no_port outbounds[].disable_tcp_keep_alive outbounds[].tcp_keep_alive
    outbounds[].tcp_keep_alive_interval dns.servers[].prefer_go inbounds[].auto_redirect_nfqueue
    inbounds[].exclude_mptcp`,
  14: `http_clients certificate_providers network_namespaces dns.timeout dns.optimistic experimental.cache_file.store_dns
    route.rule_set[].initial_path inbounds[].dns_mode inbounds[].dns_address inbounds[].tls.certificate_provider
    outbounds[].tls.engine outbounds[].tls.spoof outbounds[].tls.spoof_method outbounds[].tls.handshake_timeout
    outbounds[].hop_interval_max outbounds[].bbr_profile outbounds[].disable_chrome_parrot outbounds[].realm
    outbounds[].keep_alive_period outbounds[].stream_receive_window
    outbounds[].connection_receive_window outbounds[].max_concurrent_streams outbounds[].initial_packet_size
    outbounds[].disable_path_mtu_discovery outbounds[].client_metadata`,
}

/** Types that an older version does not know. */
const TYPES: ReadonlyMap<unknown, 13 | 14> = new Map([
  ['naive', 13],
  ['snell', 14],
  ['bridge', 14],
])

/**
 * Takes out what the chosen version does not know yet. Rules, rule sets and fields of `route` are judged with the rest
 * of the file.
 */
export function withoutNewerFields(draft: ConfigDraft, report: ReportChange): void {
  if (draft.range.high < 14) downloadDetours(draft, report)
  for (const since of [13, 14] as const) {
    if (draft.range.high >= since) continue
    const needs = `1.${since}`
    for (const place of FIELDS[since].split(/\s+/)) {
      for (const [holder, key] of holdersOf(draft.config, place)) {
        if (take(holder, key) !== undefined) report(draft.placeOf(holder, key), { needs })
      }
    }
    removeOutbounds(draft, report, ({ type }) => TYPES.get(type) === since, { needs })
  }
}

/** The objects that may have the setting of a place, and its key: `outbounds[].tls.engine`. */
function holdersOf(config: JsonObject, place: string): [JsonObject, string][] {
  const keys = place.split('.')
  const last = keys.pop()!
  let found = [config]
  for (const key of keys) {
    const name = key.replace('[]', '')
    const inner = found.flatMap((holder) => (key === name ? [holder[name]] : asList(holder[name])))
    found = inner.filter(isKeptRecord)
  }
  return found.map((holder) => [holder, last])
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** A set that names a client is downloaded through that client's outbound; that the clients go is told of them. */
function downloadDetours(draft: ConfigDraft, report: ReportChange): void {
  const clients = new Map(draft.records('http_clients').map((client) => [client['tag'], client]))
  const [direct] = directs(draft)
  const { default_http_client: standard } = draft.look('route')
  const first = draft.records('http_clients')[0]
  for (const set of draft.records('route', 'rule_set').filter(({ type }) => type === 'remote')) {
    const own = take(set, 'http_client')
    const client =
      typeof own === 'string' ? clients.get(own) : own === undefined ? (clients.get(standard) ?? first) : own
    if (client === undefined) continue
    const { detour, tag: _, ...others } = keptRecordOf(client)
    const way = textOf(detour) ?? direct
    if (way !== undefined) set['download_detour'] ??= way
    if (Object.keys(others).length > 0) report(draft.placeOf(set, 'http_client'), { needs: '1.14' })
  }
}
