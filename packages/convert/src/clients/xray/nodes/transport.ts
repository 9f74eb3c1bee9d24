import type { NodeIssues } from '../../../model/issue.ts'
import type {
  GrpcTransport,
  HttpHeaderTransport,
  HttpUpgradeTransport,
  KcpTransport,
  Tls,
  Transport,
  WsTransport,
} from '../../../model/node.ts'
import type { XrayVersion } from '../../../model/xray-version.ts'
import { earlyDataPath, isHeaderHost } from '../../../protocols/shared/transport.ts'
import { withoutHost } from './headers.ts'
import { xhttpSettings } from './xhttp.ts'
import type { JsonObject } from '../../../text/record.ts'

interface Place {
  server: string
  port: number
  tls?: Tls | null
  version: XrayVersion
}

/** Disguises of mKCP by their names in links. */
const KCP_HEADERS: ReadonlyMap<string, string> = new Map([
  ['srtp', 'srtp'],
  ['utp', 'utp'],
  ['wechat-video', 'wechat'],
  ['wechat', 'wechat'],
  ['dtls', 'dtls'],
  ['wireguard', 'wireguard'],
  ['dns', 'dns'],
])

/** Puts `network` and its settings into the stream settings. False after a refusal. */
export function addTransport(out: JsonObject, transport: Transport, place: Place, issues: NodeIssues): boolean {
  if ('host' in transport && !hasUsableHost(transport.host)) {
    issues.refuse('client-refuses', 'host')
    return false
  }
  switch (transport.type) {
    case 'ws':
    case 'httpupgrade':
      return addWs(out, transport, issues)
    case 'grpc':
      out['network'] = 'grpc'
      out['grpcSettings'] = grpcSettings(transport, issues)
      return true
    case 'http':
      out['network'] = 'raw'
      out['rawSettings'] = { header: { type: 'http', request: httpRequest(transport) } }
      return true
    case 'xhttp': {
      const settings = xhttpSettings(transport, place, issues)
      if (settings === undefined) return false
      out['network'] = 'xhttp'
      out['xhttpSettings'] = settings
      return true
    }
    case 'kcp':
      return addKcp(out, transport, place.version, issues)
    default:
      // h2 and quic were taken out of Xray.
      issues.refuse('transport-unsupported', 'type', { value: transport.type })
      return false
  }
}

function hasUsableHost(host: string | readonly string[] | undefined): boolean {
  if (host === undefined) return true
  return typeof host === 'string' ? isHeaderHost(host) : host.every(isHeaderHost)
}

function addWs(out: JsonObject, transport: WsTransport | HttpUpgradeTransport, issues: NodeIssues): boolean {
  // Such a path is taken, and no connection ever stands.
  if (/%(?![0-9a-f]{2})/i.test(transport.path)) {
    issues.refuse('transport-unsupported', 'path')
    return false
  }
  const settings: JsonObject = { path: pathOf(transport, issues) }
  if (transport.host !== undefined) settings['host'] = transport.host
  if (transport.headers !== undefined) settings['headers'] = withoutHost(transport.headers)
  out['network'] = transport.type
  out[`${transport.type}Settings`] = settings
  return true
}

/** `?ed=` in the path is how Xray is told of early data, which it sends in `Sec-WebSocket-Protocol` alone. */
function pathOf(transport: WsTransport | HttpUpgradeTransport, issues: NodeIssues): string {
  const { path, eh } = earlyDataPath(transport, issues)
  if (eh === undefined) return path
  issues.note('field-ignored', 'early-data-header-name', { value: eh.slice(0, 40) })
  return transport.path
}

function grpcSettings(transport: GrpcTransport, issues: NodeIssues): JsonObject {
  const settings: JsonObject = { serviceName: transport.serviceName }
  if (transport.authority !== undefined) settings['authority'] = transport.authority
  if (transport.mode === 'multi') settings['multiMode'] = true
  else if (transport.mode !== undefined && transport.mode !== 'gun') issues.note('field-ignored', 'mode')
  if (transport.userAgent !== undefined) settings['user_agent'] = transport.userAgent
  if (transport.pingInterval !== undefined && transport.pingInterval > 0)
    settings['idle_timeout'] = transport.pingInterval
  if ((transport.maxConnections ?? transport.minStreams ?? transport.maxStreams) !== undefined)
    issues.note('field-ignored', 'grpc-opts')
  return settings
}

function httpRequest({ method, path, host, headers }: HttpHeaderTransport): JsonObject {
  const request: JsonObject = {}
  if (method !== undefined) request['method'] = method
  request['path'] = path
  if (host.length > 0 || headers !== undefined)
    request['headers'] = { ...(host.length > 0 && { Host: host }), ...(headers && withoutHost(headers)) }
  return request
}

/**
 * The disguise and the seed of mKCP are masks of their own since Xray 26. Xray 26.6.1 gave all of them one name and refuses a
 * file with the names before; older ones refuse the new name.
 */
function addKcp(out: JsonObject, { header, seed }: KcpTransport, version: XrayVersion, issues: NodeIssues): boolean {
  const disguise = header === undefined || header === 'none' ? undefined : KCP_HEADERS.get(header.toLowerCase())
  if (disguise === undefined && header !== undefined && header !== 'none') {
    issues.refuse('transport-unsupported', 'headerType', { value: header.slice(0, 40) })
    return false
  }
  out['network'] = 'kcp'
  out['kcpSettings'] = {}
  out['finalmask'] = { udp: version === '26.3' ? oldKcpMasks(disguise, seed) : kcpMasks(disguise, seed) }
  issues.note('written-for-version', 'kcp', version === '26.3' ? { below: '26.6' } : { from: '26.6.22' })
  return true
}

/** Since 26.6.22 the last mask is the outermost one. Before, the first mask was (XTLS/Xray-core PR 6331). */
function kcpMasks(header: string | undefined, seed: string | undefined): JsonObject[] {
  const type = 'mkcp-legacy'
  const cipher = seed === undefined ? { type } : { type, settings: { value: seed } }
  return header === undefined ? [cipher] : [cipher, { type, settings: { header } }]
}

function oldKcpMasks(header: string | undefined, seed: string | undefined): JsonObject[] {
  const cipher =
    seed === undefined ? { type: 'mkcp-original' } : { type: 'mkcp-aes128gcm', settings: { password: seed } }
  return header === undefined ? [cipher] : [{ type: `header-${header}` }, cipher]
}
