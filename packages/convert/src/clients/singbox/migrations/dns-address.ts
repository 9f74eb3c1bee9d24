import { isIpv6 } from '../../../text/ip.ts'
import type { JsonObject } from '../../../text/record.ts'

const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ['udp', 53],
  ['tcp', 53],
  ['tls', 853],
  ['quic', 853],
  ['https', 443],
  ['h3', 443],
])

/** Codes of an answer as `rcode://` spells them, and as a DNS rule does. */
const RCODES: ReadonlyMap<string, string> = new Map([
  ['success', 'NOERROR'],
  ['format_error', 'FORMERR'],
  ['server_failure', 'SERVFAIL'],
  ['name_error', 'NXDOMAIN'],
  ['not_implemented', 'NOTIMP'],
  ['refused', 'REFUSED'],
])

/** The code that `rcode://refused` stands for. */
export function rcodeOf(address: unknown): string | undefined {
  const [, name] = /^rcode:\/\/([a-z_]+)$/.exec(typeof address === 'string' ? address : '') ?? []
  return name === undefined ? undefined : RCODES.get(name)
}

/**
 * The fields that stand for an `address` of sing-box 1.11, read as its `Upgrade` in option/dns.go does
 * (github.com/SagerNet/sing-box, 1.13.2): `https://1.1.1.1/dns-query` is `{type: https, server: 1.1.1.1}`.
 */
export function serverOfAddress(address: string): JsonObject | undefined {
  if (address === 'local' || address === 'fakeip') return { type: address }
  const [, scheme = 'udp', rest = address] = /^([a-z0-9]+):\/\/(.*)$/is.exec(address) ?? []
  const type = scheme.toLowerCase()
  const [, host = '', path = ''] = /^([^/?#]*)([^?#]*)/.exec(rest) ?? []
  if (type === 'local' || type === 'fakeip') return { type }
  if (type === 'dhcp') return { type, interface: host === '' || host === 'auto' ? undefined : host }
  const defaultPort = DEFAULT_PORTS.get(type)
  const place = hostAndPort(host)
  if (defaultPort === undefined || place === undefined) return undefined
  const hasPath = (type === 'https' || type === 'h3') && path !== '' && path !== '/dns-query'
  return {
    type,
    server: place.host,
    server_port: place.port === defaultPort ? undefined : place.port,
    path: hasPath ? path : undefined,
  }
}

function hostAndPort(text: string): { host: string; port?: number } | undefined {
  if (isIpv6(text)) return { host: text }
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]\s@]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  const host = bracketed ?? plain
  if (host === undefined || Number(port) > 65_535) return undefined
  return port === undefined || Number(port) === 0 ? { host } : { host, port: Number(port) }
}
