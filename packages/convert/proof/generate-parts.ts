import type { Random } from './random.ts'
import type { JsonObject } from '../src/text/record.ts'

export type ParamPairs = [key: string, value: string | number | undefined][]

export interface DrawnTls {
  mode: string
  sni?: string
  alpn?: string[]
  fp?: string
  insecure: boolean
  pbk?: string
  sid?: string
  query: ParamPairs
  mihomo: JsonObject
  singbox?: JsonObject
}

export interface DrawnTransport {
  type: string
  /** The HTTP/1.1 header of raw TCP. */
  header?: 'http'
  path?: string
  host?: string
  query: ParamPairs
  /** Absent: mihomo has no such transport, and would take the name for raw TCP. */
  mihomo?: JsonObject
  singbox?: JsonObject
}

/** Most values of a node are legal, so that what is wrong with it is mostly one thing. */
export const ODD_CHANCE = 0.04

const NAMES = [
  'HK 01',
  '香港 02',
  '🇯🇵 Tokyo',
  'node',
  'a: b',
  '- dash',
  '# hash',
  '"quoted"',
  "it's",
  'null',
  '2351e1',
  'yes',
  '0123',
  '{flow}',
  '[list]',
  '*star',
  '&and',
  'a,b',
  'tab\there',
  '  spaced  ',
  '',
]

const REALITY_KEY = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
const ODD_REALITY_KEYS = [
  `${REALITY_KEY}=`,
  REALITY_KEY.slice(1),
  `${REALITY_KEY}AA`,
  'abc',
  '',
  '+/ECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  `${REALITY_KEY.slice(0, -1)} `,
]
const ECH = 'AEb+DQBCAAAgACDvhzAXAjnQAGAu4C33uZxyBtUOLStxp9D8+rlZrsx0FAAMAAEAAQABAAIAAQADAAtleGFtcGxlLmNvbQAA'

/** Draws the values of one node, and the parts that several protocols share in the spellings of all three sides. */
export class Parts {
  readonly random: Random
  readonly name: string

  readonly #oddChance: number

  constructor(random: Random, index: number, oddChance: number) {
    this.random = random
    this.#oddChance = oddChance
    // A number of its own keeps nodes apart: duplicates are somebody else's test.
    this.name = `${random.pick(NAMES)}${random.chance(0.5) ? ' ' : ''}#${index}`
  }

  /** A legal value, seldom an odd one. */
  value<T>(legal: readonly T[], odd: readonly T[]): T {
    return this.random.chance(this.#oddChance) ? this.random.pick(odd) : this.random.pick(legal)
  }

  tls(modes: readonly string[], nameKey: 'sni' | 'servername'): DrawnTls {
    const mode = this.value(modes, ['xtls', 'TLS', 'reality'])
    if (mode === 'none') return { mode, insecure: false, query: [['security', 'none']], mihomo: {} }
    const sni = this.value<string | undefined>(
      ['sni.example.com', 'sni.example.com', undefined],
      ['', 'bad sni', '203.0.113.9', '*.example.com', 'x'.repeat(300)],
    )
    const alpn = this.value<string[] | undefined>(
      [undefined, ['h2'], ['h2', 'http/1.1'], ['http/1.1'], ['h3']],
      [[''], ['a'.repeat(300)], ['h2', '']],
    )
    const fp = this.value<string | undefined>(
      [undefined, 'chrome', 'firefox', 'safari', 'ios', 'edge', 'random'],
      ['Chrome', 'none', 'hellochrome', 'chrome120', 'chrome_psk', '', 'randomized', 'qq', '360', 'android'],
    )
    const insecure = this.random.chance(0.3)
    const isReality = mode === 'reality'
    const pbk = isReality ? this.value([REALITY_KEY], ODD_REALITY_KEYS) : undefined
    const sid = isReality
      ? this.value(
          ['', '01', '0123abcd', '0123456789abcdef', 'ABCD', '2351e1'],
          ['0', '012', 'xyz0', '0123456789abcdef01', '0123456789abcdef0', ' 01'],
        )
      : undefined
    const ech = this.random.chance(0.06)
      ? this.random.pick([
          ECH,
          ECH,
          'AAAA',
          'not base64!!',
          'example.com+https://1.1.1.1/dns-query',
          ECH.replaceAll('+', '-'),
        ])
      : undefined
    const pin = this.random.chance(0.06)
      ? this.random.pick(['ab'.repeat(32), 'AB:'.repeat(31) + 'AB', 'abcd', 'chrome'])
      : undefined
    return {
      mode,
      sni,
      alpn,
      fp,
      insecure,
      pbk,
      sid,
      query: [
        ['security', mode], ['sni', sni], ['alpn', alpn?.join(',')], ['fp', fp], ['allowInsecure', insecure ? 1 : 0],
        ['pbk', pbk], ['sid', sid], ['ech', ech], ['pcs', pin],
      ], // oxfmt-ignore
      mihomo: {
        tls: true,
        [nameKey]: sni,
        alpn,
        'client-fingerprint': fp,
        'skip-cert-verify': insecure,
        fingerprint: pin,
        ...(isReality && { 'reality-opts': { 'public-key': pbk, 'short-id': sid } }),
        ...(ech !== undefined && { 'ech-opts': { enable: true, config: ech } }),
      },
      singbox: {
        enabled: true,
        server_name: sni,
        alpn,
        insecure,
        ...((fp !== undefined || isReality) && { utls: { enabled: true, fingerprint: fp ?? 'chrome' } }),
        ...(isReality && { reality: { enabled: true, public_key: pbk, short_id: sid } }),
        ...(ech !== undefined && {
          ech: { enabled: true, config: ['-----BEGIN ECH CONFIGS-----', ech, '-----END ECH CONFIGS-----'] },
        }),
      },
    }
  }

  transport(types: readonly string[]): DrawnTransport {
    const type = this.value(types, ['WS', 'websocket', 'foo', '', '__proto__'])
    const path = this.value(
      ['/', '/ray', 'ray', '/ray?ed=2048'],
      ['/p?x=1', '/a b', '/%zz', '/%20', '', '/?ed=abc', '/日本', '/p?x=1&ed=100', '/\u0000'],
    )
    const host = this.value<string | undefined>(
      ['cdn.example.com', 'cdn.example.com', undefined],
      ['', 'bad host', 'a.example.com,b.example.com', 'h\r\nX: y', '主机.example'],
    )
    const service = this.value(['svc', 'GunService', ''], ['/custom|path', 'a/b', 'a b', '服务', '%zz'])
    const headers = host === undefined ? undefined : { Host: host }
    switch (type) {
      case 'ws':
        return {
          type,
          path,
          host,
          query: [['type', type], ['path', path], ['host', host]], // oxfmt-ignore
          mihomo: { network: type, 'ws-opts': { path, headers } },
          singbox: { type, path, headers },
        }
      case 'httpupgrade':
        return {
          type,
          path,
          host,
          query: [['type', type], ['path', path], ['host', host]], // oxfmt-ignore
          mihomo: { network: 'ws', 'ws-opts': { path, headers, 'v2ray-http-upgrade': true } },
          singbox: { type, path, host },
        }
      case 'grpc':
        return {
          type,
          path: service,
          host,
          query: [['type', type], ['serviceName', service]], // oxfmt-ignore
          mihomo: { network: type, 'grpc-opts': { 'grpc-service-name': service } },
          singbox: { type, service_name: service },
        }
      case 'h2':
        return {
          type,
          path,
          host,
          query: [['type', 'http'], ['path', path], ['host', host]], // oxfmt-ignore
          mihomo: { network: type, 'h2-opts': { path, host: host === undefined ? undefined : [host] } },
          singbox: { type: 'http', path, host: host === undefined ? undefined : [host] },
        }
      case 'http':
        return {
          type: 'tcp',
          header: 'http',
          path,
          host,
          query: [['type', 'tcp'], ['headerType', 'http'], ['path', path], ['host', host]], // oxfmt-ignore
          mihomo: {
            network: type,
            'http-opts': { method: 'GET', path: [path], headers: host === undefined ? undefined : { Host: [host] } },
          },
          singbox: { type, method: 'GET', path, host: host === undefined ? undefined : [host] },
        }
      case 'xhttp': {
        const mode = this.value(['auto', 'stream-one', 'packet-up'], ['AUTO', 'x'])
        const padding = this.value(['100-1000', undefined], ['1000-100', '1.5', 'x'])
        return {
          type,
          path,
          host,
          query: [['type', type], ['path', path], ['host', host], ['mode', mode], ['extra', padding === undefined ? undefined : JSON.stringify({ xPaddingBytes: padding, scMaxEachPostBytes: padding })]], // oxfmt-ignore
          mihomo: { network: type, 'xhttp-opts': { path, host, mode, 'x-padding-bytes': padding } },
          singbox: { type },
        }
      }
      case 'tcp':
        return { type, query: [['type', type]], mihomo: {} }
      case 'quic':
      case 'kcp':
        return { type, query: [['type', type]], singbox: { type } }
      default:
        return { type, path, host, query: [['type', type]], mihomo: { network: type }, singbox: { type } }
    }
  }

  mux(): { mihomo: JsonObject; singbox: JsonObject } {
    if (!this.random.chance(0.08)) return { mihomo: {}, singbox: {} }
    const protocol = this.value([undefined, 'h2mux', 'smux', 'yamux'], ['H2MUX', 'x', ''])
    const streams = this.value([undefined, 8], [-1, 0, 'x'])
    const brutal = this.random.chance(0.2) ? this.value([50], [0, -1]) : undefined
    return {
      mihomo: {
        smux: {
          enabled: true,
          protocol,
          'max-streams': streams,
          ...(brutal !== undefined && { 'brutal-opts': { enabled: true, up: brutal, down: brutal } }),
        },
      },
      singbox: {
        multiplex: {
          enabled: true,
          protocol,
          max_streams: streams,
          ...(brutal !== undefined && { brutal: { enabled: true, up_mbps: brutal, down_mbps: brutal } }),
        },
      },
    }
  }
}

/** What any mihomo entry may carry. */
export function common(parts: Parts): JsonObject {
  const { random } = parts
  return {
    ...(random.chance(0.7) && { udp: parts.value<unknown>([true, false], ['true', 1]) }),
    ...(random.chance(0.1) && { tfo: true }),
    ...(random.chance(0.05) && { mptcp: true }),
    ...(random.chance(0.05) && { 'ip-version': parts.value(['ipv4', 'ipv6-prefer'], ['v4', '']) }),
    ...(random.chance(0.03) && { 'interface-name': 'eth0' }),
    ...(random.chance(0.03) && { 'routing-mark': parts.value<unknown>([6666], ['0x1a0a', -1, 'x']) }),
  }
}

/** `scheme://user@server:port?query#name`, the user percent-encoded unless it comes that way. */
export function link(
  scheme: string,
  user: string | undefined,
  server: string,
  port: number | string,
  query: ParamPairs,
  name: string,
  isEncoded = false,
): string {
  const given = query.filter(([, value]) => value !== undefined)
  const host = server.includes(':') && !server.startsWith('[') ? `[${server}]` : server
  const userinfo = user === undefined ? '' : `${isEncoded ? user : encodeURIComponent(user)}@`
  const text = given.map(([key, value]) => `${key}=${encodeURIComponent(value!)}`).join('&')
  return `${scheme}://${userinfo}${host}:${port}${text === '' ? '' : `?${text}`}#${encodeURIComponent(name)}`
}

export function without(pairs: ParamPairs, key: string): ParamPairs {
  return pairs.filter(([name]) => name !== key)
}

export function pairsOf(map: Record<string, string | number>): ParamPairs {
  return Object.entries(map)
}
