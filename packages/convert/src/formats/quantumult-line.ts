import type { MihomoProxy } from '../protocols/protocol.ts'
import { type Options, setCertificate, setObfs, setReality, udpOverTcp } from './line-options.ts'

/** Types as Quantumult X calls them. */
export const QUANTUMULT_TYPES: Readonly<Record<string, string>> = {
  shadowsocks: 'ss', vmess: 'vmess', vless: 'vless', trojan: 'trojan', http: 'http', socks5: 'socks5', anytls: 'anytls',
} // oxfmt-ignore

/** The `proxies:` entry of a line of Quantumult X: `shadowsocks=host:port, method=…, password=…, obfs=…, tag=…`. */
export function quantumultEntry(type: string, address: string, options: Options): MihomoProxy {
  const colon = address.includes(':') ? address.lastIndexOf(':') : address.length
  const host = address.slice(0, colon)
  const entry: MihomoProxy = {
    name: options.get('tag') ?? '',
    type,
    server: host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host,
    port: address.slice(colon + 1),
  }
  const obfs = options.get('obfs')
  const obfsHost = options.get('obfs-host')
  const obfsPath = options.get('obfs-uri')
  if (options.has('udp-relay')) entry['udp'] = options.get('udp-relay') === 'true'
  if (options.get('fast-open') === 'true') entry['tfo'] = true
  const isTls = options.get('over-tls') === 'true' || obfs === 'over-tls' || obfs === 'wss'
  switch (type) {
    case 'ss':
      entry['cipher'] = options.get('method')
      entry['password'] = options.get('password') ?? ''
      if (obfs === 'ws' || obfs === 'wss') {
        entry['plugin'] = 'v2ray-plugin'
        entry['plugin-opts'] = {
          mode: 'websocket',
          tls: obfs === 'wss',
          ...(obfsHost ? { host: obfsHost } : {}),
          path: obfsPath ?? '/',
        }
      } else setObfs(entry, obfs, obfsHost, obfsPath)
      // `sp.v1` and `sp.v2` are sing-box's; `true` is a form of its own.
      if (/^sp\.v[12]$/.test(options.get('udp-over-tcp') ?? '')) {
        Object.assign(entry, udpOverTcp(Number(options.get('udp-over-tcp')!.at(-1))))
      }
      if (options.has('ssr-protocol')) entry['type'] = 'ssr'
      if (entry['type'] === 'ssr') {
        entry['protocol'] = options.get('ssr-protocol')
        entry['protocol-param'] = options.get('ssr-protocol-param')
        entry['obfs'] = obfs ?? 'plain'
        entry['obfs-param'] = obfsHost
        delete entry['plugin']
        delete entry['plugin-opts']
      }
      return entry
    case 'vmess':
      entry['uuid'] = options.get('password')
      entry['cipher'] = options.get('method') === 'none' ? 'none' : (options.get('method') ?? 'auto')
      entry['alterId'] = options.get('aead') === 'false' ? 1 : 0
      break
    case 'vless':
      entry['uuid'] = options.get('password')
      if (options.has('vless-flow')) entry['flow'] = options.get('vless-flow')
      break
    case 'trojan':
    case 'anytls':
      entry['password'] = options.get('password')
      break
    default:
      entry['username'] = options.get('username')
      entry['password'] = options.get('password')
  }
  entry['tls'] = isTls || type === 'trojan' || type === 'anytls'
  if (entry['tls']) setReality(entry, options.get('reality-base64-pubkey'), options.get('reality-hex-shortid'))
  const name = options.get('tls-host') ?? (isTls ? obfsHost : undefined)
  if (name !== undefined) entry[type === 'vmess' || type === 'vless' ? 'servername' : 'sni'] = name
  setCertificate(entry, options)
  const alpn = alpnOf(options.get('tls-alpn') ?? '')
  if (alpn !== undefined) entry['alpn'] = alpn
  if (obfs === 'ws' || obfs === 'wss') {
    entry['network'] = 'ws'
    entry['ws-opts'] = { path: obfsPath ?? '/', ...(obfsHost ? { headers: { Host: obfsHost } } : {}) }
  } else if (obfs === 'http') {
    entry['network'] = 'http'
    entry['http-opts'] = { path: [obfsPath ?? '/'], ...(obfsHost ? { headers: { Host: [obfsHost] } } : {}) }
  }
  return entry
}

/** `02683208687474702f312e31` is h2 and http/1.1, each behind its length, as TLS sends them. */
function alpnOf(text: string): string[] | undefined {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return text === '' ? undefined : text.split(',')
  const bytes = Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16))
  const names: string[] = []
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + bytes[at]!
    if (end > bytes.length || end === at + 1) return undefined
    names.push(String.fromCharCode(...bytes.slice(at + 1, end)))
    at = end
  }
  return names
}
