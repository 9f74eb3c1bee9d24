import type { NodeIssues } from '../model/issue.ts'
import { Fields } from '../model/fields.ts'
import type { NodeBase } from '../model/node.ts'
import { MASK_PARAM } from '../protocols/shared/finalmask.ts'
import { listMap, splitHost } from '../protocols/shared/transport.ts'
import { isRecord } from '../text/record.ts'

/** `streamSettings` of Xray as the parameters of a link: docs/formats/xray-json.md, "Stream settings". */

export type LinkParameter = [key: string, value: string]

/** Fields of a transport that its link cannot say, or not as they are. */
export interface TransportMore {
  headers?: Record<string, string[]>
  path?: string[]
  host?: string[]
  userAgent?: string
  pingInterval?: number
}

/** What stream settings say, in the words of a link, and what no link has a word for. */
export interface StreamSaid {
  pairs: LinkParameter[]
  transport: TransportMore
  /** TLS without a server name: the address stands in for it, whatever the Host is. */
  isNamedByAddress: boolean
  /** Rates and windows of hysteria. */
  quicParams: Fields | undefined
}

const PLAIN: StreamSaid = { pairs: [], transport: {}, isNamedByAddress: false, quicParams: undefined }

/** Reads the stream settings of an outbound. */
export function streamOf(stream: Fields | undefined, issues: NodeIssues): StreamSaid {
  if (stream === undefined) return PLAIN
  const pairs: LinkParameter[] = []
  const isNamedByAddress = addSecurity(pairs, stream)
  const network = networkOf(stream, issues)
  const transport = addTransport(pairs, stream, network)
  const masks = stream.map('finalmask')
  addMasks(pairs, masks, network, issues)
  const quicParams = network === 'hysteria' ? masks?.map('quicparams') : undefined
  return { pairs, transport, isNamedByAddress, quicParams }
}

/** Xray 26.7.11 renamed `network` to `method`. It takes both, and `method` first. */
function networkOf(stream: Fields, issues: NodeIssues): string {
  const method = stream.text('method')
  const network = stream.text('network')
  if (method !== undefined && network !== undefined && !isSameWord(method, network))
    issues.note('field-ignored', 'streamSettings.network', { value: network.slice(0, 40) })
  return (method ?? network ?? 'tcp').toLowerCase()
}

const isSameWord = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Puts a pair unless it says nothing. */
function put(pairs: LinkParameter[], key: string, value: string | undefined): void {
  if (value !== undefined && value !== '') pairs.push([key, value])
}

/** True for TLS without a server name. */
function addSecurity(pairs: LinkParameter[], stream: Fields): boolean {
  const security = (stream.text('security') ?? 'none').toLowerCase()
  if (security === 'none') return false
  const tls = stream.map(`${security}settings`)
  const serverName = tls?.text('servername')
  put(pairs, 'security', security)
  put(pairs, 'sni', serverName)
  if (tls) {
    const alpn = tls.list('alpn')?.join(',')
    const browser = tls.text('fingerprint')
    // A browser would offer HTTP/2 besides, so that HTTP/1.1 alone needs none.
    if (browser !== 'unsafe' || alpn !== 'http/1.1') put(pairs, 'fp', browser)
    put(pairs, 'alpn', alpn)
    if (tls.bool('allowinsecure')) put(pairs, 'allowInsecure', '1')
    put(pairs, 'pcs', tls.text('pinnedpeercertsha256'))
    put(pairs, 'vcn', tls.text('verifypeercertbyname'))
    put(pairs, 'ech', tls.text('echconfiglist'))
    put(pairs, 'pbk', tls.text('password', 'publickey'))
    put(pairs, 'sid', tls.text('shortid'))
    put(pairs, 'spx', tls.text('spiderx'))
    put(pairs, 'pqv', tls.text('mldsa65verify'))
  }
  return serverName === undefined
}

/** What the transport says that a link cannot. */
function addTransport(pairs: LinkParameter[], stream: Fields, network: string): TransportMore {
  switch (network) {
    case 'hysteria':
      return {}
    case 'raw':
    case 'tcp': {
      const header = stream.map('rawsettings', 'tcpsettings')?.map('header')
      put(pairs, 'type', 'tcp')
      if (header?.text('type') !== 'http') return {}
      const request = header.map('request')
      const path = request?.list('path')
      const { host, rest } = splitHost(listMap(request?.raw('headers')))
      put(pairs, 'headerType', 'http')
      put(pairs, 'method', request?.text('method'))
      put(pairs, 'path', path?.join(','))
      put(pairs, 'host', host?.join(','))
      // A comma may stand inside one of them.
      return { path, host, headers: rest }
    }
    case 'ws':
    case 'websocket':
    case 'httpupgrade': {
      const isUpgrade = network === 'httpupgrade'
      const settings = stream.map(isUpgrade ? 'httpupgradesettings' : 'wssettings')
      const { host, rest } = splitHost(listMap(settings?.raw('headers')))
      put(pairs, 'type', isUpgrade ? 'httpupgrade' : 'ws')
      put(pairs, 'path', settings?.text('path'))
      put(pairs, 'host', settings?.text('host') ?? host?.[0])
      put(pairs, 'ed', settings?.str('maxearlydata'))
      put(pairs, 'eh', settings?.text('earlydataheadername'))
      return { headers: rest }
    }
    case 'grpc':
    case 'gun': {
      const settings = stream.map('grpcsettings')
      put(pairs, 'type', 'grpc')
      put(pairs, 'serviceName', settings?.text('servicename'))
      put(pairs, 'authority', settings?.text('authority'))
      if (settings?.bool('multimode')) put(pairs, 'mode', 'multi')
      return { userAgent: settings?.text('user-agent'), pingInterval: settings?.int('idle-timeout') || undefined }
    }
    case 'h2':
    case 'http': {
      const settings = stream.map('httpsettings')
      put(pairs, 'type', 'http')
      put(pairs, 'path', settings?.text('path'))
      put(pairs, 'host', settings?.list('host')?.join(','))
      return {}
    }
    case 'xhttp':
    case 'splithttp': {
      const settings = stream.map('xhttpsettings', 'splithttpsettings')
      put(pairs, 'type', 'xhttp')
      put(pairs, 'path', settings?.text('path'))
      put(pairs, 'host', settings?.text('host'))
      put(pairs, 'mode', settings?.text('mode'))
      const own = settings?.raw('extra')
      const extra = own ?? settings?.rest()
      if (isRecord(extra) && Object.keys(extra).length > 0) put(pairs, 'extra', JSON.stringify(extra))
      if (own === undefined) settings?.forget()
      return {}
    }
    case 'kcp':
    case 'mkcp': {
      const settings = stream.map('kcpsettings')
      put(pairs, 'type', 'kcp')
      put(pairs, 'seed', settings?.text('seed'))
      put(pairs, 'headerType', settings?.map('header')?.text('type'))
      return {}
    }
    case 'quic': {
      const settings = stream.map('quicsettings')
      put(pairs, 'type', 'quic')
      put(pairs, 'quicSecurity', settings?.text('security'))
      put(pairs, 'key', settings?.text('key'))
      put(pairs, 'headerType', settings?.map('header')?.text('type'))
      return {}
    }
    default:
      // The protocol refuses it by name.
      put(pairs, 'type', network)
      return {}
  }
}

/** mKCP's disguises by the names that links have for them; Xray before 26.6 puts `header-` before its own. */
const KCP_DISGUISES: ReadonlyMap<string, string> = new Map([
  ['srtp', 'srtp'],
  ['utp', 'utp'],
  ['wechat', 'wechat-video'],
  ['dtls', 'dtls'],
  ['wireguard', 'wireguard'],
  ['dns', 'dns'],
])
/** The length of its packets follows from the name: another one connects to another server. */
const USUAL_DNS_NAME = 'www.baidu.com'

/**
 * The masks of `finalmask`: those of hysteria and mKCP have words in links. Any other goes into the parameter that links
 * have for all of them, and whoever writes the node says what it means.
 */
function addMasks(pairs: LinkParameter[], masks: Fields | undefined, network: string, issues: NodeIssues): void {
  const tcp = listIn(masks?.raw('tcp'))
  const udp = listIn(masks?.raw('udp'))
  const known = masksInWords(udp, network, issues)
  if (known !== undefined) pairs.push(...known)
  const left = { ...(tcp.length > 0 && { tcp }), ...(known === undefined && { udp }) }
  if (Object.keys(left).length > 0) pairs.push([MASK_PARAM, JSON.stringify(left)])
}

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Undefined where one of the masks has no word in a link. */
function masksInWords(udp: readonly unknown[], network: string, issues: NodeIssues): LinkParameter[] | undefined {
  if (udp.length === 0) return []
  const masks = udp.map((mask) => new Fields(isRecord(mask) ? mask : {}, issues, 'finalmask.udp.'))
  if (network === 'hysteria') return masks.length === 1 ? salamanderPairs(masks[0]!) : undefined
  return network === 'kcp' || network === 'mkcp' ? kcpPairs(masks) : undefined
}

function salamanderPairs(mask: Fields): LinkParameter[] | undefined {
  if (mask.text('type')?.toLowerCase() !== 'salamander') return undefined
  const settings = mask.map('settings')
  const password = settings?.str('password') ?? ''
  const [least, most] = rangeOf(settings?.raw('packetsize')) ?? []
  if (most === undefined) return [['obfs', 'salamander'], ['obfs-password', password]] // oxfmt-ignore
  return [
    ['obfs', 'gecko'], ['obfs-password', password],
    ['obfs-min-packet-size', `${least}`], ['obfs-max-packet-size', `${most}`],
  ] // oxfmt-ignore
}

/** `512`, `"512-1200"` -> both ends; undefined for 0 and for what is no range. */
function rangeOf(value: unknown): [number, number] | undefined {
  const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(String(value)) ?? []
  return Number(last) > 0 ? [Number(first), Number(last)] : undefined
}

/**
 * At most one disguise, and the cipher of old: without one mKCP is bare, which no link can say. Xray 26.6 made one mask of
 * all: a header, or without one the cipher with its password.
 */
function kcpPairs(masks: readonly Fields[]): LinkParameter[] | undefined {
  const pairs: LinkParameter[] = []
  let isSealed = false
  for (const mask of masks) {
    const type = (mask.text('type') ?? '').toLowerCase()
    const settings = mask.map('settings')
    const isLegacy = type === 'mkcp-legacy'
    const header = isLegacy ? (settings?.text('header') ?? '').toLowerCase() : type.replace(/^header-/, '')
    const value = settings?.text('value', 'domain', 'password')
    const disguise = isLegacy || type !== header ? KCP_DISGUISES.get(header) : undefined
    if (disguise !== undefined) {
      if (
        pairs.some(([key]) => key === 'headerType') ||
        (header === 'dns' && (value ?? USUAL_DNS_NAME) !== USUAL_DNS_NAME)
      )
        return undefined
      pairs.push(['headerType', disguise])
    } else if (!isSealed && (isLegacy ? header === '' : type === 'mkcp-original' || type === 'mkcp-aes128gcm')) {
      isSealed = true
      if (type !== 'mkcp-original') put(pairs, 'seed', value)
    } else return undefined
  }
  return isSealed ? pairs : undefined
}

/** How the name of the server is looked up, as mihomo's `ip-version`. */
const IP_VERSIONS: ReadonlyMap<string, string> = new Map([
  ['useipv4', 'ipv4'], ['forceipv4', 'ipv4'], ['useipv6', 'ipv6'], ['forceipv6', 'ipv6'],
  ['useipv4v6', 'ipv4-prefer'], ['forceipv4v6', 'ipv4-prefer'], ['useipv6v4', 'ipv6-prefer'], ['forceipv6v4', 'ipv6-prefer'],
]) // oxfmt-ignore
/** They say nothing of one version of IP. */
const ANY_STRATEGY: ReadonlySet<string> = new Set(['asis', 'useip', 'forceip'])

type Dial = Pick<NodeBase, 'tfo' | 'mptcp' | 'interfaceName' | 'routingMark' | 'ipVersion'>

/** What `sockopt` says of the connection. */
export function dialOf(stream: Fields | undefined): Dial {
  const sockopt = stream?.map('sockopt')
  if (sockopt === undefined) return {}
  const strategy = sockopt.text('domainstrategy')
  const ipVersion = strategy === undefined ? undefined : IP_VERSIONS.get(strategy.toLowerCase())
  if (ipVersion === undefined && strategy !== undefined && !ANY_STRATEGY.has(strategy.toLowerCase()))
    sockopt.leave('domainStrategy', strategy)
  return {
    tfo: sockopt.bool('tcpfastopen') || undefined,
    mptcp: sockopt.bool('tcpmptcp') || undefined,
    interfaceName: sockopt.text('interface'),
    routingMark: sockopt.int('mark') || undefined,
    ipVersion,
  }
}
