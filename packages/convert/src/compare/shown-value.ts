import { isSecretKey } from '../model/secret-keys.ts'
import { isRecord } from '../text/record.ts'

/** Keys of nodes whose texts are no secret. All others are masked: what is unknown may be one. */
const OPEN_NODE_KEYS: ReadonlySet<string> = new Set(
  `type server network cipher method security flow sni servername server_name serverName client-fingerprint fingerprint alpn
  protocol obfs mode transport ip-version dialer-proxy detour domain_resolver strategy congestion-controller
  congestion_control udp-relay-mode udp_relay_mode up down version packet-encoding packet_encoding plugin address enabled
  interface-name bind_interface ports server_ports`.split(/\s+/),
)
const URL_KEY = /url$/i
const MASKED = '•••'
const SHOWN_MAX = 200

/** A value as it may be shown: what may be secret is masked, of an address only the host stays. */
export function shownValue(path: string, value: unknown, isNode: boolean): string {
  const key = path.split('/').findLast((step) => !/^\d*$/.test(step)) ?? ''
  const shown = JSON.stringify(masked(key, value, isNode)) ?? ''
  const text = typeof value === 'string' && shown.startsWith('"') ? String(masked(key, value, isNode)) : shown
  return text.length <= SHOWN_MAX ? text : `${text.slice(0, SHOWN_MAX).toWellFormed()}…`
}

function masked(key: string, value: unknown, isNode: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(key, item, isNode))
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([inner, item]) => [inner, masked(inner, item, isNode)])) // oxfmt-ignore
  if (isSecretKey(key)) return value === null || typeof value === 'boolean' ? value : MASKED
  if (typeof value !== 'string') return value
  if (URL_KEY.test(key) || /^[a-z][a-z0-9+.-]{1,30}:\/\//i.test(value)) return hostOf(value)
  return isNode && !OPEN_NODE_KEYS.has(key) ? MASKED : value
}

/** `https://example.com/…`: path and query may hold a token. */
function hostOf(address: string): string {
  const url = URL.parse(address)
  return url === null || url.host === '' ? MASKED : `${url.protocol}//${url.host}/…`
}
