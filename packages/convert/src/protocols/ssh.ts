import { formatUriLink, parseUriLink } from '../link/uri-link.ts'
import type { ParamName } from '../link/query.ts'
import { listOf, optional, text } from '../model/kinds.ts'
import { nodeFields } from '../model/node-fields.ts'
import type { NodeIssues } from '../model/issue.ts'
import type { Fields } from '../model/fields.ts'
import type { NodeBase } from '../model/node.ts'
import { base64Bytes, base64Decode, base64UrlEncode, bytesToBase64 } from '../text/base64.ts'
import { percentDecode, percentEncode } from '../text/percent.ts'
import { sshForm } from './ssh.form.ts'
import type { MihomoProxy, Protocol, SingboxOutbound } from './protocol.ts'
import { addressFromMihomo, addressFromSingbox, restOfMihomo, restOfSingbox } from './shared/address.ts'
import {
  DIAL_PARAMS,
  dialFromMihomo,
  dialFromQuery,
  dialFromSingbox,
  dialToMihomo,
  dialToQuery,
  dialToSingbox,
} from './shared/dial.ts'
import { OVER_TCP } from './shared/reach.ts'
import { restOf } from './shared/rest.ts'
import { splitList } from './shared/tls.ts'

export interface SshNode extends NodeBase {
  type: 'ssh'
  username: string
  password?: string
  /** PEM text, or the path of a file. */
  privateKey?: string
  passphrase?: string
  /** Lines of an authorized_keys file. */
  hostKeys?: string[]
  hostKeyAlgorithms?: string[]
  /** What only sing-box has. */
  clientVersion?: string
  ciphers?: string[]
  macs?: string[]
  keyExchanges?: string[]
}

const PARAMS: ReadonlySet<ParamName> = new Set([
  ...DIAL_PARAMS, 'password', 'privateKey', 'passphrase', 'hostKey', 'hostKeyAlgorithms',
]) // oxfmt-ignore
const DEFAULT_PORT = 22
/** sing-box's user where none is named. */
const DEFAULT_USER = 'root'

/** SSH: `ssh://user:pass@host:22`; keys as parameters, PEM in base64. */
export const ssh: Protocol<SshNode> = {
  type: 'ssh',
  form: sshForm,
  fields: nodeFields<SshNode>({
    username: text,
    password: optional(text),
    privateKey: optional(text),
    passphrase: optional(text),
    hostKeys: optional(listOf(text)),
    hostKeyAlgorithms: optional(listOf(text)),
    clientVersion: optional(text),
    ciphers: optional(listOf(text)),
    macs: optional(listOf(text)),
    keyExchanges: optional(listOf(text)),
  }),
  schemes: ['ssh'],
  mihomoTypes: ['ssh'],
  singboxTypes: ['ssh'],
  reach: () => OVER_TCP,

  fromLink(link, issues) {
    const uri = parseUriLink(link, issues, { defaultPort: DEFAULT_PORT })
    if (!uri) return undefined
    const { query, rawUser } = uri
    const colon = rawUser.indexOf(':')
    const username = percentDecode(colon < 0 ? rawUser : rawUser.slice(0, colon))
    if (username === '') return issues.refuse('missing-field', 'username')
    return {
      type: 'ssh',
      name: uri.name,
      server: uri.server,
      port: uri.port,
      username,
      password: (colon < 0 ? '' : percentDecode(rawUser.slice(colon + 1))) || query.password || undefined,
      privateKey: query.privateKey === '' ? undefined : keyOf(query.privateKey),
      passphrase: query.passphrase || undefined,
      hostKeys: splitList(query.hostKey),
      hostKeyAlgorithms: splitList(query.hostKeyAlgorithms),
      ...dialFromQuery(query),
      udp: undefined,
      rest: restOf(query, PARAMS, issues),
    }
  },

  toLink(node, issues) {
    const query: [string, string][] = []
    if (node.privateKey !== undefined)
      query.push(['private-key', isPem(node.privateKey) ? base64UrlEncode(node.privateKey) : node.privateKey])
    if (node.passphrase !== undefined) query.push(['private-key-passphrase', node.passphrase])
    if (node.hostKeys) query.push(['host-key', node.hostKeys.join(',')])
    if (node.hostKeyAlgorithms) query.push(['host-key-algorithms', node.hostKeyAlgorithms.join(',')])
    noteSingboxOnly(node, issues)
    dialToQuery({ ...node, udp: undefined }, query, issues)
    if (node.rest?.link) query.push(...node.rest.link)
    const password = node.password === undefined ? '' : ':' + percentEncode(node.password)
    return formatUriLink('ssh', { ...node, user: percentEncode(node.username) + password, query })
  },

  fromMihomo(entry, issues) {
    const address = addressFromMihomo(entry, issues, DEFAULT_PORT)
    if (!address) return undefined
    const username = entry.text('username')
    if (username === undefined) return issues.refuse('missing-field', 'username')
    return {
      type: 'ssh',
      ...address,
      username,
      password: entry.text('password'),
      privateKey: entry.text('private-key'),
      passphrase: entry.text('private-key-passphrase'),
      hostKeys: entry.list('host-key'),
      hostKeyAlgorithms: entry.list('host-key-algorithms'),
      ...dialFromMihomo(entry),
      udp: undefined,
      rest: restOfMihomo(entry),
    }
  },

  toMihomo(node, issues) {
    if (!canLogIn(node, issues)) return undefined
    const entry: MihomoProxy = {
      name: node.name,
      type: 'ssh',
      server: node.server,
      port: node.port,
      username: node.username,
    }
    if (node.password !== undefined) entry['password'] = node.password
    if (node.privateKey !== undefined) {
      entry['private-key'] = node.privateKey
      const passphrase = passphraseOf(node, issues)
      if (passphrase !== undefined) entry['private-key-passphrase'] = passphrase
    }
    if (node.hostKeys) entry['host-key'] = node.hostKeys
    if (node.hostKeyAlgorithms) entry['host-key-algorithms'] = node.hostKeyAlgorithms
    noteSingboxOnly(node, issues)
    dialToMihomo(entry, node, false, issues)
    return entry
  },

  fromSingbox(entry, issues) {
    const address = addressFromSingbox(entry, issues, DEFAULT_PORT)
    if (!address) return undefined
    return {
      type: 'ssh',
      ...address,
      username: entry.text('user') ?? DEFAULT_USER,
      password: entry.text('password'),
      privateKey: pemFromSingbox(entry) ?? entry.text('private-key-path'),
      passphrase: entry.text('private-key-passphrase'),
      hostKeys: entry.list('host-key'),
      hostKeyAlgorithms: entry.list('host-key-algorithms'),
      clientVersion: entry.text('client-version'),
      ciphers: entry.list('cipher'),
      macs: entry.list('mac'),
      keyExchanges: entry.list('kex-algorithm'),
      ...dialFromSingbox(entry),
      udp: undefined,
      rest: restOfSingbox(entry),
    }
  },

  toSingbox(node, target, issues) {
    if (!canLogIn(node, issues)) return undefined
    const out: SingboxOutbound = {
      type: 'ssh',
      tag: node.name,
      server: node.server,
      server_port: node.port,
      user: node.username,
    }
    if (node.password !== undefined) out['password'] = node.password
    if (node.privateKey !== undefined) {
      out['private_key'] = node.privateKey.trim().split(/\r?\n/)
      const passphrase = passphraseOf(node, issues)
      if (passphrase !== undefined) out['private_key_passphrase'] = passphrase
    }
    if (node.hostKeys) out['host_key'] = node.hostKeys
    if (node.hostKeyAlgorithms) out['host_key_algorithms'] = node.hostKeyAlgorithms
    if (node.clientVersion !== undefined) out['client_version'] = node.clientVersion
    for (const [key, value] of [
      ['cipher', node.ciphers],
      ['mac', node.macs],
      ['kex_algorithm', node.keyExchanges],
    ] as const) {
      if (value === undefined) continue
      if (target.minor >= 14) out[key] = value
      else issues.note('version-too-old', key, { needs: '1.14' })
    }
    dialToSingbox(out, { ...node, udp: undefined }, false, issues)
    return out
  },
}

function noteSingboxOnly(node: SshNode, issues: NodeIssues): void {
  if (node.clientVersion !== undefined) issues.note('field-ignored', 'client_version')
  if (node.ciphers) issues.note('field-ignored', 'cipher')
  if (node.macs) issues.note('field-ignored', 'mac')
  if (node.keyExchanges) issues.note('field-ignored', 'kex_algorithm')
}

/** PEM as it stands, with its line ends spelled out, or in base64. */
function keyOf(text: string): string {
  if (isPem(text)) return text.replaceAll('\\n', '\n')
  const decoded = base64Decode(text)
  return decoded !== undefined && isPem(decoded) ? decoded : text
}

function isPem(text: string): boolean {
  return text.includes('-----BEGIN ')
}

function pemFromSingbox(entry: Fields): string | undefined {
  const value = entry.raw('private-key')
  if (Array.isArray(value)) return value.filter((line) => typeof line === 'string').join('\n') || undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** False after a refusal: a key that does not parse stops the whole file, and without password and key nobody gets in. */
function canLogIn(node: SshNode, issues: NodeIssues): boolean {
  const key = node.privateKey === undefined ? undefined : keyKind(node.privateKey)
  if (node.password === undefined && node.privateKey === undefined) issues.refuse('missing-field', 'password')
  else if (node.privateKey !== undefined && (key === undefined || (key === 'locked' && node.passphrase === undefined)))
    issues.refuse('client-refuses', 'private-key')
  else if (node.hostKeys && !node.hostKeys.every(isHostKey)) issues.refuse('client-refuses', 'host-key')
  else return true
  return false
}

/** The passphrase of a locked key; both clients refuse one for a key that is not locked. */
function passphraseOf(node: SshNode, issues: NodeIssues): string | undefined {
  if (node.passphrase === undefined || node.privateKey === undefined) return undefined
  if (keyKind(node.privateKey) === 'locked') return node.passphrase
  issues.note('field-ignored', 'private-key-passphrase')
  return undefined
}

const KEY_LABELS = new Set([
  'OPENSSH PRIVATE KEY',
  'RSA PRIVATE KEY',
  'EC PRIVATE KEY',
  'DSA PRIVATE KEY',
  'PRIVATE KEY',
])
const OPENSSH_MAGIC = 'openssh-key-v1\0'
const DER_SEQUENCE = 0x30

/** What Go's ssh package would find, as far as the envelope tells; undefined where it reads none, as in a file's path. */
function keyKind(pem: string): 'plain' | 'locked' | undefined {
  const text = pem.trim()
  const labelEnd = text.indexOf('-----', 11)
  if (!text.startsWith('-----BEGIN ') || labelEnd < 0) return undefined
  const label = text.slice(11, labelEnd)
  const end = text.indexOf(`-----END ${label}-----`, labelEnd)
  if (!KEY_LABELS.has(label) || end < 0 || end + label.length + 14 !== text.length) return undefined
  // Both marks stand on lines of their own.
  if (text.charCodeAt(end - 1) !== LINE_FEED || !isLineEnd(text.charCodeAt(labelEnd + 5))) return undefined
  const body = text.slice(labelEnd + 5, end)
  if (body.includes('Proc-Type:'))
    return body.includes('ENCRYPTED') && body.includes('DEK-Info:') ? 'locked' : undefined
  const bytes = base64Bytes(body)
  if (bytes === undefined) return undefined
  if (label === 'OPENSSH PRIVATE KEY') return openSshKind(bytes)
  if (bytes[0] !== DER_SEQUENCE || derSize(bytes) !== bytes.length) return undefined
  return label !== 'PRIVATE KEY' || hasKnownAlgorithm(bytes) ? 'plain' : undefined
}

/** Object identifiers of RSA, elliptic curves and Ed25519: what Go knows inside PKCS #8. */
const ALGORITHMS = [
  '\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01',
  '\x06\x07\x2a\x86\x48\xce\x3d\x02\x01',
  '\x06\x03\x2b\x65\x70',
]

const LINE_FEED = 0x0a

function isLineEnd(code: number): boolean {
  return code === LINE_FEED || code === 0x0d
}

function hasKnownAlgorithm(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 32))
  return ALGORITHMS.some((identifier) => head.includes(identifier))
}

/** Bytes of the DER value that starts the array, its head included. */
function derSize(bytes: Uint8Array): number {
  const first = bytes[1] ?? 0
  if (first < 0x80) return 2 + first
  let size = 0
  for (let at = 0; at < first - 0x80; at++) size = size * 256 + (bytes[2 + at] ?? 0)
  return 2 + first - 0x80 + size
}

/** PROTOCOL.key of OpenSSH: cipher, KDF, its options, one, public key, private part. */
function openSshKind(bytes: Uint8Array): 'plain' | 'locked' | undefined {
  for (let at = 0; at < OPENSSH_MAGIC.length; at++) if (bytes[at] !== OPENSSH_MAGIC.charCodeAt(at)) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = OPENSSH_MAGIC.length
  let cipherSize = 0
  for (let part = 0; part < 5; part++) {
    if (part === 3) at += 4
    if (at + 4 > bytes.length) return undefined
    const size = view.getUint32(at)
    if (part === 0) cipherSize = size
    at += 4 + size
  }
  if (at !== bytes.length) return undefined
  const isNone = cipherSize === 4 && bytes[OPENSSH_MAGIC.length + 4] === 0x6e
  return isNone ? 'plain' : 'locked'
}

/** Key types and how many texts or numbers follow the type in the bytes. */
const HOST_KEY_FIELDS: ReadonlyMap<string, number> = new Map([
  ['ssh-ed25519', 1], ['ssh-rsa', 2], ['ssh-dss', 4], ['ecdsa-sha2-nistp256', 2], ['ecdsa-sha2-nistp384', 2], ['ecdsa-sha2-nistp521', 2],
  ['sk-ssh-ed25519@openssh.com', 2], ['sk-ecdsa-sha2-nistp256@openssh.com', 3],
]) // oxfmt-ignore
const ED25519_SIZE = 4 + 11 + 4 + 32

/** `[options] type base64 [comment]`, where the bytes begin with the type again and hold its fields and no more. */
function isHostKey(line: string): boolean {
  const parts = line.trim().split(/[ \t]+/)
  for (let at = 0; at + 1 < parts.length && at < 2; at++) {
    const type = parts[at]!
    const wanted = HOST_KEY_FIELDS.get(type)
    if (wanted === undefined) continue
    const text = parts[at + 1]!
    const bytes = base64Bytes(text)
    // Go takes the standard alphabet with its padding alone.
    if (bytes === undefined || bytesToBase64(bytes) !== text) return false
    if (
      String.fromCharCode(...bytes.subarray(0, 4 + type.length)) !== `\0\0\0${String.fromCharCode(type.length)}${type}`
    )
      return false
    return textsOf(bytes) === wanted + 1 && (type !== 'ssh-ed25519' || bytes.length === ED25519_SIZE)
  }
  return false
}

/** How many length-prefixed texts the bytes are made of; -1 where they are not. */
function textsOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  let at = 0
  while (at + 4 <= bytes.length) {
    at += 4 + view.getUint32(at)
    count++
  }
  return at === bytes.length ? count : -1
}
