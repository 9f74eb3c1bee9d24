import type { NodeIssues } from '../../model/issue.ts'
import type { Query } from '../../link/query.ts'
import { type Fields, isYes } from '../../model/fields.ts'
import type { Ech, Reality, Tls } from '../../model/node.ts'
import { base64Bytes, base64Size, restorePlus, standardBase64 } from '../../text/base64.ts'
import { asciiName } from '../../text/domain.ts'
import type { MihomoProxy, SingboxOutbound, SingboxTarget } from '../protocol.ts'
import type { JsonObject } from '../../text/record.ts'

/** TLS as links, mihomo and sing-box spell it: docs/formats/tls.md. */

/** Browser names that mihomo knows; sing-box knows the first ten. */
const SINGBOX_FINGERPRINTS = new Set([
  'chrome',
  'firefox',
  'safari',
  'ios',
  'android',
  'edge',
  '360',
  'qq',
  'random',
  'randomized',
])
const MIHOMO_ONLY_FINGERPRINTS = new Map([
  ['chrome120', 'chrome'],
  ['firefox120', 'firefox'],
  ['safari16', 'safari'],
  ['chrome_psk', 'chrome'],
  ['chrome_psk_shuffle', 'chrome'],
  ['chrome_padding_psk_shuffle', 'chrome'],
  ['chrome_pq', 'chrome'],
  ['chrome_pq_psk', 'chrome'],
])

export const DEFAULT_FINGERPRINT = 'chrome'

/** Parameters of a link that `tlsFromQuery` reads. */
export const TLS_PARAMS = [
  'security', 'tls', 'sni', 'insecure', 'verify', 'alpn', 'fp', 'pin', 'vcn', 'pbk', 'sid', 'spx', 'pqv', 'ech',
] as const // oxfmt-ignore

/**
 * The TLS of a link. `absent` says what no `security` means: none (vless, vmess) or tls (trojan and the QUIC
 * protocols). Gives `null` for no TLS, undefined after a refusal.
 */
export function tlsFromQuery(query: Query, absent: 'none' | 'tls', issues: NodeIssues): Tls | null | undefined {
  const security = securityOf(query, absent)
  switch (security) {
    case 'none':
      if (query.sni !== '') issues.note('field-ignored', 'sni')
      if (query.pbk !== '') issues.note('field-ignored', 'pbk')
      return null
    case 'tls':
      return tlsValues(query, undefined, issues)
    case 'xtls': {
      const tls = tlsValues(query, undefined, issues)
      tls.xtls = true
      return tls
    }
    case 'reality': {
      if (query.pbk === '') return issues.refuse('missing-field', 'pbk')
      const reality: Reality = {
        publicKey: urlSafeKey(query.pbk),
        shortId: query.sid === '' ? undefined : query.sid,
        spiderX: query.spx === '' ? undefined : query.spx,
        mldsa65: query.pqv === '' ? undefined : query.pqv,
      }
      return tlsValues(query, reality, issues)
    }
    default:
      return issues.refuse('bad-value', 'security', { value: security })
  }
}

function securityOf(query: Query, absent: 'none' | 'tls'): string {
  const security = query.security
  if (security === 'tls' || security === 'reality' || security === 'none')
    return security === 'tls' && query.pbk !== '' ? 'reality' : security
  if (security !== '') return security.toLowerCase().trim() || absent
  if (query.pbk !== '') return 'reality'
  if (query.tls !== '')
    return isYes(query.tls) || query.tls === 'tls' ? 'tls' : query.tls === 'reality' ? 'reality' : 'none'
  return absent
}

function tlsValues(query: Query, reality: Reality | undefined, issues: NodeIssues): Tls {
  const insecure = isInsecure(query)
  if (insecure) issues.note('certificate-unchecked', 'insecure')
  const pins = query.pin === '' ? NO_PINS : pinsOf(query.pin, issues, !insecure && !reality)
  const tls: Tls = {
    sni: query.sni === '' ? undefined : asciiName(query.sni),
    insecure: insecure || undefined,
    alpn: query.alpn === '' ? undefined : splitList(query.alpn),
    fingerprint: query.fp === '' ? undefined : fingerprint(query.fp, issues),
    // Spreading the pins here takes 45 ns, twice what the rest of the object does.
    certificatePin: pins.certificatePin,
    certificateName: query.vcn === '' ? undefined : query.vcn,
    reality,
    ech: query.ech === '' ? undefined : echOf(query.ech, issues),
  }
  if (pins.morePins !== undefined) tls.morePins = pins.morePins
  return tls
}

function isInsecure(query: Query): boolean {
  if (query.insecure !== '') return isYes(query.insecure)
  return query.verify !== '' && !isYes(query.verify)
}

function nameOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : asciiName(text)
}

/** `h2, http/1.1,` -> ['h2', 'http/1.1']; undefined when nothing is left. */
export function splitList(text: string): string[] | undefined {
  if (!text.includes(',')) {
    const only = text.trim()
    return only === '' ? undefined : [only]
  }
  const items = text.split(',').map((item) => item.trim()).filter((item) => item !== '') // oxfmt-ignore
  return items.length > 0 ? items : undefined
}

/** A browser name in lower case; `none` and unknown names are no fingerprint. */
export function fingerprint(text: string, issues: NodeIssues): string | undefined {
  const name = text.trim().toLowerCase()
  if (SINGBOX_FINGERPRINTS.has(name) || MIHOMO_ONLY_FINGERPRINTS.has(name)) return name
  if (name !== '' && name !== 'none') issues.note('field-ignored', 'fp', { value: text.slice(0, 40) })
  return undefined
}

type Pins = Pick<Tls, 'certificatePin' | 'morePins'>

/** Every reader gives the same keys in the same order. */
const NO_PINS: Pins = { certificatePin: undefined }
const SHA256_BYTES = 32

/** The pinned certificates of a link: one, or a list at commas (`~` in links of older clients). */
function pinsOf(text: string, issues: NodeIssues, isChecked: boolean): Pins {
  const isList = text.includes(',') || text.includes('~')
  const items = isList ? text.split(/[,~]/).filter((item) => item.trim() !== '') : [text]
  const pins = [...new Set(items.flatMap((item) => pinOf(item, issues, isChecked) ?? []))]
  return pins.length > 1 ? { certificatePin: pins[0], morePins: pins.slice(1) } : { certificatePin: pins[0] }
}

/**
 * SHA-256 as 64 hex digits in lower case, read from hex (with or without colons) or base64. A value of another form is
 * reported and left out: where the certificate is checked, the node then connects only if the system trusts it.
 */
export function pinOf(text: string, issues: NodeIssues, isChecked: boolean): string | undefined {
  const hex = text.replaceAll(':', '').trim().toLowerCase()
  if (/^[0-9a-f]{64}$/.test(hex)) return hex
  const base64 = restorePlus(text.trim())
  const bytes = base64Size(base64) === SHA256_BYTES ? base64Bytes(standardBase64(base64) ?? '') : undefined
  if (bytes !== undefined) return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  if (isChecked) issues.doubt('bad-value', 'pin')
  else issues.note('bad-value', 'pin')
  return undefined
}

/** Every pin of a node, as links list them. */
export function pinList({ certificatePin, morePins }: Pins): string {
  return morePins === undefined ? (certificatePin ?? '') : [certificatePin, ...morePins].join(',')
}

const SHOWN_PIN_DIGITS = 8

/** mihomo compares with one certificate; whether the server shows that one is not known here. */
function noteOnePinOnly({ certificatePin, morePins }: Pins, field: string, issues: NodeIssues): void {
  if (certificatePin === undefined || morePins === undefined) return
  issues.doubt('pin-not-convertible', field, { used: certificatePin.slice(0, SHOWN_PIN_DIGITS), lost: morePins.length })
}

/** A base64 config, or `domain+https://doh/…`. */
export function echOf(text: string, issues: NodeIssues): Ech | undefined {
  const scheme = text.indexOf('://')
  if (scheme > 0) {
    const plus = text.lastIndexOf('+', scheme)
    return { queryName: plus > 0 ? text.slice(0, plus) : undefined, doh: text.slice(plus + 1) }
  }
  const config = standardBase64(restorePlus(text))
  if (config === undefined) {
    issues.note('bad-value', 'ech')
    return undefined
  }
  return { config }
}

/** A 32-byte key in URL-safe base64 without padding when it is one in another spelling; else as it stands. */
export function urlSafeKey(text: string): string {
  if (/^[\w-]{43}$/.test(text)) return text
  const key = restorePlus(text)
  return base64Size(key) === 32
    ? (standardBase64(key) ?? key).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    : text
}

/** The parameters of a link; the inverse of `tlsFromQuery`. */
export function tlsToQuery(tls: Tls | null | undefined, pairs: [string, string][]): void {
  if (!tls) {
    pairs.push(['security', 'none'])
    return
  }
  pairs.push(['security', securityName(tls)])
  if (tls.sni) pairs.push(['sni', tls.sni])
  if (tls.insecure) pairs.push(['allowInsecure', '1'])
  if (tls.alpn) pairs.push(['alpn', tls.alpn.join(',')])
  if (tls.fingerprint) pairs.push(['fp', tls.fingerprint])
  if (tls.reality) {
    pairs.push(['pbk', tls.reality.publicKey])
    if (tls.reality.shortId) pairs.push(['sid', tls.reality.shortId])
    if (tls.reality.spiderX) pairs.push(['spx', tls.reality.spiderX])
    if (tls.reality.mldsa65) pairs.push(['pqv', tls.reality.mldsa65])
  }
  if (tls.ech) pairs.push(['ech', echText(tls.ech)])
  if (tls.certificatePin) pairs.push(['pcs', pinList(tls)])
  if (tls.certificateName) pairs.push(['vcn', tls.certificateName])
}

/** tls, reality or xtls. */
export function securityName(tls: Tls): string {
  return tls.reality ? 'reality' : tls.xtls ? 'xtls' : 'tls'
}

/** The `ech` parameter: the config, or `name+https://…`. */
export function echText(ech: Ech): string {
  return ech.config ?? (ech.queryName ? `${ech.queryName}+${ech.doh ?? 'https://1.1.1.1/dns-query'}` : (ech.doh ?? ''))
}

/** The TLS keys of a `proxies:` entry. */
export function tlsFromMihomo(entry: Fields, issues: NodeIssues): Tls {
  const insecure = entry.bool('skip-cert-verify')
  if (insecure) issues.note('certificate-unchecked', 'skip-cert-verify')
  const fp = entry.text('client-fingerprint')
  const pin = entry.text('fingerprint')
  const reality = realityFromMihomo(entry.map('reality-opts'))
  return {
    sni: nameOf(entry.text('servername', 'sni')),
    insecure: insecure || undefined,
    alpn: entry.list('alpn'),
    fingerprint: fp === undefined ? undefined : fingerprint(fp, issues),
    certificatePin: pin === undefined ? undefined : pinOf(pin, issues, !insecure && !reality),
    certificateName: entry.text('name-cert-verify'),
    reality,
    ech: echFromMihomo(entry.map('ech-opts'), issues),
    ...clientCertificateFromMihomo(entry),
    disableSni: entry.bool('disable-sni') || undefined,
  }
}

function clientCertificateFromMihomo(entry: Fields): Pick<Tls, 'certificate' | 'privateKey'> {
  const certificate = entry.text('certificate')
  return certificate === undefined ? {} : { certificate, privateKey: entry.text('private-key') }
}

function realityFromMihomo(opts: Fields | undefined): Reality | undefined {
  const publicKey = opts?.text('public-key')
  if (!opts || publicKey === undefined) return undefined
  return {
    publicKey: urlSafeKey(publicKey),
    shortId: opts.text('short-id'),
    supportX25519Mlkem768: opts.bool('support-x25519mlkem768') || undefined,
  }
}

function echFromMihomo(opts: Fields | undefined, issues: NodeIssues): Ech | undefined {
  if (!opts?.bool('enable')) return undefined
  const text = opts.text('config')
  const config = text === undefined ? undefined : standardBase64(text)
  if (text !== undefined && config === undefined) {
    issues.note('bad-value', 'ech-opts.config')
    return undefined
  }
  return { config, queryName: opts.text('query-server-name') }
}

/**
 * The TLS of a type that has a `tls` key; null when it is off. What only TLS uses is read all the same, so that it is
 * not written again with a kind of value that mihomo refuses. Reality without the key means TLS.
 */
export function mihomoTls(entry: Fields, issues: NodeIssues): Tls | null {
  return hasMihomoTls(entry) ? tlsFromMihomo(entry, issues) : dropMihomoTls(entry)
}

/** Whether a `proxies:` entry has TLS on: its `tls`, and without that key whether it has `reality-opts`. */
export function hasMihomoTls(entry: Fields): boolean {
  return entry.bool('tls') ?? entry.has('reality-opts')
}

/** Marks the TLS keys of an entry without TLS as read, so that they are not carried along; gives null: no TLS. */
export function dropMihomoTls(entry: Fields): null {
  for (const key of MIHOMO_TLS_KEYS) entry.raw(key)
  return null
}

const MIHOMO_TLS_KEYS = [
  'servername', 'sni', 'alpn', 'skip-cert-verify', 'client-fingerprint', 'fingerprint', 'name-cert-verify', 'reality-opts', 'ech-opts',
  'certificate', 'private-key', 'disable-sni',
] as const // oxfmt-ignore

export interface MihomoTlsStyle {
  /** `servername` (vmess, vless) or `sni`. */
  nameKey: 'servername' | 'sni'
  /** The type needs `tls: true` for TLS to be on. */
  tlsKey: boolean
  /** `client-fingerprint` and `reality-opts` mean something there. */
  fingerprint: boolean
  alpn: boolean
}

/** Writes the TLS keys of a `proxies:` entry. False after a refusal: mihomo would not take the values. */
export function tlsToMihomo(entry: MihomoProxy, tls: Tls, style: MihomoTlsStyle, issues: NodeIssues): boolean {
  if (tls.xtls) {
    refuseXtls(issues)
    return false
  }
  if (style.tlsKey) entry['tls'] = true
  if (tls.sni !== undefined) entry[style.nameKey] = tls.sni
  if (tls.insecure) entry['skip-cert-verify'] = true
  if (tls.alpn !== undefined) {
    if (style.alpn) entry['alpn'] = tls.alpn
    else issues.note('alpn-unsupported', 'alpn')
  }
  const { reality } = tls
  if (style.fingerprint) {
    if (tls.fingerprint !== undefined) entry['client-fingerprint'] = tls.fingerprint
    else if (reality) {
      entry['client-fingerprint'] = DEFAULT_FINGERPRINT
      issues.note('value-defaulted', 'client-fingerprint', { value: DEFAULT_FINGERPRINT })
    }
  } else if (tls.fingerprint !== undefined) issues.note('fp-unsupported', 'fp')
  if (tls.certificatePin !== undefined) entry['fingerprint'] = tls.certificatePin
  noteOnePinOnly(tls, 'pin', issues)
  if (tls.certificateName !== undefined) entry['name-cert-verify'] = tls.certificateName
  if (reality) {
    if (!style.fingerprint) {
      issues.refuse('reality-unsupported', 'reality')
      return false
    }
    if (!isRealityKey(reality.publicKey)) {
      issues.refuse('client-refuses', 'pbk')
      return false
    }
    if (!isShortId(reality.shortId)) {
      issues.refuse('client-refuses', 'sid')
      return false
    }
    const opts: JsonObject = { 'public-key': reality.publicKey }
    if (reality.shortId !== undefined) opts['short-id'] = reality.shortId
    if (reality.supportX25519Mlkem768) opts['support-x25519mlkem768'] = true
    entry['reality-opts'] = opts
    if (reality.mldsa65 !== undefined) issues.note('field-ignored', 'pqv')
    if (reality.spiderX !== undefined && reality.spiderX !== '/') issues.note('field-ignored', 'spx')
  }
  if (tls.ech) {
    if (reality) issues.note('ech-unsupported', 'ech')
    else {
      const opts: JsonObject = { enable: true }
      if (tls.ech.config !== undefined) opts['config'] = tls.ech.config
      if (tls.ech.queryName !== undefined) opts['query-server-name'] = tls.ech.queryName
      if (tls.ech.doh !== undefined) issues.note('field-ignored', 'ech')
      entry['ech-opts'] = opts
    }
  }
  if (tls.certificate !== undefined && tls.privateKey !== undefined) {
    // A path would have to exist on the client's machine, or mihomo refuses the whole file.
    if (isPem(tls.certificate) && isPem(tls.privateKey)) {
      entry['certificate'] = tls.certificate
      entry['private-key'] = tls.privateKey
    } else issues.doubt('field-ignored', 'certificate')
  } else if (tls.certificate !== undefined || tls.privateKey !== undefined) issues.note('field-ignored', 'certificate')
  return true
}

/** XTLS was another protocol than TLS; Xray dropped it in 1.8, the clients never had it or dropped it too. */
export function refuseXtls(issues: NodeIssues): undefined {
  return issues.refuse('protocol-variant-unsupported', 'security', { value: 'xtls' })
}

/** 32 bytes in URL-safe base64 without padding: the only spelling both clients take. */
export function isRealityKey(key: string): boolean {
  return /^[\w-]{43}$/.test(key)
}

/** Absent, or up to 16 hex digits of an even count. */
export function isShortId(shortId: unknown): boolean {
  if (shortId === undefined) return true
  return (typeof shortId === 'string' || typeof shortId === 'number') && /^(?:[0-9a-f]{2}){0,8}$/i.test(String(shortId))
}

/** The `tls` object of a sing-box outbound. */
export function tlsFromSingbox(tls: Fields | undefined, issues: NodeIssues): Tls | null {
  if (tls?.bool('enabled')) return tlsOfSingbox(tls, issues)
  tls?.forget()
  return null
}

/** The same of a type that has no other: refused there without TLS, so an absent one counts as on. */
export function alwaysTlsFromSingbox(tls: Fields | undefined, issues: NodeIssues): Tls {
  tls?.bool('enabled')
  return tls ? tlsOfSingbox(tls, issues) : {}
}

function tlsOfSingbox(tls: Fields, issues: NodeIssues): Tls {
  const insecure = tls.bool('insecure')
  if (insecure) issues.note('certificate-unchecked', 'tls.insecure')
  const utls = enabledMap(tls, 'utls')
  const fp = utls ? (utls.str('fingerprint') ?? '') || DEFAULT_FINGERPRINT : undefined
  const reality = enabledMap(tls, 'reality')
  const publicKey = reality?.text('public-key')
  return {
    sni: nameOf(tls.text('server-name')),
    insecure: insecure || undefined,
    alpn: tls.list('alpn'),
    fingerprint: fp === undefined ? undefined : fingerprint(fp, issues),
    certificatePin: undefined,
    certificateName: undefined,
    reality:
      publicKey === undefined ? undefined : { publicKey: urlSafeKey(publicKey), shortId: reality?.text('short-id') },
    ech: echFromSingbox(enabledMap(tls, 'ech')),
    certificate: tls.list('client-certificate')?.join('\n') ?? tls.text('client-certificate-path'),
    privateKey: tls.list('client-key')?.join('\n') ?? tls.text('client-key-path'),
    disableSni: tls.bool('disable-sni') || undefined,
  }
}

function enabledMap(tls: Fields, key: string): Fields | undefined {
  const map = tls.map(key)
  if (map?.bool('enabled')) return map
  map?.forget()
  return undefined
}

function echFromSingbox(ech: Fields | undefined): Ech | undefined {
  if (ech === undefined) return undefined
  const lines = ech.raw('config')
  const pem = (Array.isArray(lines) ? lines.join('\n') : typeof lines === 'string' ? lines : '').replace(
    /-----[A-Z ]+-----/g,
    '',
  )
  return { config: standardBase64(pem), queryName: ech.text('query-server-name') }
}

export interface SingboxTlsStyle {
  /** TLS inside QUIC: no uTLS, no reality. */
  quic: boolean
  /** ALPN that the transport insists on; another list is left out. */
  alpn?: string | undefined
}

/** The `tls` object of a sing-box outbound; undefined after a refusal. */
export function tlsToSingbox(
  tls: Tls,
  style: SingboxTlsStyle,
  target: SingboxTarget,
  issues: NodeIssues,
): SingboxOutbound | undefined {
  if (tls.xtls) return refuseXtls(issues)
  const out: SingboxOutbound = { enabled: true }
  if (tls.disableSni) out['disable_sni'] = true
  if (tls.sni !== undefined) out['server_name'] = tls.sni
  if (tls.insecure) out['insecure'] = true
  if (tls.alpn !== undefined) {
    if (style.alpn === undefined || (tls.alpn.length === 1 && tls.alpn[0] === style.alpn)) out['alpn'] = tls.alpn
    else issues.note('alpn-unsupported', 'alpn')
  }
  const { reality } = tls
  if (tls.certificatePin !== undefined) losePin('pin', tls, issues)
  if (tls.certificateName !== undefined) losePin('vcn', tls, issues)
  if (style.quic) {
    if (reality) return issues.refuse('reality-unsupported', 'reality')
    if (tls.fingerprint !== undefined) issues.note('fp-unsupported', 'fp')
  } else if (tls.fingerprint !== undefined || reality) {
    const name = tls.fingerprint ?? DEFAULT_FINGERPRINT
    if (tls.fingerprint === undefined) issues.note('value-defaulted', 'utls.fingerprint', { value: name })
    const known = SINGBOX_FINGERPRINTS.has(name) ? name : (MIHOMO_ONLY_FINGERPRINTS.get(name) ?? DEFAULT_FINGERPRINT)
    if (known !== name) issues.note('fp-unsupported', 'fp', { value: name })
    out['utls'] = { enabled: true, fingerprint: known }
  }
  if (reality) {
    if (!isRealityKey(reality.publicKey)) return issues.refuse('client-refuses', 'pbk')
    if (!isShortId(reality.shortId)) return issues.refuse('client-refuses', 'sid')
    out['reality'] = { enabled: true, public_key: reality.publicKey, short_id: reality.shortId }
    if (reality.supportX25519Mlkem768) issues.note('field-ignored', 'support-x25519mlkem768')
    if (reality.mldsa65 !== undefined) issues.note('field-ignored', 'pqv')
    if (reality.spiderX !== undefined && reality.spiderX !== '/') issues.note('field-ignored', 'spx')
  }
  if (tls.ech) {
    if (reality) issues.note('ech-unsupported', 'ech')
    else out['ech'] = echToSingbox(tls.ech, tls.sni, target, issues)
  }
  if (tls.certificate !== undefined || tls.privateKey !== undefined) clientCertificate(out, tls, target, issues)
  return out
}

/** Where the client checks no certificate, or one of REALITY, the pin decides nothing. */
function losePin(field: string, { insecure, reality }: Pick<Tls, 'insecure' | 'reality'>, issues: NodeIssues): void {
  if (insecure || reality) issues.note('field-ignored', field)
  else issues.doubt('pin-not-convertible', field)
}

function echToSingbox(ech: Ech, sni: string | undefined, target: SingboxTarget, issues: NodeIssues): SingboxOutbound {
  const out: SingboxOutbound = { enabled: true }
  if (ech.config !== undefined) out['config'] = ['-----BEGIN ECH CONFIGS-----', ech.config, '-----END ECH CONFIGS-----']
  if (ech.queryName !== undefined && ech.queryName !== sni) {
    if (target.minor >= 13) out['query_server_name'] = ech.queryName
    else issues.note('version-too-old', 'ech.query_server_name', { needs: '1.13' })
  }
  if (ech.doh !== undefined) issues.note('field-ignored', 'ech')
  return out
}

function isPem(text: string | undefined): text is string {
  return text !== undefined && text.includes('-----BEGIN')
}

function clientCertificate(out: SingboxOutbound, tls: Tls, target: SingboxTarget, issues: NodeIssues): void {
  // A path would have to exist where the config is checked: only PEM text can be carried.
  if (!isPem(tls.certificate) || !isPem(tls.privateKey)) issues.doubt('field-ignored', 'certificate')
  else if (target.minor < 13) issues.doubt('version-too-old', 'client_certificate', { needs: '1.13' })
  else {
    out['client_certificate'] = tls.certificate.split('\n')
    out['client_key'] = tls.privateKey.split('\n')
  }
}
