import type { NodeRecord } from '../types.ts'

const HTTPS = 443

/** What a new node of each type begins with: its parts, and values that most servers have. In the order of a menu. */
const STARTS: Readonly<Record<string, Readonly<Record<string, unknown>> & { port?: number }>> = {
  vless: { uuid: '', tls: {}, transport: null },
  vmess: { uuid: '', alterId: 0, cipher: 'auto', tls: null, transport: null },
  trojan: { password: '', tls: {}, transport: null },
  ss: { port: 8388, method: 'aes-256-gcm', password: '' },
  hysteria2: { password: '', tls: {} },
  tuic: { uuid: '', password: '', tls: {} },
  anytls: { password: '', tls: {} },
  wireguard: { port: 51_820, privateKey: '', publicKey: '', address: [] },
  ssr: { method: 'aes-256-cfb', password: '', protocol: 'origin', obfs: 'plain' },
  hysteria: { tls: {} },
  snell: { psk: '', version: 4 },
  mieru: { username: '', password: '', transport: 'TCP' },
  ssh: { port: 22, username: '' },
  socks5: { port: 1080, tls: null },
  http: { port: 8080, tls: null },
}

export const NODE_TYPES = Object.keys(STARTS)

/** A node that is yet to be filled in; what was typed of another type stays as far as both have it. */
export function startNode(type: string, before?: NodeRecord): NodeRecord {
  const { port = HTTPS, ...start } = STARTS[type]!
  const hadOwnPort = before !== undefined && before.port !== (STARTS[before.type]?.port ?? HTTPS)
  const kept = Object.entries(start).filter(([key, value]) => value === '' && typeof before?.[key] === 'string')
  return {
    type,
    name: before?.name ?? '',
    server: before?.server ?? '',
    port: hadOwnPort ? before.port : port,
    ...start,
    ...Object.fromEntries(kept.map(([key]) => [key, before![key]])),
  }
}
