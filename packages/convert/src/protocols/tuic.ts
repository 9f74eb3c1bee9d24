import { formatUriLink, parseUriLink, type UriLink } from '../link/uri-link.ts'
import type { ParamName, Query } from '../link/query.ts'
import { flag, number, oneOf, optional, text } from '../model/kinds.ts'
import { nodeFields, tls } from '../model/node-fields.ts'
import type { NodeIssues } from '../model/issue.ts'
import { type Fields, isYes, wholeNumber } from '../model/fields.ts'
import type { NodeBase, Tls } from '../model/node.ts'
import { percentEncode } from '../text/percent.ts'
import { mihomoFields, quicFields } from './shared/part-fields.ts'
import { tuicForm } from './tuic.form.ts'
import type { MihomoProxy, Protocol, SingboxOutbound } from './protocol.ts'
import { addressFromMihomo, addressFromSingbox, restOfMihomo, restOfSingbox } from './shared/address.ts'
import { DIAL_PARAMS, dialFromQuery, dialFromSingbox, dialToQuery, dialToSingbox } from './shared/dial.ts'
import {
  type MihomoOnly,
  mihomoOnlyFrom,
  mihomoOnlyLost,
  mihomoOnlyTo,
  mihomoOnlyToQuery,
} from './shared/mihomo-only.ts'
import {
  QUIC_MIHOMO_TLS,
  QUIC_TLS_PARAMS,
  type QuicOptions,
  durationText,
  quicDialFromMihomo,
  quicDialToMihomo,
  quicFromMihomo,
  quicFromQuery,
  quicFromSingbox,
  quicOrNothing,
  quicTlsFromMihomo,
  quicTlsFromQuery,
  quicTlsFromSingbox,
  quicTlsToQuery,
  quicToMihomo,
  quicToQuery,
  quicToSingbox,
  secondsOf,
} from './shared/quic.ts'
import { quicHandshake } from './shared/reach.ts'
import { rareOf } from './shared/rest.ts'
import { tlsToMihomo, tlsToSingbox } from './shared/tls.ts'

/** Version 5 has a UUID and a password, version 4 a token. */
export interface TuicNode extends NodeBase {
  type: 'tuic'
  /** With dashes. */
  uuid?: string
  password?: string
  token?: string
  /** cubic, new_reno, bbr; mihomo also bbr_meta_v1 and bbr_meta_v2. */
  congestion?: string
  udpRelayMode?: 'native' | 'quic'
  reduceRtt?: boolean
  /** Milliseconds. */
  heartbeat?: number
  /** Version of UDP over TCP that carries UDP in streams. */
  udpOverStream?: 1 | 2
  tls: Tls
  quic?: QuicOptions
  mihomo?: MihomoOnly
}

const PARAMS: ReadonlySet<ParamName> = new Set([
  ...QUIC_TLS_PARAMS, ...DIAL_PARAMS, 'uuid', 'password', 'token', 'version', 'congestionControl', 'udpRelayMode', 'reduceRtt', 'heartbeat',
  'udpOverStream', 'recvWindow', 'recvWindowConn', 'disableMtuDiscovery',
]) // oxfmt-ignore
const MIHOMO_KINDS = {
  'fast-open': 'bool',
  ip: 'text',
  'request-timeout': 'int',
  'max-udp-relay-packet-size': 'int',
  'max-open-streams': 'int',
  'max-datagram-frame-size': 'int',
  cwnd: 'int',
  'bbr-profile': 'text',
} as const
/** The same in links; `fast-open` is a parameter of all protocols. */
const RARE: ReadonlySet<string> = new Set(Object.keys(MIHOMO_KINDS))
const TLS_NAMES = { sni: 'sni', insecure: 'allow_insecure' }
const DEFAULT_PORT = 443
const CONGESTION = new Map([
  ['cubic', 'cubic'],
  ['new_reno', 'new_reno'],
  ['new-reno', 'new_reno'],
  ['newreno', 'new_reno'],
  ['reno', 'new_reno'],
  ['bbr', 'bbr'],
  ['bbr_meta_v1', 'bbr_meta_v1'],
  ['bbr_meta_v2', 'bbr_meta_v2'],
])

/** TUIC (daeuniverse/dae discussion on tuic links; Meta-Docs docs/config/proxies/tuic.md). */
export const tuic: Protocol<TuicNode> = {
  type: 'tuic',
  form: tuicForm,
  fields: nodeFields<TuicNode>({
    uuid: optional(text),
    password: optional(text),
    token: optional(text),
    congestion: optional(text),
    udpRelayMode: optional(oneOf('native', 'quic')),
    reduceRtt: optional(flag),
    heartbeat: optional(number),
    udpOverStream: optional(oneOf(1, 2)),
    tls: tls,
    quic: optional(quicFields),
    mihomo: optional(mihomoFields),
  }),
  schemes: ['tuic'],
  mihomoTypes: ['tuic'],
  singboxTypes: ['tuic'],
  overUdp: true,
  needsTls: true,
  reach: (node) => quicHandshake(node, 'h3'),

  fromLink(link, issues) {
    const uri = parseUriLink(link, issues, { defaultPort: DEFAULT_PORT })
    if (!uri) return undefined
    const { query } = uri
    const secrets = secretsOfLink(uri, issues)
    if (!secrets) return undefined
    const tls = quicTlsFromQuery(query, issues)
    if (tls === undefined) return undefined
    const mode = udpWordOf(query)
    const { tfo, ...dial } = dialFromQuery(query)
    const { rare, rest } = rareOf(query, PARAMS, RARE, issues)
    const settings = rare && mihomoOnlyFrom(rare, MIHOMO_KINDS)
    return {
      type: 'tuic',
      name: uri.name,
      server: uri.server,
      port: uri.port,
      ...secrets,
      congestion: congestionOf(query.congestionControl, issues),
      udpRelayMode: relayModeOf(query.udpRelayMode || mode, issues),
      reduceRtt: isYes(query.reduceRtt) || undefined,
      heartbeat: heartbeatOf(query.heartbeat, issues),
      udpOverStream: overStreamOf(query.udpOverStream, issues),
      tls,
      quic: quicFromQuery(query),
      mihomo: tfo ? { 'fast-open': true, ...settings } : settings,
      ...dial,
      rest,
    }
  },

  toLink(node, issues) {
    const query: [string, string][] = []
    if (node.token !== undefined) query.push(['version', '4'])
    if (node.congestion !== undefined) query.push(['congestion_control', node.congestion])
    if (node.udpRelayMode !== undefined) query.push(['udp_relay_mode', node.udpRelayMode])
    quicTlsToQuery(node, TLS_NAMES, query, issues)
    if (node.reduceRtt) query.push(['reduce_rtt', '1'])
    if (node.heartbeat !== undefined) query.push(['heartbeat', durationText(node.heartbeat)])
    if (node.udpOverStream === 2) query.push(['udp_over_stream', '1'])
    else if (node.udpOverStream === 1) issues.note('field-ignored', 'udp-over-stream')
    mihomoOnlyToQuery(node.mihomo, query)
    quicToQuery(node.quic, query, issues)
    // There `tfo` means the fast open of QUIC.
    if (node.tfo) issues.note('field-ignored', 'tfo')
    dialToQuery({ ...node, tfo: undefined }, query, issues)
    if (node.rest?.link) query.push(...node.rest.link)
    const user =
      node.token === undefined ? `${node.uuid}:${percentEncode(node.password ?? '')}` : percentEncode(node.token)
    return formatUriLink('tuic', { ...node, user, query })
  },

  fromMihomo(entry, issues) {
    const address = addressFromMihomo(entry, issues)
    if (!address) return undefined
    const token = entry.text('token')
    const secrets = secretsOf(token, entry.text('uuid'), entry.str('password'), issues)
    if (!secrets) return undefined
    return {
      type: 'tuic',
      ...address,
      ...secrets,
      congestion: congestionOf(entry.str('congestion-controller') ?? '', issues),
      udpRelayMode: relayModeOf(entry.str('udp-relay-mode') ?? '', issues),
      reduceRtt: entry.bool('reduce-rtt') || undefined,
      heartbeat: heartbeatOf(entry.str('heartbeat-interval') ?? '', issues),
      udpOverStream: overStreamOfMihomo(entry, issues),
      tls: quicTlsFromMihomo(entry, issues),
      quic: quicOrNothing(quicFromMihomo(entry)),
      mihomo: mihomoOnlyFrom(entry, MIHOMO_KINDS),
      ...quicDialFromMihomo(entry),
      rest: restOfMihomo(entry),
    }
  },

  toMihomo(node, issues) {
    const entry: MihomoProxy = { name: node.name, type: 'tuic', server: node.server, port: node.port }
    if (node.token !== undefined) entry['token'] = node.token
    else {
      entry['uuid'] = node.uuid
      entry['password'] = node.password
    }
    if (!tlsToMihomo(entry, node.tls, QUIC_MIHOMO_TLS, issues)) return undefined
    if (node.tls.disableSni) {
      entry['disable-sni'] = true
      // mihomo checks no certificate without a name to check it against.
      if (!node.tls.insecure) issues.note('certificate-unchecked', 'disable-sni')
    }
    if (node.congestion !== undefined) entry['congestion-controller'] = node.congestion
    if (node.udpRelayMode !== undefined) entry['udp-relay-mode'] = node.udpRelayMode
    if (node.reduceRtt) entry['reduce-rtt'] = true
    if (node.heartbeat !== undefined) entry['heartbeat-interval'] = node.heartbeat
    if (node.udpOverStream !== undefined) {
      entry['udp-over-stream'] = true
      entry['udp-over-stream-version'] = node.udpOverStream
    }
    quicToMihomo(entry, node.quic, issues)
    mihomoOnlyTo(entry, node.mihomo)
    quicDialToMihomo(entry, node, issues)
    return entry
  },

  fromSingbox(entry, issues) {
    const address = addressFromSingbox(entry, issues)
    if (!address) return undefined
    const secrets = secretsOf(undefined, entry.text('uuid'), entry.str('password'), issues)
    if (!secrets) return undefined
    return {
      type: 'tuic',
      ...address,
      ...secrets,
      congestion: congestionOf(entry.str('congestion-control') ?? '', issues),
      udpRelayMode: relayModeOf(entry.str('udp-relay-mode') ?? '', issues),
      reduceRtt: entry.bool('zero-rtt-handshake') || undefined,
      heartbeat: heartbeatOf(entry.str('heartbeat') ?? '', issues),
      udpOverStream: entry.bool('udp-over-stream') ? 2 : undefined,
      tls: quicTlsFromSingbox(entry, issues),
      quic: quicOrNothing(quicFromSingbox(entry)),
      ...dialFromSingbox(entry),
      rest: restOfSingbox(entry),
    }
  },

  toSingbox(node, target, issues) {
    if (node.token !== undefined) return issues.refuse('type-unsupported', 'token', { type: 'tuic v4' })
    const out: SingboxOutbound = {
      type: 'tuic',
      tag: node.name,
      server: node.server,
      server_port: node.port,
      uuid: node.uuid,
      password: node.password,
    }
    if (node.congestion !== undefined) {
      const known = node.congestion.startsWith('bbr') ? 'bbr' : node.congestion
      if (known !== node.congestion) issues.note('field-ignored', 'congestion-controller', { value: node.congestion })
      out['congestion_control'] = known
    }
    if (node.udpOverStream === 2) out['udp_over_stream'] = true
    else {
      if (node.udpOverStream === 1) issues.note('field-ignored', 'udp-over-stream')
      if (node.udpRelayMode !== undefined) out['udp_relay_mode'] = node.udpRelayMode
    }
    if (node.reduceRtt) out['zero_rtt_handshake'] = true
    if (node.heartbeat !== undefined) out['heartbeat'] = durationText(node.heartbeat)
    // sing-box sends no ALPN of its own accord, and servers want h3.
    const tls = tlsToSingbox({ ...node.tls, alpn: node.tls.alpn ?? ['h3'] }, { quic: true }, target, issues)
    if (!tls) return undefined
    out['tls'] = tls
    quicToSingbox(out, node.quic, target, issues)
    mihomoOnlyLost(node.mihomo, issues)
    dialToSingbox(out, node, true, issues)
    return out
  },
}

type Secrets = Pick<TuicNode, 'uuid' | 'password' | 'token'>

/** `uuid:password` (the colon may be escaped), a token alone, or the parameters of the same names. */
function secretsOfLink(uri: UriLink, issues: NodeIssues): Secrets | undefined {
  const { user, query } = uri
  if (query.version === '4') return secretsOf(user || query.token || query.password, undefined, undefined, issues)
  const colon = user.indexOf(':')
  if (colon >= 0) return secretsOf(undefined, user.slice(0, colon), user.slice(colon + 1) || query.password, issues)
  if (query.token !== '') return secretsOf(query.token, undefined, undefined, issues)
  if (query.password !== '') return secretsOf(undefined, query.uuid || user, query.password, issues)
  return secretsOf(user, undefined, undefined, issues)
}

/** A token wins over the other two, as in mihomo. Undefined after a refusal. */
function secretsOf(
  token: string | undefined,
  id: string | undefined,
  password: string | undefined,
  issues: NodeIssues,
): Secrets | undefined {
  if (token !== undefined && token !== '') return { token }
  if (id === undefined || id === '') return issues.refuse('missing-field', token === undefined ? 'uuid' : 'token')
  // mihomo would take a broken one for the zero UUID, sing-box refuses it.
  const uuid = uuidOf(id)
  if (uuid === undefined) return issues.refuse('bad-value', 'uuid')
  // An empty one is one: both clients take it.
  if (password === undefined) return issues.refuse('missing-field', 'password')
  return { uuid, password }
}

/** 32 hex digits with or without dashes, written with them. */
function uuidOf(text: string): string | undefined {
  const hex = text.trim().replaceAll('-', '').toLowerCase()
  if (!/^[0-9a-f]{32}$/.test(hex)) return undefined
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** `udp_relay` is a spelling of the relay mode and of the switch: this takes the mode out, which leaves the switch. */
function udpWordOf(query: Query): string {
  if (query.udp === '') return ''
  const words = query.all('udp')
  const mode = words.find(isRelayMode)
  if (mode === undefined) return ''
  query.udp = words.findLast((word) => !isRelayMode(word)) ?? ''
  return mode
}

function isRelayMode(text: string): boolean {
  const word = text.toLowerCase()
  return word === 'native' || word === 'quic'
}

function congestionOf(text: string, issues: NodeIssues): string | undefined {
  if (text === '') return undefined
  const known = CONGESTION.get(text.trim().toLowerCase())
  if (known === undefined) issues.note('bad-value', 'congestion_control', { value: text.slice(0, 40) })
  return known
}

function relayModeOf(text: string, issues: NodeIssues): TuicNode['udpRelayMode'] {
  const mode = text.trim().toLowerCase()
  if (mode === 'native' || mode === 'quic') return mode
  if (mode !== '') issues.note('bad-value', 'udp_relay_mode', { value: text.slice(0, 40) })
  return undefined
}

/** A bare number is in milliseconds: "10000", "10s" -> 10000. */
function heartbeatOf(text: string, issues: NodeIssues): number | undefined {
  const plain = text.trim()
  if (plain === '' || plain === '0') return undefined
  const isBare = Number.isSafeInteger(wholeNumber(plain))
  const seconds = secondsOf(isBare ? `${plain}ms` : plain)
  if (seconds !== undefined && seconds > 0) return Math.max(1, Math.round(seconds * 1000))
  issues.note('bad-value', 'heartbeat')
  return undefined
}

const NO = /^(?:0|false|no|off)?$/i

/** In a link it is yes or no. Servers of sing-box, the only ones that speak it, know both versions. */
function overStreamOf(text: string, issues: NodeIssues): TuicNode['udpOverStream'] {
  if (isYes(text)) return 2
  if (!NO.test(text)) issues.note('bad-value', 'udp_over_stream', { value: text.slice(0, 40) })
  return undefined
}

function overStreamOfMihomo(entry: Fields, issues: NodeIssues): TuicNode['udpOverStream'] {
  const version = entry.int('udp-over-stream-version')
  if (!entry.bool('udp-over-stream')) return undefined
  if (version === 2) return 2
  if (version !== undefined && version !== 0 && version !== 1) issues.note('bad-value', 'udp-over-stream-version')
  return 1
}
