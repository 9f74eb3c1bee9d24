import { formatUriLink, parseAddress, parsePort, parseUriLink } from '../link/uri-link.ts'
import type { ParamName, Query } from '../link/query.ts'
import { listOf, mapOf, number, object, oneOf, optional, text, textOrNumber, whole } from '../model/kinds.ts'
import { nodeFields } from '../model/node-fields.ts'
import type { NodeIssues } from '../model/issue.ts'
import { type Fields, wholeNumber } from '../model/fields.ts'
import type { NodeBase, Rest } from '../model/node.ts'
import { base64Bytes, base64Decode, base64Size, restorePlus, standardBase64 } from '../text/base64.ts'
import { ipVersion, isIp, parseCidr } from '../text/ip.ts'
import { percentDecode, percentEncode } from '../text/percent.ts'
import { type WireguardConfPeer, isWireguardConf, readWireguardConf } from '../text/wireguard-conf.ts'
import { mihomoFields } from './shared/part-fields.ts'
import { wireguardForm } from './wireguard.form.ts'
import type { MihomoProxy, Protocol, SingboxOutbound } from './protocol.ts'
import { cleanHost, restOfMihomo, restOfSingbox } from './shared/address.ts'
import {
  DIAL_PARAMS,
  dialFromMihomo,
  dialFromQuery,
  dialFromSingbox,
  dialToMihomo,
  dialToQuery,
  dialToSingbox,
} from './shared/dial.ts'
import { type MihomoOnly, mihomoOnlyFrom, mihomoOnlyLost, mihomoOnlyTo } from './shared/mihomo-only.ts'
import { positive } from './shared/quic.ts'
import type { JsonObject } from '../text/record.ts'

export interface WireguardPeer {
  server: string
  port: number
  /** 32 bytes in standard base64. */
  publicKey: string
  presharedKey?: string
  /** Prefixes; absent = everything. */
  allowedIps?: string[]
  /** Three bytes (Cloudflare WARP). */
  reserved?: number[]
  /** Seconds. */
  keepalive?: number
}

/** `server`, `port` and the keys are those of the first peer. */
export interface WireguardNode extends NodeBase, WireguardPeer {
  type: 'wireguard'
  privateKey: string
  /** Prefixes of the own addresses: `10.0.0.2/32`. */
  address: string[]
  morePeers?: WireguardPeer[]
  mtu?: number
  dns?: string[]
  /** false: names are not looked up through the tunnel although `dns` is given (mihomo). */
  remoteDns?: false
  workers?: number
  /** AmneziaWG: numbers jc, jmin, jmax, s1..s4, itime; texts h1..h4, i1..i5, j1..j3. */
  amnezia?: Amnezia
  mihomo?: MihomoOnly
}

export type Amnezia = Record<string, number | string>

const PARAMS: ReadonlySet<ParamName> = new Set([
  ...DIAL_PARAMS, 'privateKey', 'pbk', 'presharedKey', 'psk', 'address', 'ipv6', 'allowedIps', 'reserved', 'keepalive', 'mtu', 'dns', 'endpoint',
]) // oxfmt-ignore
export const AMNEZIA_NUMBERS = ['jc', 'jmin', 'jmax', 's1', 's2', 's3', 's4', 'itime'] as const
export const AMNEZIA_TEXTS = ['h1', 'h2', 'h3', 'h4', 'i1', 'i2', 'i3', 'i4', 'i5', 'j1', 'j2', 'j3'] as const
const AMNEZIA_KEYS: ReadonlySet<string> = new Set([...AMNEZIA_NUMBERS, ...AMNEZIA_TEXTS])
const CONF_INTERFACE_KEYS: ReadonlySet<string> = new Set(['privatekey', 'address', 'dns', 'mtu', ...AMNEZIA_KEYS])
const CONF_PEER_KEYS: ReadonlySet<string> = new Set([
  'publickey',
  'presharedkey',
  'allowedips',
  'endpoint',
  'persistentkeepalive',
  'reserved',
])
const MIHOMO_KINDS = { 'refresh-server-ip-interval': 'int' } as const
const DEFAULT_PORT = 51820
const ALL_V4 = '0.0.0.0/0'
const ALL_V6 = '::/0'
const EVERYTHING = [ALL_V4, ALL_V6]

const peer = object<WireguardPeer>({
  server: text,
  port: whole,
  publicKey: text,
  presharedKey: optional(text),
  allowedIps: optional(listOf(text)),
  reserved: optional(listOf(whole)),
  keepalive: optional(number),
})

/** WireGuard and AmneziaWG (2dust/v2rayN WireguardFmt.cs; wg-quick(8)). An endpoint in sing-box, not an outbound. */
export const wireguard: Protocol<WireguardNode> = {
  type: 'wireguard',
  form: wireguardForm,
  fields: nodeFields<WireguardNode>({
    privateKey: text,
    publicKey: text,
    presharedKey: optional(text),
    allowedIps: optional(listOf(text)),
    reserved: optional(listOf(whole)),
    keepalive: optional(number),
    address: listOf(text),
    morePeers: optional(listOf(peer)),
    mtu: optional(number),
    dns: optional(listOf(text)),
    remoteDns: optional(oneOf(false)),
    workers: optional(number),
    amnezia: optional(mapOf(textOrNumber)),
    mihomo: optional(mihomoFields),
  }),
  schemes: ['wireguard', 'wg'],
  mihomoTypes: ['wireguard'],
  singboxTypes: ['wireguard'],
  overUdp: true,
  reach: () => undefined,

  fromLink(link, issues) {
    const conf = confOfLink(link)
    if (conf !== undefined) return nodesOfConf(conf, nameOfLink(link), issues)
    const uri = parseUriLink(link, issues, { defaultPort: DEFAULT_PORT, addressOptional: true })
    if (!uri) return undefined
    const { query } = uri
    const place = uri.server === '' ? endpointOf(query.endpoint, issues) : uri
    if (!place) return undefined
    const privateKey = privateKeyOf(uri.user || query.privateKey, issues)
    if (privateKey === undefined) return undefined
    const peer = peerOf(
      place,
      query.pbk,
      query.presharedKey || query.psk,
      query.allowedIps,
      query.reserved,
      query.keepalive,
      issues,
    )
    if (!peer) return undefined
    const address = prefixesOf(`${query.address},${query.ipv6}`, 'address', issues)
    if (!address) return undefined
    const amnezia = amneziaOf(amneziaOfQuery(query), issues)
    if (amnezia === undefined) return undefined
    return {
      type: 'wireguard',
      name: uri.name,
      ...peer,
      privateKey,
      address,
      mtu: mtuOf(query.mtu, issues),
      dns: dnsOf(query.dns, issues),
      amnezia: amnezia ?? undefined,
      ...dialFromQuery(query),
      rest: restOfLink(query, issues),
    }
  },

  toLink(node, issues) {
    const query: [string, string][] = [['publickey', node.publicKey]]
    if (node.presharedKey !== undefined) query.push(['presharedkey', node.presharedKey])
    if (node.reserved !== undefined) query.push(['reserved', node.reserved.join(',')])
    if (node.address.length > 0) query.push(['address', node.address.join(',')])
    if (node.allowedIps !== undefined) query.push(['allowedips', node.allowedIps.join(',')])
    if (node.keepalive !== undefined) query.push(['keepalive', `${node.keepalive}`])
    if (node.mtu !== undefined) query.push(['mtu', `${node.mtu}`])
    if (node.dns !== undefined && node.remoteDns !== false) query.push(['dns', node.dns.join(',')])
    for (const [key, value] of Object.entries(node.amnezia ?? {})) query.push([key, `${value}`])
    if (node.morePeers) issues.note('field-ignored', 'peers')
    if (node.workers !== undefined) issues.note('field-ignored', 'workers')
    mihomoOnlyLost(node.mihomo, issues)
    dialToQuery(node, query, issues)
    if (node.rest?.link) query.push(...node.rest.link)
    return formatUriLink('wireguard', { ...node, user: percentEncode(node.privateKey), query })
  },

  fromMihomo(entry, issues) {
    entry.str('type')
    const name = entry.str('name', 'remark', 'remarks', 'tag') ?? ''
    const server = entry.text('server')
    const port = entry.str('port')
    const privateKey = privateKeyOf(entry.str('private-key') ?? '', issues)
    if (privateKey === undefined) return undefined
    const reserved = listText(entry, 'reserved')
    const keepalive = entry.str('persistent-keepalive') ?? ''
    const flatKeys = { publicKey: entry.str('public-key') ?? '', presharedKey: entry.str('pre-shared-key') ?? '' }
    const flatIps = listText(entry, 'allowed-ips')
    const [first, ...more] = entry.maps('peers') ?? []
    const peer = first
      ? peerOfMihomo(first, reserved, keepalive, issues)
      : flatPeer(placeOf(server, port, issues), flatKeys, reserved, keepalive, issues)
    if (!peer) return undefined
    const morePeers = peersOf(more, (fields) => peerOfMihomo(fields, reserved, keepalive, issues))
    if (more.length > 0 && morePeers === undefined) return undefined
    const address = prefixesOf(`${entry.str('ip') ?? ''},${entry.str('ipv6') ?? ''}`, 'ip', issues)
    if (!address) return undefined
    // mihomo does not look at them in this form: everything goes to the peer.
    if (!first && flatIps !== '' && isNarrow(prefixesOf(flatIps, 'allowed-ips', issues), address))
      issues.note('field-ignored', 'allowed-ips')
    const dns = entry.list('dns')
    const remote = entry.bool('remote-dns-resolve')
    const options = entry.map('amnezia-wg-option')
    const amnezia = options === undefined ? null : amneziaOf((key) => options.str(key), issues, true)
    if (amnezia === undefined) return undefined
    return {
      type: 'wireguard',
      name,
      ...peer,
      privateKey,
      address,
      morePeers,
      mtu: mtuOf(entry.str('mtu') ?? '', issues),
      dns: dns === undefined ? undefined : dnsOf(dns.join(','), issues),
      remoteDns: dns !== undefined && !remote ? false : undefined,
      workers: positive(entry.int('workers')),
      amnezia: amnezia ?? undefined,
      mihomo: mihomoOnlyFrom(entry, MIHOMO_KINDS),
      ...dialFromMihomo(entry),
      rest: restOfMihomo(entry),
    }
  },

  toMihomo(node, issues) {
    const entry: MihomoProxy = { name: node.name, type: 'wireguard', server: node.server, port: node.port }
    if (node.address.length === 0) return issues.refuse('client-refuses', 'address')
    for (const prefix of node.address) {
      const key = prefix.includes(':') ? 'ipv6' : 'ip'
      if (entry[key] === undefined) entry[key] = bareAddress(prefix)
      else issues.note('field-ignored', 'address')
    }
    entry['private-key'] = node.privateKey
    if (node.morePeers !== undefined || isNarrow(node.allowedIps, node.address)) {
      entry['peers'] = [node, ...(node.morePeers ?? [])].map(peerToMihomo)
      // The core takes this one for every peer that has one of its own.
      const reserved = node.reserved ?? node.morePeers?.find((peer) => peer.reserved !== undefined)?.reserved
      if (reserved !== undefined) entry['reserved'] = reserved
    } else {
      entry['public-key'] = node.publicKey
      if (node.presharedKey !== undefined) entry['pre-shared-key'] = node.presharedKey
      if (node.reserved !== undefined) entry['reserved'] = node.reserved
    }
    if (node.keepalive !== undefined) entry['persistent-keepalive'] = node.keepalive
    if (node.mtu !== undefined) entry['mtu'] = node.mtu
    if (node.workers !== undefined) entry['workers'] = node.workers
    if (node.dns !== undefined) {
      entry['dns'] = node.dns
      if (node.remoteDns !== false) entry['remote-dns-resolve'] = true
    }
    if (node.amnezia) entry['amnezia-wg-option'] = node.amnezia
    mihomoOnlyTo(entry, node.mihomo)
    dialToMihomo(entry, node, true, issues)
    return entry
  },

  fromSingbox(entry, issues) {
    entry.str('type')
    const name = entry.str('tag', 'name') ?? ''
    const privateKey = privateKeyOf(entry.str('private-key') ?? '', issues)
    if (privateKey === undefined) return undefined
    const address = prefixesOf(listText(entry, 'address', 'local-address'), 'address', issues)
    if (!address) return undefined
    const [first, ...more] = entry.maps('peers') ?? []
    // Without peers: the outbound that sing-box dropped in 1.13.
    const peer = peerOfSingbox(first ?? entry, issues)
    if (!peer) return undefined
    const morePeers = peersOf(more, (fields) => peerOfSingbox(fields, issues))
    if (more.length > 0 && morePeers === undefined) return undefined
    return {
      type: 'wireguard',
      name,
      ...peer,
      privateKey,
      address,
      morePeers,
      mtu: mtuOf(entry.str('mtu') ?? '', issues),
      workers: positive(entry.int('workers')),
      ...dialFromSingbox(entry),
      rest: restOfSingbox(entry),
    }
  },

  toSingbox(node, _target, issues) {
    if (node.amnezia && !isPlainAmnezia(node.amnezia)) return issues.refuse('amnezia-unsupported', 'amnezia-wg-option')
    if (node.address.length === 0) return issues.refuse('client-refuses', 'address')
    const out: SingboxOutbound = { type: 'wireguard', tag: node.name }
    if (node.mtu !== undefined) out['mtu'] = node.mtu
    out['address'] = node.address
    out['private_key'] = node.privateKey
    out['peers'] = [node, ...(node.morePeers ?? [])].map(peerToSingbox)
    if (node.workers !== undefined) out['workers'] = node.workers
    if (node.dns !== undefined) issues.note('field-ignored', 'dns')
    mihomoOnlyLost(node.mihomo, issues)
    dialToSingbox(out, node, false, issues)
    return out
  },
}

/** The node of one peer of a `.conf`; undefined after a refusal. */
export function wireguardOfConf(
  { name, interface: own, peer: remote }: WireguardConfPeer,
  issues: NodeIssues,
): WireguardNode | undefined {
  const place = endpointOf(remote.get('endpoint') ?? '', issues)
  if (!place) return undefined
  const privateKey = privateKeyOf(own.get('privatekey') ?? '', issues)
  if (privateKey === undefined) return undefined
  const value = (key: string) => remote.get(key) ?? ''
  const peer = peerOf(
    place,
    value('publickey'),
    value('presharedkey'),
    value('allowedips'),
    value('reserved'),
    offAsNone(value('persistentkeepalive')),
    issues,
  )
  if (!peer) return undefined
  const address = prefixesOf(own.get('address') ?? '', 'address', issues)
  if (!address) return undefined
  const amnezia = amneziaOf((key) => own.get(key), issues)
  if (amnezia === undefined) return undefined
  for (const key of own.keys()) if (!CONF_INTERFACE_KEYS.has(key)) issues.note('parameter-unknown', key.slice(0, 40))
  for (const key of remote.keys()) if (!CONF_PEER_KEYS.has(key)) issues.note('parameter-unknown', key.slice(0, 40))
  return {
    type: 'wireguard',
    name: name ?? '',
    ...peer,
    privateKey,
    address,
    mtu: mtuOf(own.get('mtu') ?? '', issues),
    dns: dnsOf(own.get('dns') ?? '', issues),
    amnezia: amnezia ?? undefined,
  }
}

/** The text of `wireguard://base64(.conf)`, undefined for other links. */
function confOfLink(link: string): string | undefined {
  const start = link.indexOf('://') + 3
  let end = link.length
  for (const mark of ['#', '?']) {
    const at = link.indexOf(mark, start)
    if (at >= 0 && at < end) end = at
  }
  // The shortest configuration has two keys of 44 characters.
  if (end - start < 120 || (link.indexOf('@', start) >= 0 && link.indexOf('@', start) < end)) return undefined
  const text = base64Decode(percentDecode(link.slice(start, end)))
  return text !== undefined && isWireguardConf(text) ? text : undefined
}

function nameOfLink(link: string): string {
  const hash = link.indexOf('#')
  return hash < 0 ? '' : percentDecode(link.slice(hash + 1)).trim()
}

function nodesOfConf(text: string, name: string, issues: NodeIssues): WireguardNode | WireguardNode[] | undefined {
  const nodes: WireguardNode[] = []
  for (const peer of readWireguardConf(text).peers) {
    const node = wireguardOfConf(peer, issues)
    if (node) nodes.push(name === '' ? node : { ...node, name })
  }
  return nodes.length > 1 ? nodes : nodes[0]
}

interface Place {
  server: string
  port: number
}

/** `host:port`, as a parameter or in a `.conf`. */
function endpointOf(text: string, issues: NodeIssues): Place | undefined {
  if (text.trim() === '') return issues.refuse('missing-field', 'endpoint')
  const address = parseAddress(text.trim(), issues, { defaultPort: DEFAULT_PORT })
  return address && { server: address.server, port: address.port }
}

function placeOf(server: string | undefined, port: string | undefined, issues: NodeIssues): Place | undefined {
  if (server === undefined) return issues.refuse('missing-field', 'server')
  const host = cleanHost(server)
  if (host === undefined) return issues.refuse('bad-value', 'server')
  if (port === undefined || port === '') return issues.refuse('missing-field', 'port')
  const number = parsePort(port)
  return number > 0 ? { server: host, port: number } : issues.refuse('bad-port', 'port')
}

/** 32 bytes in standard base64; undefined when it is no key. A blank is a broken `+`, also the first one. */
function keyOf(text: string): string | undefined {
  const key = restorePlus(text)
  if (base64Size(key) === 32) return standardBase64(key)
  const trimmed = restorePlus(text.trim())
  return base64Size(trimmed) === 32 ? standardBase64(trimmed) : undefined
}

function privateKeyOf(text: string, issues: NodeIssues): string | undefined {
  if (text === '') return issues.refuse('missing-field', 'privateKey')
  return keyOf(text) ?? issues.refuse('bad-value', 'privateKey')
}

/** A peer from its texts; undefined after a refusal. */
function peerOf(
  place: Place,
  publicText: string,
  sharedText: string,
  ipsText: string,
  reservedText: string,
  keepaliveText: string,
  issues: NodeIssues,
): WireguardPeer | undefined {
  if (publicText === '') return issues.refuse('missing-public-key', 'publicKey')
  const publicKey = keyOf(publicText)
  if (publicKey === undefined) return issues.refuse('bad-value', 'publicKey')
  const presharedKey = sharedText === '' ? undefined : keyOf(sharedText)
  if (sharedText !== '' && presharedKey === undefined) return issues.refuse('bad-value', 'presharedKey')
  const allowed = prefixesOf(ipsText, 'allowedIps', issues)
  if (!allowed) return undefined
  const reserved = reservedText === '' ? undefined : reservedOf(reservedText)
  if (reservedText !== '' && reserved === undefined) return issues.refuse('bad-value', 'reserved')
  const isEverything = allowed.length === 0 || EVERYTHING.every((prefix) => allowed.includes(prefix))
  return {
    server: place.server,
    port: place.port,
    publicKey,
    presharedKey,
    allowedIps: isEverything ? undefined : allowed,
    reserved,
    keepalive: keepaliveOf(keepaliveText, issues),
  }
}

function flatPeer(
  place: Place | undefined,
  keys: { publicKey: string; presharedKey: string },
  reserved: string,
  keepalive: string,
  issues: NodeIssues,
): WireguardPeer | undefined {
  return place && peerOf(place, keys.publicKey, keys.presharedKey, '', reserved, keepalive, issues)
}

function peerOfMihomo(
  peer: Fields,
  reserved: string,
  keepalive: string,
  issues: NodeIssues,
): WireguardPeer | undefined {
  const place = placeOf(peer.text('server'), peer.str('port'), issues)
  if (!place) return undefined
  const own = listText(peer, 'reserved')
  return peerOf(
    place,
    peer.str('public-key') ?? '',
    peer.str('pre-shared-key') ?? '',
    listText(peer, 'allowed-ips'),
    own === '' ? reserved : own,
    keepalive,
    issues,
  )
}

function peerOfSingbox(peer: Fields, issues: NodeIssues): WireguardPeer | undefined {
  const place = placeOf(peer.text('address', 'server'), peer.str('port', 'server-port'), issues)
  if (!place) return undefined
  return peerOf(
    place,
    peer.str('public-key', 'peer-public-key') ?? '',
    peer.str('pre-shared-key') ?? '',
    listText(peer, 'allowed-ips'),
    listText(peer, 'reserved'),
    peer.str('persistent-keepalive-interval') ?? '',
    issues,
  )
}

/** All of them, or undefined when one was refused or there are none. */
function peersOf(list: Fields[], read: (fields: Fields) => WireguardPeer | undefined): WireguardPeer[] | undefined {
  const peers = list.map(read)
  return peers.length > 0 && peers.every((peer) => peer !== undefined) ? peers : undefined
}

function peerToMihomo(peer: WireguardPeer): JsonObject {
  const out: JsonObject = { server: peer.server, port: peer.port, 'public-key': peer.publicKey }
  if (peer.presharedKey !== undefined) out['pre-shared-key'] = peer.presharedKey
  out['allowed-ips'] = peer.allowedIps ?? EVERYTHING
  if (peer.reserved !== undefined) out['reserved'] = peer.reserved
  return out
}

function peerToSingbox(peer: WireguardPeer): SingboxOutbound {
  const out: SingboxOutbound = { address: peer.server, port: peer.port, public_key: peer.publicKey }
  if (peer.presharedKey !== undefined) out['pre_shared_key'] = peer.presharedKey
  out['allowed_ips'] = peer.allowedIps ?? EVERYTHING
  if (peer.keepalive !== undefined) out['persistent_keepalive_interval'] = peer.keepalive
  if (peer.reserved !== undefined) out['reserved'] = peer.reserved
  return out
}

/** A list or scalar of an entry as one text with commas. */
function listText(entry: Fields, ...keys: string[]): string {
  return entry.list(...keys)?.join(',') ?? ''
}

/** `10.0.0.2, [fd00::2]/64` -> ['10.0.0.2/32', 'fd00::2/64']; undefined after a refusal. */
function prefixesOf(text: string, field: string, issues: NodeIssues): string[] | undefined {
  const prefixes = new Set<string>()
  for (const part of text.split(',')) {
    const item = part.trim().replaceAll('[', '').replaceAll(']', '')
    if (item === '') continue
    const prefix = prefixOf(item)
    if (prefix === undefined) return issues.refuse('bad-value', field)
    prefixes.add(prefix)
  }
  return [...prefixes]
}

function prefixOf(text: string): string | undefined {
  if (text.includes('/')) return parseCidr(text) === undefined ? undefined : text
  const version = ipVersion(text)
  return version === undefined ? undefined : `${text}/${version === 4 ? 32 : 128}`
}

/** A whole address without its length: `10.0.0.2/32` -> `10.0.0.2`, `10.0.0.2/24` stays. */
function bareAddress(prefix: string): string {
  const whole = prefix.includes(':') ? '/128' : '/32'
  return prefix.endsWith(whole) ? prefix.slice(0, -whole.length) : prefix
}

/** Whether mihomo's flat form, which sends everything to its peer, would send more than is allowed. */
function isNarrow(allowed: string[] | undefined, address: string[]): boolean {
  if (allowed === undefined || allowed.length === 0) return false
  const hasV4 = address.some((prefix) => !prefix.includes(':'))
  const hasV6 = address.some((prefix) => prefix.includes(':'))
  return (
    (hasV4 && !covers(allowed, ALL_V4, ['0.0.0.0/1', '128.0.0.0/1'])) ||
    (hasV6 && !covers(allowed, ALL_V6, ['::/1', '8000::/1']))
  )
}

/** Everything is also said by its two halves, which leave a default route alone. */
function covers(allowed: string[], all: string, halves: string[]): boolean {
  return allowed.includes(all) || halves.every((half) => allowed.includes(half))
}

/** `1,2,3`, `1/2/3`, `[1, 2, 3]` or base64 of three bytes. */
function reservedOf(text: string): number[] | undefined {
  const plain = text.replaceAll('[', '').replaceAll(']', '').trim()
  const parts = plain.includes(',') ? plain.split(',') : plain.split(/[/\s-]/)
  const numbers = parts.map((part) => wholeNumber(part.trim()))
  if (numbers.length === 3 && numbers.every((number) => number >= 0 && number <= 255)) return numbers
  const bytes = base64Bytes(plain)
  return bytes?.length === 3 ? [...bytes] : undefined
}

function offAsNone(text: string): string {
  return text.toLowerCase() === 'off' ? '' : text
}

function keepaliveOf(text: string, issues: NodeIssues): number | undefined {
  if (text === '' || text === '0') return undefined
  const seconds = wholeNumber(text.endsWith('s') ? text.slice(0, -1) : text)
  if (seconds >= 0 && seconds <= 65535) return seconds || undefined
  issues.note('bad-value', 'keepalive')
  return undefined
}

function mtuOf(text: string, issues: NodeIssues): number | undefined {
  if (text === '' || text === '0') return undefined
  const mtu = wholeNumber(text.trim())
  if (mtu >= 576 && mtu <= 65535) return mtu
  issues.note('bad-value', 'mtu')
  return undefined
}

const DNS_SCHEMES = new Set(['udp', 'tcp', 'tls', 'https', 'quic', 'dhcp'])

/** Addresses and mihomo's addresses of servers; search domains of a `.conf` are left out, as a bad one fails the config. */
function dnsOf(text: string, issues: NodeIssues): string[] | undefined {
  const servers: string[] = []
  for (const part of text.split(',')) {
    const item = part.trim()
    if (item === '') continue
    const scheme = item.indexOf('://')
    const colon = item.lastIndexOf(':')
    if (
      isIp(item) ||
      (colon > 0 &&
        isIp(item.slice(0, colon).replace('[', '').replace(']', '')) &&
        parsePort(item.slice(colon + 1)) > 0)
    )
      servers.push(item)
    else if (scheme > 0 && DNS_SCHEMES.has(item.slice(0, scheme).toLowerCase()) && !/\s/.test(item)) servers.push(item)
    else issues.note('field-ignored', 'dns')
  }
  return servers.length > 0 ? servers : undefined
}

/** null for none (an empty map counts where it switches the engine); undefined after a refusal. */
function amneziaOf(
  valueOf: (key: string) => string | undefined,
  issues: NodeIssues,
  isMap = false,
): Amnezia | null | undefined {
  const found: Amnezia = {}
  let hasAny = isMap
  for (const key of AMNEZIA_NUMBERS) {
    const text = valueOf(key)
    if (text === undefined || text === '') continue
    const number = wholeNumber(text.trim())
    if (!(number >= 0)) return issues.refuse('bad-value', key)
    found[key] = number
    hasAny = true
  }
  for (const key of AMNEZIA_TEXTS) {
    const text = valueOf(key)?.trim()
    if (text === undefined || text === '') continue
    // A header is a number or a range of them; anything else breaks at the first packet.
    if (key.startsWith('h') && !/^\d{1,10}(?:-\d{1,10})?$/.test(text)) return issues.refuse('bad-value', key)
    found[key] = text
    hasAny = true
  }
  return hasAny ? found : null
}

/** Whether the values say nothing but plain WireGuard: no junk, no padding, headers 1 to 4. */
export function isPlainAmnezia(amnezia: Amnezia): boolean {
  return Object.entries(amnezia).every(([key, value]) => {
    if (key === 'jmin' || key === 'jmax' || key === 'itime') return true
    if (key.startsWith('h')) return value === '0' || value === key.slice(1)
    return value === 0
  })
}

function amneziaOfQuery(query: Query): (key: string) => string | undefined {
  let found: Map<string, string> | undefined
  for (let index = 0; index < query.count; index++) {
    const key = query.keys[index]!.toLowerCase()
    if (!query.isUnknown(index) || !AMNEZIA_KEYS.has(key)) continue
    found ??= new Map()
    found.set(key, query.values[index]!)
  }
  return (key) => found?.get(key)
}

/** The parameters nobody knows; those of AmneziaWG are known. */
function restOfLink(query: Query, issues: NodeIssues): Rest | undefined {
  const link = query.rest(PARAMS)?.filter(([key]) => !AMNEZIA_KEYS.has(key.toLowerCase()))
  if (link === undefined || link.length === 0) return undefined
  for (const [key] of link) issues.note('parameter-unknown', key.slice(0, 40))
  return { link }
}
