import { describe, expect, test } from 'vitest'
import { generateNodes } from '../../proof/generate-nodes.ts'
import { NodeIssues } from '../model/issue.ts'
import type { NodeBase } from '../model/node.ts'
import { linkOf } from '../nodes/rename-link.ts'
import { parseNodes } from '../parse-nodes.ts'
import { writeMihomoProxy } from '../clients/mihomo/write-proxy.ts'
import { singboxTarget, writeSingboxOutbound } from '../clients/singbox/write-outbound.ts'
import { isRecord } from '../text/record.ts'

/** What a node says must not be lost without a word: drawn nodes of every protocol show it. */

const SEED = 8
const COUNT = 1500
const SERVER = { server: 'example.com', port: 443 }
const KEY = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
const trojan = { name: 'T', type: 'trojan', ...SERVER, password: 'a:b c/ü', sni: 's.example.com' }
const vless = {
  name: 'V',
  type: 'vless',
  ...SERVER,
  uuid: '11111111-2222-4333-8444-555555555555',
  tls: true,
  servername: 's.example.com',
}
const hysteria2 = { name: 'H', type: 'hysteria2', ...SERVER, password: 'p:w' }
const realm = {
  enable: true,
  'server-url': 'https://r.example.com',
  token: 't/k',
  'realm-id': 'a b/c',
  'stun-servers': ['stun.example.com:3478'],
}
const grpc = (serviceName: string, more: object = {}) => ({
  ...vless,
  network: 'grpc',
  'grpc-opts': { 'grpc-service-name': serviceName, ...more },
})
const xhttp = (options: object) => ({ ...vless, network: 'xhttp', 'xhttp-opts': { path: '/x', ...options } })

const layered = (method: string) => ({ ...trojan, 'ss-opts': { enabled: true, method, password: 's;e:c' } })

/** Rare settings, which the drawn nodes do not have. */
const RARE: readonly { type: string; [key: string]: unknown }[] = [
  ...['aes-128-gcm', 'AES-256-GCM', 'chacha20-ietf-poly1305', 'aes-192-gcm', 'dummy', 'rc4-md5'].map(layered),
  { ...trojan, 'ss-opts': { enabled: true, password: 'x' } },
  { ...trojan, 'ss-opts': { enabled: true, method: 'no such cipher', password: 'x' } },
  { ...trojan, 'ss-opts': { enabled: true, method: 'aes-128-gcm', password: '' } },
  { name: 'U', type: 'tuic', ...SERVER, uuid: vless.uuid, password: '' },
  { ...hysteria2, 'realm-opts': realm },
  { ...hysteria2, 'realm-opts': { ...realm, 'server-url': 'http://r.example.com:8080' } },
  { ...hysteria2, 'realm-opts': { ...realm, 'server-url': 'https://r.example.com/some/path' } },
  { ...hysteria2, 'realm-opts': { ...realm, 'server-url': 'https://[2001:db8::1]:8443', 'stun-servers': undefined } },
  { ...hysteria2, 'realm-opts': { ...realm, sni: 'x.example.com', 'skip-cert-verify': true } },
  { ...hysteria2, 'realm-opts': { ...realm, token: undefined } },
  { ...hysteria2, password: '', 'realm-opts': realm },
  { ...hysteria2, ports: '1000-2000', 'hop-interval': 10, 'realm-opts': realm },
  { ...hysteria2, server: 'other.example.com', port: 8443, 'realm-opts': realm },
  ...['', 'svc', '//Tun', '/svc/Tun', '/a%20b%2F%C3%A9/Tun', '/a/b', '/a%20b/c', '/a%2Fb/c', '/%zz/Tun', 'a b/é', '/'].map((name) => grpc(name)),
  grpc('svc', { 'grpc-user-agent': 'x', 'ping-interval': 30, 'max-connections': 1, 'min-streams': 2, 'max-streams': 3 }),
  xhttp({ mode: 'packet-up', headers: { 'X-A': 'b' }, 'no-grpc-header': false, 'x-padding-bytes': '100-200', 'sc-min-posts-interval-ms': '0-300' }),
  xhttp({ 'reuse-settings': { 'max-concurrency': '16-32' }, 'download-settings': { path: '/d', server: 'd.example.com', port: 8443, tls: true, servername: 'd.example.com', 'reuse-settings': { 'max-connections': '4' } } }),
  { ...vless, network: 'ws', 'ws-opts': { path: '/w', headers: { Host: 'h.example.com', 'X-A': 'b' }, 'max-early-data': 2048 } },
  { ...vless, network: 'http', 'http-opts': { path: ['/a', '/b'], headers: { Host: ['h.example.com'], 'X-A': ['b'] } } },
  { ...vless, fingerprint: 'ab'.repeat(32), 'name-cert-verify': 'n.example.com', 'ech-opts': { enable: true } },
  { name: 'A', type: 'anytls', ...SERVER, password: 'p', 'client-fingerprint': 'chrome', 'reality-opts': { 'public-key': KEY, 'short-id': 'ab' } },
] // oxfmt-ignore

const drawn = [
  ...generateNodes(SEED, COUNT, 0),
  ...RARE.map((entry) => ({ kind: entry.type, text: JSON.stringify({ proxies: [entry] }), mihomo: entry, singbox: undefined, isEndpoint: false })),
] // oxfmt-ignore

describe('a share link', () => {
  test('that we write is read again as the node that it was written from, or says what it cannot say', () => {
    const different: string[] = []
    for (const { text } of drawn) {
      for (const { node } of parseNodes(text).nodes) {
        const issues = new NodeIssues()
        const link = linkOf(node, undefined, node.name, issues)
        if (!issues.isEmpty) continue
        const read = link === undefined ? undefined : parseNodes(link).nodes[0]?.node
        if (link === undefined || !isSame(read && named(read), named(node)))
          different.push(`${text}\n${link}\n${JSON.stringify(node)}\n${JSON.stringify(read)}`)
      }
    }
    expect(different.slice(0, 12).join('\n\n')).toBe('')
  })
})

/** A link has no blanks around the name, and keeps the `extra` that it was read from. */
function named(node: NodeBase & { transport?: unknown }): NodeBase {
  const transport = isRecord(node.transport) && { ...node.transport, extra: undefined }
  return Object.assign({ ...node, name: node.name.trim() }, transport ? { transport } : {})
}

/** No SNI means the server. */
function withSni(node: NodeBase & { tls?: { sni?: string } | null }): NodeBase {
  return node.tls ? ({ ...node, tls: { sni: node.server, ...defined(node.tls) } } as NodeBase) : node
}

function defined(map: object): object {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => value !== undefined))
}

function isSame(a: NodeBase | undefined, b: NodeBase): boolean {
  try {
    expect(a && withSni(a)).toEqual(withSni(b))
    return true
  } catch {
    return false
  }
}

/** The keys put into every map of an entry, which no client knows. */
const UNKNOWN = 'zzq'

describe('a key that nobody knows', () => {
  const entries: { kind: string; text: string }[] = []
  for (const { kind, mihomo, singbox, isEndpoint } of drawn) {
    if (mihomo) entries.push({ kind, text: JSON.stringify({ proxies: [marked(mihomo)] }) })
    const list = isEndpoint ? 'endpoints' : 'outbounds'
    if (singbox) entries.push({ kind, text: JSON.stringify({ [list]: singbox.map((one) => marked(one)) }) })
  }

  test.each(['mihomo', 'singbox', 'links'] as const)('is written for %s or reported', (output) => {
    const lost = new Set<string>()
    for (const { kind, text } of entries) {
      for (const { node, issues: read } of parseNodes(text).nodes) {
        const issues = new NodeIssues()
        const written = write(node, output, issues)
        const reported = [...read, ...issues.take()]
        if (reported.some(({ kept }) => !kept)) continue
        const said = `${JSON.stringify(written)} ${reported.map(({ field }) => field).join(' ')}`
        for (const mark of text.match(/zzq\w*/g) ?? []) if (!said.includes(mark)) lost.add(`${kind}: ${mark}`)
      }
    }
    expect([...lost].sort()).toEqual([])
  })
})

/** Xray's own configs are read only. */
const XRAY = [
  { protocol: 'vless', settings: { vnext: [{ address: 'a.example.com', port: 443, users: [{ id: vless.uuid, encryption: 'none' }] }] }, streamSettings: { network: 'ws', security: 'tls', tlsSettings: { serverName: 's.example.com' }, wsSettings: { path: '/w', headers: { Host: 'h.example.com' } } } },
  { protocol: 'vless', settings: { address: 'a.example.com', port: 443, id: vless.uuid, encryption: 'none' }, streamSettings: { network: 'grpc', security: 'reality', realitySettings: { serverName: 's.example.com', publicKey: KEY }, grpcSettings: { serviceName: 'svc' } } },
  { protocol: 'vless', settings: { address: 'a.example.com', port: 443, id: vless.uuid, encryption: 'none' }, streamSettings: { network: 'xhttp', security: 'tls', tlsSettings: { serverName: 's.example.com' }, xhttpSettings: { path: '/x', extra: { xmux: { maxConcurrency: 1 } } } } },
  { protocol: 'vmess', settings: { vnext: [{ address: 'a.example.com', port: 80, users: [{ id: vless.uuid }] }] }, streamSettings: { network: 'raw', rawSettings: { header: { type: 'http', request: { path: ['/'] } } } } },
  { protocol: 'trojan', settings: { servers: [{ address: 'a.example.com', port: 443, password: 'p' }] }, mux: { enabled: true } },
] // oxfmt-ignore

test('a key that nobody knows in an outbound of Xray is reported, and a header of any name is kept', () => {
  const lost = new Set<string>()
  for (const outbound of XRAY) {
    const text = JSON.stringify({ outbounds: [deeplyMarked(outbound)] })
    const [first] = parseNodes(text).nodes
    const { transport }: NodeBase & { transport?: unknown } = first!.node
    const headers = isRecord(transport) && isRecord(transport['headers']) ? transport['headers'] : {}
    const said = [...first!.issues.map(({ field }) => field), ...Object.keys(headers)].join(' ')
    for (const mark of text.match(/zzq\w*/g)!) if (!said.includes(mark)) lost.add(`${outbound.protocol}: ${mark}`)
  }
  expect([...lost]).toEqual([])
})

function deeplyMarked(value: unknown, path = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => deeplyMarked(item, path))
  if (!isRecord(value)) return value
  const pairs = Object.entries(value).map(([key, item]) => [key, deeplyMarked(item, path + key)])
  return { ...Object.fromEntries(pairs), [UNKNOWN + path.slice(-30)]: 1 }
}

function write(node: NodeBase, output: 'mihomo' | 'singbox' | 'links', issues: NodeIssues): unknown {
  if (output === 'mihomo') return writeMihomoProxy(node, issues)
  if (output === 'singbox') return writeSingboxOutbound(node, singboxTarget('1.14'), issues)
  return linkOf(node, undefined, node.name, issues)
}

/** The entry with an unknown key in each of its maps, named after the map. */
function marked(entry: Record<string, unknown>, path = ''): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(entry)) {
    copy[key] = isRecord(value) && !FREE_MAPS.has(key) ? marked(value, `${path}${key}.`) : value
  }
  return { ...copy, [UNKNOWN + path.replaceAll(/\W|_/g, '').slice(-30)]: 1 }
}

/** Maps whose keys are the user's. */
const FREE_MAPS = new Set(['headers'])
