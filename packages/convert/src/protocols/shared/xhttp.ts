import type { NodeIssues } from '../../model/issue.ts'
import type { Query } from '../../link/query.ts'
import { parsePort } from '../../link/uri-link.ts'
import { Fields, isYes } from '../../model/fields.ts'
import type { Tls, XhttpTransport } from '../../model/node.ts'
import { standardBase64 } from '../../text/base64.ts'
import { readJsonObject } from '../../text/json.ts'
import type { MihomoProxy } from '../protocol.ts'
import { cleanHost } from './address.ts'
import { DEFAULT_FINGERPRINT, echOf, echText, fingerprint, isRealityKey, isShortId, pinOf, urlSafeKey } from './tls.ts'
import { isRecord, recordOf, type JsonObject } from '../../text/record.ts'

/**
 * XHTTP (mihomo: vless only): docs/formats/transports.md, "XHTTP". The node keeps the options in mihomo's spelling; links
 * hold them as JSON in `extra`, in Xray's.
 */

export const XHTTP_MODES = new Set(['auto', 'stream-one', 'stream-up', 'packet-up'])
const MAX_EXTRA = 65_536

/**
 * `range` is positive, of `upper` only the upper bound has to be, `open` may be 0 (unlimited); all are texts in mihomo.
 */
type Kind = 'text' | 'bool' | 'range' | 'upper' | 'open' | 'int'

/** mihomo's key, the kind of its value, Xray's key and older names of it. */
export const XHTTP_OPTIONS: readonly (readonly [key: string, kind: Kind, xray: string, ...aliases: string[]])[] = [
  ['no-grpc-header', 'bool', 'noGRPCHeader'],
  ['x-padding-bytes', 'range', 'xPaddingBytes'],
  ['x-padding-obfs-mode', 'bool', 'xPaddingObfsMode'],
  ['x-padding-key', 'text', 'xPaddingKey'],
  ['x-padding-header', 'text', 'xPaddingHeader'],
  ['x-padding-placement', 'text', 'xPaddingPlacement'],
  ['x-padding-method', 'text', 'xPaddingMethod'],
  ['uplink-http-method', 'text', 'uplinkHTTPMethod'],
  ['session-placement', 'text', 'sessionIDPlacement', 'sessionPlacement'],
  ['session-key', 'text', 'sessionIDKey', 'sessionKey'],
  ['session-table', 'text', 'sessionIDTable', 'sessionTable'],
  ['session-length', 'range', 'sessionIDLength', 'sessionLength'],
  ['seq-placement', 'text', 'seqPlacement'],
  ['seq-key', 'text', 'seqKey'],
  ['uplink-data-placement', 'text', 'uplinkDataPlacement'],
  ['uplink-data-key', 'text', 'uplinkDataKey'],
  ['uplink-chunk-size', 'upper', 'uplinkChunkSize'],
  ['sc-max-each-post-bytes', 'upper', 'scMaxEachPostBytes'],
  ['sc-min-posts-interval-ms', 'upper', 'scMinPostsIntervalMs'],
]

export const XHTTP_REUSE: readonly (readonly [key: string, kind: Kind, xray: string])[] = [
  ['max-concurrency', 'open', 'maxConcurrency'],
  ['max-connections', 'open', 'maxConnections'],
  ['c-max-reuse-times', 'open', 'cMaxReuseTimes'],
  ['h-max-request-times', 'open', 'hMaxRequestTimes'],
  ['h-max-reusable-secs', 'open', 'hMaxReusableSecs'],
  ['h-keep-alive-period', 'int', 'hKeepAlivePeriod'],
]

/** Names before Xray 26.6.22, which knows only the new ones: with both, all versions find the session. */
const OLD_NAMES = [
  ['session-placement', 'sessionPlacement'],
  ['session-key', 'sessionKey'],
] as const

/** Keys of `extra` in lower case (Go reads JSON keys without case). */
const XRAY_KEYS = new Map<string, readonly [key: string, kind: Kind, isAlias: boolean]>()
for (const [key, kind, xray, ...aliases] of XHTTP_OPTIONS) {
  XRAY_KEYS.set(xray.toLowerCase(), [key, kind, false])
  for (const name of aliases) XRAY_KEYS.set(name.toLowerCase(), [key, kind, true])
}
const XRAY_REUSE = new Map(XHTTP_REUSE.map(([key, kind, xray]) => [xray.toLowerCase(), [key, kind] as const]))

/** What only a server looks at. */
const SERVER_KEYS = new Set(['nosseheader', 'scmaxbufferedposts', 'scstreamupserversecs', 'servermaxheaderbytes'])

/** The transport of a link; what of `extra` cannot be used is left out and reported. */
export function xhttpFromQuery(query: Query, issues: NodeIssues): XhttpTransport {
  let options: JsonObject | undefined
  let headers: Record<string, string> | undefined
  let extra: string | undefined
  let { host, path } = query
  let mode = query.mode
  if (host === '' && query.obfsParam !== '') {
    const json = readJsonObject(query.obfsParam)
    const box = { host: '' }
    if (json === undefined) host = query.obfsParam
    else headers = headersOf(json, box)
    host ||= box.host
  }
  if (query.extra !== '') {
    const spelled = query.extra.length <= MAX_EXTRA ? readableJson(query.extra) : undefined
    const json = spelled === undefined ? undefined : readJsonObject(spelled)
    // Where the server wants what it says, nothing connects without it.
    if (json === undefined) issues.doubt('bad-json', 'extra')
    else {
      extra = spelled
      const read = readExtra(json, 'extra.', issues)
      headers = read.headers ?? headers
      host ||= read.host
      path ||= read.path
      mode ||= read.mode
      options = read.options
      if (read.download !== undefined) {
        const outer: Outer = { host, options: read.options, headers: read.headers, query }
        const download = readDownload(read.download, outer, issues)
        if (download !== undefined) options = { ...options, 'download-settings': download }
      }
    }
  }
  if (query.xPaddingBytes !== '') options = withPadding(options, query.xPaddingBytes, issues)
  if (path === '') issues.note('value-defaulted', 'path', { value: '/' })
  return {
    type: 'xhttp',
    path: slashed(path),
    host: host || undefined,
    mode: modeOf(mode, issues),
    headers,
    options: options !== undefined && Object.keys(options).length > 0 ? options : undefined,
    extra,
  }
}

/** JSON as it stands, or with the blanks that form encoding spells `+` (`urlencode(json.dumps(…))`). */
function readableJson(text: string): string | undefined {
  if (readJsonObject(text) !== undefined) return text
  const spaced = text.replaceAll('+', ' ')
  return spaced !== text && readJsonObject(spaced) !== undefined ? spaced : undefined
}

/** `x_padding_bytes` beside or in the place of `extra`, whose own value counts. */
function withPadding(options: JsonObject | undefined, text: string, issues: NodeIssues): JsonObject | undefined {
  const padding = rangeOf(text, 1, 1)
  if (padding === undefined) issues.note('bad-value', 'x_padding_bytes')
  else if (options?.['x-padding-bytes'] === undefined) return inOrder({ ...options, 'x-padding-bytes': padding })
  else if (options['x-padding-bytes'] !== padding) issues.note('field-ignored', 'x_padding_bytes')
  return options
}

/** The keys as the table has them: a node from a link has its keys in the order of one from a config. */
function inOrder(options: JsonObject): JsonObject {
  const sorted: JsonObject = {}
  for (const [key] of XHTTP_OPTIONS) if (options[key] !== undefined) sorted[key] = options[key]
  return { ...sorted, ...options }
}

function slashed(path: string): string {
  return path.startsWith('/') ? path : `/${path}`
}

function modeOf(text: string, issues: NodeIssues): string | undefined {
  if (text === '') return undefined
  const mode = text.trim().toLowerCase()
  if (XHTTP_MODES.has(mode)) return mode
  issues.note('bad-value', 'mode', { value: text.slice(0, 40) })
  return undefined
}

interface Extra {
  options: JsonObject
  headers: Record<string, string> | undefined
  download: JsonObject | undefined
  host: string
  path: string
  mode: string
}

function readExtra(json: JsonObject, place: string, issues: NodeIssues): Extra {
  const extra: Extra = { options: {}, headers: undefined, download: undefined, host: '', path: '', mode: '' }
  const found: JsonObject = {}
  const older: [key: string, value: unknown, name: string][] = []
  for (const key of Object.keys(json)) {
    const value = json[key]
    if (value === null || value === undefined) continue
    const name = key.toLowerCase()
    const known = XRAY_KEYS.get(name)
    if (known !== undefined) {
      const read = valueOf(value, known[1])
      if (read === undefined) issues.note('bad-value', place + key)
      else if (read !== '' && known[2]) older.push([known[0], read, key])
      else if (read !== '') found[known[0]] = read
    } else if (name === 'headers') {
      if (isRecord(value)) extra.headers = headersOf(value, extra)
      else issues.note('bad-value', place + key)
    } else if (name === 'xmux') {
      if (isRecord(value)) found['reuse-settings'] = reuseOf(value, XRAY_REUSE, place + 'xmux.', issues)
      else issues.note('bad-value', place + key)
    } else if (name === 'downloadsettings') {
      if (isRecord(value)) extra.download = value
      else issues.note('bad-value', place + key)
    } else if (name === 'host' || name === 'path' || name === 'mode') {
      if (typeof value === 'string' && value !== '') extra[name] ||= value
    } else if (name === 'extra' && isRecord(value)) {
      // Some panels put the whole `xhttpSettings` there.
      const inner = readExtra(value, place, issues)
      Object.assign(found, inner.options)
      extra.headers ??= inner.headers
      extra.download ??= inner.download
    } else if (!SERVER_KEYS.has(name)) issues.note('parameter-unknown', place + key.slice(0, 40))
  }
  // The newer of two names counts.
  for (const [key, value, name] of older) {
    found[key] ??= value
    if (found[key] !== value) issues.note('field-ignored', place + name)
  }
  dropWeakSession(found, place, issues)
  for (const [key] of XHTTP_OPTIONS) if (found[key] !== undefined) extra.options[key] = found[key]
  if (found['reuse-settings'] !== undefined) extra.options['reuse-settings'] = found['reuse-settings']
  return extra
}

/** The value in the kind that mihomo wants; undefined when it is none. */
function valueOf(value: unknown, kind: Kind): string | boolean | number | undefined {
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
    case 'bool':
      return typeof value === 'boolean'
        ? value
        : typeof value === 'string'
          ? isYes(value)
          : typeof value === 'number'
            ? value !== 0
            : undefined
    case 'int': {
      const number = typeof value === 'string' && /^[-+]?\d{1,10}$/.test(value.trim()) ? Number(value) : value
      return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
    }
    default:
      return rangeOf(value, kind === 'range' ? 1 : 0, kind === 'open' ? 0 : 1)
  }
}

/** `n`, `a-b` or Xray's `{"from":a,"to":b}` -> "n" or "a-b"; undefined below the bounds, reversed, or where it is no range. */
function rangeOf(value: unknown, leastFrom: number, leastTo: number): string | undefined {
  let from = Number.NaN
  let to = Number.NaN
  if (typeof value === 'number') from = to = value
  else if (typeof value === 'string') {
    const dash = value.indexOf('-')
    from = digits(dash < 0 ? value : value.slice(0, dash))
    to = dash < 0 ? from : digits(value.slice(dash + 1))
  } else if (isRecord(value)) {
    from = Number(value['from'] ?? Number.NaN)
    to = Number(value['to'] ?? Number.NaN)
  }
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < leastFrom || to < leastTo || from > to)
    return undefined
  return from === to ? String(from) : `${from}-${to}`
}

function digits(text: string): number {
  const trimmed = text.trim()
  return /^\+?\d{1,16}$/.test(trimmed) ? Number(trimmed) : Number.NaN
}

/** A map of texts. A Host among them is the transport's host. */
function headersOf(value: JsonObject, extra: { host: string }): Record<string, string> | undefined {
  const pairs: [string, string][] = []
  for (const name of Object.keys(value)) {
    const given = value[name]
    const item: unknown = Array.isArray(given) ? given[0] : given
    if (typeof item !== 'string' && typeof item !== 'number' && typeof item !== 'boolean') continue
    if (name.toLowerCase() === 'host') extra.host ||= String(item)
    else pairs.push([name, String(item)])
  }
  return pairs.length > 0 ? Object.fromEntries(pairs) : undefined
}

function reuseOf(
  value: JsonObject,
  keys: ReadonlyMap<string, readonly [key: string, kind: Kind]>,
  place: string,
  issues: NodeIssues,
): JsonObject {
  const found: JsonObject = {}
  for (const key of Object.keys(value)) {
    if (value[key] === null) continue
    const known = keys.get(key.toLowerCase().replaceAll('_', '-'))
    if (known === undefined) {
      issues.note('parameter-unknown', place + key.slice(0, 40))
      continue
    }
    const read = valueOf(value[key], known[1])
    if (read === undefined) issues.note('bad-value', place + key)
    else found[known[0]] = read
  }
  const out: JsonObject = {}
  for (const [key] of XHTTP_REUSE) if (found[key] !== undefined) out[key] = found[key]
  return out
}

/** mihomo wants 2^31 ids or more, counted from the letters of the table's name. */
function dropWeakSession(options: JsonObject, place: string, issues: NodeIssues): void {
  const table = options['session-table']
  if (typeof table !== 'string') return
  const isAscii = /^[ -~]*$/.test(table)
  const length = options['session-length']
  const shortest = typeof length === 'string' ? Number.parseInt(length, 10) : undefined
  if (!isAscii) {
    delete options['session-table']
    delete options['session-length']
    issues.note('bad-value', place + 'session-table')
  } else if (shortest !== undefined && shortest * Math.log2(table.length) < 31) {
    delete options['session-length']
    issues.note('bad-value', place + 'session-length')
  }
}

interface Outer {
  host: string
  options: JsonObject
  headers: Record<string, string> | undefined
  query: Query
}

/** Settings of a kind of TLS that `security` does not name say nothing. */
const UNUSED_SECURITY: ReadonlySet<string> = new Set(['tlssettings', 'realitysettings'])

/**
 * Xray's `downloadSettings` stand alone, while mihomo takes from the node what is absent: what the node has and the
 * download has not is switched off.
 */
function readDownload(json: JsonObject, outer: Outer, issues: NodeIssues): JsonObject | undefined {
  const { query } = outer
  const settings = new Fields(json, issues, 'downloadSettings.')
  const wrong = (field: string): undefined => {
    issues.note('bad-value', `downloadSettings.${field}`)
    return undefined
  }
  const [method, older] = [settings.text('method'), settings.text('network')]
  const network = (method ?? older ?? 'xhttp').toLowerCase()
  if (network !== 'xhttp' && network !== 'splithttp') return wrong('network')
  const security = (settings.text('security') ?? 'none').toLowerCase()
  if (security !== 'none' && security !== 'tls' && security !== 'reality') return wrong('security')
  // Panels of V2Board write Clash's words: `server`, `servername`, and the path beside them.
  const address = settings.text('address', 'server')
  const server = cleanHost(address ?? '')
  // Xray ends at the first connection without one. The server of the node is another way in.
  if (server === undefined) return wrong('address')
  const portText = settings.str('port')
  const port = portText === undefined ? undefined : parsePort(portText)
  if (port === 0) return wrong('port')

  const out: JsonObject = {}
  const inner = new Fields(
    lowerKeys(recordOf(settings.raw('xhttpsettings', 'splithttpsettings'))),
    issues,
    'downloadSettings.xhttpSettings.',
  )
  const more = readExtra(Object.fromEntries(Object.entries(inner.rest() ?? {})), 'downloadSettings.', issues)
  const path = more.path || (settings.text('path') ?? '')
  if (path !== '') out['path'] = slashed(path)
  const tls = lowerKeys(recordOf(settings.raw(security === 'reality' ? 'realitysettings' : 'tlssettings')))
  const tlsFields = new Fields(tls, issues, 'downloadSettings.')
  const servername = tlsFields.text('servername') ?? settings.text('servername', 'sni') ?? server
  const host =
    (more.host || settings.text('host')) ??
    (outer.host !== '' ? (security === 'none' ? server : servername) : undefined)
  if (host !== undefined && host !== outer.host) out['host'] = host
  if (more.headers !== undefined && JSON.stringify(more.headers) !== JSON.stringify(outer.headers))
    out['headers'] = more.headers
  const reuse = more.options['reuse-settings']
  if (reuse !== undefined) out['reuse-settings'] = reuse
  for (const [key] of XHTTP_OPTIONS) {
    if (more.options[key] !== undefined && more.options[key] !== outer.options[key])
      issues.note('field-ignored', `downloadSettings.${key}`)
  }
  if (settings.raw('sockopt') !== undefined) issues.note('field-ignored', 'downloadSettings.sockopt')
  for (const key of Object.keys(settings.rest() ?? {}))
    if (!UNUSED_SECURITY.has(key.toLowerCase()))
      issues.note('parameter-unknown', `downloadSettings.${key.slice(0, 40)}`)
  out['server'] = server
  if (port !== undefined) out['port'] = port

  const isOuterTls = hasTls(query)
  const outerReality = isOuterTls && query.pbk !== ''
  if (security === 'none') {
    out['tls'] = false
    // Xray speaks HTTP/1.1 without TLS.
    out['alpn'] = ['http/1.1']
    if (outerReality) out['reality-opts'] = { 'public-key': '' }
    return out
  }
  out['tls'] = true
  const alpn = security === 'tls' ? tlsFields.list('alpn') : undefined
  if (alpn !== undefined) out['alpn'] = alpn
  else if (isOuterTls && query.alpn !== '' && !query.alpn.includes(',')) out['alpn'] = ['h2']
  if (servername !== undefined) out['servername'] = servername
  const fpText = tlsFields.text('fingerprint')
  const fp = fpText === undefined ? undefined : fingerprint(fpText, issues)
  if (fp !== undefined) out['client-fingerprint'] = fp
  else if (security === 'reality' && (!isOuterTls || query.fp === '')) out['client-fingerprint'] = DEFAULT_FINGERPRINT
  if (security === 'reality') {
    const publicKey = tlsFields.text('publickey', 'password')
    if (publicKey === undefined) return wrong('realitySettings.publicKey')
    const reality: JsonObject = { 'public-key': urlSafeKey(publicKey) }
    const shortId = tlsFields.text('shortid')
    if (shortId !== undefined) reality['short-id'] = shortId
    out['reality-opts'] = reality
    return out
  }
  if (outerReality) out['reality-opts'] = { 'public-key': '' }
  const insecure = tlsFields.bool('allowinsecure') ?? false
  const outerInsecure = isOuterTls && (isYes(query.insecure) || (query.verify !== '' && !isYes(query.verify)))
  if (insecure) issues.note('certificate-unchecked', 'downloadSettings.allowInsecure')
  if (insecure !== outerInsecure) out['skip-cert-verify'] = insecure
  const echSpelled = tlsFields.text('echconfiglist')
  const ech = echSpelled === undefined ? undefined : echOf(echSpelled, issues)
  if (ech !== undefined) {
    const opts: JsonObject = { enable: true }
    if (ech.config !== undefined) opts['config'] = ech.config
    if (ech.queryName !== undefined) opts['query-server-name'] = ech.queryName
    if (ech.doh !== undefined) issues.note('field-ignored', 'downloadSettings.echConfigList')
    out['ech-opts'] = opts
  } else if (isOuterTls && query.ech !== '') out['ech-opts'] = { enable: false }
  const pinText = tlsFields.text('pinnedpeercertsha256')
  const pin = pinText === undefined ? undefined : pinOf(pinText, issues, !insecure)
  if (pin !== undefined) out['fingerprint'] = pin
  else if (isOuterTls && query.pin !== '') out['fingerprint'] = ''
  const vcn = tlsFields.text('verifypeercertbyname')
  if (vcn !== undefined) out['name-cert-verify'] = vcn
  return out
}

/** Whether the node of a link has TLS that its download would inherit. */
function hasTls(query: Query): boolean {
  const security = query.security.toLowerCase().trim()
  if (security !== '') return security !== 'none'
  return query.pbk !== '' || isYes(query.tls) || query.tls === 'tls'
}

function lowerKeys(value: JsonObject): JsonObject {
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toLowerCase(), item]))
}

/** What a download inherits when it is written for Xray. */
export interface XhttpNode {
  server: string
  port: number
  tls: Tls | null
}

/** The parameters of a link; the inverse of `xhttpFromQuery`. */
export function xhttpToQuery(
  transport: XhttpTransport,
  node: XhttpNode | undefined,
  pairs: [string, string][],
  issues: NodeIssues,
): void {
  // Without TLS a link means HTTP/1.1.
  if (transport.h2c) issues.note('field-ignored', 'alpn', { value: 'h2' })
  pairs.push(['type', 'xhttp'])
  if (transport.host) pairs.push(['host', transport.host])
  pairs.push(['path', transport.path])
  if (transport.mode) pairs.push(['mode', transport.mode])
  if (transport.extra !== undefined) pairs.push(['extra', transport.extra])
  else {
    const extra = xhttpExtra(transport, node)
    if (Object.keys(extra).length > 0) pairs.push(['extra', JSON.stringify(extra)])
  }
}

/** What a node says besides host, path and mode, in Xray's words. */
export function xhttpExtra(transport: XhttpTransport, node: XhttpNode | undefined): JsonObject {
  const json: JsonObject = {}
  if (transport.headers) json['headers'] = transport.headers
  const options = transport.options ?? {}
  for (const [key, , xray] of XHTTP_OPTIONS) if (options[key] !== undefined) json[xray] = options[key]
  for (const [key, xray] of OLD_NAMES) if (options[key] !== undefined) json[xray] = options[key]
  if (isRecord(options['reuse-settings'])) json['xmux'] = xmuxOf(options['reuse-settings'])
  if (isRecord(options['download-settings']))
    json['downloadSettings'] = downloadOf(options['download-settings'], transport, node)
  return json
}

function xmuxOf(reuse: JsonObject): JsonObject {
  const out: JsonObject = {}
  for (const [key, , xray] of XHTTP_REUSE) if (reuse[key] !== undefined) out[xray] = reuse[key]
  return out
}

/** Xray's download stands alone: what mihomo inherits is spelled out. */
function downloadOf(download: JsonObject, transport: XhttpTransport, node: XhttpNode | undefined): JsonObject {
  const tls = node?.tls ?? null
  const ownReality = isRecord(download['reality-opts']) ? download['reality-opts'] : undefined
  const publicKey = ownReality ? ownReality['public-key'] : tls?.reality?.publicKey
  const isTls = download['tls'] ?? tls !== null
  const security = !isTls ? 'none' : publicKey ? 'reality' : 'tls'
  const out: JsonObject = {
    address: download['server'] ?? node?.server,
    port: download['port'] ?? node?.port,
    network: 'xhttp',
    security,
  }
  const serverName = download['servername'] ?? tls?.sni ?? node?.server
  const fp = download['client-fingerprint'] ?? tls?.fingerprint
  if (security === 'tls') {
    const settings: JsonObject = { serverName }
    const alpn = download['alpn'] ?? tls?.alpn
    if (alpn !== undefined) settings['alpn'] = alpn
    if (fp) settings['fingerprint'] = fp
    if (download['skip-cert-verify'] ?? tls?.insecure) settings['allowInsecure'] = true
    const pin = download['fingerprint'] ?? tls?.certificatePin
    if (pin) settings['pinnedPeerCertSha256'] = pin
    const ech = isRecord(download['ech-opts']) ? download['ech-opts'] : undefined
    if (ech?.['enable'] === true && typeof ech['config'] === 'string') settings['echConfigList'] = ech['config']
    else if (ech === undefined && tls?.ech) settings['echConfigList'] = echText(tls.ech)
    out['tlsSettings'] = settings
  } else if (security === 'reality') {
    const shortId = ownReality ? ownReality['short-id'] : tls?.reality?.shortId
    out['realitySettings'] = {
      serverName,
      publicKey,
      ...(shortId !== undefined && { shortId }),
      fingerprint: fp ?? DEFAULT_FINGERPRINT,
    }
  }
  const settings: JsonObject = { path: download['path'] ?? transport.path }
  const host = download['host'] ?? transport.host
  if (host) settings['host'] = host
  const extra: JsonObject = {}
  const headers = download['headers'] ?? transport.headers
  if (headers) extra['headers'] = headers
  if (isRecord(download['reuse-settings'])) extra['xmux'] = xmuxOf(download['reuse-settings'])
  if (Object.keys(extra).length > 0) settings['extra'] = extra
  out['xhttpSettings'] = settings
  return out
}

const MIHOMO_REUSE = new Map(XHTTP_REUSE.map(([key, kind]) => [key, [key, kind] as const]))

/** The transport of a `proxies:` entry; what mihomo would refuse is left out and reported. */
export function xhttpFromMihomo(entry: Fields, issues: NodeIssues): XhttpTransport {
  const opts = entry.map('xhttp-opts')
  if (opts === undefined) return { type: 'xhttp', path: '/' }
  const hostBox = { host: opts.text('host') ?? '' }
  const headers = headersOf(opts.texts('headers') ?? {}, hostBox)
  const options: JsonObject = {}
  for (const [key, kind] of XHTTP_OPTIONS) {
    const value = opts.raw(key)
    if (value === undefined || value === '') continue
    const read = valueOf(value, kind)
    if (read === undefined) issues.note('bad-value', `xhttp-opts.${key}`)
    else options[key] = read
  }
  dropWeakSession(options, 'xhttp-opts.', issues)
  const reuse = opts.map('reuse-settings')
  if (reuse) options['reuse-settings'] = reuseOf(reuse.rest() ?? {}, MIHOMO_REUSE, 'xhttp-opts.reuse-settings.', issues)
  const download = opts.map('download-settings')
  if (download) options['download-settings'] = downloadFromMihomo(download, issues)
  const transport: XhttpTransport = {
    type: 'xhttp',
    path: slashed(opts.str('path') ?? ''),
    host: hostBox.host || undefined,
    mode: modeOf(opts.str('mode') ?? '', issues),
    headers,
    options: Object.keys(options).length > 0 ? options : undefined,
  }
  for (const key of Object.keys(opts.rest() ?? {})) issues.note('field-ignored', `xhttp-opts.${key.slice(0, 40)}`)
  opts.forget()
  return transport
}

function downloadFromMihomo(download: Fields, issues: NodeIssues): JsonObject {
  const out: JsonObject = {}
  const put = (key: string, value: unknown): void => {
    if (value !== undefined) out[key] = value
  }
  put('path', download.text('path'))
  put('host', download.text('host'))
  put('headers', download.texts('headers'))
  const reuse = download.map('reuse-settings')
  if (reuse)
    put('reuse-settings', reuseOf(reuse.rest() ?? {}, MIHOMO_REUSE, 'download-settings.reuse-settings.', issues))
  const server = download.text('server')
  put('server', server === undefined ? undefined : cleanHost(server))
  const port = download.str('port')
  if (port !== undefined && port !== '') {
    const number = parsePort(port)
    if (number === 0) issues.note('bad-value', 'download-settings.port')
    else put('port', number)
  }
  put('tls', download.bool('tls'))
  put('alpn', download.list('alpn'))
  put('servername', download.text('servername', 'sni'))
  put('skip-cert-verify', download.bool('skip-cert-verify'))
  const fp = download.str('client-fingerprint')
  if (fp !== undefined) put('client-fingerprint', fp === '' ? '' : (fingerprint(fp, issues) ?? ''))
  const pin = download.str('fingerprint')
  if (pin !== undefined) put('fingerprint', pin === '' ? '' : pinOf(pin, issues, out['skip-cert-verify'] !== true))
  put('name-cert-verify', download.text('name-cert-verify'))
  const certificate = download.text('certificate')
  const privateKey = download.text('private-key')
  if (certificate !== undefined && privateKey !== undefined) {
    out['certificate'] = certificate
    out['private-key'] = privateKey
  }
  const reality = download.map('reality-opts')
  const publicKey = reality?.str('public-key')
  if (reality && publicKey !== undefined) {
    const opts: JsonObject = { 'public-key': publicKey === '' ? '' : urlSafeKey(publicKey) }
    const shortId = reality.text('short-id')
    if (shortId !== undefined) opts['short-id'] = shortId
    if (reality.bool('support-x25519mlkem768')) opts['support-x25519mlkem768'] = true
    out['reality-opts'] = opts
  }
  const ech = download.map('ech-opts')
  if (ech) {
    const opts: JsonObject = { enable: ech.bool('enable') ?? false }
    const config = ech.text('config')
    const standard = config === undefined ? undefined : standardBase64(config)
    if (config !== undefined && standard === undefined) issues.note('bad-value', 'download-settings.ech-opts.config')
    if (standard !== undefined) opts['config'] = standard
    const name = ech.text('query-server-name')
    if (name !== undefined) opts['query-server-name'] = name
    out['ech-opts'] = opts
  }
  for (const key of Object.keys(download.rest() ?? {}))
    issues.note('field-ignored', `download-settings.${key.slice(0, 40)}`)
  return out
}

/** Writes `xhttp-opts`. False after a refusal. */
export function xhttpToMihomo(entry: MihomoProxy, transport: XhttpTransport, issues: NodeIssues): boolean {
  const download = transport.options?.['download-settings']
  if (isRecord(download)) {
    // Xray refuses the pair, too.
    if (transport.mode === 'stream-one') {
      issues.refuse('client-refuses', 'mode', { reason: 'one-connection' })
      return false
    }
    if (download['reuse-settings'] !== undefined && transport.options?.['reuse-settings'] === undefined)
      issues.note('field-ignored', 'download-settings.reuse-settings', { reason: 'reuse-of-node' })
    const reality = download['reality-opts']
    if (isRecord(reality) && reality['public-key'] !== '') {
      if (!isRealityKey(String(reality['public-key']))) {
        issues.refuse('client-refuses', 'download-settings.public-key')
        return false
      }
      if (!isShortId(reality['short-id'])) {
        issues.refuse('client-refuses', 'download-settings.short-id')
        return false
      }
    }
  }
  // mihomo percent-encodes the `?` of such a path.
  if (transport.path.includes('?')) issues.note('field-ignored', 'path')
  const opts: JsonObject = { path: transport.path }
  if (transport.host !== undefined) opts['host'] = transport.host
  if (transport.mode !== undefined) opts['mode'] = transport.mode
  if (transport.headers !== undefined) opts['headers'] = transport.headers
  entry['xhttp-opts'] = transport.options === undefined ? opts : { ...opts, ...transport.options }
  return true
}

/**
 * The TLS that makes mihomo speak the HTTP version Xray would: with reality always HTTP/2, with a list of names too.
 * A lone `h3` is HTTP/3, a lone `http/1.1` is HTTP/1.1.
 */
export function xhttpTls(tls: Tls, issues: NodeIssues): Tls {
  const { alpn } = tls
  if (alpn === undefined) return tls
  if (tls.reality) {
    if (alpn.length > 1 || alpn[0] === 'h2') return tls
    issues.note('alpn-unsupported', 'alpn', { value: alpn[0] ?? '' })
    return { ...tls, alpn: undefined }
  }
  if (alpn.length === 1 || !alpn.includes('h3')) return tls
  issues.note('alpn-unsupported', 'alpn', { value: 'h3' })
  const rest = alpn.filter((name) => name !== 'h3')
  return { ...tls, alpn: rest.length === 1 && rest[0] === 'http/1.1' ? ['h2', 'http/1.1'] : rest }
}
