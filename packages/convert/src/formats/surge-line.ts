import type { MihomoProxy } from '../protocols/protocol.ts'
import type { JsonObject } from '../text/record.ts'
import {
  ignoredOf,
  lineParts,
  type Options,
  ownValue,
  setCertificate,
  setObfs,
  setReality,
  splitParts,
  udpOverTcp,
  unquoted,
} from './line-options.ts'
import { QUANTUMULT_TYPES, quantumultEntry } from './quantumult-line.ts'
import { loonTunnel, surgeTunnel, type WireguardSection } from './surge-wireguard.ts'

/**
 * Lines of Surge, Surfboard and Loon (`name = ss, host, port, encrypt-method=…, password=…`) and of Quantumult X
 * (`shadowsocks=host:port, method=…, tag=name`), as the `proxies:` entry they stand for.
 */

/** What a line of these apps is: an entry, a name of a type we cannot carry, or undefined for other lines. */
export type SurgeLine =
  | {
      entry: MihomoProxy
      /** Options that the entry says nothing of. */
      ignored: readonly string[]
    }
  | { unsupported: string }
  /** A section that the line names and the text does not have. */
  | { missing: string }
  | undefined

/** Types that have no server. */
const NO_NODES = new Set([
  'direct',
  'reject',
  'reject-tinygif',
  'reject-drop',
  'reject-no-drop',
  'reject-img',
  'reject-200',
  'reject-dict',
  'reject-array',
  'reject-video',
])
const SURGE_TYPES: Readonly<Record<string, string>> = {
  ss: 'ss', shadowsocks: 'ss', custom: 'ss', shadowsocksr: 'ssr', vmess: 'vmess', vless: 'vless', trojan: 'trojan', http: 'http', https: 'http', socks5: 'socks5', 'socks5-tls': 'socks5',
  snell: 'snell', hysteria2: 'hysteria2', tuic: 'tuic', 'tuic-v5': 'tuic', anytls: 'anytls',
} // oxfmt-ignore
const OTHER_SURGE_TYPES = new Set([
  'ssh', 'external', 'trust-tunnel', 'hysteria', 'h2-connect', 'masque', 'tailscale',
]) // oxfmt-ignore

/** Finds a section of the config that the line stands in. */
export type FindSection = (name: string) => WireguardSection | undefined

/**
 * Reads `line`; `undefined` when it is of neither form. `{ unsupported: '' }`: a line that is no node (DIRECT, REJECT).
 * A line of WireGuard in Surge names the section that has its keys.
 */
export function readSurgeLine(line: string, findSection: FindSection = () => undefined): SurgeLine {
  const equals = line.indexOf('=')
  if (equals <= 0) return undefined
  const before = line.slice(0, equals).trim()
  const parts = splitParts(line.slice(equals + 1))
  const first = (parts[0] ?? '').trim()
  const quantumult = ownValue(QUANTUMULT_TYPES, before.toLowerCase())
  if (quantumult !== undefined) {
    const { options } = lineParts(parts.slice(1))
    if (first.includes(':') || options.has('tag')) {
      const read = withOptions(options, () => quantumultEntry(quantumult, first, options))
      // Not in mihomo, whose entry this is; without REALITY the node connects nowhere.
      return quantumult === 'anytls' && options.has('reality-base64-pubkey')
        ? { unsupported: 'anytls + REALITY' }
        : read
    }
  }
  const word = first.toLowerCase()
  const isAlone = parts.length === 1
  if (NO_NODES.has(word)) return isAlone || first === word ? { unsupported: '' } : undefined
  if (isAlone) return undefined
  if (word === 'wireguard') return wireguardLine(unquoted(before), line, parts, findSection)
  const type = ownValue(SURGE_TYPES, word)
  if (type === undefined) return OTHER_SURGE_TYPES.has(word) ? { unsupported: word } : undefined
  const [server = '', port = '', ...others] = parts.slice(1)
  const { positional, options } = lineParts(others)
  const place = { name: unquoted(before), type, server: unquoted(server), port: unquoted(port) }
  const read = withOptions(options, () => surgeEntry(place, word, positional, options))
  // A server behind shadow-tls takes nobody who comes without it.
  const isBare = options.has('shadow-tls-password') && !options.asked.has('shadow-tls-password')
  return isBare ? { unsupported: `${word} + shadow-tls` } : read
}

function wireguardLine(name: string, line: string, parts: readonly string[], findSection: FindSection): SurgeLine {
  const { options } = lineParts(parts.slice(1))
  const sectionName = options.get('section-name')
  if (sectionName === undefined) {
    const tunnel = loonTunnel(line)
    return withOptions(tunnel.options, () => ({ ...tunnel.entry, name, ...dialOf(tunnel.options) }))
  }
  const section = findSection(sectionName)
  if (section === undefined) return { missing: `[WireGuard ${sectionName}]` }
  const tunnel = surgeTunnel(section)
  const read = withOptions(options, () => ({ ...tunnel.entry, name, ...dialOf(options) }))
  return read && 'entry' in read ? { ...read, ignored: [...read.ignored, ...tunnel.ignored] } : read
}

/** When anytls closes sessions that nobody uses, as Loon and mihomo call it. */
const IDLE = ['idle-session-check-interval', 'idle-session-timeout', 'min-idle-session']
const IP_VERSIONS: Readonly<Record<string, string>> = {
  'v4-only': 'ipv4', 'v6-only': 'ipv6', 'prefer-v4': 'ipv4-prefer', 'prefer-v6': 'ipv6-prefer', 'v6-prefer': 'ipv6-prefer', 'v4-prefer': 'ipv4-prefer',
} // oxfmt-ignore

function withOptions(options: Options, read: () => MihomoProxy): SurgeLine {
  const entry = read()
  return { entry, ignored: ignoredOf(options) }
}

/** What the lines of all types say of the connection. */
function dialOf(options: Options): JsonObject {
  const entry: JsonObject = {}
  const udp = options.get('udp-relay') ?? options.get('udp')
  if (udp !== undefined) entry['udp'] = udp === 'true' || udp === '1'
  if (options.get('tfo') === 'true' || options.get('fast-open') === 'true') entry['tfo'] = true
  if (options.get('mptcp') === 'true') entry['mptcp'] = true
  set(entry, 'dialer-proxy', options.get('underlying-proxy'))
  set(entry, 'interface-name', options.get('interface') ?? options.get('interface-name'))
  set(entry, 'ip-version', IP_VERSIONS[options.get('ip-version') ?? options.get('ip-mode') ?? ''])
  return entry
}

function set(entry: JsonObject, key: string, value: unknown): void {
  if (value !== undefined && value !== '') entry[key] = value
}

/** `name = type, host, port[, positional…], key=value…`: Surge names all, Loon gives cipher and password by position. */
function surgeEntry(place: MihomoProxy, word: string, positional: readonly string[], options: Options): MihomoProxy {
  const { type } = place
  const entry: MihomoProxy = { ...place, ...dialOf(options) }
  const put = (key: string, value: unknown) => set(entry, key, value)
  switch (type) {
    case 'ss': {
      const { own, obfs, host } = withoutPlugin(positional)
      put('cipher', options.get('encrypt-method') ?? at(own, 0))
      entry['password'] = options.get('password') ?? textAt(own, 1) ?? ''
      const mode = options.get('obfs') ?? options.get('obfs-name') ?? obfs
      setObfs(entry, mode, options.get('obfs-host') ?? host, options.get('obfs-uri'))
      if (options.get('udp-over-tcp') === 'true') Object.assign(entry, udpOverTcp(2))
      if (options.has('shadow-tls-password')) {
        entry['plugin'] = 'shadow-tls'
        entry['plugin-opts'] = shadowTlsOf(options)
      }
      break
    }
    case 'ssr':
      put('cipher', at(positional, 0))
      put('password', textAt(positional, 1))
      for (const key of ['protocol', 'protocol-param', 'obfs', 'obfs-param']) put(key, options.get(key))
      break
    case 'vmess':
    case 'vless': {
      const [first, second] = [at(positional, 0), at(positional, 1)]
      put('uuid', options.get('username') ?? options.get('password') ?? (type === 'vmess' ? second : first))
      if (type === 'vmess') {
        put('cipher', options.get('encrypt-method') ?? (second === undefined ? 'auto' : first))
        // Surge: vmess-aead is on unless told otherwise since 5; Loon tells the number.
        entry['alterId'] = Number(options.get('alterid') ?? (options.get('vmess-aead') === 'false' ? 1 : 0)) || 0
      }
      entry['tls'] = options.get('tls') === 'true' || options.get('over-tls') === 'true'
      put('flow', options.get('flow'))
      setTls(entry, options, 'servername')
      setReality(entry, options.get('public-key'), options.get('short-id'))
      break
    }
    case 'trojan':
    case 'anytls':
      put('password', options.get('password') ?? textAt(positional, 0))
      if (type === 'anytls') for (const key of IDLE) put(key, options.get(key))
      setTls(entry, options, 'sni')
      break
    case 'http':
    case 'socks5':
      put('username', options.get('username') ?? at(positional, 0))
      put('password', options.get('password') ?? textAt(positional, 1))
      entry['tls'] = word === 'https' || word === 'socks5-tls' || options.get('over-tls') === 'true'
      setTls(entry, options, 'sni')
      break
    case 'snell':
      for (const key of ['psk', 'version', 'reuse', 'mode']) put(key, options.get(key))
      if (options.has('shadow-tls-password')) entry['obfs-opts'] = { mode: 'shadow-tls', ...shadowTlsOf(options) }
      else if (options.has('obfs')) entry['obfs-opts'] = { mode: options.get('obfs'), host: options.get('obfs-host') }
      break
    case 'hysteria2':
      put('password', options.get('password') ?? textAt(positional, 0))
      put('up', options.get('upload-bandwidth'))
      put('down', options.get('download-bandwidth'))
      put('ports', (options.get('port-hopping') ?? options.get('server-ports'))?.replaceAll(';', ','))
      put('hop-interval', options.get('port-hopping-interval') ?? options.get('hop-interval'))
      for (const obfs of ['salamander', 'gecko']) {
        const password = options.get(`${obfs}-password`)
        if (password !== undefined) Object.assign(entry, { obfs, 'obfs-password': password })
      }
      setTls(entry, options, 'sni')
      break
    case 'tuic':
      put('uuid', options.get('uuid'))
      if (options.has('password')) entry['password'] = options.get('password')
      put('token', options.get('token'))
      put('congestion-controller', options.get('congestion-controller'))
      setTls(entry, options, 'sni')
      if (entry['alpn'] === undefined) put('alpn', 'h3')
      break
  }
  const isWs = options.get('ws') === 'true' || options.get('transport') === 'ws'
  if (isWs && type !== 'ss') {
    const headers = headersOf(options.get('ws-headers'), options.get('host'))
    entry['network'] = 'ws'
    entry['ws-opts'] = { path: options.get('ws-path') ?? options.get('path') ?? '/', ...(headers ? { headers } : {}) }
  } else if (type === 'vmess' || type === 'vless' || type === 'trojan') {
    const transport = options.get('transport')
    if (transport !== undefined && transport !== 'tcp') {
      entry['network'] = transport
      if (transport === 'http')
        entry['http-opts'] = { path: [options.get('path') ?? '/'], headers: { Host: [options.get('host') ?? ''] } }
    }
  }
  return entry
}

/** What stands at a place. */
function at(positional: readonly string[], place: number): string | undefined {
  const text = positional[place]
  return text === undefined ? undefined : unquoted(text)
}

/** The text that stands last: without quotes all that follows is its own, with its commas. */
function textAt(positional: readonly string[], place: number): string | undefined {
  const first = positional[place]?.trim()
  if (first === undefined) return undefined
  const isQuoted = unquoted(first) !== first
  return unquoted(isQuoted ? first : positional.slice(place).join(','))
}

/** Behind cipher and password Loon names simple-obfs (`http,host`), and older lines of Surge a module (`https://…`). */
function withoutPlugin(positional: readonly string[]): { own: readonly string[]; obfs?: string; host?: string } {
  const place = positional.findIndex((text, index) => index > 1 && /^(?:http|tls|https?:\/\/.*)$/.test(text.trim()))
  if (place < 0) return { own: positional }
  const own = positional.slice(0, place)
  const obfs = at(positional, place)
  return obfs === 'http' || obfs === 'tls' ? { own, obfs, host: at(positional, place + 1) } : { own }
}

function setTls(entry: MihomoProxy, options: Options, nameKey: string): void {
  const name = options.get('sni') ?? options.get('tls-name') ?? options.get('tls-host')
  if (name !== undefined && name !== '' && name !== 'off') entry[nameKey] = name
  if (name === 'off') entry['disable-sni'] = true
  if (options.get('skip-cert-verify') === 'true') entry['skip-cert-verify'] = true
  setCertificate(entry, options)
  const alpn = options.get('alpn')
  // Loon's spelling.
  if (alpn !== undefined && alpn !== '') entry['alpn'] = alpn.replaceAll('http1.1', 'http/1.1')
}

function shadowTlsOf(options: Options): JsonObject {
  return {
    host: options.get('shadow-tls-sni') ?? '',
    password: options.get('shadow-tls-password'),
    version: Number(options.get('shadow-tls-version') ?? 2),
  }
}

/** `Host:cdn.example.com|User-Agent:"x"`. */
function headersOf(text: string | undefined, host: string | undefined): Record<string, string> | undefined {
  const headers: Record<string, string> = {}
  for (const pair of (text ?? '').split('|')) {
    const colon = pair.indexOf(':')
    const key = pair.slice(0, colon).trim()
    if (colon > 0 && key !== '__proto__') headers[key] = unquoted(pair.slice(colon + 1).trim())
  }
  if (host !== undefined && host !== '' && headers['Host'] === undefined) headers['Host'] = host
  return Object.keys(headers).length > 0 ? headers : undefined
}
