import type { NodeIssues } from '../../../model/issue.ts'
import type { Tls, XhttpTransport } from '../../../model/node.ts'
import type { XrayVersion } from '../../../model/xray-version.ts'
import { isRealityKey, isShortId } from '../../../protocols/shared/tls.ts'
import { xhttpExtra } from '../../../protocols/shared/xhttp.ts'
import { withoutHost } from './headers.ts'
import { isRecord, type JsonObject } from '../../../text/record.ts'

interface XhttpNode {
  server: string
  port: number
  tls?: Tls | null
  version: XrayVersion
}

/** Words that Xray knows for a field; it refuses the file for any other. */
const WORDS: readonly (readonly [key: string, words: readonly string[]])[] = [
  ['xPaddingPlacement', ['queryInHeader', 'cookie', 'header', 'query']],
  ['xPaddingMethod', ['repeat-x', 'tokenish']],
  ['sessionIDPlacement', ['path', 'cookie', 'header', 'query']],
  ['seqPlacement', ['path', 'cookie', 'header', 'query']],
  ['uplinkDataPlacement', ['auto', 'body', 'cookie', 'header']],
]

/** `xhttpSettings`; undefined after a refusal. */
export function xhttpSettings(transport: XhttpTransport, node: XhttpNode, issues: NodeIssues): JsonObject | undefined {
  const settings: JsonObject = { path: transport.path }
  if (transport.host !== undefined) settings['host'] = transport.host
  if (transport.mode !== undefined) settings['mode'] = transport.mode
  // Without TLS Xray speaks HTTP/1.1.
  if (transport.h2c) issues.note('field-ignored', 'alpn', { value: 'h2' })
  const extra = xhttpExtra(transport, { server: node.server, port: node.port, tls: node.tls ?? null })
  keepKnownWords(extra, transport.mode, issues)
  keepSession(extra, node.version, issues)
  if (isRecord(extra['headers'])) extra['headers'] = withoutHost(extra['headers'])
  if (isRecord(extra['xmux'])) extra['xmux'] = soundXmux(extra['xmux'], issues)
  const download = extra['downloadSettings']
  if (isRecord(download)) {
    if (transport.mode === 'stream-one') return issues.refuse('client-refuses', 'mode', { reason: 'one-connection' })
    const sound = soundDownload(download, issues)
    if (sound === undefined) return undefined
    extra['downloadSettings'] = sound
  }
  if (Object.keys(extra).length > 0) settings['extra'] = extra
  return settings
}

function keepKnownWords(extra: JsonObject, mode: string | undefined, issues: NodeIssues): void {
  const drop = (key: string) => {
    issues.note('bad-value', `extra.${key}`)
    delete extra[key]
    if (key === 'sessionIDPlacement') delete extra['sessionPlacement']
  }
  for (const [key, words] of WORDS)
    if (extra[key] !== undefined && !words.some((word) => word === extra[key])) drop(key)
  if (mode === 'packet-up') return
  const placement = extra['uplinkDataPlacement']
  if (placement === 'cookie' || placement === 'header') drop('uplinkDataPlacement')
  if (/^get$/i.test(String(extra['uplinkHTTPMethod']))) drop('uplinkHTTPMethod')
}

/** Xray chooses ids from a table since 26.6.22, and refuses one without lengths; before, it ignores both. */
function keepSession(extra: JsonObject, version: XrayVersion, issues: NodeIssues): void {
  const { sessionIDTable: table, sessionIDLength: length } = extra
  if (table === undefined && length === undefined) return
  const field = `extra.${table === undefined ? 'sessionIDLength' : 'sessionIDTable'}`
  if (version === '26.3') issues.note('version-too-old', field, { needs: '26.6' })
  else if (table === undefined || length === undefined) issues.note('field-ignored', field)
  else return
  delete extra['sessionIDTable']
  delete extra['sessionIDLength']
}

/** Xray refuses both limits beside each other. */
function soundXmux(xmux: JsonObject, issues: NodeIssues): JsonObject {
  if (!isLimit(xmux['maxConcurrency']) || !isLimit(xmux['maxConnections'])) return xmux
  issues.note('field-ignored', 'extra.xmux.maxConnections')
  const { maxConnections: _, ...rest } = xmux
  return rest
}

function isLimit(range: unknown): boolean {
  return range !== undefined && range !== 0 && range !== '0'
}

/** What the download says of TLS passes the same tests as the node's own. */
function soundDownload(download: JsonObject, issues: NodeIssues): JsonObject | undefined {
  const { tlsSettings, realitySettings } = download
  if (isRecord(realitySettings)) {
    if (!isRealityKey(String(realitySettings['publicKey'])))
      return issues.refuse('client-refuses', 'downloadSettings.publicKey')
    if (!isShortId(realitySettings['shortId'])) return issues.refuse('client-refuses', 'downloadSettings.shortId')
  }
  if (!isRecord(tlsSettings)) return download
  const { allowInsecure, ...rest } = tlsSettings
  if (allowInsecure && rest['pinnedPeerCertSha256'] === undefined)
    issues.doubt('certificate-checked', 'downloadSettings.allowInsecure')
  return { ...download, tlsSettings: rest }
}
