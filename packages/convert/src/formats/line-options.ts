import type { MihomoProxy } from '../protocols/protocol.ts'
import type { JsonObject } from '../text/record.ts'

/** What the lines of Surge, Surfboard, Loon and Quantumult X have in common: parts, quotes and options. */

/** The parts of a line, at commas outside quotes, as they stand. A quote that nothing closes is a letter. */
export function splitParts(text: string): string[] {
  const parts: string[] = []
  const unclosed = new Set<string>()
  let start = 0
  let last = ''
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (char === ',') {
      parts.push(text.slice(start, at))
      start = at + 1
      last = ''
      continue
    }
    if ((char === '"' || char === "'") && (last === '' || last === '=') && !unclosed.has(char)) {
      const close = text.indexOf(char, at + 1)
      if (close < 0) unclosed.add(char)
      else at = close
    }
    if (char !== ' ') last = char
  }
  return [...parts, text.slice(start)]
}

/** A text without the blanks and the quotes around it. */
export function unquoted(text: string): string {
  const trimmed = text.trim()
  return isQuoted(trimmed) ? trimmed.slice(1, -1) : trimmed
}

function isQuoted(text: string): boolean {
  const first = text[0]
  return text.length > 1 && (first === '"' || first === "'") && text.at(-1) === first
}

/** The options of a line, and which of them were asked for. */
export class Options extends Map<string, string> {
  readonly asked = new Set<string>()

  override get(key: string): string | undefined {
    this.asked.add(key)
    return super.get(key)
  }
}

/** Puts `key = value` among the options. */
export function setOption(options: Options, text: string): void {
  const equals = text.indexOf('=')
  options.set(text.slice(0, equals).trim().toLowerCase(), unquoted(text.slice(equals + 1)))
}

/** The names of options whose values are words, numbers or names: a comma ends them. */
const WORDS: ReadonlySet<string> = new Set([
  'aead', 'allow-other-interface', 'alterid', 'always-use-connect', 'block-quic', 'certificate', 'client-cert', 'client-id', 'congestion-controller', 'dns-follow-interface', 'download-bandwidth',
  'ecn', 'encrypt-method', 'endpoint', 'fast-open', 'flow', 'group', 'hop-interval', 'host', 'hybrid', 'idle-session-check-interval', 'idle-session-timeout', 'idle-timeout', 'img-url',
  'interface', 'interface-ip', 'interface-ipv6', 'interface-name', 'ip-mode', 'ip-version', 'keepalive', 'max-stream-count', 'max-streams', 'method', 'min-idle-session', 'mode', 'mptcp', 'mtu',
  'no-error-alert', 'obfs', 'obfs-host', 'obfs-name', 'obfs-param', 'over-tls', 'port-hopping-interval', 'preshared-key', 'private-key', 'protocol', 'protocol-param', 'public-key',
  'reality-base64-pubkey', 'reality-hex-shortid', 'reuse', 'section-name', 'server-cert-fingerprint-sha256', 'server-cert-verify-name', 'server_check_url', 'server_check_user_agent',
  'shadow-tls-sni', 'shadow-tls-version', 'short-id', 'skip-cert-verify', 'sni', 'ssr-protocol', 'ssr-protocol-param', 'test-timeout', 'test-udp', 'test-url', 'tfo', 'tls', 'tls-alpn', 'tls-cert-sha256',
  'tls-host', 'tls-name', 'tls-no-session-reuse', 'tls-no-session-ticket', 'tls-pubkey-sha256', 'tls-verification', 'tls13', 'tos', 'transport', 'udp', 'udp-over-tcp', 'udp-port', 'udp-relay',
  'underlying-proxy', 'upload-bandwidth', 'uuid', 'version', 'vless-flow', 'vmess-aead', 'ws',
]) // oxfmt-ignore
/** Those whose values are lists at commas. */
const LISTS: ReadonlySet<string> = new Set([
  'allowed-ips', 'alpn', 'dns', 'dns-server', 'dnsv6', 'port-hopping', 'reserved', 'server-ports',
]) // oxfmt-ignore
/** Those whose values are texts: a comma may stand in them, and a `=` behind it. */
const TEXTS: ReadonlySet<string> = new Set([
  'gecko-password', 'headers', 'obfs-header', 'obfs-uri', 'password', 'path', 'psk', 'salamander-password', 'shadow-tls-password', 'tag', 'token', 'username', 'ws-headers', 'ws-path',
]) // oxfmt-ignore

/** The name of the option that a part begins; undefined where it begins none. `isInText`: the value before it may go on. */
function optionName(part: string, isInText: boolean): string | undefined {
  const equals = part.indexOf('=')
  if (equals <= 0) return undefined
  const name = part.slice(0, equals).trim().toLowerCase()
  if (WORDS.has(name) || LISTS.has(name) || TEXTS.has(name)) return name
  // Base64 ends like this.
  if (!/^[\w-]+$/.test(name) || /^=*\s*$/.test(part.slice(equals + 1))) return undefined
  // Options that we do not know have a blank before them, or are of several words; a text seldom has either.
  return !isInText || part.startsWith(' ') || /[-_]/.test(name) ? name : undefined
}

export interface LineParts {
  /** What stands before the options, as it stands. */
  positional: string[]
  options: Options
}

/** Takes the parts of a line apart. A value goes on where a part behind it begins no option. */
export function lineParts(parts: readonly string[]): LineParts {
  const positional: string[] = []
  const values = new Map<string, string[]>()
  let value: string[] | undefined
  let key = ''
  for (const part of parts) {
    const name = optionName(part, TEXTS.has(key))
    if (name !== undefined) {
      const first = part.slice(part.indexOf('=') + 1)
      values.set(name, (value = [first]))
      key = isQuoted(first.trim()) ? '' : name
    } else if (value === undefined) positional.push(part)
    else if (TEXTS.has(key) || LISTS.has(key)) value.push(part)
  }
  const options = new Options()
  for (const [name, texts] of values) options.set(name, unquoted(texts.join(',')))
  return { positional, options }
}

/** How the app itself treats a node: nothing that another client could miss. */
const APP_OPTIONS = /^(?:test-|server_check_|no-error-alert|img-url|group$|tag$|always-use-)/
const OFF: ReadonlySet<string> = new Set(['', 'false', '0', 'off', 'auto', 'none'])

/** Options that are on, mean the node, and were not asked for. */
export function ignoredOf(options: Options): string[] {
  return [...options].flatMap(([key, value]) =>
    options.asked.has(key) || APP_OPTIONS.test(key) || OFF.has(value.toLowerCase()) ? [] : key,
  )
}

/** Puts into an entry how the certificate is checked: by a pin, by another name than the SNI (`tls-verification=NAME`), or not. */
export function setCertificate(entry: MihomoProxy, options: Options): void {
  const pin = options.get('server-cert-fingerprint-sha256') ?? options.get('tls-cert-sha256')
  if (pin !== undefined && pin !== '') entry['fingerprint'] = pin
  const check = options.get('tls-verification') ?? ''
  if (check === 'false') entry['skip-cert-verify'] = true
  const name = options.get('server-cert-verify-name') ?? (check === 'true' || check === 'false' ? '' : check)
  if (name !== '') entry['name-cert-verify'] = name
}

/** The keys of UDP over TCP in sing-box's version. */
export function udpOverTcp(version: number): JsonObject {
  return { 'udp-over-tcp': true, 'udp-over-tcp-version': version }
}

/** Puts REALITY into an entry, where the line has a key. */
export function setReality(entry: MihomoProxy, publicKey: string | undefined, shortId: string | undefined): void {
  if (publicKey) entry['reality-opts'] = { 'public-key': publicKey, 'short-id': shortId ?? '' }
}

/** Puts the obfs plugin into an entry, where the line names one. */
export function setObfs(
  entry: MihomoProxy,
  mode: string | undefined,
  host: string | undefined,
  path: string | undefined,
): void {
  if (mode === undefined || mode === '' || mode === 'none') return
  // Any other is one that clients have no plugin for: the node says so.
  if (mode !== 'http' && mode !== 'tls') {
    entry['plugin'] = mode
    return
  }
  entry['plugin'] = 'obfs'
  entry['plugin-opts'] = { mode, ...(host ? { host } : {}), ...(path ? { path } : {}) }
}

/** What a table has under a key of its own. */
export function ownValue(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
