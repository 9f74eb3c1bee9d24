import type { MihomoProxy } from '../protocols/protocol.ts'
import { optionsOf, type Options, ownValue, setObfs, setReality, splitParts, unquoted } from './line-options.ts'
import { QUANTUMULT_TYPES, quantumultEntry } from './quantumult-line.ts'

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
  ss: 'ss', shadowsocks: 'ss', custom: 'ss', vmess: 'vmess', vless: 'vless', trojan: 'trojan', http: 'http', https: 'http', socks5: 'socks5', 'socks5-tls': 'socks5',
  snell: 'snell', hysteria2: 'hysteria2', tuic: 'tuic', 'tuic-v5': 'tuic', anytls: 'anytls',
} // oxfmt-ignore
const OTHER_SURGE_TYPES = new Set(['ssh', 'wireguard', 'external', 'shadowsocksr', 'trust-tunnel', 'hysteria'])
/** Reads `line`; `undefined` when it is of neither form. `{ unsupported: '' }`: a line that is no node (DIRECT, REJECT). */
export function readSurgeLine(line: string): SurgeLine {
  const equals = line.indexOf('=')
  if (equals <= 0) return undefined
  const before = line.slice(0, equals).trim()
  const parts = splitParts(line.slice(equals + 1))
  const first = parts[0] ?? ''
  const quantumult = ownValue(QUANTUMULT_TYPES, before.toLowerCase())
  if (quantumult !== undefined && (first.includes(':') || optionsOf(parts, 1).has('tag')))
    return withOptions(optionsOf(parts, 1), (options) => quantumultEntry(quantumult, first, options))
  const word = first.toLowerCase()
  const isAlone = parts.length === 1
  if (NO_NODES.has(word)) return isAlone || first === word ? { unsupported: '' } : undefined
  if (isAlone) return undefined
  const type = ownValue(SURGE_TYPES, word)
  if (type !== undefined)
    return withOptions(optionsOf(parts, 3), (options) => surgeEntry(before, word, type, parts, options))
  return OTHER_SURGE_TYPES.has(word) ? { unsupported: word } : undefined
}

const IP_VERSIONS: Readonly<Record<string, string>> = {
  'v4-only': 'ipv4', 'v6-only': 'ipv6', 'prefer-v4': 'ipv4-prefer', 'prefer-v6': 'ipv6-prefer', 'v6-prefer': 'ipv6-prefer', 'v4-prefer': 'ipv4-prefer',
} // oxfmt-ignore

/** How the app itself treats a node: nothing that another client could miss. */
const APP_OPTIONS = /^(?:test-|server_check_url|no-error-alert|img-url|group$|tag$|always-use-)/
const OFF = new Set(['', 'false', '0', 'off', 'auto', 'none'])

function withOptions(options: Options, read: (options: Options) => MihomoProxy): SurgeLine {
  const entry = read(options)
  const ignored = [...options].flatMap(([key, value]) =>
    options.asked.has(key) || APP_OPTIONS.test(key) || OFF.has(value.toLowerCase()) ? [] : key,
  )
  return { entry, ignored }
}

/** `name = type, host, port[, positional…], key=value…`: Surge names all, Loon gives cipher and password by position. */
function surgeEntry(name: string, word: string, type: string, parts: readonly string[], options: Options): MihomoProxy {
  const positional = parts
    .slice(3)
    .filter((part) => !/^[\w-]+\s*=/.test(part))
    .map(unquoted)
  const entry: MihomoProxy = {
    name: unquoted(name),
    type,
    server: unquoted(parts[1] ?? ''),
    port: unquoted(parts[2] ?? ''),
  }
  const set = (key: string, value: unknown) => {
    if (value !== undefined && value !== '') entry[key] = value
  }
  const udp = options.get('udp-relay') ?? options.get('udp')
  if (udp !== undefined) entry['udp'] = udp === 'true' || udp === '1'
  if (options.get('tfo') === 'true' || options.get('fast-open') === 'true') entry['tfo'] = true
  if (options.get('mptcp') === 'true') entry['mptcp'] = true
  set('dialer-proxy', options.get('underlying-proxy'))
  set('interface-name', options.get('interface') ?? options.get('interface-name'))
  set('ip-version', IP_VERSIONS[options.get('ip-version') ?? options.get('ip-mode') ?? ''])
  const [firstPlace, secondPlace] = positional
  switch (type) {
    case 'ss':
      set('cipher', options.get('encrypt-method') ?? firstPlace)
      entry['password'] = options.get('password') ?? secondPlace ?? ''
      setObfs(entry, options.get('obfs') ?? options.get('obfs-name'), options.get('obfs-host'), options.get('obfs-uri'))
      setShadowTls(entry, options)
      break
    case 'vmess':
    case 'vless':
      set('uuid', options.get('username') ?? options.get('password') ?? (type === 'vmess' ? secondPlace : firstPlace))
      if (type === 'vmess') {
        set('cipher', options.get('encrypt-method') ?? (secondPlace === undefined ? 'auto' : firstPlace))
        // Surge: vmess-aead is on unless told otherwise since 5; Loon tells the number.
        entry['alterId'] = Number(options.get('alterid') ?? (options.get('vmess-aead') === 'false' ? 1 : 0)) || 0
      }
      entry['tls'] = options.get('tls') === 'true' || options.get('over-tls') === 'true'
      set('flow', options.get('flow'))
      setTls(entry, options, 'servername')
      setReality(entry, options.get('public-key'), options.get('short-id'))
      break
    case 'trojan':
    case 'anytls':
      set('password', options.get('password') ?? firstPlace)
      setTls(entry, options, 'sni')
      break
    case 'http':
    case 'socks5':
      set('username', options.get('username') ?? firstPlace)
      set('password', options.get('password') ?? secondPlace)
      entry['tls'] = word === 'https' || word === 'socks5-tls'
      setTls(entry, options, 'sni')
      break
    case 'snell':
      set('psk', options.get('psk'))
      set('version', options.get('version'))
      if (options.has('obfs')) entry['obfs-opts'] = { mode: options.get('obfs'), host: options.get('obfs-host') }
      break
    case 'hysteria2':
      set('password', options.get('password') ?? firstPlace)
      set('down', options.get('download-bandwidth'))
      set('ports', options.get('port-hopping')?.replaceAll(';', ','))
      set('hop-interval', options.get('port-hopping-interval'))
      if (options.has('salamander-password')) {
        entry['obfs'] = 'salamander'
        entry['obfs-password'] = options.get('salamander-password')
      }
      setTls(entry, options, 'sni')
      break
    case 'tuic':
      set('uuid', options.get('uuid'))
      set('password', options.get('password'))
      set('token', options.get('token'))
      set('congestion-controller', options.get('congestion-controller'))
      setTls(entry, options, 'sni')
      if (entry['alpn'] === undefined) set('alpn', 'h3')
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

function setTls(entry: MihomoProxy, options: Options, nameKey: string): void {
  const name = options.get('sni') ?? options.get('tls-name') ?? options.get('tls-host')
  if (name !== undefined && name !== '' && name !== 'off') entry[nameKey] = name
  if (name === 'off') entry['disable-sni'] = true
  const pin = options.get('server-cert-fingerprint-sha256') ?? options.get('tls-cert-sha256')
  if (pin !== undefined) entry['fingerprint'] = pin
  if (options.get('skip-cert-verify') === 'true' || options.get('tls-verification') === 'false')
    entry['skip-cert-verify'] = true
  const alpn = options.get('alpn')
  // Loon's spelling.
  if (alpn !== undefined && alpn !== '') entry['alpn'] = alpn.replaceAll('http1.1', 'http/1.1')
}

function setShadowTls(entry: MihomoProxy, options: Options): void {
  const password = options.get('shadow-tls-password')
  if (password === undefined) return
  entry['plugin'] = 'shadow-tls'
  entry['plugin-opts'] = {
    host: options.get('shadow-tls-sni') ?? '',
    password,
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
