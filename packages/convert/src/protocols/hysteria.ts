import { formatUriLink, parseUriLink } from '../link/uri-link.ts'
import type { ParamName } from '../link/query.ts'
import { number, oneOf, optional, text } from '../model/kinds.ts'
import { nodeFields, tls } from '../model/node-fields.ts'
import type { NodeIssues } from '../model/issue.ts'
import type { NodeBase, Tls } from '../model/node.ts'
import { base64Decode, base64Encode, standardBase64 } from '../text/base64.ts'
import { hopFields, mihomoFields, quicFields } from './shared/part-fields.ts'
import { hysteriaForm } from './hysteria.form.ts'
import type { MihomoProxy, Protocol, SingboxOutbound, SingboxTarget } from './protocol.ts'
import { addressFromMihomo, addressFromSingbox, restOfMihomo, restOfSingbox } from './shared/address.ts'
import { DIAL_PARAMS, dialFromQuery, dialFromSingbox, dialToQuery, dialToSingbox } from './shared/dial.ts'
import {
  type MihomoOnly,
  mihomoOnlyFrom,
  mihomoOnlyLost,
  mihomoOnlyTo,
  mihomoOnlyToQuery,
} from './shared/mihomo-only.ts'
import { firstPort, readPortList, singboxPorts } from './shared/port-list.ts'
import {
  type HopInterval,
  QUIC_MIHOMO_TLS,
  QUIC_TLS_PARAMS,
  type QuicOptions,
  hopIntervalOf,
  noteNoHops,
  positive,
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
} from './shared/quic.ts'
import { rateText, readRate } from './shared/rate.ts'
import { quicHandshake } from './shared/reach.ts'
import { restOf } from './shared/rest.ts'
import { tlsToMihomo, tlsToSingbox } from './shared/tls.ts'

export interface HysteriaNode extends NodeBase {
  type: 'hysteria'
  auth?: string
  /** In standard base64, where it is no text. */
  authBytes?: string
  /** Password of the xplus obfuscation. */
  obfs?: string
  /** Absent = udp. */
  protocol?: 'wechat-video' | 'faketcp'
  /** Rates in Mbps; both clients insist on them. */
  up?: number
  down?: number
  /** Port list in its plain spelling; hopping goes over these alone. */
  ports?: string
  hopInterval?: HopInterval
  tls: Tls
  quic?: QuicOptions
  mihomo?: MihomoOnly
}

const PARAMS: ReadonlySet<ParamName> = new Set([
  ...QUIC_TLS_PARAMS, ...DIAL_PARAMS, 'auth', 'protocol', 'up', 'down', 'obfs', 'obfsParam', 'obfsPassword', 'ports', 'hopInterval',
  'recvWindow', 'recvWindowConn', 'disableMtuDiscovery',
]) // oxfmt-ignore
const MIHOMO_KINDS = { 'fast-open': 'bool' } as const
const TLS_NAMES = { sni: 'peer', insecure: 'insecure' }
/** What a link without rates gets: a slow line's, since Brutal sends as fast as it is told. */
const DEFAULT_UP_MBPS = 10
const DEFAULT_DOWN_MBPS = 50

/** Hysteria 1 (v1.hysteria.network docs/uri-scheme; mihomo adapter/outbound/hysteria.go). */
export const hysteria: Protocol<HysteriaNode> = {
  type: 'hysteria',
  form: hysteriaForm,
  fields: nodeFields<HysteriaNode>({
    auth: optional(text),
    authBytes: optional(text),
    obfs: optional(text),
    protocol: optional(oneOf('wechat-video', 'faketcp')),
    up: optional(number),
    down: optional(number),
    ports: optional(text),
    hopInterval: optional(hopFields),
    tls: tls,
    quic: optional(quicFields),
    mihomo: optional(mihomoFields),
  }),
  schemes: ['hysteria', 'hy'],
  mihomoTypes: ['hysteria'],
  singboxTypes: ['hysteria'],
  overUdp: true,
  needsTls: true,
  reach: (node) =>
    node.obfs === undefined && node.protocol === undefined ? quicHandshake(node, 'hysteria') : undefined,

  fromLink(link, issues) {
    const uri = parseUriLink(link, issues, { defaultPort: 0, portList: true })
    if (!uri) return undefined
    const { query } = uri
    const ports = portList(
      uri.ports === undefined ? query.ports : query.ports === '' ? uri.ports : `${uri.ports},${query.ports}`,
      issues,
    )
    if (ports === undefined) return undefined
    const port = uri.port || (ports === '' ? 0 : firstPort(ports))
    if (port === 0) return issues.refuse('missing-field', 'port')
    const protocol = protocolOf(query.protocol, issues)
    if (protocol === undefined) return undefined
    const obfs = obfsOf(query.obfs, query.obfsParam || query.obfsPassword, issues)
    if (obfs === undefined) return undefined
    const tls = quicTlsFromQuery(query, issues)
    if (tls === undefined) return undefined
    const { tfo, ...dial } = dialFromQuery(query)
    return {
      type: 'hysteria',
      name: uri.name,
      server: uri.server,
      port,
      auth: query.auth || uri.user || undefined,
      obfs: obfs === '' ? undefined : obfs,
      protocol: protocol === 'udp' ? undefined : protocol,
      up: readRate(query.up, () => issues.note('bad-value', 'up')),
      down: readRate(query.down, () => issues.note('bad-value', 'down')),
      ports: ports === '' || ports === `${port}` ? undefined : ports,
      hopInterval: query.hopInterval === '' ? undefined : hopInterval(query.hopInterval, issues),
      tls,
      quic: quicFromQuery(query),
      mihomo: tfo ? { 'fast-open': true } : undefined,
      ...dial,
      rest: restOf(query, PARAMS, issues),
    }
  },

  toLink(node, issues) {
    // A link holds its secret as text.
    if (node.authBytes !== undefined) return issues.refuse('field-ignored', 'auth')
    const query: [string, string][] = [['protocol', node.protocol ?? 'udp']]
    if (node.auth !== undefined) query.push(['auth', node.auth])
    quicTlsToQuery(node, TLS_NAMES, query, issues)
    if (node.up !== undefined) query.push(['upmbps', linkRate(node.up)])
    if (node.down !== undefined) query.push(['downmbps', linkRate(node.down)])
    if (node.obfs !== undefined) query.push(['obfs', 'xplus'], ['obfsParam', node.obfs])
    if (node.ports !== undefined) query.push(['mport', node.ports])
    if (node.hopInterval) {
      const { min, max } = node.hopInterval
      query.push(['hop-interval', min === max ? `${min}` : `${min}-${max}`])
    }
    quicToQuery(node.quic, query, issues)
    mihomoOnlyToQuery(node.mihomo, query)
    // There `tfo` means the fast open of QUIC.
    if (node.tfo) issues.note('field-ignored', 'tfo')
    dialToQuery({ ...node, tfo: undefined }, query, issues)
    if (node.rest?.link) query.push(...node.rest.link)
    return formatUriLink('hysteria', { ...node, user: '', query })
  },

  fromMihomo(entry, issues) {
    const ports = portList(entry.str('ports') ?? '', issues)
    if (ports === undefined) return undefined
    const port = entry.int('port')
    const address = addressFromMihomo(entry, issues, port || (ports === '' ? undefined : firstPort(ports)))
    if (!address) return undefined
    if (address.port < 1 || address.port > 65535) return issues.refuse('bad-port', 'port')
    const protocol = protocolOf(entry.str('protocol', 'obfs-protocol') ?? '', issues)
    if (protocol === undefined) return undefined
    const secret = secretOf(entry.text('auth'), entry.text('auth-str'), issues)
    if (!secret) return undefined
    const hop = entry.text('hop-interval')
    const speeds = { up: entry.str('up-speed'), down: entry.str('down-speed') }
    return {
      type: 'hysteria',
      ...address,
      ...secret,
      obfs: entry.text('obfs'),
      protocol: protocol === 'udp' ? undefined : protocol,
      up: readRate(entry.text('up') ?? speeds.up, () => issues.note('bad-value', 'up')),
      down: readRate(entry.text('down') ?? speeds.down, () => issues.note('bad-value', 'down')),
      ports: ports === '' || ports === `${address.port}` ? undefined : ports,
      hopInterval: hop === undefined ? undefined : hopInterval(hop, issues),
      tls: quicTlsFromMihomo(entry, issues),
      quic: quicOrNothing(quicFromMihomo(entry)),
      mihomo: mihomoOnlyFrom(entry, MIHOMO_KINDS),
      ...quicDialFromMihomo(entry),
      rest: restOfMihomo(entry),
    }
  },

  toMihomo(node, issues) {
    const entry: MihomoProxy = { name: node.name, type: 'hysteria', server: node.server, port: node.port }
    if (node.ports !== undefined) {
      // Only plain UDP hops.
      if (node.protocol !== undefined) issues.note('field-ignored', 'ports')
      else {
        entry['ports'] = node.ports
        const interval = oneInterval(node, issues)
        if (interval !== undefined) entry['hop-interval'] = interval
      }
    } else noteNoHops(node, issues)
    if (node.auth !== undefined) entry['auth-str'] = node.auth
    else if (node.authBytes !== undefined) entry['auth'] = node.authBytes
    if (node.obfs !== undefined) entry['obfs'] = node.obfs
    if (node.protocol !== undefined) entry['protocol'] = node.protocol
    const { up, down } = ratesOf(node, issues)
    entry['up'] = rateText(up)
    entry['down'] = rateText(down)
    if (!tlsToMihomo(entry, node.tls, QUIC_MIHOMO_TLS, issues)) return undefined
    if (node.tls.disableSni) issues.note('field-ignored', 'disable_sni')
    quicToMihomo(entry, node.quic, issues)
    mihomoOnlyTo(entry, node.mihomo)
    quicDialToMihomo(entry, node, issues)
    return entry
  },

  fromSingbox(entry, issues) {
    const ports = portList(entry.list('server-ports')?.join(',') ?? '', issues)
    if (ports === undefined) return undefined
    const address = addressFromSingbox(entry, issues, ports === '' ? undefined : firstPort(ports))
    if (!address) return undefined
    // The text wins in sing-box, the bytes in mihomo.
    const text = entry.text('auth-str')
    const secret = secretOf(text === undefined ? entry.text('auth') : undefined, text, issues)
    if (!secret) return undefined
    const hop = entry.text('hop-interval')
    const quic = quicFromSingbox(entry)
    return {
      type: 'hysteria',
      ...address,
      ...secret,
      obfs: entry.text('obfs'),
      up: readRate(entry.text('up', 'up-mbps'), () => issues.note('bad-value', 'up')),
      down: readRate(entry.text('down', 'down-mbps'), () => issues.note('bad-value', 'down')),
      ports: ports === '' || ports === `${address.port}` ? undefined : ports,
      hopInterval: hop === undefined ? undefined : hopInterval(hop, issues),
      tls: quicTlsFromSingbox(entry, issues),
      quic: quicOrNothing({
        ...quic,
        streamWindow: quic.streamWindow ?? positive(entry.int('recv-window-conn')),
        connectionWindow: quic.connectionWindow ?? positive(entry.int('recv-window')),
        noMtuDiscovery: quic.noMtuDiscovery ?? (entry.bool('disable-mtu-discovery') || undefined),
      }),
      ...dialFromSingbox(entry),
      rest: restOfSingbox(entry),
    }
  },

  toSingbox(node, target, issues) {
    if (node.protocol !== undefined)
      return issues.refuse('protocol-variant-unsupported', 'protocol', { value: node.protocol })
    const out: SingboxOutbound = { type: 'hysteria', tag: node.name, server: node.server }
    if (node.ports === undefined) {
      out['server_port'] = node.port
      noteNoHops(node, issues)
    } else {
      out['server_ports'] = singboxPorts(node.ports)
      const interval = oneInterval(node, issues)
      if (interval !== undefined) out['hop_interval'] = `${interval}s`
    }
    const { up, down } = ratesOf(node, issues)
    rateToSingbox(out, 'up', up)
    rateToSingbox(out, 'down', down)
    if (node.auth !== undefined) out['auth_str'] = node.auth
    else if (node.authBytes !== undefined) out['auth'] = node.authBytes
    if (node.obfs !== undefined) out['obfs'] = node.obfs
    const tls = tlsToSingbox(node.tls, { quic: true }, target, issues)
    if (!tls) return undefined
    out['tls'] = tls
    windowsToSingbox(out, node.quic, target, issues)
    mihomoOnlyLost(node.mihomo, issues)
    dialToSingbox(out, node, true, issues)
    return out
  },
}

function portList(text: string, issues: NodeIssues): string | undefined {
  return readPortList(text) ?? issues.refuse('bad-port', 'ports')
}

function protocolOf(text: string, issues: NodeIssues): 'udp' | 'wechat-video' | 'faketcp' | undefined {
  switch (text.trim().toLowerCase()) {
    case '':
    case 'udp':
      return 'udp'
    case 'wechat-video':
    case 'wechat':
      return 'wechat-video'
    case 'faketcp':
      return 'faketcp'
    default:
      return issues.refuse('bad-value', 'protocol', { value: text.slice(0, 40) })
  }
}

/** The password of xplus, '' for none, undefined after a refusal. Old links carry the password in `obfs` itself. */
function obfsOf(mode: string, password: string, issues: NodeIssues): string | undefined {
  const isXplus = mode.trim().toLowerCase() === 'xplus'
  if (isXplus) return password === '' ? issues.refuse('missing-field', 'obfsParam') : password
  if (mode === '' || mode === 'none') {
    if (password !== '') issues.note('value-defaulted', 'obfs', { value: 'xplus' })
    return password
  }
  if (password !== '' && password !== mode) return issues.refuse('bad-value', 'obfs')
  return mode
}

type Secret = Pick<HysteriaNode, 'auth' | 'authBytes'>

/** Bytes win over text. Bytes that are a text are kept as one, which all formats can say. */
function secretOf(base64: string | undefined, text: string | undefined, issues: NodeIssues): Secret | undefined {
  if (base64 === undefined) return { auth: text }
  const standard = standardBase64(base64)
  if (standard === undefined) return issues.refuse('bad-value', 'auth')
  const decoded = base64Decode(standard)
  return decoded !== undefined && base64Encode(decoded) === standard ? { auth: decoded } : { authBytes: standard }
}

function hopInterval(text: string, issues: NodeIssues): HopInterval | undefined {
  const interval = hopIntervalOf(text)
  if (interval === undefined) issues.note('bad-value', 'hop-interval')
  return interval
}

/** Both clients take one number here. */
function oneInterval(node: HysteriaNode, issues: NodeIssues): number | undefined {
  if (!node.hopInterval) return undefined
  if (node.hopInterval.min !== node.hopInterval.max) issues.note('field-ignored', 'hop-interval')
  return node.hopInterval.min
}

function ratesOf(node: HysteriaNode, issues: NodeIssues): { up: number; down: number } {
  if (node.up === undefined) issues.note('value-defaulted', 'up', { value: DEFAULT_UP_MBPS })
  if (node.down === undefined) issues.note('value-defaulted', 'down', { value: DEFAULT_DOWN_MBPS })
  return { up: node.up ?? DEFAULT_UP_MBPS, down: node.down ?? DEFAULT_DOWN_MBPS }
}

function linkRate(mbps: number): string {
  return Number.isInteger(mbps) ? `${mbps}` : rateText(mbps)
}

/** Whole Mbps as a number, which is the common spelling; others as a text with their unit. */
function rateToSingbox(out: SingboxOutbound, key: 'up' | 'down', mbps: number): void {
  if (Number.isInteger(mbps)) out[`${key}_mbps`] = mbps
  else out[key] = rateText(mbps)
}

/** Before 1.14 the windows have names of their own, which 1.16 drops. */
function windowsToSingbox(
  out: SingboxOutbound,
  quic: QuicOptions | undefined,
  target: SingboxTarget,
  issues: NodeIssues,
): void {
  if (quic === undefined || target.minor >= 14) {
    quicToSingbox(out, quic, target, issues)
    return
  }
  const { streamWindow, connectionWindow, noMtuDiscovery, ...others } = quic
  if (streamWindow !== undefined) out['recv_window_conn'] = streamWindow
  if (connectionWindow !== undefined) out['recv_window'] = connectionWindow
  if (noMtuDiscovery) out['disable_mtu_discovery'] = true
  quicToSingbox(out, others, target, issues)
}
