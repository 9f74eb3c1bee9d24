import type { MihomoProxy } from '../protocols/protocol.ts'
import type { JsonObject } from '../text/record.ts'
import { ignoredOf, lineParts, Options, setOption, splitParts } from './line-options.ts'

/** WireGuard in Surge (a section of keys, which a line names) and Loon (one line), as the `proxies:` entry it stands for. */

/** The keys of a `[WireGuard NAME]` section. */
export interface WireguardSection {
  options: Options
  /** `(public-key = …, endpoint = …)`, without the brackets. */
  peers: string[]
}

/** A tunnel without its name, and which keys the entry says nothing of. */
interface Tunnel {
  entry: MihomoProxy
  options: Options
  ignored: readonly string[]
}

/** A tunnel of more is left with these, and says so. */
const MOST_PEERS = 64
const SECTION = /^[ \t]*\[wireguard[ \t]([^\]\n]{1,128})\][ \t\r]*$/gim

/** Every `[WireGuard NAME]` section of a text, by name. */
export function wireguardSections(text: string): ReadonlyMap<string, WireguardSection> {
  const sections = new Map<string, WireguardSection>()
  for (const match of text.matchAll(SECTION)) {
    const name = match[1]!.trim()
    if (!sections.has(name)) sections.set(name, sectionAt(text, match.index + match[0].length))
  }
  return sections
}

/** The lines up to the next section. */
function sectionAt(text: string, start: number): WireguardSection {
  const next = /\n[ \t]*\[/g
  next.lastIndex = start
  const options = new Options()
  const peers: string[] = []
  for (const line of text.slice(start, next.exec(text)?.index).split('\n')) {
    const trimmed = line.trim()
    if (/^(?:#|;|\/\/)/.test(trimmed)) continue
    if (/^peer\s*=/i.test(trimmed)) {
      if (peers.length <= MOST_PEERS) peers.push(...bracketed(trimmed, '(', ')'))
    } else if (trimmed.includes('=')) setOption(options, trimmed)
  }
  return { options, peers }
}

/** The tunnel of a section of Surge. */
export function surgeTunnel({ options, peers }: WireguardSection): Tunnel {
  const dns = options.get('dns-server')
  const addresses = { ip: options.get('self-ip'), ipv6: options.get('self-ip-v6') }
  return tunnelOf(options, { ...addresses, ...dnsOf(dns) }, peers)
}

/** The tunnel of a line of Loon: `wireguard,interface-ip=…,private-key="…",peers=[{public-key="…",endpoint=host:port}]`. */
export function loonTunnel(line: string): Tunnel {
  const start = line.search(/,\s*peers\s*=/i)
  const end = start < 0 ? -1 : line.lastIndexOf(']')
  const around = start < 0 ? line : line.slice(0, start) + line.slice(end < start ? line.length : end + 1)
  const peers = start < 0 ? [] : bracketed(line.slice(start), '{', '}')
  const { options } = lineParts(splitParts(around).slice(1))
  const dns = [options.get('dns'), options.get('dnsv6')].filter(Boolean).join(',')
  const addresses = { ip: options.get('interface-ip'), ipv6: options.get('interface-ipv6') }
  return tunnelOf(options, { ...addresses, ...dnsOf(dns) }, peers)
}

function tunnelOf(options: Options, own: JsonObject, peers: readonly string[]): Tunnel {
  const read = peers.slice(0, MOST_PEERS).map(peerOf)
  const lost = peers.length > MOST_PEERS ? ['peers'] : []
  const keepalive = options.get('keepalive') ?? read.find((peer) => peer.keepalive !== undefined)?.keepalive
  const entry: MihomoProxy = {
    type: 'wireguard',
    ...own,
    'private-key': options.get('private-key'),
    mtu: options.get('mtu'),
    peers: read.map((peer) => peer.entry),
    'persistent-keepalive': keepalive,
  }
  return { entry, options, ignored: [...lost, ...ignoredOf(options), ...new Set(read.flatMap((peer) => peer.ignored))] }
}

/** Both ask the servers through the tunnel. */
function dnsOf(text: string | undefined): JsonObject {
  return text === undefined || text === '' ? {} : { dns: text, 'remote-dns-resolve': true }
}

interface Peer {
  entry: JsonObject
  keepalive: string | undefined
  ignored: readonly string[]
}

function peerOf(text: string): Peer {
  const { options } = lineParts(splitParts(text))
  const endpoint = options.get('endpoint') ?? ''
  const colon = endpoint.lastIndexOf(':')
  const entry: JsonObject = {
    server: endpoint.slice(0, Math.max(colon, 0)),
    port: endpoint.slice(colon + 1),
    'public-key': options.get('public-key'),
    'pre-shared-key': options.get('preshared-key'),
    'allowed-ips': options.get('allowed-ips'),
    reserved: options.get('client-id') ?? options.get('reserved'),
  }
  return { entry, keepalive: options.get('keepalive'), ignored: ignoredOf(options) }
}

/** What stands between brackets, and one more than is used: `(a), (b)` -> `a`, `b`. No key, address or name has one inside. */
function bracketed(text: string, open: string, close: string): string[] {
  const found: string[] = []
  for (let start = text.indexOf(open); start >= 0 && found.length <= MOST_PEERS; start = text.indexOf(open, start)) {
    const end = text.indexOf(close, start)
    found.push(text.slice(start + 1, end < 0 ? text.length : end))
    if (end < 0) break
    start = end
  }
  return found
}
