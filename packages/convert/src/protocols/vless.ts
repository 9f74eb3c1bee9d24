import { formatUriLink, parseUriLink } from '../link/uri-link.ts'
import type { ParamName } from '../link/query.ts'
import { nullable, optional, text } from '../model/kinds.ts'
import { nodeFields, multiplex, tls, transport } from '../model/node-fields.ts'
import type { NodeIssues } from '../model/issue.ts'
import type { Fields } from '../model/fields.ts'
import type { Multiplex, NodeBase, Tls, Transport } from '../model/node.ts'
import { percentEncode } from '../text/percent.ts'
import { vlessForm } from './vless.form.ts'
import type { MihomoProxy, Protocol, SingboxOutbound } from './protocol.ts'
import {
  DIAL_PARAMS,
  dialFromMihomo,
  dialFromQuery,
  dialFromSingbox,
  dialToMihomo,
  dialToQuery,
  dialToSingbox,
} from './shared/dial.ts'
import { addressFromMihomo, addressFromSingbox, restOfMihomo, restOfSingbox } from './shared/address.ts'
import { MASK_PARAM, carriesWithoutMask } from './shared/finalmask.ts'
import { noteLinkLosses } from './shared/link-losses.ts'
import { multiplexFromMihomo, multiplexFromSingbox, multiplexToMihomo, multiplexToSingbox } from './shared/multiplex.ts'
import { streamReach } from './shared/reach.ts'
import { restOf } from './shared/rest.ts'
import { decodeAuthority, decodeUser, isCipherAndUuid } from './shared/shadowrocket.ts'
import {
  TLS_PARAMS,
  dropMihomoTls,
  hasMihomoTls,
  tlsFromMihomo,
  tlsFromQuery,
  tlsFromSingbox,
  tlsToMihomo,
  tlsToQuery,
  tlsToSingbox,
} from './shared/tls.ts'
import {
  TRANSPORT_PARAMS,
  defaultSni,
  keepServerSni,
  linkTls,
  singboxAlpn,
  transportFromMihomo,
  transportFromQuery,
  transportFromSingbox,
  transportToMihomo,
  transportToQuery,
  transportToSingbox,
  withoutH3,
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
const VISION_UDP443 = 'xtls-rprx-vision-udp443'
const DIRECT = 'xtls-rprx-direct'
const PARAMS: ReadonlySet<ParamName> = new Set([
  ...TLS_PARAMS,
  ...TRANSPORT_PARAMS,
  ...DIAL_PARAMS,
  'flow',
  'xtls',
  'encryption',
  'packetEncoding',
])
const MIHOMO_NETWORKS: ReadonlySet<string> = new Set(['ws', 'grpc', 'http', 'h2', 'xhttp'])
const MIHOMO_TLS = { nameKey: 'servername', tlsKey: true, fingerprint: true, alpn: true } as const

/** VLESS (XTLS/Xray-core discussion 716): a UUID, nothing else, inside whatever TLS and transport say. */
export const vless: Protocol<VlessNode> = {
  type: 'vless',
  form: vlessForm,
  fields: nodeFields<VlessNode>({
    uuid: text,
    flow: optional(text),
    encryption: optional(text),
    packetEncoding: optional(text),
    tls: nullable(tls, 'no-tls'),
    transport: nullable(transport),
    multiplex: optional(multiplex),
  }),
  schemes: ['vless'],
  mihomoTypes: ['vless'],
  singboxTypes: ['vless'],
  reach: (node) => streamReach(node, node.tls, node.transport),

  fromLink(link, issues) {
    const plain = decodeAuthority(link)
    const uri = parseUriLink(plain, issues)
    if (!uri) return undefined
    const { query } = uri
    const uuid = withoutCipher(uri.user, plain !== link).trim()
    if (uuid === '') return issues.refuse('missing-field', 'uuid')
    const xtlsFlow = flowOfShadowrocket(query.xtls)
    const tls = tlsFromQuery(query, xtlsFlow === undefined ? 'none' : 'tls', issues)
    if (tls === undefined) return undefined
    const transport = transportFromQuery(query, issues)
    if (transport === undefined) return undefined
    return {
      type: 'vless',
      name: uri.name,
      server: uri.server,
      port: uri.port,
      uuid,
      flow: query.flow === '' ? xtlsFlow : flowOf(query.flow),
      encryption: encryptionOf(query.encryption, issues),
      packetEncoding: packetEncodingOf(query.packetEncoding),
      tls: defaultSni(tls, transport, uri.server),
      transport,
      ...dialFromQuery(query),
      rest: restOf(query, PARAMS, issues, MASK_PARAM),
    }
  },

  toLink(node, issues) {
    const query: [string, string][] = [['encryption', node.encryption ?? 'none']]
    tlsToQuery(linkTls(node.tls, node.transport, node.server, issues), query)
    if (node.flow) query.push(['flow', node.flow])
    transportToQuery(node.transport, query, issues, node)
    if (node.packetEncoding) query.push(['packetEncoding', node.packetEncoding])
    dialToQuery(node, query, issues)
    noteLinkLosses(node, issues)
    if (node.rest?.link) query.push(...node.rest.link)
    return formatUriLink('vless', { ...node, user: percentEncode(node.uuid), query })
  },

  fromMihomo(entry, issues) {
    const address = addressFromMihomo(entry, issues)
    if (!address) return undefined
    const uuid = entry.text('uuid')
    if (uuid === undefined) return issues.refuse('missing-field', 'uuid')
    const transport = transportFromMihomo(entry, issues)
    if (transport === undefined) return undefined
    const isTls = hasMihomoTls(entry)
    // Without TLS mihomo speaks HTTP/2 unless told otherwise; links mean HTTP/1.1.
    if (transport?.type === 'xhttp' && !isTls && entry.list('alpn')?.join() !== 'http/1.1') transport.h2c = true
    const tls = isTls ? tlsFromMihomo(entry, issues) : dropMihomoTls(entry)
    return {
      type: 'vless',
      ...address,
      uuid,
      flow: flowOf(entry.str('flow') ?? ''),
      encryption: encryptionOf(entry.str('encryption') ?? '', issues),
      packetEncoding: mihomoPacketEncoding(entry),
      tls: defaultSni(tls, transport),
      transport,
      multiplex: multiplexFromMihomo(entry),
      ...dialFromMihomo(entry),
      rest: restOfMihomo(entry),
    }
  },

  toMihomo(node, issues) {
    if (node.tls === undefined) issues.note('no-tls', 'security')
    const flow = visionFlow(node, issues)
    if (flow === undefined || !carriesWithoutMask(node, issues)) return undefined
    if (node.encryption !== undefined && !isMlkemEncryption(node.encryption))
      return issues.refuse('client-refuses', 'encryption')
    const entry: MihomoProxy = { name: node.name, type: 'vless', server: node.server, port: node.port, uuid: node.uuid }
    if (flow !== '') entry['flow'] = flow
    if (node.encryption !== undefined) entry['encryption'] = node.encryption
    if (node.packetEncoding === 'none') issues.note('field-ignored', 'packetEncoding')
    else if (node.packetEncoding !== undefined) entry['packet-encoding'] = node.packetEncoding
    if (node.tls && !tlsToMihomo(entry, withoutH3(node.tls, node.transport, issues), MIHOMO_TLS, issues))
      return undefined
    // Xray speaks HTTP/1.1 where there is no TLS, mihomo would speak HTTP/2.
    if (node.transport?.type === 'xhttp' && !node.tls && !node.transport.h2c) entry['alpn'] = ['http/1.1']
    if (node.transport) {
      // mihomo ignores reality on ws and connects with plain TLS.
      if (node.tls?.reality && (node.transport.type === 'ws' || node.transport.type === 'httpupgrade')) {
        return issues.refuse('transport-unsupported', 'reality')
      }
      const style = { networks: MIHOMO_NETWORKS, fallbackHost: node.tls?.sni ?? node.server }
      if (!transportToMihomo(entry, node.transport, style, issues)) return undefined
    }
    if (node.multiplex && carriesMux(flow, issues)) multiplexToMihomo(entry, node.multiplex, issues)
    dialToMihomo(entry, node, true, issues)
    return entry
  },

  fromSingbox(entry, issues) {
    const address = addressFromSingbox(entry, issues)
    if (!address) return undefined
    const uuid = entry.text('uuid')
    if (uuid === undefined) return issues.refuse('missing-field', 'uuid')
    const packetEncoding = entry.str('packet-encoding')
    const tls = tlsFromSingbox(entry.map('tls'), issues)
    const transport = transportFromSingbox(entry.map('transport'), tls, issues)
    if (transport === undefined) return undefined
    return {
      type: 'vless',
      ...address,
      uuid,
      flow: flowOf(entry.str('flow') ?? ''),
      packetEncoding: packetEncoding === '' ? 'none' : packetEncodingOf(packetEncoding ?? ''),
      tls: keepServerSni(tls, transport, address.server),
      transport,
      multiplex: multiplexFromSingbox(entry),
      ...dialFromSingbox(entry),
      rest: restOfSingbox(entry),
    }
  },

  toSingbox(node, target, issues) {
    if (node.tls === undefined) issues.note('no-tls', 'security')
    const flow = visionFlow(node, issues)
    if (flow === undefined || !carriesWithoutMask(node, issues)) return undefined
    if (node.encryption !== undefined) return issues.refuse('encryption-unsupported', 'encryption')
    const out: SingboxOutbound = {
      type: 'vless',
      tag: node.name,
      server: node.server,
      server_port: node.port,
      uuid: node.uuid,
    }
    if (flow !== '') out['flow'] = flow
    if (node.packetEncoding === 'none') out['packet_encoding'] = ''
    else if (node.packetEncoding !== undefined) out['packet_encoding'] = node.packetEncoding
    if (node.tls) {
      const quic = node.transport?.type === 'quic'
      const tls = tlsToSingbox(
        withoutH3(node.tls, node.transport, issues),
        { quic, alpn: singboxAlpn(node.transport) },
        target,
        issues,
      )
      if (!tls) return undefined
      out['tls'] = tls
    }
    if (node.transport) {
      const transport = transportToSingbox(node.transport, node.tls, node.server, issues)
      if (!transport) return undefined
      out['transport'] = transport
    }
    if (node.multiplex && carriesMux(flow, issues)) multiplexToSingbox(out, node.multiplex, issues)
    dialToSingbox(out, node, true, issues)
    return out
  },
}

/** Shadowrocket puts a cipher before the ID, in base64 and without. */
function withoutCipher(user: string, isBase64: boolean): string {
  const plain = isBase64 ? user : decodeUser(user)
  return isBase64 || isCipherAndUuid(plain) ? plain.slice(plain.indexOf(':') + 1) : plain
}

/** Shadowrocket: `xtls=2` is vision, `xtls=1` the direct flow that Xray dropped. */
function flowOfShadowrocket(xtls: string): string | undefined {
  return xtls === '2' ? VISION : xtls === '1' ? DIRECT : undefined
}

function flowOf(text: string): string | undefined {
  if (text === '' || text === VISION) return text || undefined
  const flow = text.trim().toLowerCase()
  return flow === '' || flow === 'none' ? undefined : flow
}

/** Words of vmess that stand in old links; vless has no such encryption. */
const CIPHER_WORDS = new Set([
  'auto',
  'zero',
  'aes-128-gcm',
  'chacha20-poly1305',
  'chacha20-ietf-poly1305',
  'null',
  'undefined',
])

/** A mlkem key may hold the letters "none": only the whole word means no encryption. */
function encryptionOf(text: string, issues: NodeIssues): string | undefined {
  if (text === '' || text === 'none') return undefined
  const trimmed = text.trim()
  const word = trimmed.toLowerCase()
  if (CIPHER_WORDS.has(word)) {
    issues.note('value-defaulted', 'encryption', { value: 'none' })
    return undefined
  }
  return word === '' || word === 'none' ? undefined : trimmed
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
  return xudp === undefined ? undefined : xudp ? 'xudp' : 'none'
}

/**
 * The flow both clients take: '' or vision; undefined after a refusal. Vision needs raw TCP with TLS, or vless
 * encryption. Elsewhere a server with that flow takes nobody, so where such a node works at all it works without.
 */
function visionFlow(node: VlessNode, issues: NodeIssues): string | undefined {
  if (node.flow === undefined) return ''
  if (node.flow !== VISION && node.flow !== VISION_UDP443)
    return issues.refuse('protocol-variant-unsupported', 'flow', { value: node.flow.slice(0, 40) })
  if (node.encryption === undefined && (node.transport !== null || node.tls === null)) {
    issues.note('field-ignored', 'flow')
    return ''
  }
  return VISION
}

/** Vision and multiplexing exclude each other; the server asks for the flow. */
function carriesMux(flow: string, issues: NodeIssues): boolean {
  if (flow === '') return true
  issues.note('mux-unsupported', 'smux')
  return false
}

/** `mlkem768x25519plus.native.1rtt.<parts>`: docs/formats/vless.md, "Encryption". */
export function isMlkemEncryption(text: string): boolean {
  const [name, mode, rtt, ...parts] = text.split('.')
  if (
    name !== 'mlkem768x25519plus' ||
    !['native', 'xorpub', 'random'].includes(mode ?? '') ||
    !['1rtt', '0rtt'].includes(rtt ?? '')
  )
    return false
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
