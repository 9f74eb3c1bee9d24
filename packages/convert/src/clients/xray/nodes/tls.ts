import type { NodeIssues } from '../../../model/issue.ts'
import type { Reality, Tls } from '../../../model/node.ts'
import { base64Size } from '../../../text/base64.ts'
import { isIp } from '../../../text/ip.ts'
import {
  DEFAULT_FINGERPRINT,
  echText,
  isRealityKey,
  isShortId,
  pinList,
  refuseXtls,
} from '../../../protocols/shared/tls.ts'
import type { JsonObject } from '../../../text/record.ts'

/** Where TLS runs. */
export interface TlsPlace {
  server: string
  /** Inside QUIC: no browser is imitated. */
  isQuic?: boolean
  /** `raw`, `grpc` or `xhttp` can carry REALITY. */
  carriesReality: boolean
}

/** No browser at all: the TLS of Go. */
export const PLAIN_GO = 'unsafe'

const FINGERPRINTS: ReadonlySet<string> = new Set([
  'chrome', 'firefox', 'safari', 'ios', 'android', 'edge', '360', 'qq', 'random', 'randomized', PLAIN_GO,
]) // oxfmt-ignore
/** Taken, and then no connection ever stands (measured). */
const DEAD_WITH_REALITY: ReadonlySet<string> = new Set(['android', '360'])
const MLDSA65_BYTES = 1952
const DEFAULT_DOH = 'https://1.1.1.1/dns-query'

/** Puts `security` and its settings into the stream settings. False after a refusal. */
export function addSecurity(out: JsonObject, tls: Tls, place: TlsPlace, issues: NodeIssues): boolean {
  if (tls.xtls) {
    refuseXtls(issues)
    return false
  }
  if (tls.certificate !== undefined || tls.privateKey !== undefined) issues.doubt('field-ignored', 'certificate')
  if (tls.disableSni) issues.note('field-ignored', 'disable_sni')
  return tls.reality ? addReality(out, tls, tls.reality, place, issues) : addTls(out, tls, place, issues)
}

function addTls(out: JsonObject, tls: Tls, { isQuic }: TlsPlace, issues: NodeIssues): boolean {
  const settings: JsonObject = {}
  if (tls.sni !== undefined) settings['serverName'] = tls.sni
  if (tls.alpn !== undefined) settings['alpn'] = tls.alpn
  if (tls.fingerprint !== undefined) {
    if (isQuic) issues.note('fp-unsupported', 'fp')
    else settings['fingerprint'] = browserOf(tls.fingerprint, issues)
  }
  // `allowInsecure` is refused since June 2026: only a pin stands in its place.
  if (tls.certificatePin !== undefined) settings['pinnedPeerCertSha256'] = pinList(tls)
  else if (tls.insecure) issues.doubt('certificate-checked', 'skip-cert-verify')
  if (tls.certificateName !== undefined) settings['verifyPeerCertByName'] = tls.certificateName
  if (tls.ech !== undefined) settings['echConfigList'] = echText(tls.ech) || DEFAULT_DOH
  out['security'] = 'tls'
  out['tlsSettings'] = settings
  return true
}

function addReality(out: JsonObject, tls: Tls, reality: Reality, place: TlsPlace, issues: NodeIssues): boolean {
  if (place.isQuic) issues.refuse('reality-unsupported', 'reality')
  else if (!place.carriesReality) issues.refuse('transport-unsupported', 'reality')
  else if (!isRealityKey(reality.publicKey)) issues.refuse('client-refuses', 'pbk')
  else if (!isShortId(reality.shortId)) issues.refuse('client-refuses', 'sid')
  // The address stands in for a missing name, and no server borrows a site by its address.
  else if (tls.sni === undefined && isIp(place.server)) issues.refuse('missing-field', 'sni')
  else {
    out['security'] = 'reality'
    out['realitySettings'] = realitySettings(tls, reality, issues)
    return true
  }
  return false
}

function realitySettings(tls: Tls, reality: Reality, issues: NodeIssues): JsonObject {
  const settings: JsonObject = {}
  if (tls.sni !== undefined) settings['serverName'] = tls.sni
  settings['publicKey'] = reality.publicKey
  if (reality.shortId !== undefined) settings['shortId'] = reality.shortId
  settings['fingerprint'] = realityBrowser(tls.fingerprint, issues)
  if (reality.spiderX !== undefined && reality.spiderX !== '/') {
    if (isSpiderPath(reality.spiderX)) settings['spiderX'] = reality.spiderX
    else issues.note('bad-value', 'spx')
  }
  if (reality.mldsa65 !== undefined) {
    // The server works without it too; a wrong one makes Xray refuse the file.
    if (isMldsaKey(reality.mldsa65)) settings['mldsa65Verify'] = reality.mldsa65
    else issues.note('bad-value', 'pqv')
  }
  if (tls.ech) issues.note('ech-unsupported', 'ech')
  // REALITY has a certificate of its own.
  if (tls.certificatePin !== undefined) issues.note('field-ignored', 'pin')
  if (tls.certificateName !== undefined) issues.note('field-ignored', 'vcn')
  return settings
}

/** A browser that Xray knows; older builds of one become the one. */
function browserOf(name: string, issues: NodeIssues): string {
  if (FINGERPRINTS.has(name)) return name
  const family = ['firefox', 'safari'].find((one) => name.startsWith(one)) ?? DEFAULT_FINGERPRINT
  issues.note('fp-unsupported', 'fp', { value: name.slice(0, 40) })
  return family
}

function realityBrowser(name: string | undefined, issues: NodeIssues): string {
  if (name === undefined) return DEFAULT_FINGERPRINT
  const browser = browserOf(name, issues)
  if (!DEAD_WITH_REALITY.has(browser)) return browser
  issues.note('fp-unsupported', 'fp', { value: browser })
  return DEFAULT_FINGERPRINT
}

/** Xray ends with a panic on a broken escape. */
function isSpiderPath(path: string): boolean {
  return path.startsWith('/') && !/%(?![0-9a-f]{2})/i.test(path) && !hasControls(path)
}

function hasControls(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code === 0x7f) return true
  }
  return false
}

function isMldsaKey(key: string): boolean {
  return /^[\w-]+$/.test(key) && base64Size(key) === MLDSA65_BYTES
}
