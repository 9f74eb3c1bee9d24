import type { Certificate } from './certificate.ts'
import type { JsonObject } from '../src/text/record.ts'

/**
 * What is carried: each row has the server's own settings and, built from them by hand, the share link a panel would
 * give out for it. `{port}` in a link is where the server listens.
 */

export type ServerProgram = 'sing-box' | 'xray' | 'xray-26.6'
export type Client = 'sing-box' | 'mihomo' | 'xray' | 'xray-26.6'

export const CLIENTS: readonly Client[] = ['sing-box', 'mihomo', 'xray']

export interface Setting {
  certificate: Certificate
  /** Files of the same, for programs that read no text. */
  certificateFile: string
  keyFile: string
  /** SHA-256 of the certificate, as links pin it. */
  pin: { hex: string; colons: string; base64: string }
  reality: { privateKey: string; publicKey: string }
  /** A TLS 1.3 site that REALITY and ShadowTLS borrow. */
  tlsSite: number
}

export interface TrafficCase {
  protocol: string
  transport: string
  server: ServerProgram
  /** Inbounds of the server; the first listens on the port of the link. */
  inbounds: (setting: Setting, port: number) => JsonObject[]
  link: (setting: Setting, port: number) => string
  /** Clients that have no such protocol or transport: the engine leaves the node out for them. */
  not?: readonly Client[]
  /** Clients that have it, in builds other than those used here. */
  untried?: readonly Client[]
  /** A newer Xray that has it in other words tries it too. */
  isNewer?: true
  /** The server listens on one port, the link names this many. */
  hops?: number
}

/** Clients that the case is tried with. */
export const clientsOf = (one: TrafficCase): Client[] => [
  ...CLIENTS.filter((client) => !one.not?.includes(client) && !one.untried?.includes(client)),
  ...(one.isNewer ? (['xray-26.6'] as const) : []),
]

const UUID = '11111111-2222-4333-8444-555555555555'
const PASSWORD = 'p@ss:w/rd'
const PASSWORD_ENCODED = 'p%40ss%3Aw%2Frd'
const NAME = 'site.test'
const SHORT_ID = '0123abcd'
const KEY_16 = 'AAECAwQFBgcICQoLDA0ODw=='
const USER_KEY_16 = 'EBESExQVFhcYGRobHB0eHw=='
const KEY_32 = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='

const WG_SERVER = {
  privateKey: 'oP/KPgP2UpmHHiLSrVhbgWaMqOdxioetfyTQwrZV+Vc=',
  publicKey: 'AiFPGvHDervzGkM/uQMgffMzjQOBTJvNjwgnP/avsQ0=',
}
const WG_CLIENT = {
  privateKey: 'oGmuLW7xOFV5GHk9RZUj8b28Tk6nlGYJlywnu75LzUE=',
  publicKey: 'P3RZQIwdAcmPBdxzSroHjyhtgQv29xfYBrzFoXfFakE=',
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const base64url = (text: string) => Buffer.from(text).toString('base64url')

const listen = (port: number) => ({ tag: `in-${port}`, listen: '127.0.0.1', listen_port: port })
const listenXray = (port: number) => ({ tag: `in-${port}`, listen: '127.0.0.1', port })
const tlsOf = ({ certificate }: Setting, alpn?: string[]) => ({
  enabled: true,
  server_name: NAME,
  certificate: certificate.certificate.split('\n'),
  key: certificate.key.split('\n'),
  ...(alpn && { alpn }),
})
const tlsOfXray = ({ certificateFile, keyFile }: Setting) => ({
  security: 'tls',
  tlsSettings: { serverName: NAME, certificates: [{ certificateFile, keyFile }] },
})
const realityOf = ({ reality, tlsSite }: Setting) => ({
  enabled: true,
  server_name: NAME,
  reality: {
    enabled: true,
    handshake: { server: '127.0.0.1', server_port: tlsSite },
    private_key: reality.privateKey,
    short_id: [SHORT_ID],
  },
})
const realityOfXray = ({ reality, tlsSite }: Setting) => ({
  security: 'reality',
  realitySettings: {
    target: `127.0.0.1:${tlsSite}`,
    serverNames: [NAME],
    privateKey: reality.privateKey,
    shortIds: [SHORT_ID],
  },
})

/** SIP002 links of the AEAD ciphers carry method and password in base64. */
function shadowsocks(method: string, server: ServerProgram = 'sing-box'): TrafficCase {
  return {
    protocol: 'ss',
    transport: method,
    server,
    inbounds: (_, port) => [
      server === 'sing-box'
        ? { type: 'shadowsocks', ...listen(port), method, password: PASSWORD }
        : {
            protocol: 'shadowsocks',
            ...listenXray(port),
            settings: { method, password: PASSWORD, network: 'tcp,udp' },
          },
    ],
    link: (_, port) => `ss://${base64url(`${method}:${PASSWORD}`)}@127.0.0.1:${port}#${method}`,
  }
}

/** Those of 2022 carry both in plain text, percent-encoded. */
function shadowsocks2022(method: string, key: string, server: ServerProgram = 'sing-box'): TrafficCase {
  return {
    protocol: 'ss',
    transport: method,
    server,
    inbounds: (_, port) => [
      server === 'sing-box'
        ? { type: 'shadowsocks', ...listen(port), method, password: key }
        : { protocol: 'shadowsocks', ...listenXray(port), settings: { method, password: key, network: 'tcp,udp' } },
    ],
    link: (_, port) => `ss://${method}:${encodeURIComponent(key)}@127.0.0.1:${port}#${method}`,
  }
}

const vmessJson = (fields: JsonObject) =>
  `vmess://${base64(JSON.stringify({ v: '2', add: '127.0.0.1', id: UUID, aid: '0', scy: 'auto', type: 'none', ...fields }))}`

const vmessInbound = (port: number, more: JsonObject) => ({
  type: 'vmess',
  ...listen(port),
  users: [{ uuid: UUID, alterId: 0 }],
  ...more,
})
const vlessInbound = (port: number, more: JsonObject, flow = '') => ({
  type: 'vless',
  ...listen(port),
  users: [{ uuid: UUID, flow }],
  ...more,
})
const vlessGrpc = (setting: Setting, port: number, serviceName: string, more: object = {}) => {
  const tls = tlsOfXray(setting)
  const tlsSettings = { ...tls.tlsSettings, alpn: ['h2'], ...more }
  return vlessXray(port, { network: 'grpc', grpcSettings: { serviceName }, ...tls, tlsSettings })
}
const trojanInbound = (port: number, more: JsonObject) => ({
  type: 'trojan',
  ...listen(port),
  users: [{ password: PASSWORD }],
  ...more,
})
const vlessXray = (port: number, streamSettings: JsonObject, flow = '') => ({
  protocol: 'vless',
  ...listenXray(port),
  settings: { clients: [{ id: UUID, flow }], decryption: 'none' },
  streamSettings,
})

const vmessXray = (port: number, streamSettings: JsonObject) => ({
  protocol: 'vmess',
  ...listenXray(port),
  settings: { clients: [{ id: UUID }] },
  streamSettings,
})
/** mKCP as Xray 26 spells it: masks around the packets. */
const kcpOf = (header: string | undefined, seed: string | undefined) => ({
  network: 'kcp',
  kcpSettings: {},
  finalmask: {
    udp: [
      ...(header === undefined ? [] : [{ type: header }]),
      seed === undefined ? { type: 'mkcp-original' } : { type: 'mkcp-aes128gcm', settings: { password: seed } },
    ],
  },
})

const TLS_QUERY = `security=tls&sni=${NAME}&allowInsecure=1`

/** The same as Xray 26.6 spells it. */
const newKcpOf = (header: string | undefined, seed: string | undefined) => ({
  network: 'kcp',
  kcpSettings: {},
  finalmask: {
    udp: [
      { type: 'mkcp-legacy', settings: seed === undefined ? {} : { value: seed } },
      ...(header === undefined ? [] : [{ type: 'mkcp-legacy', settings: { header } }]),
    ],
  },
})

/** What an Xray of 26.6 or later serves, to clients of both kinds. */
const NEWER_CASES: readonly TrafficCase[] = [
  {
    protocol: 'vmess',
    transport: 'mkcp with a disguise and a seed',
    server: 'xray-26.6',
    not: ['sing-box', 'mihomo'],
    isNewer: true,
    inbounds: (_, port) => [vmessXray(port, newKcpOf('wechat', 'seed'))],
    link: (_, port) => vmessJson({ ps: 'vmess kcp', port, net: 'kcp', type: 'wechat-video', path: 'seed', tls: '' }),
  },
  {
    protocol: 'vless',
    transport: 'mkcp',
    server: 'xray-26.6',
    not: ['sing-box', 'mihomo'],
    isNewer: true,
    inbounds: (_, port) => [vlessXray(port, newKcpOf(undefined, undefined))],
    link: (_, port) => `vless://${UUID}@127.0.0.1:${port}?encryption=none&security=none&type=kcp#vless%20kcp`,
  },
  {
    protocol: 'vless',
    transport: 'xhttp with its session in a query',
    server: 'xray-26.6',
    not: ['sing-box'],
    isNewer: true,
    inbounds: (setting, port) => [
      vlessXray(port, {
        network: 'xhttp',
        xhttpSettings: { path: '/x', sessionIDPlacement: 'query', sessionIDKey: 'k' },
        ...tlsOfXray(setting),
      }),
    ],
    link: (_, port) =>
      `vless://${UUID}@127.0.0.1:${port}?encryption=none&${TLS_QUERY}&alpn=h2&type=xhttp&path=%2Fx&mode=packet-up` +
      '&extra=%7B%22sessionPlacement%22%3A%22query%22%2C%22sessionKey%22%3A%22k%22%7D#vless%20xhttp%20session',
  },
]

export const TRAFFIC_CASES: readonly TrafficCase[] = [
  ...NEWER_CASES,
  shadowsocks('aes-128-gcm'),
  shadowsocks('aes-256-gcm', 'xray'),
  shadowsocks('chacha20-ietf-poly1305'),
  shadowsocks('xchacha20-ietf-poly1305'),
  {
    ...shadowsocks('none'),
    inbounds: (_, port) => [{ type: 'shadowsocks', ...listen(port), method: 'none' }],
    link: (_, port) => `ss://${base64url('none:')}@127.0.0.1:${port}#none`,
  },
  shadowsocks2022('2022-blake3-aes-128-gcm', KEY_16),
  shadowsocks2022('2022-blake3-aes-256-gcm', KEY_32, 'xray'),
  shadowsocks2022('2022-blake3-chacha20-poly1305', KEY_32),
  {
    protocol: 'ss',
    transport: '2022-blake3-aes-128-gcm, a user of many',
    server: 'sing-box',
    inbounds: (_, port) => [
      {
        type: 'shadowsocks',
        ...listen(port),
        method: '2022-blake3-aes-128-gcm',
        password: KEY_16,
        users: [{ name: 'user', password: USER_KEY_16 }],
      },
    ],
    link: (_, port) =>
      `ss://2022-blake3-aes-128-gcm:${encodeURIComponent(`${KEY_16}:${USER_KEY_16}`)}@127.0.0.1:${port}#users`,
  },
  {
    protocol: 'ss',
    transport: 'shadow-tls 3',
    server: 'sing-box',
    not: ['xray'],
    inbounds: ({ tlsSite }, port) => [
      {
        type: 'shadowtls',
        ...listen(port),
        version: 3,
        users: [{ name: 'user', password: PASSWORD }],
        handshake: { server: '127.0.0.1', server_port: tlsSite },
        detour: `ss-behind-${port}`,
      },
      {
        type: 'shadowsocks',
        tag: `ss-behind-${port}`,
        listen: '127.0.0.1',
        network: 'tcp',
        method: 'aes-128-gcm',
        password: PASSWORD,
      },
    ],
    link: (_, port) => {
      const plugin = `shadow-tls;host=${NAME};password=${PASSWORD};version=3`
      return `ss://${base64url(`aes-128-gcm:${PASSWORD}`)}@127.0.0.1:${port}/?plugin=${encodeURIComponent(plugin)}#shadow-tls`
    },
  },
  {
    protocol: 'vmess',
    transport: 'tcp',
    server: 'sing-box',
    inbounds: (_, port) => [vmessInbound(port, {})],
    link: (_, port) => vmessJson({ ps: 'vmess tcp', port: String(port), net: 'tcp', tls: '' }),
  },
  {
    protocol: 'vmess',
    transport: 'ws + tls',
    server: 'xray',
    inbounds: (setting, port) => [
      {
        protocol: 'vmess',
        ...listenXray(port),
        settings: { clients: [{ id: UUID }] },
        streamSettings: { network: 'ws', wsSettings: { path: '/ray', host: NAME }, ...tlsOfXray(setting) },
      },
    ],
    link: (_, port) =>
      vmessJson({
        ps: 'vmess ws',
        port,
        net: 'ws',
        host: NAME,
        path: '/ray?ed=2048',
        tls: 'tls',
        sni: NAME,
        insecure: '1',
      }),
  },
  {
    protocol: 'vmess',
    transport: 'ws',
    server: 'sing-box',
    inbounds: (_, port) => [vmessInbound(port, { transport: { type: 'ws', path: '/ray' } })],
    link: (_, port) =>
      vmessJson({ ps: 'vmess ws plain', port: String(port), net: 'ws', host: NAME, path: '/ray', tls: '' }),
  },
  {
    protocol: 'vmess',
    transport: 'ws, named in the user part',
    server: 'xray',
    inbounds: (_, port) => [
      {
        protocol: 'vmess',
        ...listenXray(port),
        settings: { clients: [{ id: UUID }] },
        streamSettings: { network: 'ws', wsSettings: { path: '/ray' } },
      },
    ],
    link: (_, port) => `vmess://ws:${UUID}-0@127.0.0.1:${port}/?host=${NAME}&path=%2Fray#vmess%20draft`,
  },
  {
    protocol: 'vmess',
    transport: 'grpc + tls',
    server: 'sing-box',
    inbounds: (setting, port) => [
      vmessInbound(port, { tls: tlsOf(setting), transport: { type: 'grpc', service_name: 'svc' } }),
    ],
    link: (_, port) =>
      `vmess://${UUID}@127.0.0.1:${port}?encryption=auto&${TLS_QUERY}&type=grpc&serviceName=svc#vmess%20grpc`,
  },
  {
    protocol: 'vmess',
    transport: 'h2 + tls',
    server: 'sing-box',
    not: ['xray'],
    inbounds: (setting, port) => [
      vmessInbound(port, { tls: tlsOf(setting, ['h2']), transport: { type: 'http', host: [NAME], path: '/h2' } }),
    ],
    link: (_, port) =>
      vmessJson({
        ps: 'vmess h2',
        port: String(port),
        net: 'h2',
        host: NAME,
        path: '/h2',
        tls: 'tls',
        sni: NAME,
        allowInsecure: '1',
      }),
  },
  {
    protocol: 'vless',
    transport: 'tcp + tls',
    server: 'sing-box',
    inbounds: (setting, port) => [vlessInbound(port, { tls: tlsOf(setting) })],
    link: (_, port) => `vless://${UUID}@127.0.0.1:${port}?encryption=none&${TLS_QUERY}&type=tcp#vless%20tcp`,
  },
  {
    protocol: 'vless',
    transport: 'tcp + tls, a link broken over two lines',
    server: 'sing-box',
    inbounds: (setting, port) => [vlessInbound(port, { tls: tlsOf(setting) })],
    link: (_, port) =>
      `vless://${UUID}@127.0.0.1:${port}?encryption=none&type=tcp&secu\nrity=tls&sni=${NAME}&allowInsecure=1#vless%20broken`,
  },
  {
    protocol: 'vless',
    transport: 'ws + tls',
    server: 'xray',
    inbounds: (setting, port) => [
      vlessXray(port, { network: 'ws', wsSettings: { path: '/ray', host: NAME }, ...tlsOfXray(setting) }),
    ],
    link: (_, port) =>
      `vless://${UUID}@127.0.0.1:${port}?encryption=none&${TLS_QUERY}&type=ws&host=${NAME}&path=%2Fray%3Fed%3D2048&fp=chrome#vless%20ws`,
  },
  {
    protocol: 'vless',
    transport: 'grpc + tls',
    server: 'xray',
    inbounds: (setting, port) => [
      vlessXray(port, { network: 'grpc', grpcSettings: { serviceName: 'svc' }, ...tlsOfXray(setting) }),
    ],
    link: (_, port) =>
      `vless://${UUID}@127.0.0.1:${port}?encryption=none&${TLS_QUERY}&type=grpc&serviceName=svc&mode=gun#vless%20grpc`,
  },
  {
    protocol: 'vless',
    transport: 'grpc without a name',
    server: 'xray',
    inbounds: (setting, port) => [vlessGrpc(setting, port, '')],
    link: (_, port) =>
      `vless://${UUID}@127.0.0.1:${port}?encryption=none&${TLS_QUERY}&type=grpc&serviceName=#vless%20grpc%20empty`,
  },
  {
    protocol: 'vless',
    transport: 'grpc, a name to escape',
    server: 'xray',
    inbounds: (setting, port) => [vlessGrpc(setting, port, 'a b/é')],
    link: (_, port) =>
      `vless://${UUID}@127.0.0.1:${port}?encryption=none&${TLS_QUERY}&type=grpc&serviceName=a%20b%2F%C3%A9#vless%20grpc%20name`,
  },
  {
    protocol: 'vless',
    transport: 'grpc, the authority is the name in TLS',
    server: 'xray',
    inbounds: (setting, port) => [vlessGrpc(setting, port, 'svc', { rejectUnknownSni: true })],
    link: (_, port) =>
      `vless://${UUID}@127.0.0.1:${port}?encryption=none&security=tls&allowInsecure=1&type=grpc&serviceName=svc&authority=${NAME}#vless%20authority`,
  },
  {
    protocol: 'vless',
    transport: 'a pinned certificate in hex',
    server: 'xray',
    inbounds: (setting, port) => [vlessXray(port, { network: 'raw', ...tlsOfXray(setting) })],
    link: ({ pin }, port) =>
      `vless://${UUID}@127.0.0.1:${port}?encryption=none&security=tls&sni=${NAME}&pcs=${pin.hex}&type=tcp#vless%20pin`,
  },
  {
    protocol: 'vless',
    transport: 'two pinned certificates',
    server: 'xray',
    inbounds: (setting, port) => [vlessXray(port, { network: 'raw', ...tlsOfXray(setting) })],
    link: ({ pin }, port) =>
      `vless://${UUID}@127.0.0.1:${port}?encryption=none&security=tls&sni=${NAME}&pcs=${pin.hex}%2C${'0'.repeat(64)}&type=tcp#vless%20pins`,
  },
  {
    protocol: 'vless',
    transport: 'reality + vision, as Shadowrocket writes it',
    server: 'xray',
    inbounds: (setting, port) => [vlessXray(port, { network: 'raw', ...realityOfXray(setting) }, 'xtls-rprx-vision')],
    link: ({ reality }, port) =>
      `vless://${base64url(`auto:${UUID}@127.0.0.1:${port}`)}?remarks=Shadowrocket&obfs=none&tls=1&peer=${NAME}&xtls=2` +
      `&pbk=${reality.publicKey}&sid=${SHORT_ID}`,
  },
  {
    protocol: 'vless',
    transport: 'httpupgrade + tls',
    server: 'xray',
    inbounds: (setting, port) => [
      vlessXray(port, {
        network: 'httpupgrade',
        httpupgradeSettings: { path: '/up', host: NAME },
        ...tlsOfXray(setting),
      }),
    ],
    link: (_, port) =>
      `vless://${UUID}@127.0.0.1:${port}?encryption=none&${TLS_QUERY}&type=httpupgrade&host=${NAME}&path=%2Fup#vless%20httpupgrade`,
  },
  {
    protocol: 'vless',
    transport: 'xhttp + tls',
    server: 'xray',
    not: ['sing-box'],
    inbounds: (setting, port) => [
      vlessXray(port, { network: 'xhttp', xhttpSettings: { path: '/x', host: NAME }, ...tlsOfXray(setting) }),
    ],
    link: (_, port) =>
      `vless://${UUID}@127.0.0.1:${port}?encryption=none&${TLS_QUERY}&alpn=h2&type=xhttp&host=${NAME}&path=%2Fx&mode=auto#vless%20xhttp`,
  },
  {
    protocol: 'vless',
    transport: 'xhttp, extra with plus signs',
    server: 'xray',
    not: ['sing-box'],
    inbounds: (setting, port) => [
      vlessXray(port, {
        network: 'xhttp',
        // Whoever pads otherwise is turned away.
        xhttpSettings: { path: '/x', xPaddingBytes: '200-400' },
        ...tlsOfXray(setting),
      }),
    ],
    link: (_, port) =>
      `vless://${UUID}@127.0.0.1:${port}?encryption=none&${TLS_QUERY}&alpn=h2&type=xhttp&path=%2Fx&mode=auto` +
      '&extra=%7B%22xPaddingBytes%22%3A+%22200-400%22%7D#vless%20xhttp%20extra',
  },
  {
    protocol: 'vless',
    transport: 'reality + vision',
    server: 'xray',
    inbounds: (setting, port) => [vlessXray(port, { network: 'raw', ...realityOfXray(setting) }, 'xtls-rprx-vision')],
    link: ({ reality }, port) =>
      `vless://${UUID}@127.0.0.1:${port}?encryption=none&security=reality&sni=${NAME}&fp=chrome&pbk=${reality.publicKey}` +
      `&sid=${SHORT_ID}&spx=%2F&type=tcp&flow=xtls-rprx-vision#vless%20reality`,
  },
  {
    protocol: 'vless',
    transport: 'reality + vision',
    server: 'sing-box',
    inbounds: (setting, port) => [vlessInbound(port, { tls: realityOf(setting) }, 'xtls-rprx-vision')],
    // No fp: the clients need one all the same.
    link: ({ reality }, port) =>
      `vless://${UUID}@127.0.0.1:${port}?encryption=none&security=reality&sni=${NAME}&pbk=${reality.publicKey}` +
      `&sid=${SHORT_ID}&type=tcp&flow=xtls-rprx-vision#vless%20reality`,
  },
  {
    protocol: 'vless',
    transport: 'reality + grpc',
    server: 'xray',
    inbounds: (setting, port) => [
      vlessXray(port, { network: 'grpc', grpcSettings: { serviceName: 'svc' }, ...realityOfXray(setting) }),
    ],
    link: ({ reality }, port) =>
      `vless://${UUID}@127.0.0.1:${port}?encryption=none&security=reality&sni=${NAME}&fp=firefox&pbk=${reality.publicKey}` +
      `&sid=${SHORT_ID}&type=grpc&serviceName=svc#vless%20reality%20grpc`,
  },
  {
    protocol: 'trojan',
    transport: 'tcp',
    server: 'sing-box',
    inbounds: (setting, port) => [trojanInbound(port, { tls: tlsOf(setting) })],
    link: (_, port) => `trojan://${PASSWORD_ENCODED}@127.0.0.1:${port}?sni=${NAME}&allowInsecure=1#trojan%20tcp`,
  },
  {
    protocol: 'trojan',
    transport: 'tcp, certificate checked',
    server: 'sing-box',
    inbounds: (setting, port) => [trojanInbound(port, { tls: tlsOf(setting) })],
    link: (_, port) => `trojan://${PASSWORD_ENCODED}@127.0.0.1:${port}?sni=${NAME}#trojan%20checked`,
  },
  {
    protocol: 'trojan',
    transport: 'a pinned certificate in base64',
    server: 'sing-box',
    inbounds: (setting, port) => [trojanInbound(port, { tls: tlsOf(setting) })],
    link: ({ pin }, port) =>
      `trojan://${PASSWORD_ENCODED}@127.0.0.1:${port}?sni=${NAME}&pcs=${encodeURIComponent(pin.base64)}#trojan%20pin`,
  },
  {
    protocol: 'trojan',
    transport: 'ws, a flag without a value',
    server: 'sing-box',
    inbounds: (setting, port) => [trojanInbound(port, { tls: tlsOf(setting), transport: { type: 'ws', path: '/t' } })],
    link: (_, port) =>
      `trojan://${PASSWORD_ENCODED}@127.0.0.1:${port}?ws&wspath=/t&peer=${NAME}&allowInsecure=1#trojan%20flags`,
  },
  {
    protocol: 'trojan',
    transport: 'ws',
    server: 'xray',
    inbounds: (setting, port) => [
      {
        protocol: 'trojan',
        ...listenXray(port),
        settings: { clients: [{ password: PASSWORD }] },
        streamSettings: { network: 'ws', wsSettings: { path: '/t', host: NAME }, ...tlsOfXray(setting) },
      },
    ],
    link: (_, port) =>
      `trojan://${PASSWORD_ENCODED}@127.0.0.1:${port}?${TLS_QUERY}&type=ws&host=${NAME}&path=%2Ft#trojan%20ws`,
  },
  {
    protocol: 'trojan',
    transport: 'grpc',
    server: 'sing-box',
    inbounds: (setting, port) => [
      trojanInbound(port, { tls: tlsOf(setting), transport: { type: 'grpc', service_name: 'svc' } }),
    ],
    link: (_, port) =>
      `trojan://${PASSWORD_ENCODED}@127.0.0.1:${port}?${TLS_QUERY}&type=grpc&serviceName=svc#trojan%20grpc`,
  },
  {
    protocol: 'hysteria',
    transport: 'obfs',
    server: 'sing-box',
    not: ['xray'],
    inbounds: (setting, port) => [
      {
        type: 'hysteria',
        ...listen(port),
        up_mbps: 100,
        down_mbps: 100,
        obfs: 'obfspass',
        users: [{ auth_str: 'secret' }],
        tls: tlsOf(setting, ['hysteria']),
      },
    ],
    link: (_, port) =>
      `hysteria://127.0.0.1:${port}?protocol=udp&auth=secret&peer=${NAME}&insecure=1&upmbps=50&downmbps=200` +
      '&alpn=hysteria&obfs=xplus&obfsParam=obfspass#hysteria',
  },
  {
    protocol: 'hysteria2',
    transport: 'plain',
    server: 'sing-box',
    inbounds: (setting, port) => [
      { type: 'hysteria2', ...listen(port), users: [{ password: 'user:pass' }], tls: tlsOf(setting, ['h3']) },
    ],
    link: (_, port) => `hysteria2://user:pass@127.0.0.1:${port}/?sni=${NAME}&insecure=1#hysteria2`,
  },
  {
    protocol: 'hysteria2',
    transport: 'a pinned certificate, hex with colons',
    server: 'sing-box',
    inbounds: (setting, port) => [
      { type: 'hysteria2', ...listen(port), users: [{ password: 'pw' }], tls: tlsOf(setting, ['h3']) },
    ],
    link: ({ pin }, port) => `hysteria2://pw@127.0.0.1:${port}/?sni=${NAME}&pinSHA256=${pin.colons}#hysteria2%20pin`,
  },
  {
    protocol: 'hysteria2',
    transport: 'obfs + port hopping',
    server: 'sing-box',
    hops: 20,
    inbounds: (setting, port) => [
      {
        type: 'hysteria2',
        ...listen(port),
        users: [{ password: 'letmein' }],
        obfs: { type: 'salamander', password: 'gawr' },
        tls: tlsOf(setting, ['h3']),
      },
    ],
    link: (_, port) =>
      `hy2://letmein@127.0.0.1:${port}/?sni=${NAME}&insecure=1&obfs=salamander&obfs-password=gawr&mport=${port}-${port + 19}` +
      '&hop-interval=5#hysteria2%20hop',
  },
  {
    protocol: 'tuic',
    transport: 'quic',
    server: 'sing-box',
    not: ['xray'],
    inbounds: (setting, port) => [
      {
        type: 'tuic',
        ...listen(port),
        users: [{ uuid: UUID, password: PASSWORD }],
        congestion_control: 'bbr',
        tls: tlsOf(setting, ['h3']),
      },
    ],
    link: (_, port) =>
      `tuic://${UUID}:${PASSWORD_ENCODED}@127.0.0.1:${port}?congestion_control=bbr&udp_relay_mode=native&alpn=h3&sni=${NAME}` +
      '&allow_insecure=1#tuic',
  },
  {
    protocol: 'anytls',
    transport: 'tcp',
    server: 'sing-box',
    not: ['xray'],
    inbounds: (setting, port) => [
      { type: 'anytls', ...listen(port), users: [{ password: PASSWORD }], tls: tlsOf(setting) },
    ],
    link: (_, port) => `anytls://${PASSWORD_ENCODED}@127.0.0.1:${port}/?sni=${NAME}&insecure=1&fp=chrome#anytls`,
  },
  {
    protocol: 'socks5',
    transport: 'tcp',
    server: 'sing-box',
    inbounds: (_, port) => [{ type: 'socks', ...listen(port), users: [{ username: 'user', password: PASSWORD }] }],
    link: (_, port) => `socks5://${base64url(`user:${PASSWORD}`)}@127.0.0.1:${port}#socks5`,
  },
  {
    protocol: 'http',
    transport: 'tcp',
    server: 'sing-box',
    inbounds: (_, port) => [{ type: 'http', ...listen(port), users: [{ username: 'user', password: PASSWORD }] }],
    link: (_, port) => `http://user:${PASSWORD_ENCODED}@127.0.0.1:${port}#http`,
  },
  {
    protocol: 'http',
    transport: 'tls',
    server: 'sing-box',
    inbounds: (setting, port) => [
      { type: 'http', ...listen(port), users: [{ username: 'user', password: PASSWORD }], tls: tlsOf(setting) },
    ],
    link: (_, port) => `https://user:${PASSWORD_ENCODED}@127.0.0.1:${port}?sni=${NAME}&allowInsecure=1#https`,
  },
  // What only Xray has on both sides, or what it has besides the clients above.
  {
    protocol: 'ss',
    transport: 'ws + tls, as panels of Xray write it',
    server: 'xray',
    inbounds: (setting, port) => [
      {
        protocol: 'shadowsocks',
        ...listenXray(port),
        settings: { method: 'aes-128-gcm', password: PASSWORD, network: 'tcp' },
        streamSettings: { network: 'ws', wsSettings: { path: '/s', host: NAME }, ...tlsOfXray(setting) },
      },
    ],
    link: (_, port) =>
      `ss://${base64url(`aes-128-gcm:${PASSWORD}`)}@127.0.0.1:${port}?${TLS_QUERY}&type=ws&host=${NAME}&path=%2Fs#ss%20ws`,
  },
  {
    protocol: 'vmess',
    transport: 'tcp with an HTTP header',
    server: 'xray',
    inbounds: (_, port) => [
      {
        protocol: 'vmess',
        ...listenXray(port),
        settings: { clients: [{ id: UUID }] },
        streamSettings: { network: 'raw', rawSettings: { header: { type: 'http', request: { path: ['/p'] } } } },
      },
    ],
    link: (_, port) => vmessJson({ ps: 'vmess http', port, net: 'tcp', type: 'http', host: NAME, path: '/p', tls: '' }),
  },
  {
    protocol: 'vmess',
    transport: 'mkcp with a disguise and a seed',
    server: 'xray',
    not: ['sing-box', 'mihomo'],
    isNewer: true,
    inbounds: (_, port) => [vmessXray(port, kcpOf('header-wechat', 'seed'))],
    link: (_, port) => vmessJson({ ps: 'vmess kcp', port, net: 'kcp', type: 'wechat-video', path: 'seed', tls: '' }),
  },
  {
    protocol: 'vmess',
    transport: 'xhttp',
    server: 'xray',
    not: ['sing-box', 'mihomo'],
    inbounds: (_, port) => [vmessXray(port, { network: 'xhttp', xhttpSettings: { path: '/x' } })],
    link: (_, port) =>
      `vmess://${UUID}@127.0.0.1:${port}?encryption=auto&security=none&type=xhttp&path=%2Fx#vmess%20xhttp`,
  },
  {
    protocol: 'vless',
    transport: 'mkcp',
    server: 'xray',
    not: ['sing-box', 'mihomo'],
    isNewer: true,
    inbounds: (_, port) => [vlessXray(port, kcpOf(undefined, undefined))],
    link: (_, port) => `vless://${UUID}@127.0.0.1:${port}?encryption=none&security=none&type=kcp#vless%20kcp`,
  },
  {
    protocol: 'vless',
    transport: 'reality + xhttp',
    server: 'xray',
    not: ['sing-box'],
    inbounds: (setting, port) => [
      vlessXray(port, { network: 'xhttp', xhttpSettings: { path: '/x' }, ...realityOfXray(setting) }),
    ],
    link: ({ reality }, port) =>
      `vless://${UUID}@127.0.0.1:${port}?encryption=none&security=reality&sni=${NAME}&fp=chrome&pbk=${reality.publicKey}` +
      `&sid=${SHORT_ID}&type=xhttp&path=%2Fx#vless%20reality%20xhttp`,
  },
  {
    protocol: 'vless',
    transport: 'xhttp over HTTP/1.1 alone',
    server: 'xray',
    not: ['sing-box'],
    inbounds: (setting, port) => [
      vlessXray(port, { network: 'xhttp', xhttpSettings: { path: '/x' }, ...tlsOfXray(setting) }),
    ],
    link: (_, port) =>
      `vless://${UUID}@127.0.0.1:${port}?encryption=none&${TLS_QUERY}&alpn=http%2F1.1&type=xhttp&path=%2Fx&mode=packet-up#vless%20xhttp%201`,
  },
  {
    protocol: 'vless',
    transport: 'grpc of several streams',
    server: 'xray',
    inbounds: (setting, port) => [vlessGrpc(setting, port, 'svc')],
    link: (_, port) =>
      `vless://${UUID}@127.0.0.1:${port}?encryption=none&${TLS_QUERY}&type=grpc&serviceName=svc&mode=multi#vless%20multi`,
  },
  {
    protocol: 'trojan',
    transport: 'tcp without TLS',
    server: 'xray',
    not: ['mihomo'],
    inbounds: (_, port) => [
      { protocol: 'trojan', ...listenXray(port), settings: { clients: [{ password: PASSWORD }] } },
    ],
    link: (_, port) => `trojan://${PASSWORD_ENCODED}@127.0.0.1:${port}?security=none#trojan%20plain`,
  },
  {
    protocol: 'trojan',
    transport: 'reality',
    server: 'xray',
    inbounds: (setting, port) => [
      {
        protocol: 'trojan',
        ...listenXray(port),
        settings: { clients: [{ password: PASSWORD }] },
        streamSettings: { network: 'raw', ...realityOfXray(setting) },
      },
    ],
    link: ({ reality }, port) =>
      `trojan://${PASSWORD_ENCODED}@127.0.0.1:${port}?security=reality&sni=${NAME}&fp=chrome&pbk=${reality.publicKey}&sid=${SHORT_ID}#trojan%20reality`,
  },
  {
    protocol: 'socks5',
    transport: 'tls',
    server: 'xray',
    not: ['sing-box'],
    inbounds: (setting, port) => [
      {
        protocol: 'socks',
        ...listenXray(port),
        settings: { auth: 'password', accounts: [{ user: 'user', pass: PASSWORD }] },
        streamSettings: { network: 'raw', ...tlsOfXray(setting) },
      },
    ],
    link: (_, port) => `socks5://user:${PASSWORD_ENCODED}@127.0.0.1:${port}?${TLS_QUERY}#socks5%20tls`,
  },
  {
    protocol: 'wireguard',
    transport: 'udp',
    server: 'xray',
    // Its module is served by no registry, so that ours is built without it.
    untried: ['sing-box'],
    inbounds: (_, port) => [
      {
        protocol: 'wireguard',
        ...listenXray(port),
        settings: {
          secretKey: WG_SERVER.privateKey,
          peers: [{ publicKey: WG_CLIENT.publicKey, allowedIPs: ['10.0.0.2/32'] }],
          noKernelTun: true,
        },
      },
    ],
    link: (_, port) =>
      `wireguard://${encodeURIComponent(WG_CLIENT.privateKey)}@127.0.0.1:${port}?publickey=${encodeURIComponent(WG_SERVER.publicKey)}&address=10.0.0.2%2F32#wireguard`,
  },
]
