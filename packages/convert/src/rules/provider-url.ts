import { ipVersion, ipv4Value, ipv6Groups } from '../text/ip.ts'

/** The literal check of addresses that stand in configs (docs/security.md, "Addresses"). Nothing is looked up. */

export type UrlReason = 'url-syntax' | 'url-scheme' | 'url-too-long' | 'url-credentials' | 'url-host' | 'url-port'

const URL_MAX = 8192
const HOST_MAX = 253
const FIRST_FREE_PORT = 1024

const LOCAL_SUFFIXES = ['.localhost', '.local', '.lan', '.internal', '.home.arpa', '.svc', '.localdomain']

/** Ports of 1024 and above that no list stands on: the WHATWG list, databases, container daemons. */
const REFUSED_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3659, 4045, 4190, 5060, 5061, 5432, 6000, 6379, 6566, 6665,
  6666, 6667, 6668, 6669, 6679, 6697, 9200, 10080, 10250, 11211, 27017,
])

/** Why an address must not stand in a config; undefined where it may: `https://example.com/list.yaml`. */
export function providerUrlIssue(text: string): UrlReason | undefined {
  const trimmed = text.trim()
  if (trimmed.length > URL_MAX) return 'url-too-long'
  const url = parseUrl(trimmed)
  if (url === undefined) return 'url-syntax'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'url-scheme'
  if (url.username !== '' || url.password !== '') return 'url-credentials'
  if (!isPublicHost(url.hostname)) return 'url-host'
  const port = url.port === '' ? 443 : Number(url.port)
  const isOpen = port === 80 || port === 443 || (port >= FIRST_FREE_PORT && !REFUSED_PORTS.has(port))
  return isOpen ? undefined : 'url-port'
}

/** Whether a text is an address of the web, wherever it leads: what nodes are tested against may be anywhere. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && parseUrl(text) !== undefined
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '').toLowerCase()
  if (host === '' || host.length > HOST_MAX) return false
  if (host.startsWith('[')) return isPublicIpv6(host.slice(1, -1))
  if (ipVersion(host) === 4) return isPublicIpv4(host)
  return host.includes('.') && !LOCAL_SUFFIXES.some((suffix) => host.endsWith(suffix))
}

/** First address and prefix of every IPv4 block that is not plain unicast, and one address of a cloud. */
const IPV4_REFUSED: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['168.63.129.16', 32],
]

function isPublicIpv4(address: string): boolean {
  const value = ipv4Value(address)
  return IPV4_REFUSED.every(([start, prefix]) => {
    const size = 2 ** (32 - prefix)
    return Math.floor(value / size) !== Math.floor(ipv4Value(start) / size)
  })
}

/** 2000::/3 less what is tunnelled, documentation or not routed. */
function isPublicIpv6(address: string): boolean {
  const [a = 0, b = 0, c = 0] = ipv6Groups(address) ?? []
  if (a < 0x2000 || a > 0x3fff) return false
  if (a === 0x2001 && (b < 0x0200 || b === 0x0db8)) return false
  if (a === 0x2002) return false
  if (a === 0x3fff && b < 0x1000) return false
  return !(a === 0x2620 && b === 0x004f && c === 0x8000)
}
