import type { NodeIssues } from '../../model/issue.ts'
import { plainKey } from '../../model/fields.ts'
import { base64Bytes, base64Size, standardBase64 } from '../../text/base64.ts'
import { isIpv4, isIpv6 } from '../../text/ip.ts'
import type { SingboxOutbound, SingboxTarget } from '../protocol.ts'
import { unitDuration } from './quic.ts'
import { isRecord, type JsonObject } from '../../text/record.ts'

/**
 * What a sing-box outbound or endpoint says besides the fields of the node: written again for sing-box, where an
 * unknown field or a bad value fails the whole file, and told for everyone else:
 * docs/formats/common-fields.md, "Fields of one program".
 */

interface Field {
  takes: (value: unknown) => boolean
  /** Minor version that it needs. */
  since?: 13 | 14
}

/** Fields by name; a table in place of a field is that of an object. */
interface Table {
  readonly [name: string]: Field | { readonly inside: Table }
}

const isBool = (value: unknown): boolean => typeof value === 'boolean'
const isText = (value: unknown): boolean => typeof value === 'string'
const isDuration = (value: unknown): boolean => typeof value === 'string' && unitDuration(value) !== undefined
const isUpTo = (most: number) => (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most // oxfmt-ignore
const isOneOf = (words: readonly unknown[]) => (value: unknown) => words.includes(value)
/** sing-box takes one in place of a list of one. */
const isListOf = (takes: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) ? value.length > 0 && value.every(takes) : takes(value)

const isInterfaceType = isOneOf(['wifi', 'cellular', 'ethernet', 'other'])
const isTlsVersion = isOneOf(['1.0', '1.1', '1.2', '1.3'])
const isNatMode = isOneOf(['endpoint_independent', 'address_dependent', 'address_and_port_dependent'])
/** The ones that Go calls secure; it refuses the others. */
const isCipherSuite = isOneOf([
  'TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA', 'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA',
  'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA', 'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA',
  'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256', 'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256',
]) // oxfmt-ignore

/** What belongs to the connection, whatever its type. References to other parts of a config are not among it. */
const DIAL: Table = {
  inet4_bind_address: { takes: (value) => typeof value === 'string' && isIpv4(value) },
  inet6_bind_address: { takes: (value) => typeof value === 'string' && isIpv6(value) },
  reuse_addr: { takes: isBool },
  connect_timeout: { takes: isDuration },
  udp_fragment: { takes: isBool },
  network_strategy: { takes: isOneOf(['default', 'hybrid', 'fallback']) },
  network_type: { takes: isListOf(isInterfaceType) },
  fallback_network_type: { takes: isListOf(isInterfaceType) },
  fallback_delay: { takes: isDuration },
  bind_address_no_port: { takes: isBool, since: 13 },
  disable_tcp_keep_alive: { takes: isBool, since: 13 },
  tcp_keep_alive: { takes: isDuration, since: 13 },
  tcp_keep_alive_interval: { takes: isDuration, since: 13 },
}

/** Paths of files are not among it: they would have to exist where the config is checked. */
const TLS: Table = {
  min_version: { takes: isTlsVersion },
  max_version: { takes: isTlsVersion },
  cipher_suites: { takes: isListOf(isCipherSuite) },
  certificate: { takes: isCertificate },
  fragment: { takes: isBool },
  fragment_fallback_delay: { takes: isDuration },
  record_fragment: { takes: isBool },
  curve_preferences: { takes: isListOf(isOneOf(['P256', 'P384', 'P521', 'X25519', 'X25519MLKEM768'])), since: 13 },
  certificate_public_key_sha256: { takes: isListOf(isHash), since: 13 },
  kernel_tx: { takes: isBool, since: 13 },
  kernel_rx: { takes: isBool, since: 13 },
  // The engines of Apple and Windows are refused elsewhere.
  engine: { takes: isOneOf(['go']), since: 14 },
  spoof: { takes: isText, since: 14 },
  spoof_method: {
    takes: isOneOf(['wrong-sequence', 'wrong-checksum', 'wrong-ack', 'wrong-md5', 'wrong-timestamp']),
    since: 14,
  },
  handshake_timeout: { takes: isDuration, since: 14 },
}

const HTTP2: Table = { idle_timeout: { takes: isDuration }, ping_timeout: { takes: isDuration } }
const TRANSPORTS: Readonly<Record<string, Table>> = {
  http: HTTP2,
  grpc: { ...HTTP2, permit_without_stream: { takes: isBool } },
}

/** TCP alone is a field of the node, UDP alone is not. */
const NETWORK: Table = { network: { takes: isOneOf(['udp']) } }
const TYPES: Readonly<Record<string, Table>> = {
  shadowsocks: NETWORK,
  vmess: NETWORK,
  vless: NETWORK,
  trojan: NETWORK,
  socks: NETWORK,
  hysteria: NETWORK,
  tuic: NETWORK,
  snell: NETWORK,
  hysteria2: {
    ...NETWORK,
    brutal_debug: { takes: isBool },
    disable_chrome_parrot: { takes: isBool, since: 14 },
    realm: { inside: { ip_version: { takes: isOneOf([4, 6]), since: 14 } } },
  },
  anytls: { client_metadata: { takes: isText, since: 14 } },
  wireguard: {
    system: { takes: isBool },
    name: { takes: isText },
    listen_port: { takes: isUpTo(65535) },
    udp_timeout: { takes: isDuration },
    udp_mapping: { takes: isNatMode, since: 14 },
    udp_filtering: { takes: isNatMode, since: 14 },
    udp_nat_max: { takes: isUpTo(0xffff_ffff), since: 14 },
  },
}

/** Writes to an outbound what it can say on this version; `dialer` is the one of its helpers that connects. */
export function addSingboxRest(
  out: SingboxOutbound,
  dialer: SingboxOutbound,
  rest: JsonObject,
  target: SingboxTarget,
  issues: NodeIssues,
): void {
  for (const key of Object.keys(rest)) {
    const name = singboxName(key)
    const place = name === 'tls' || Object.hasOwn(DIAL, name) ? dialer : out
    add(place, name, rest[key], tableOf(name, out), '', target, issues)
  }
  dropDialConflicts(dialer, rest, issues)
  if (isRecord(dialer['tls'])) dropTlsConflicts(dialer['tls'], issues)
}

function tableOf(name: string, out: SingboxOutbound): Table {
  if (name === 'tls') return { tls: { inside: TLS } }
  if (Object.hasOwn(DIAL, name)) return DIAL
  const { transport } = out
  if (name === 'transport') return { transport: { inside: isRecord(transport) ? ownTable(TRANSPORTS, transport['type']) : NOTHING } } // oxfmt-ignore
  return ownTable(TYPES, out['type'])
}

const NOTHING: Table = {}

function ownTable(tables: Readonly<Record<string, Table>>, type: unknown): Table {
  return typeof type === 'string' && Object.hasOwn(tables, type) ? tables[type]! : NOTHING
}

function add(
  out: SingboxOutbound,
  name: string,
  value: unknown,
  table: Table,
  path: string,
  target: SingboxTarget,
  issues: NodeIssues,
): void {
  const entry = Object.hasOwn(table, name) ? table[name]! : undefined
  const field = path + name
  if (entry === undefined) report(name, value, path, issues)
  else if ('inside' in entry) {
    const inner = out[name]
    if (!isRecord(value) || !isRecord(inner)) report(name, value, path, issues)
    else {
      for (const key of Object.keys(value))
        add(inner, singboxName(key), value[key], entry.inside, `${field}.`, target, issues)
    }
  } else if (Object.hasOwn(out, name)) report(name, value, path, issues)
  else if (!entry.takes(value)) issues.note('bad-value', field)
  else if (entry.since !== undefined && target.minor < entry.since)
    issues.note('version-too-old', field, { needs: `1.${entry.since}` })
  else out[name] = value
}

const STRATEGY_FIELDS = ['network_strategy', 'network_type', 'fallback_network_type'] as const
const BINDING_FIELDS = ['bind_interface', 'inet4_bind_address', 'inet6_bind_address', 'tcp_fast_open'] as const

/** sing-box refuses a choice among interfaces beside a bound one. */
function dropDialConflicts(out: SingboxOutbound, rest: JsonObject, issues: NodeIssues): void {
  if (!BINDING_FIELDS.some((key) => out[key] !== undefined)) return
  for (const key of STRATEGY_FIELDS) drop(out, key, Object.hasOwn(rest, key), '', issues)
}

function dropTlsConflicts(tls: JsonObject, issues: NodeIssues): void {
  if (tls['certificate'] !== undefined) drop(tls, 'certificate_public_key_sha256', true, 'tls.', issues)
  // A false name in place of the SNI needs one.
  if (isRecord(tls['reality']) || tls['disable_sni'] === true || tls['server_name'] === undefined)
    drop(tls, 'spoof', true, 'tls.', issues)
  if (tls['spoof'] === undefined) drop(tls, 'spoof_method', true, 'tls.', issues)
}

function drop(out: JsonObject, name: string, isOurs: boolean, path: string, issues: NodeIssues): void {
  if (!isOurs || out[name] === undefined) return
  report(name, out[name], path, issues)
  delete out[name]
}

/** Says for another format what it has no word for. */
export function reportSingboxRest(rest: JsonObject, issues: NodeIssues): void {
  for (const key of Object.keys(rest)) report(singboxName(key), rest[key], '', issues)
}

/** Field by field. Almost everywhere `false` is the default and says nothing. */
function report(name: string, value: unknown, path: string, issues: NodeIssues): void {
  if (value === false && name !== 'udp_fragment') return
  const field = path + name
  if (isRecord(value) && path.length < LONGEST_PATH) {
    for (const key of Object.keys(value)) report(singboxName(key), value[key], `${field}.`, issues)
  } else if (Array.isArray(value) && value.some(isRecord) && path.length < LONGEST_PATH) {
    for (const [index, item] of value.entries()) report(`${name}[${index}]`, item, path, issues)
  } else if (PINNED.has(name)) issues.doubt('pin-not-convertible', field.slice(0, LONGEST_FIELD))
  // A file of another machine: nobody knows what it would have trusted.
  else if (name === 'certificate_path') issues.doubt('field-ignored', field.slice(0, LONGEST_FIELD))
  else issues.note('field-ignored', field.slice(0, LONGEST_FIELD))
}

/** What the certificate of the server is compared with. */
const PINNED: ReadonlySet<string> = new Set(['certificate_public_key_sha256', 'certificate'])

const LONGEST_PATH = 60
const LONGEST_FIELD = 80

/** sing-box takes keys in any case; ours are read with `_` = `-`. */
function singboxName(key: string): string {
  return plainKey(key).replaceAll('-', '_')
}

/** SHA-256 in standard base64. Another size passes the check and never matches. */
function isHash(value: unknown): boolean {
  return typeof value === 'string' && base64Size(value) === 32 && standardBase64(value) === value
}

const PEM_CERTIFICATE = /^\s*(?:-----BEGIN CERTIFICATE-----\s([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----\s*)+$/
const PEM_BODY = /-----BEGIN CERTIFICATE-----\s([A-Za-z0-9+/=\s]+)-----END/g
const SEQUENCE = 0x30
const BIT_STRING = 0x03

/** PEM text as one text or line by line, with what has at least the outline of X.509 inside. */
function isCertificate(value: unknown): boolean {
  const text = Array.isArray(value) && value.every(isText) ? value.join('\n') : value
  if (typeof text !== 'string' || text.length > 1 << 20 || !PEM_CERTIFICATE.test(text)) return false
  return [...text.matchAll(PEM_BODY)].every(([, body]) => isX509(base64Bytes((body ?? '').replaceAll(/\s/g, ''))))
}

/** SEQUENCE { SEQUENCE, SEQUENCE, BIT STRING } and nothing behind it. */
function isX509(bytes: Uint8Array | undefined): boolean {
  if (bytes === undefined || bytes[0] !== SEQUENCE || derEnd(bytes, 0) !== bytes.length) return false
  let at = derStart(bytes, 0)
  for (const tag of [SEQUENCE, SEQUENCE, BIT_STRING]) {
    if (bytes[at] !== tag) return false
    at = derEnd(bytes, at)
  }
  return at === bytes.length
}

/** Where the content of an element begins. */
function derStart(bytes: Uint8Array, at: number): number {
  const size = bytes[at + 1] ?? 0
  return at + 2 + (size < 0x80 ? 0 : size & 0x7f)
}

/** Where an element ends; NaN behind the end of the bytes. */
function derEnd(bytes: Uint8Array, at: number): number {
  const start = derStart(bytes, at)
  let size = bytes[at + 1] ?? Number.NaN
  if (size >= 0x80) {
    size = 0
    for (let index = at + 2; index < start; index++) size = size * 256 + (bytes[index] ?? Number.NaN)
  }
  return start + size
}
