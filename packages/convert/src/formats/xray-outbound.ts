import type { NodeIssues } from '../model/issue.ts'
import { formatUriLink } from '../link/uri-link.ts'
import { percentEncode } from '../text/percent.ts'
import { Fields, scalarText } from '../model/fields.ts'
import type { Transport } from '../model/node.ts'
import type { ProxyNode } from '../protocols/index.ts'
import { positive, quicOrNothing, type QuicOptions } from '../protocols/shared/quic.ts'
import { keepServerSni } from '../protocols/shared/transport.ts'
import type { WireguardPeer } from '../protocols/wireguard.ts'
import { type EntryFormat, readLinks } from './entry-format.ts'
import { isRecord, type JsonObject } from '../text/record.ts'
import { dialOf, type LinkParameter, streamOf, type StreamSaid, type TransportMore } from './xray-stream.ts'

/**
 * Outbounds of Xray and V2Ray configs (xtls.github.io/config). Each becomes the share link it stands for (XTLS/Xray-core
 * discussion 716), which the protocol reads. What no link has a word for is put into the node afterwards.
 */

/** No entries: they lead nowhere. Keys are asked for in lower case: `Fields` folds `streamSettings` to that. */
export const XRAY_HELPERS: ReadonlySet<string> = new Set(['freedom', 'blackhole', 'dns', 'loopback'])

/** An outbound of Xray. */
export const xrayOutbound: EntryFormat = {
  detect: (value) =>
    typeof value['type'] !== 'string' && typeof value['protocol'] === 'string' && isRecord(value['settings']),
  read(value, issues, list) {
    const fields = new Fields(value, issues)
    const said = outboundOf(fields, issues)
    if (said === undefined) return undefined
    reportUnread(fields.deepRest() ?? {}, '', issues)
    const read = readLinks(said.links, issues)
    if (read === undefined) return undefined
    const dialer = xrayDialer(value, list, issues)
    const nodes = said.join(Array.isArray(read) ? read : [read]).map((node) => said.amend(node))
    return dialer === undefined ? nodes : nodes.map((node) => Object.assign(node, { dialer }))
  },
}

/** An outbound as its links, and as what they cannot say. */
interface OutboundSaid {
  links: string[]
  amend: (node: ProxyNode) => ProxyNode
  /** The nodes of links that are parts of one. */
  join: (nodes: ProxyNode[]) => ProxyNode[]
}

/** Keys that this reader skips. Some do not affect the connection; the node list reads those of chains. */
const QUIET = new Set([
  'level', 'email', 'show', 'concurrency', 'xudpconcurrency', 'xudpproxyudp443', 'dialerproxy', 'dialer-proxy', 'proxysettings',
  'nokerneltun',
]) // oxfmt-ignore
const DEEPEST = 6

/** Says what no link has a word for. What is off or empty says nothing. */
function reportUnread(rest: JsonObject, path: string, issues: NodeIssues, depth = 0): void {
  for (const [key, value] of Object.entries(rest)) {
    if (QUIET.has(key.toLowerCase()) || value === false || value === '') continue
    for (const item of Array.isArray(value) ? value : [value]) {
      if (isRecord(item) && depth < DEEPEST) reportUnread(item, `${path}${key}.`, issues, depth + 1)
      else if (!isRecord(item)) issues.note('field-ignored', `${path}${key}`.slice(0, LONGEST_FIELD))
    }
  }
}

const LONGEST_FIELD = 80

function outboundOf(fields: Fields, issues: NodeIssues): OutboundSaid | undefined {
  const settings = fields.map('settings')
  if (!settings) return issues.refuse('missing-field', 'settings')
  const stream = fields.map('streamsettings')
  const said = streamOf(stream, issues)
  // Xray's mux.cool is known to no client of ours; the server answers without it as well.
  const mux = fields.map('mux')
  if (mux?.bool('enabled')) issues.note('mux-unsupported', 'mux')
  else mux?.forget()
  const own = ownOf(fields, settings, stream, said, issues)
  if (own === undefined) return undefined
  const { links, more, isOneNode } = own
  const dial = dialOf(stream)
  return {
    links,
    join: isOneNode ? peersAsOne : (nodes) => nodes,
    amend: (node) => ({ ...withMore(withStream(node, said), more), ...dial }),
  }
}

/** What an outbound of a protocol says. */
interface Own {
  links: string[]
  more?: More
  /** Its links are peers of one node. */
  isOneNode?: boolean
}

/** Fields that the link of a protocol cannot say. */
interface More {
  headers?: Record<string, string>
  workers?: number
  quic?: QuicOptions
}

function ownOf(
  fields: Fields,
  settings: Fields,
  stream: Fields | undefined,
  { pairs, quicParams }: StreamSaid,
  issues: NodeIssues,
): Own | undefined {
  const protocol = (fields.text('protocol') ?? '').toLowerCase()
  const name = xrayName({ tag: fields.str('tag'), remarks: fields.str('remarks') })
  const has = (key: string, ...values: string[]) =>
    pairs.some(([name, value]) => name === key && values.includes(value))
  const isTls = pairs.some(([key]) => key === 'security')
  const isPlain = pairs.length === 0 || (has('type', 'tcp') && !has('headerType', 'http'))
  switch (protocol) {
    case 'vmess':
    case 'vless': {
      const links = (settings.maps('vnext') ?? [settings]).map((server) => {
        const user = server.maps('users')?.[0] ?? server
        const query: LinkParameter[] = []
        const encryption = user.text('encryption', 'security')
        if (encryption !== undefined) query.push(['encryption', encryption])
        const flow = user.text('flow')
        if (flow !== undefined) query.push(['flow', flow])
        const alterId = user.str('alterid')
        if (alterId !== undefined && alterId !== '0') query.push(['alterId', alterId])
        return link(protocol, user.str('id') ?? '', server, [...query, ...pairs], name)
      })
      return { links }
    }
    case 'trojan': {
      const query: LinkParameter[] = isTls ? pairs : [['security', 'none'], ...pairs]
      const links = serversOf(settings).map((server) =>
        link('trojan', server.str('password') ?? '', server, query, name),
      )
      return { links }
    }
    case 'shadowsocks': {
      const query = isTls || !isPlain ? pairs : []
      const links = serversOf(settings).map((server) =>
        link(
          'ss',
          `${server.str('method') ?? ''}:${server.str('password') ?? ''}`,
          server,
          [...query, ...uotPairs(server)],
          name,
        ),
      )
      return { links }
    }
    case 'socks':
    case 'http': {
      // Their links know no transport.
      if (!isPlain) return issues.refuse('transport-unsupported', 'streamSettings')
      const query = pairs.filter(([key]) => key !== 'type')
      const scheme = protocol === 'socks' ? 'socks5' : isTls ? 'https' : 'http'
      // Without a user an HTTP link would be an address to fetch.
      const user = (server: Fields) => credentials(server) || (protocol === 'http' ? ':' : '')
      const links = serversOf(settings).map((server) => link(scheme, user(server), server, query, name))
      const headers = protocol === 'http' ? settings.texts('headers') : undefined
      return { links, ...(headers && Object.keys(headers).length > 0 && { more: { headers } }) }
    }
    case 'hysteria': {
      const query = [...pairs.filter(([key]) => key !== 'security'), ...hysteriaPairs(quicParams, issues)]
      const hysteria = stream?.map('hysteriasettings')
      const auth = hysteria?.str('auth') ?? ''
      // Xray knows the one version.
      for (const each of [settings, hysteria]) each?.int('version')
      return { links: [link('hysteria2', auth, settings, query, name)], more: quicOf(quicParams) }
    }
    case 'wireguard': {
      const workers = settings.int('workers')
      return { links: wireguardLinks(settings, name), ...(workers && { more: { workers } }), isOneNode: true }
    }
    default:
      return issues.refuse('unsupported-scheme', 'protocol', { scheme: protocol.slice(0, 40) })
  }
}

/** What an outbound is called: in our own files and those of v2rayN its name stands beside its tag. */
export function xrayName({ remarks, tag }: JsonObject): string {
  return typeof remarks === 'string' ? remarks : scalarText(tag)
}

function withMore(node: ProxyNode, { headers, workers, quic }: More = {}): ProxyNode {
  switch (node.type) {
    case 'http':
      return headers === undefined ? node : { ...node, headers }
    case 'wireguard':
      return workers === undefined ? node : { ...node, workers }
    case 'hysteria2':
      return quic === undefined ? node : { ...node, quic: { ...node.quic, ...quic } }
    default:
      return node
  }
}

/** The node with what no link says of its transport and its TLS. */
function withStream(node: ProxyNode, { transport: more, isNamedByAddress }: StreamSaid): ProxyNode {
  switch (node.type) {
    case 'vmess':
    case 'vless':
    case 'trojan': {
      const transport = node.transport && withTransport(node.transport, more)
      const tls = isNamedByAddress && node.tls ? { ...node.tls, sni: undefined } : node.tls
      return { ...node, transport, tls: isNamedByAddress ? keepServerSni(tls, transport, node.server) : tls }
    }
    case 'ss':
      return node.transport ? { ...node, transport: withTransport(node.transport, more) } : node
    default:
      return node
  }
}

function withTransport(
  transport: Transport,
  { headers, path, host, userAgent, pingInterval }: TransportMore,
): Transport {
  switch (transport.type) {
    case 'ws':
    case 'httpupgrade': {
      if (headers === undefined) return transport
      const first = Object.entries(headers).map(([name, [value = '']]) => [name, value])
      return { ...transport, headers: Object.fromEntries(first) }
    }
    case 'http':
      return { ...transport, path: path ?? transport.path, host: host ?? transport.host, headers }
    case 'grpc':
      return { ...transport, userAgent, pingInterval }
    default:
      return transport
  }
}

/** UDP over TCP has two versions; 0 is the newer one. */
function uotPairs(server: Fields): LinkParameter[] {
  const version = server.str('uotversion')
  if (!server.bool('uot')) return []
  return version === '1' ? [['uot', '1'], ['udp-over-tcp-version', '1']] : [['uot', '1']] // oxfmt-ignore
}

/** Rates and hopping. What Xray does not look at without `brutal` is left. */
function hysteriaPairs(params: Fields | undefined, issues: NodeIssues): LinkParameter[] {
  if (params === undefined) return []
  const pairs: LinkParameter[] = []
  const congestion = (params.text('congestion') ?? '').toLowerCase()
  if (congestion === '' || congestion === 'brutal')
    for (const [key, spelled] of [['up', 'brutalup'], ['down', 'brutaldown']] as const) {
      const rate = params.text(spelled)
      if (rate !== undefined) pairs.push([key, rateInWords(rate)])
    } // oxfmt-ignore
  else if (congestion !== 'bbr') issues.note('field-ignored', 'congestion', { value: congestion.slice(0, 40) })
  const profile = params.text('bbrprofile')
  if (profile !== undefined) pairs.push(['bbr-profile', profile])
  const hop = params.map('udphop')
  const ports = hop?.text('ports')
  const interval = hop?.text('interval')
  if (ports !== undefined) pairs.push(['mport', ports])
  if (ports !== undefined && interval !== undefined) pairs.push(['hop-interval', interval])
  return pairs
}

/** Xray's unit is the bit; a link's number without a unit means megabits. Case says nothing here. */
function rateInWords(text: string): string {
  const [, bits] = /^(\d{1,15})\s?(?:b|bps)?$/i.exec(text.trim()) ?? []
  return bits === undefined ? text.toLowerCase() : `${Number(bits) / 1e3} kbps`
}

function quicOf(params: Fields | undefined): More {
  if (params === undefined) return {}
  const seconds = (key: string) => {
    const value = params.int(key)
    return value ? `${value}s` : undefined
  }
  const quic = quicOrNothing({
    initialStreamWindow: positive(params.int('initstreamreceivewindow')),
    streamWindow: positive(params.int('maxstreamreceivewindow')),
    initialConnectionWindow: positive(params.int('initconnectionreceivewindow')),
    connectionWindow: positive(params.int('maxconnectionreceivewindow')),
    noMtuDiscovery: params.bool('disablepathmtudiscovery') || undefined,
    idleTimeout: seconds('maxidletimeout'),
    keepAlivePeriod: seconds('keepaliveperiod'),
    maxConcurrentStreams: positive(params.int('maxincomingstreams')),
  })
  return quic === undefined ? {} : { quic }
}

/** V2Ray lists its servers; Xray takes a single one without the list as well. */
function serversOf(settings: Fields): Fields[] {
  return settings.maps('servers') ?? [settings]
}

/** `user:pass`, or nothing where there is no user. */
function credentials(server: Fields): string {
  const user = server.maps('users')?.[0] ?? server
  const name = user.str('user') ?? ''
  const password = user.str('pass') ?? ''
  return name === '' && password === '' ? '' : `${name}:${password}`
}

const PAIR_SCHEMES: ReadonlySet<string> = new Set(['ss', 'socks5', 'http', 'https'])

function link(scheme: string, user: string, server: Fields, query: readonly LinkParameter[], name: string): string {
  const colon = PAIR_SCHEMES.has(scheme) ? user.indexOf(':') : -1
  const encoded =
    colon < 0 ? percentEncode(user) : `${percentEncode(user.slice(0, colon))}:${percentEncode(user.slice(colon + 1))}`
  return formatUriLink(scheme, {
    user: encoded,
    server: server.str('address') ?? '',
    port: server.str('port') ?? '',
    query,
    name,
  })
}

function wireguardLinks(settings: Fields, name: string): string[] {
  const secret = settings.str('secretkey') ?? ''
  const address = settings.list('address')?.join(',') ?? ''
  const reserved = settings.list('reserved')?.join(',') ?? ''
  const mtu = settings.str('mtu') ?? ''
  return (settings.maps('peers') ?? []).map((peer) => {
    const endpoint = peer.str('endpoint') ?? ''
    const colon = endpoint.lastIndexOf(':')
    const host = endpoint.slice(0, colon)
    const query: [string, string][] = [
      ['publickey', peer.str('publickey') ?? ''],
      ['presharedkey', peer.str('presharedkey') ?? ''],
      ['address', address],
      ['reserved', reserved],
      ['mtu', mtu],
      ['keepalive', peer.str('keepalive') ?? ''],
      ['allowed_ips', peer.list('allowedips')?.join(',') ?? ''],
    ]
    return formatUriLink('wireguard', {
      user: percentEncode(secret),
      server: host.startsWith('[') ? host.slice(1, -1) : host,
      port: endpoint.slice(colon + 1),
      query: query.filter(([, value]) => value !== ''),
      name,
    })
  })
}

/** The peers of one tunnel, each read from a link of its own, as one node. */
function peersAsOne(nodes: ProxyNode[]): ProxyNode[] {
  const [first, ...more] = nodes
  if (first?.type !== 'wireguard' || more.length === 0) return nodes
  return [{ ...first, morePeers: more.flatMap((node) => (node.type === 'wireguard' ? [peerOf(node)] : [])) }]
}

function peerOf({
  server,
  port,
  publicKey,
  presharedKey,
  allowedIps,
  reserved,
  keepalive,
}: WireguardPeer): WireguardPeer {
  return { server, port, publicKey, presharedKey, allowedIps, reserved, keepalive }
}

/** The tag of what an outbound goes through. */
export function dialerTag(outbound: JsonObject): string | undefined {
  const stream = outbound['streamSettings']
  const socket = isRecord(stream) ? stream['sockopt'] : undefined
  const proxy = outbound['proxySettings']
  const tag = (isRecord(socket) ? socket['dialerProxy'] : undefined) ?? (isRecord(proxy) ? proxy['tag'] : undefined)
  return typeof tag === 'string' && tag !== '' ? tag : undefined
}

/** Name of the node that another one goes through. Fragmenting and the like is done by helpers: it gets lost. */
function xrayDialer(outbound: JsonObject, list: unknown[] | undefined, issues: NodeIssues): string | undefined {
  const tag = dialerTag(outbound)
  if (tag === undefined) return undefined
  const name = list && namesByTag(list).get(tag)
  if (name === undefined) issues.note('field-ignored', 'dialerProxy')
  return name
}

const namesByList = new WeakMap<unknown[], ReadonlyMap<string, string>>()

/** Names of the outbounds that are nodes, by their tags; gathered once a list. */
function namesByTag(list: unknown[]): ReadonlyMap<string, string> {
  let names = namesByList.get(list)
  if (names === undefined) {
    const nodes = list.filter(isRecord).filter((other) => !XRAY_HELPERS.has(String(other['protocol']).toLowerCase()))
    names = new Map(nodes.map((node) => [scalarText(node['tag']), xrayName(node)]))
    namesByList.set(list, names)
  }
  return names
}
