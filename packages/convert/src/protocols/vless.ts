import { formatUriLink, parseUriLink } from '../link/uri-link.ts'
import type { ParamName } from '../link/query.ts'
import type { Findings } from '../issue.ts'
import type { Fields } from '../nodes/fields.ts'
import type { Multiplex, NodeBase, Tls, Transport } from '../nodes/node.ts'
import { base64Decode } from '../text/base64.ts'
import { percentEncode } from '../text/percent.ts'
import type { MihomoProxy, Protocol, SingboxOutbound } from './protocol.ts'
import { DIAL_PARAMS, dialFromMihomo, dialFromQuery, dialFromSingbox, dialToMihomo, dialToQuery, dialToSingbox } from './shared/dial.ts'
import { addressFromMihomo, addressFromSingbox, restOfMihomo, restOfSingbox } from './shared/address.ts'
import { multiplexFromMihomo, multiplexFromSingbox, multiplexToMihomo, multiplexToSingbox } from './shared/multiplex.ts'
import { restOf } from './shared/rest.ts'
import { TLS_PARAMS, tlsFromMihomo, tlsFromQuery, tlsFromSingbox, tlsToMihomo, tlsToQuery, tlsToSingbox } from './shared/tls.ts'
import {
  TRANSPORT_PARAMS,
  defaultSni,
  singboxAlpn,
  transportFromMihomo,
  transportFromQuery,
  transportFromSingbox,
  transportToMihomo,
  transportToQuery,
  transportToSingbox,
} from './shared/transport.ts'

export interface VlessNode extends NodeBase {
  type: 'vless'
  /** A UUID, or a short text that the core hashes to one. */
  uuid: string
  flow?: string
  /** `mlkem768x25519plus.…`; absent = none. */
  encryption?: string
  /** packetaddr, xudp or none; absent = the client's default (xudp). */
  packetEncoding?: string
  tls: Tls | null
  transport: Transport | null
  multiplex?: Multiplex
}

const VISION = 'xtls-rprx-vision'
const PARAMS: ReadonlySet<ParamName> = new Set([...TLS_PARAMS, ...TRANSPORT_PARAMS, ...DIAL_PARAMS, 'flow', 'xtls', 'encryption', 'packetEncoding'])
const MIHOMO_NETWORKS: ReadonlySet<string> = new Set(['ws', 'grpc', 'http', 'h2', 'xhttp'])
const MIHOMO_TLS = { nameKey: 'servername', tlsKey: true, fingerprint: true, alpn: true } as const

/** VLESS (XTLS/Xray-core discussion 716): a UUID, nothing else, inside whatever TLS and transport say. */
export const vless: Protocol<VlessNode> = {
  type: 'vless',
  schemes: ['vless'],
  mihomoTypes: ['vless'],
  singboxTypes: ['vless'],
  unsupportedBy: ['clash'],

  fromLink(link, findings) {
    const uri = parseUriLink(uriOfShadowrocket(link), findings)
    if (!uri) return undefined
    const { query } = uri
    if (uri.user === '') return findings.refuse('missing-field', 'uuid')
    const tls = tlsFromQuery(query, 'none', findings)
    if (tls === undefined) return undefined
    const transport = transportFromQuery(query, findings)
    if (transport === undefined) return undefined
    return {
      type: 'vless',
      name: uri.name,
      server: uri.server,
      port: uri.port,
      uuid: uri.user,
      flow: query.flow !== '' ? query.flow : query.xtls === '2' ? VISION : undefined,
      encryption: encryptionOf(query.encryption),
      packetEncoding: packetEncodingOf(query.packetEncoding),
      tls: defaultSni(tls, transport),
      transport,
      ...dialFromQuery(query),
      rest: restOf(query, PARAMS, findings),
    }
  },

  toLink(node, findings) {
    const query: [string, string][] = [['encryption', node.encryption ?? 'none']]
    tlsToQuery(node.tls, query)
    if (node.flow) query.push(['flow', node.flow])
    transportToQuery(node.transport, query, findings)
    if (node.packetEncoding) query.push(['packetEncoding', node.packetEncoding])
    dialToQuery(node, query, findings)
    if (node.rest?.link) query.push(...node.rest.link)
    return formatUriLink('vless', { ...node, user: percentEncode(node.uuid), query })
  },

  fromMihomo(entry, findings) {
    const address = addressFromMihomo(entry, findings)
    if (!address) return undefined
    const uuid = entry.text('uuid')
    if (uuid === undefined) return findings.refuse('missing-field', 'uuid')
    const transport = transportFromMihomo(entry, findings)
    if (transport === undefined) return undefined
    const tls = entry.bool('tls') ? tlsFromMihomo(entry, findings) : null
    return {
      type: 'vless',
      ...address,
      uuid,
      flow: entry.text('flow'),
      encryption: encryptionOf(entry.str('encryption') ?? ''),
      packetEncoding: mihomoPacketEncoding(entry),
      tls,
      transport,
      multiplex: multiplexFromMihomo(entry),
      ...dialFromMihomo(entry),
      rest: restOfMihomo(entry),
    }
  },

  toMihomo(node, findings) {
    const flow = visionFlow(node, findings)
    if (flow === undefined) return undefined
    if (node.encryption !== undefined && !isMlkemEncryption(node.encryption)) return findings.refuse('client-refuses', 'encryption')
    const entry: MihomoProxy = { name: node.name, type: 'vless', server: node.server, port: node.port, uuid: node.uuid }
    if (flow !== '') entry['flow'] = flow
    if (node.encryption !== undefined) entry['encryption'] = node.encryption
    if (node.packetEncoding === 'none') findings.note('field-ignored', 'packetEncoding')
    else if (node.packetEncoding !== undefined) entry['packet-encoding'] = node.packetEncoding
    if (node.tls && !tlsToMihomo(entry, node.tls, MIHOMO_TLS, findings)) return undefined
    if (node.transport) {
      // mihomo ignores reality on ws and connects with plain TLS.
      if (node.tls?.reality && (node.transport.type === 'ws' || node.transport.type === 'httpupgrade')) {
        return findings.refuse('transport-unsupported', 'reality')
      }
      const style = { networks: MIHOMO_NETWORKS, fallbackHost: node.tls?.sni ?? node.server }
      if (!transportToMihomo(entry, node.transport, style, findings)) return undefined
    }
    if (node.multiplex) multiplexToMihomo(entry, node.multiplex, findings)
    dialToMihomo(entry, node, true, findings)
    return entry
  },

  fromSingbox(entry, findings) {
    const address = addressFromSingbox(entry, findings)
    if (!address) return undefined
    const uuid = entry.text('uuid')
    if (uuid === undefined) return findings.refuse('missing-field', 'uuid')
    const tls = tlsFromSingbox(entry.map('tls'), findings)
    const transport = transportFromSingbox(entry.map('transport'), tls, findings)
    if (transport === undefined) return undefined
    return {
      type: 'vless',
      ...address,
      uuid,
      flow: entry.text('flow'),
      packetEncoding: entry.str('packet-encoding') === '' ? 'none' : entry.text('packet-encoding'),
      tls,
      transport,
      multiplex: multiplexFromSingbox(entry),
      ...dialFromSingbox(entry),
      rest: restOfSingbox(entry),
    }
  },

  toSingbox(node, target, findings) {
    const flow = visionFlow(node, findings)
    if (flow === undefined) return undefined
    if (node.encryption !== undefined) return findings.refuse('encryption-unsupported', 'encryption')
    const out: SingboxOutbound = { type: 'vless', tag: node.name, server: node.server, server_port: node.port, uuid: node.uuid }
    if (flow !== '') out['flow'] = flow
    if (node.packetEncoding === 'none') out['packet_encoding'] = ''
    else if (node.packetEncoding !== undefined) out['packet_encoding'] = node.packetEncoding
    if (node.tls) {
      const quic = node.transport?.type === 'quic'
      const tls = tlsToSingbox(node.tls, { quic, alpn: singboxAlpn(node.transport) }, target, findings)
      if (!tls) return undefined
      out['tls'] = tls
    }
    if (node.transport) {
      const transport = transportToSingbox(node.transport, node.tls, node.server, findings)
      if (!transport) return undefined
      out['transport'] = transport
    }
    if (node.multiplex) multiplexToSingbox(out, node.multiplex, findings)
    dialToSingbox(out, node, true, findings)
    return out
  },
}

/** Shadowrocket: `vless://base64(cipher:uuid@host:port)?…` as the URI it stands for; other links as they are. */
function uriOfShadowrocket(link: string): string {
  const question = link.indexOf('?')
  const hash = link.indexOf('#')
  const end = question >= 0 ? question : hash >= 0 ? hash : link.length
  const start = link.indexOf('://') + 3
  if (link.indexOf('@', start) >= 0 && link.indexOf('@', start) < end) return link
  const body = base64Decode(link.slice(start, end))
  const match = body === undefined ? null : /^[^:@]{0,64}:([^@]{1,256}@.+)$/.exec(body)
  return match ? `${link.slice(0, start)}${match[1]}${link.slice(end)}` : link
}

/** A mlkem key may hold the letters "none": only the whole word means no encryption. */
function encryptionOf(text: string): string | undefined {
  if (text === '' || text === 'none') return undefined
  const word = text.trim().toLowerCase()
  return word === '' || word === 'none' ? undefined : text.trim()
}

function packetEncodingOf(text: string): string | undefined {
  if (text === '') return undefined
  const word = text.toLowerCase()
  return word === 'packet' || word === 'packetaddr' ? 'packetaddr' : word === 'none' ? 'none' : 'xudp'
}

function mihomoPacketEncoding(entry: Fields): string | undefined {
  const text = entry.text('packet-encoding')
  const xudp = entry.bool('xudp')
  if (entry.bool('packet-addr')) return 'packetaddr'
  if (text !== undefined) return packetEncodingOf(text)
  return xudp ? 'xudp' : undefined
}

/** The flow both clients take: '' or vision; undefined after a refusal. Vision needs TLS on raw TCP without mux. */
function visionFlow(node: VlessNode, findings: Findings): string | undefined {
  if (node.flow === undefined || node.flow === '' || node.flow === 'none') return ''
  if (node.flow !== VISION && node.flow !== `${VISION}-udp443`) return findings.refuse('protocol-variant-unsupported', 'flow')
  if (node.transport !== null || node.tls === null) return findings.refuse('client-refuses', 'flow')
  if (node.multiplex) return findings.refuse('client-refuses', 'smux')
  return VISION
}

/** `mlkem768x25519plus.native.1rtt.<parts>`: mihomo.md §16.3. */
function isMlkemEncryption(text: string): boolean {
  const [name, mode, rtt, ...parts] = text.split('.')
  if (name !== 'mlkem768x25519plus' || !['native', 'xorpub', 'random'].includes(mode ?? '') || !['1rtt', '0rtt'].includes(rtt ?? '')) return false
  let keys = 0
  let paddings = 0
  for (const part of parts) {
    if (part.length < 20) {
      const match = /^(\d{1,3})-(\d{1,5})-(\d{1,5})$/.exec(part)
      if (!match) return false
      if (paddings++ === 0 && (Number(match[1]) < 100 || Number(match[2]) < 35 || Number(match[3]) < 35)) return false
    } else {
      if (!/^[\w-]+$/.test(part)) return false
      // 32 bytes = 43 characters, 1184 bytes = 1579 characters.
      if (part.length !== 43 && part.length !== 1579) return false
      keys++
    }
  }
  return keys > 0
}
