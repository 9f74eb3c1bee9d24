import type { NodeIssues } from '../../model/issue.ts'
import type { Query } from '../../link/query.ts'
import { usableHost } from '../../link/uri-link.ts'
import type { Fields } from '../../model/fields.ts'
import type {
  GrpcTransport,
  H2Transport,
  HttpHeaderTransport,
  HttpUpgradeTransport,
  Tls,
  Transport,
  WsTransport,
} from '../../model/node.ts'
import { asciiName } from '../../text/domain.ts'
import { readJsonObject } from '../../text/json.ts'
import { isIp } from '../../text/ip.ts'
import type { MihomoProxy, SingboxOutbound } from '../protocol.ts'
import {
  grpcServiceName, hasGrpcOptions, isGrpcPath, mihomoServiceName, MIHOMO_SERVICE, plainServiceName,
} from './grpc.ts' // oxfmt-ignore
import { type XhttpNode, xhttpFromMihomo, xhttpFromQuery, xhttpTls, xhttpToMihomo, xhttpToQuery } from './xhttp.ts'
import { splitList } from './tls.ts'
import { isRecord, type JsonObject } from '../../text/record.ts'

/** Transports as links, mihomo and sing-box spell them: docs/formats/transports.md. */

/** Parameters of a link that `transportFromQuery` reads. */
export const TRANSPORT_PARAMS = [
  'type', 'headerType', 'host', 'path', 'serviceName', 'mode', 'authority', 'ed', 'eh', 'seed', 'extra', 'xPaddingBytes',
  'obfs', 'obfsParam', 'quicSecurity', 'key', 'method',
] as const // oxfmt-ignore

// oxlint-disable-next-line no-control-regex
const BROKEN_HOST = /[\0- "#/<>?@\\^`{|}\x7F]/
const MOST_EARLY_DATA = 1 << 20
const EARLY_DATA_HEADER = 'Sec-WebSocket-Protocol'

/** What links call a transport -> its name here. `http` in a link is HTTP/2 unless it is a header type. */
const TYPES = new Map<string, Transport['type'] | 'tcp'>([
  ['', 'tcp'], ['tcp', 'tcp'], ['raw', 'tcp'], ['original', 'tcp'], ['none', 'tcp'],
  ['ws', 'ws'], ['websocket', 'ws'], ['httpupgrade', 'httpupgrade'],
  ['grpc', 'grpc'], ['gun', 'grpc'], ['h2', 'h2'], ['http', 'h2'],
  ['xhttp', 'xhttp'], ['splithttp', 'xhttp'], ['kcp', 'kcp'], ['mkcp', 'kcp'], ['quic', 'quic'],
]) // oxfmt-ignore

/** The transport of a link: `null` for raw TCP, undefined after a refusal. */
export function transportFromQuery(query: Query, issues: NodeIssues): Transport | null | undefined {
  const spelled = query.type !== '' ? query.type : query.obfs
  const type = TYPES.get(spelled) ?? TYPES.get(spelled.toLowerCase().trim())
  // Shadowrocket's `obfs=http` is the HTTP/1.1 header; it has `h2` besides.
  if (type === 'h2' && query.type === '' && spelled.toLowerCase() === 'http') return httpHeader(query, issues)
  switch (type) {
    case 'tcp':
      return query.headerType.toLowerCase() === 'http' ? httpHeader(query, issues) : null
    case 'ws':
      return withObfsHeaders(wsFromParts(query.path, hostOf(query), query.ed, query.eh, issues), query.obfsParam)
    case 'httpupgrade': {
      const ws = withObfsHeaders(wsFromParts(query.path, hostOf(query), query.ed, '', issues), query.obfsParam)
      // An upgrade has no header for early data.
      if (query.eh !== '') issues.note('field-ignored', 'eh')
      return (
        ws && {
          type: 'httpupgrade',
          path: ws.path,
          host: ws.host,
          headers: ws.headers,
          fastOpen: ws.earlyData ? true : undefined,
        }
      )
    }
    case 'grpc':
      return grpcFromParts(query.serviceName || query.path, query.mode, query.authority)
    case 'h2':
      return { type: 'h2', path: linkPath(query.path, issues), host: splitList(hostOf(query)) ?? [] }
    case 'xhttp':
      return xhttpFromQuery(query, issues)
    case 'kcp':
      return { type: 'kcp', seed: query.seed || query.path || undefined, header: headerOf(query) }
    case 'quic':
      return {
        type: 'quic',
        security: query.quicSecurity || undefined,
        key: query.key || undefined,
        header: headerOf(query),
      }
    default:
      return issues.refuse('bad-value', 'type', { value: spelled.slice(0, 40) })
  }
}

/** The disguise of kcp and quic; `none` is the usual one. */
function headerOf(query: Query): string | undefined {
  return query.headerType === '' || query.headerType === 'none' ? undefined : query.headerType
}

/** The path of a link: where it names none the clients ask for `/`. */
function linkPath(path: string, issues: NodeIssues): string {
  if (path === '') issues.note('value-defaulted', 'path', { value: '/' })
  return withSlash(path)
}

/** All clients add a missing slash. */
function withSlash(path: string): string {
  return path.charCodeAt(0) === 0x2f ? path : `/${path}`
}

function hostOf(query: Query): string {
  return asciiName(query.host !== '' ? query.host : obfsHost(query.obfsParam))
}

/** Shadowrocket's obfsParam: a host, or headers as JSON (`{"Host":"…"}`). */
function obfsHost(param: string): string {
  return param.startsWith('{') ? (obfsHeaders(param).host ?? '') : param
}

function obfsHeaders(param: string): { host: string | undefined; rest: Record<string, string> | undefined } {
  const json = readJsonObject(param) ?? {}
  return splitHost(Object.fromEntries(Object.entries(json).filter(isTextPair)))
}

function isTextPair(pair: [string, unknown]): pair is [string, string] {
  return typeof pair[1] === 'string'
}

function withObfsHeaders(ws: WsTransport | undefined, param: string): WsTransport | undefined {
  return ws && param.startsWith('{') ? { ...ws, headers: obfsHeaders(param).rest } : ws
}

function httpHeader(query: Query, issues: NodeIssues): HttpHeaderTransport {
  const path = splitList(query.path) ?? [linkPath('', issues)]
  return { type: 'http', method: query.method || undefined, path, host: splitList(hostOf(query)) ?? [] }
}

function grpcFromParts(serviceName: string, mode: string, authority: string): GrpcTransport {
  // With `multi` the last part of a path is not the one of `gun`.
  const name = mode === 'multi' ? serviceName : plainServiceName(serviceName)
  return { type: 'grpc', serviceName: name, mode: mode || undefined, authority: authority || undefined }
}

/** A WebSocket whose path may carry `?ed=N`; a number that is none is refused. */
export function wsFromParts(
  path: string,
  host: string,
  ed: string,
  eh: string,
  issues: NodeIssues,
): WsTransport | undefined {
  let earlyData: number | undefined
  let cleanPath = path
  if (path.includes('ed=')) {
    const cut = cutEarlyData(path)
    if (cut === undefined) return issues.refuse('bad-value', 'path')
    cleanPath = cut.path
    earlyData = cut.earlyData
  }
  if (ed !== '') {
    earlyData = earlyDataSize(ed)
    if (earlyData === undefined) return issues.refuse('bad-value', 'ed')
  }
  if (eh !== '' && !earlyData) issues.note('field-ignored', 'eh')
  const comma = host.indexOf(',')
  return {
    type: 'ws',
    path: linkPath(cleanPath, issues),
    host: (comma < 0 ? host : host.slice(0, comma)).trim() || undefined,
    headers: undefined,
    earlyData: earlyData || undefined,
    earlyDataHeader: earlyData ? eh || EARLY_DATA_HEADER : undefined,
  }
}

/** `/ray?ed=2048&x=1` -> path `/ray?x=1`, early data 2048; undefined when the number is none. */
function cutEarlyData(path: string): { path: string; earlyData: number | undefined } | undefined {
  const question = path.indexOf('?')
  if (question < 0) return { path, earlyData: undefined }
  let earlyData: number | undefined
  const kept: string[] = []
  for (const pair of path.slice(question + 1).split('&')) {
    if (!pair.startsWith('ed=')) kept.push(pair)
    else {
      earlyData = earlyDataSize(pair.slice(3))
      if (earlyData === undefined) return undefined
    }
  }
  const base = path.slice(0, question) || '/'
  return { path: kept.length > 0 ? `${base}?${kept.join('&')}` : base, earlyData }
}

/** Bytes of early data of a config; what makes no sense there is none. */
function saneEarlyData(bytes: number | undefined): number | undefined {
  return bytes !== undefined && bytes > 0 && bytes <= MOST_EARLY_DATA ? bytes : undefined
}

/** Bytes of early data: decimal, at most a megabyte. */
function earlyDataSize(text: string): number | undefined {
  return /^\d{1,7}$/.test(text) && Number(text) <= MOST_EARLY_DATA ? Number(text) : undefined
}

/** The parameters of a link; the inverse of `transportFromQuery`. */
export function transportToQuery(
  transport: Transport | null,
  pairs: [string, string][],
  issues: NodeIssues,
  node?: XhttpNode,
): void {
  if (transport === null) {
    pairs.push(['type', 'tcp'])
    return
  }
  switch (transport.type) {
    case 'ws':
    case 'httpupgrade':
      pairs.push(['type', transport.type])
      if (transport.host) pairs.push(['host', transport.host])
      pairs.push(...Object.entries(earlyDataPath(transport, issues)))
      if (transport.headers) issues.note('field-ignored', 'headers')
      return
    case 'grpc':
      pairs.push(['type', 'grpc'])
      if (transport.serviceName) pairs.push(['serviceName', transport.serviceName])
      if (transport.mode) pairs.push(['mode', transport.mode])
      if (transport.authority) pairs.push(['authority', transport.authority])
      if (hasGrpcOptions(transport)) issues.note('field-ignored', 'grpc-opts')
      return
    case 'http':
      pairs.push(['type', 'tcp'], ['headerType', 'http'])
      if (transport.host.length > 0) pairs.push(['host', transport.host.join(',')])
      pairs.push(['path', transport.path.join(',')])
      if (transport.method) pairs.push(['method', transport.method])
      if (transport.headers) issues.note('field-ignored', 'headers')
      return
    case 'h2':
      pairs.push(['type', 'http'])
      if (transport.host.length > 0) pairs.push(['host', transport.host.join(',')])
      pairs.push(['path', transport.path])
      if (transport.method || transport.headers) issues.note('field-ignored', 'headers')
      return
    case 'xhttp':
      xhttpToQuery(transport, node, pairs, issues)
      return
    case 'kcp':
      pairs.push(['type', 'kcp'])
      if (transport.header) pairs.push(['headerType', transport.header])
      if (transport.seed) pairs.push(['seed', transport.seed])
      return
    case 'quic':
      pairs.push(['type', 'quic'])
      if (transport.security) pairs.push(['quicSecurity', transport.security])
      if (transport.key) pairs.push(['key', transport.key])
      if (transport.header) pairs.push(['headerType', transport.header])
  }
}

/** `path` with its `?ed=N`, and `eh` where the header is not the usual one. */
export function earlyDataPath(
  transport: WsTransport | HttpUpgradeTransport,
  issues: NodeIssues,
): { path: string; eh?: string } {
  const { path } = transport
  // sing-box takes it for a part of the path, a link for early data.
  if (cutEarlyData(path)?.path !== path) issues.note('field-ignored', 'path')
  if (transport.type === 'httpupgrade')
    return { path: transport.fastOpen ? withEarlyData(path, USUAL_EARLY_DATA) : path }
  if (!transport.earlyData) return { path }
  if (transport.earlyDataHeader === undefined) {
    // Early data in the path itself: links know only the header form.
    issues.note('field-ignored', 'max-early-data')
    return { path }
  }
  const full = withEarlyData(path, transport.earlyData)
  return transport.earlyDataHeader === EARLY_DATA_HEADER
    ? { path: full }
    : { path: full, eh: transport.earlyDataHeader }
}

const USUAL_EARLY_DATA = 2560

function withEarlyData(path: string, size: number): string {
  return `${path}${path.includes('?') ? '&' : '?'}ed=${size}`
}

const MIHOMO_OPTIONS = ['ws-opts', 'http-opts', 'h2-opts', 'grpc-opts', 'xhttp-opts', 'ws-path', 'ws-headers'] as const

/** The transport of a `proxies:` entry: `null` for raw TCP, undefined after a refusal. */
export function transportFromMihomo(entry: Fields, issues: NodeIssues): Transport | null | undefined {
  const transport = readMihomo(entry, issues)
  // mihomo decodes the options of the other networks too: what is not used must not be written again.
  for (const key of MIHOMO_OPTIONS) entry.raw(key)
  return transport
}

function readMihomo(entry: Fields, issues: NodeIssues): Transport | null | undefined {
  const network = entry.str('network') ?? ''
  switch (network) {
    case '':
    case 'tcp':
      return null
    case 'ws':
      return wsFromMihomo(entry)
    case 'grpc': {
      const opts = entry.map('grpc-opts')
      return {
        type: 'grpc',
        serviceName: grpcServiceName(opts?.text('grpc-service-name') ?? MIHOMO_SERVICE),
        userAgent: opts?.text('grpc-user-agent'),
        pingInterval: opts?.int('ping-interval'),
        maxConnections: opts?.int('max-connections'),
        minStreams: opts?.int('min-streams'),
        maxStreams: opts?.int('max-streams'),
      }
    }
    case 'http': {
      const opts = entry.map('http-opts')
      const { host = [], rest } = splitHost(listMap(opts?.raw('headers')))
      return { type: 'http', method: opts?.text('method'), path: opts?.list('path') ?? ['/'], host, headers: rest }
    }
    case 'h2': {
      const opts = entry.map('h2-opts')
      return { type: 'h2', path: withSlash(opts?.str('path') ?? ''), host: opts?.list('host') ?? [] }
    }
    case 'xhttp':
      return xhttpFromMihomo(entry, issues)
    default:
      // mihomo takes any other word and means raw TCP; whoever wrote it meant something else.
      return issues.refuse('bad-value', 'network', { value: network.slice(0, 40) })
  }
}

function wsFromMihomo(entry: Fields): Transport {
  const opts = entry.map('ws-opts')
  const headers = opts?.texts('headers') ?? entry.texts('ws-headers')
  const { host, rest } = splitHost(headers)
  const spelled = opts?.str('path') ?? entry.str('ws-path') ?? ''
  // A number that is none stays in the path, as mihomo has it.
  const cut = spelled.includes('ed=') ? cutEarlyData(spelled) : undefined
  const path = withSlash(cut?.path ?? spelled)
  const earlyData = saneEarlyData(opts?.int('max-early-data') || cut?.earlyData)
  const header = opts?.text('early-data-header-name')
  const fastOpen = opts?.bool('v2ray-http-upgrade-fast-open')
  const usedHost = asciiName(host?.trim() ?? '') || undefined
  if (opts?.bool('v2ray-http-upgrade'))
    return { type: 'httpupgrade', path, host: usedHost, headers: rest, fastOpen: fastOpen || undefined }
  return {
    type: 'ws',
    path,
    host: usedHost,
    headers: rest,
    earlyData,
    earlyDataHeader: earlyData === undefined ? undefined : (header ?? (cut?.earlyData ? EARLY_DATA_HEADER : undefined)),
  }
}

/** Takes `Host` out of a header map. */
export function splitHost<T>(headers: Record<string, T> | undefined): {
  host: T | undefined
  rest: Record<string, T> | undefined
} {
  let host: T | undefined
  const rest: [string, T][] = []
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (name.toLowerCase() === 'host') host = value
    else rest.push([name, value])
  }
  return { host, rest: rest.length > 0 ? Object.fromEntries(rest) : undefined }
}

/** A map of headers with the list of values of each. */
export function listMap(value: unknown): Record<string, string[]> {
  if (!isRecord(value)) return { Host: [] }
  const pairs: [string, string[]][] = [['Host', []]]
  for (const [name, item] of Object.entries(value)) {
    const items = (Array.isArray(item) ? item : [item])
      .filter((text) => text !== null && typeof text !== 'object')
      .map(String)
    if (name.toLowerCase() === 'host') pairs[0] = ['Host', items]
    else pairs.push([name, items])
  }
  return Object.fromEntries(pairs)
}

export interface MihomoTransportStyle {
  /** `network` values that the type knows. */
  networks: ReadonlySet<string>
  /** The SNI or the server: what the client sends as Host when the link names none. */
  fallbackHost: string
}

/** Writes `network` and its options. False after a refusal. */
export function transportToMihomo(
  entry: MihomoProxy,
  transport: Transport,
  style: MihomoTransportStyle,
  issues: NodeIssues,
): boolean {
  const network = transport.type === 'httpupgrade' ? 'ws' : transport.type
  if (!style.networks.has(network)) {
    issues.refuse('transport-unsupported', 'type', { value: transport.type })
    return false
  }
  if (!hasUsableHost(transport)) {
    issues.refuse('client-refuses', 'host')
    return false
  }
  entry['network'] = network
  switch (transport.type) {
    case 'ws': {
      const opts: JsonObject = {
        path: transport.path,
        headers: headersWithHost(transport.headers, transport.host ?? style.fallbackHost),
      }
      if (transport.earlyData) {
        opts['max-early-data'] = transport.earlyData
        if (transport.earlyDataHeader) opts['early-data-header-name'] = transport.earlyDataHeader
      }
      entry['ws-opts'] = opts
      return true
    }
    case 'httpupgrade': {
      const opts: JsonObject = {
        path: transport.path,
        headers: headersWithHost(transport.headers, transport.host ?? style.fallbackHost),
        'v2ray-http-upgrade': true,
      }
      if (transport.fastOpen) opts['v2ray-http-upgrade-fast-open'] = true
      entry['ws-opts'] = opts
      return true
    }
    case 'grpc':
      grpcToMihomo(entry, transport, issues)
      return true
    case 'http': {
      // mihomo percent-encodes the `?` of such a path.
      if (transport.path.some((path) => path.includes('?'))) issues.note('field-ignored', 'path')
      const opts: JsonObject = { method: transport.method ?? 'GET', path: transport.path }
      if (transport.host.length > 0 || transport.headers) {
        opts['headers'] = { ...(transport.host.length > 0 && { Host: transport.host }), ...transport.headers }
      }
      entry['http-opts'] = opts
      return true
    }
    case 'h2':
      if (transport.path.includes('?')) issues.note('field-ignored', 'path')
      if (transport.headers || (transport.method !== undefined && transport.method !== 'PUT'))
        issues.note('field-ignored', 'headers')
      entry['h2-opts'] = {
        host: transport.host.length > 0 ? transport.host : [style.fallbackHost],
        path: transport.path,
      }
      return true
    case 'xhttp':
      return xhttpToMihomo(entry, transport, issues)
    default:
      return true
  }
}

function grpcToMihomo(entry: MihomoProxy, transport: GrpcTransport, issues: NodeIssues): void {
  const opts: JsonObject = { 'grpc-service-name': mihomoServiceName(transport.serviceName) }
  if (transport.userAgent !== undefined) opts['grpc-user-agent'] = transport.userAgent
  if (transport.pingInterval !== undefined) opts['ping-interval'] = transport.pingInterval
  if (transport.maxConnections !== undefined) opts['max-connections'] = transport.maxConnections
  if (transport.minStreams !== undefined) opts['min-streams'] = transport.minStreams
  if (transport.maxStreams !== undefined) opts['max-streams'] = transport.maxStreams
  entry['grpc-opts'] = opts
  if (transport.mode !== undefined && transport.mode !== 'gun') issues.note('field-ignored', 'mode')
  if (transport.authority !== undefined) issues.note('field-ignored', 'authority')
}

function headersWithHost(headers: Record<string, string> | undefined, host: string): Record<string, string> {
  return headers === undefined ? { Host: host } : { Host: host, ...headers }
}

/** The `transport` object of a sing-box outbound: `null` for raw TCP, undefined after a refusal. */
export function transportFromSingbox(
  opts: Fields | undefined,
  tls: Tls | null,
  issues: NodeIssues,
): Transport | null | undefined {
  const type = opts?.str('type') ?? ''
  if (!opts || type === '') return null
  switch (type) {
    case 'ws': {
      const { host, rest } = splitHost(opts.texts('headers'))
      const spelled = opts.int('max-early-data')
      const earlyData = saneEarlyData(spelled)
      if (spelled && earlyData === undefined) opts.leave('max_early_data', spelled)
      const header = opts.text('early-data-header-name')
      return {
        type: 'ws',
        path: withSlash(opts.str('path') ?? ''),
        host,
        headers: rest,
        earlyData,
        earlyDataHeader: earlyData === undefined ? undefined : header,
      }
    }
    case 'httpupgrade': {
      const { rest } = splitHost(opts.texts('headers'))
      return { type: 'httpupgrade', path: withSlash(opts.str('path') ?? ''), host: opts.text('host'), headers: rest }
    }
    case 'grpc':
      return { type: 'grpc', serviceName: opts.str('service-name') ?? '' }
    case 'quic':
      return { type: 'quic' }
    case 'http': {
      const { host = [], rest } = splitHost(listMap(opts.raw('headers')))
      const hosts = opts.list('host') ?? host
      const path = withSlash(opts.str('path') ?? '')
      const method = opts.text('method')
      if (tls) return { type: 'h2', path, host: hosts, method, headers: rest }
      return { type: 'http', path: [path], host: hosts, method: method ?? 'PUT', headers: rest }
    }
    default:
      return issues.refuse('bad-value', 'transport.type', { value: type.slice(0, 40) })
  }
}

/** ALPN that a sing-box transport insists on: docs/formats/tls.md, "ALPN". */
export function singboxAlpn(transport: Transport | null): string | undefined {
  switch (transport?.type) {
    case 'ws':
    case 'httpupgrade':
      return 'http/1.1'
    case 'grpc':
    case 'h2':
      return 'h2'
    default:
      return undefined
  }
}

/** The `transport` object of a sing-box outbound; undefined after a refusal. */
export function transportToSingbox(
  transport: Transport,
  tls: Tls | null,
  server: string,
  issues: NodeIssues,
): SingboxOutbound | undefined {
  const refused = () => issues.refuse('transport-unsupported', 'type', { value: transport.type })
  if (!hasUsableHost(transport)) return issues.refuse('client-refuses', 'host')
  switch (transport.type) {
    case 'ws': {
      if (!isSingboxPath(transport.path)) return issues.refuse('transport-unsupported', 'path')
      const out: SingboxOutbound = {
        type: 'ws',
        path: transport.path,
        headers: headersWithHost(transport.headers, transport.host ?? tls?.sni ?? server),
      }
      if (transport.earlyData) {
        out['max_early_data'] = transport.earlyData
        if (transport.earlyDataHeader) out['early_data_header_name'] = transport.earlyDataHeader
      }
      return out
    }
    case 'httpupgrade': {
      if (!isSingboxPath(transport.path)) return issues.refuse('transport-unsupported', 'path')
      if (transport.fastOpen) issues.note('field-ignored', 'ed')
      const out: SingboxOutbound = {
        type: 'httpupgrade',
        host: transport.host ?? tls?.sni ?? server,
        path: transport.path,
      }
      if (transport.headers) out['headers'] = transport.headers
      return out
    }
    case 'grpc':
      // A custom path has no form: sing-box escapes the slashes of a service name.
      if (isGrpcPath(transport.serviceName)) return issues.refuse('transport-unsupported', 'serviceName')
      if (transport.mode !== undefined && transport.mode !== 'gun') issues.note('field-ignored', 'mode')
      if (transport.authority !== undefined) issues.note('field-ignored', 'authority')
      if (hasGrpcOptions(transport)) issues.note('field-ignored', 'grpc-opts')
      return { type: 'grpc', service_name: transport.serviceName }
    case 'http': {
      if (tls) return issues.refuse('transport-unsupported', 'headerType')
      const path = transport.path[0] ?? '/'
      if (!isSingboxPath(path)) return issues.refuse('transport-unsupported', 'path')
      issues.note('field-ignored', 'headerType')
      const out: SingboxOutbound = {
        type: 'http',
        host: transport.host.length > 0 ? transport.host : [server],
        path,
        method: transport.method ?? 'GET',
      }
      if (transport.headers) out['headers'] = transport.headers
      return out
    }
    case 'h2':
      return h2ToSingbox(transport, tls, server, issues)
    case 'quic':
      if (transport.key !== undefined || (transport.header !== undefined && transport.header !== 'none'))
        return refused()
      if (transport.security !== undefined && transport.security !== 'none') return refused()
      if (!tls) return refused()
      return { type: 'quic' }
    default:
      return refused()
  }
}

function h2ToSingbox(
  transport: H2Transport,
  tls: Tls | null,
  server: string,
  issues: NodeIssues,
): SingboxOutbound | undefined {
  // Without TLS sing-box would speak HTTP/1.1.
  if (!tls) return issues.refuse('transport-unsupported', 'type', { value: 'h2' })
  if (!isSingboxPath(transport.path)) return issues.refuse('transport-unsupported', 'path')
  const out: SingboxOutbound = {
    type: 'http',
    host: transport.host.length > 0 ? transport.host : [tls.sni ?? server],
    path: transport.path,
  }
  if (transport.method !== undefined) out['method'] = transport.method
  if (transport.headers) out['headers'] = transport.headers
  return out
}

/**
 * sing-box starts with a Host of blanks, slashes or quotes; on ws and http its server then answers 400 to every request
 * (seen on 1.14.1; on httpupgrade it lets them pass). No site has such a name, so all transports refuse it. Behind a
 * line break would stand a header of somebody else's choice.
 */
function hasUsableHost(transport: Transport): boolean {
  if (!('host' in transport) || transport.host === undefined) return true
  return typeof transport.host === 'string' ? isHeaderHost(transport.host) : transport.host.every(isHeaderHost)
}

/** `cdn.example.com`: a Host that an HTTP server does not answer with 400. */
export function isHeaderHost(host: string): boolean {
  return !BROKEN_HOST.test(host)
}

/** sing-box sends `?` as `%3F` and refuses broken escapes. */
function isSingboxPath(path: string): boolean {
  return !path.includes('?') && !/%(?![0-9a-f]{2})/i.test(path) && !path.includes('#')
}

/**
 * The SNI that exporters expect when the link names none: on ws and httpupgrade the Host, unless it is an address. On
 * grpc the authority, where the server is an address: its TLS would carry no name at all.
 */
export function defaultSni(tls: Tls | null, transport: Transport | null, server = ''): Tls | null {
  // A node object of the caller's may have no transport at all.
  if (tls === null || tls.sni !== undefined || !transport) return tls
  if (transport.type === 'grpc' && transport.authority !== undefined && isIp(server)) {
    const name = asciiName(transport.authority)
    return isIp(name) || usableHost(name) === undefined ? tls : { ...tls, sni: name }
  }
  if (transport.type !== 'ws' && transport.type !== 'httpupgrade') return tls
  const { host } = transport
  return host === undefined || host.includes(':') || isIp(host) ? tls : { ...tls, sni: host }
}

/**
 * The TLS of a link. Where it names no SNI, readers take the Host for it (see `defaultSni`): the server is spelled out, and
 * where that is an address the Host is what such a link means.
 */
export function linkTls(tls: Tls | null, transport: Transport | null, server: string, issues: NodeIssues): Tls | null {
  const read = defaultSni(tls, transport, server)
  if (tls === null || read === null || read.sni === tls.sni) return tls
  if (!isIp(server)) return { ...tls, sni: server }
  issues.note('value-defaulted', 'sni', { value: read.sni ?? '' })
  return tls
}

/**
 * The SNI of an outbound of sing-box or Xray that names none is its server, also behind another Host. mihomo would take
 * the Host, so the name is spelled out.
 */
export function keepServerSni(tls: Tls | null, transport: Transport | null, server: string): Tls | null {
  if (tls === null || tls.sni !== undefined || transport === null) return tls
  if (transport.type !== 'ws' && transport.type !== 'httpupgrade') return tls
  return transport.host === undefined || transport.host === server || isIp(server) ? tls : { ...tls, sni: server }
}

/** HTTP/3 is a name for QUIC alone: over TCP it is left out and reported. */
export function withoutH3(tls: Tls, transport: Transport | null, issues: NodeIssues): Tls {
  if (transport?.type === 'xhttp') return xhttpTls(tls, issues)
  if (!tls.alpn?.includes('h3') || transport?.type === 'quic') return tls
  issues.note('alpn-unsupported', 'alpn', { value: 'h3' })
  const alpn = tls.alpn.filter((name) => name !== 'h3')
  return { ...tls, alpn: alpn.length > 0 ? alpn : undefined }
}
