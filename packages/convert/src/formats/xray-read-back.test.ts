import { describe, expect, test } from 'vitest'
import { generateNodes } from '../../proof/generate-nodes.ts'
import { UUID } from '../../proof/short-entries.ts'
import { ConvertError, convertText } from '../index.ts'
import type { NodeBase } from '../model/node.ts'
import { parseNodes } from '../parse-nodes.ts'

/** What we write for Xray and read again: nothing of a node is lost that Xray has a place for. */

const KEY = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
const WG_KEYS = ['+wIJEBceJSwzOkFIT1ZdZGtyeYCHjpWco6qxuL/GzdQ=', '7/oFEBsmMTxHUl1oc36JlJ+qtcDL1uHs9wINGCMuOUQ=']
const PIN = 'ab'.repeat(32)

const yaml = (entry: string) => `proxies:\n  - {name: A, server: a.example, port: 443, ${entry}}`
const vless = (query: string) => `vless://${UUID}@a.example:443?encryption=none&security=tls&sni=b.example&${query}#A`

function xrayText(text: string): string {
  return convertText([{ name: 'node', text }], { to: 'xray', output: { list: true } }).text
}

/** Issues that say what a node is, and not that something of it is lost. */
const NO_LOSS = new Set(['no-tls', 'certificate-unchecked'])

function readBack(text: string) {
  const { nodes, issues } = parseNodes(text)
  const losses = [...issues, ...nodes.flatMap((one) => one.issues)].filter(({ code }) => !NO_LOSS.has(code))
  return { nodes: nodes.map(({ node }) => node), losses: losses.map(({ code, field }) => `${code} ${field}`) }
}

/** As it may be spelled in a file, in which the usual value is absent. `extra` is a link's own spelling. */
function plain(node: NodeBase): object {
  const { transport, ...rest }: NodeBase & { transport?: { extra?: string } | null } = node
  return JSON.parse(JSON.stringify({ ...rest, transport: transport && { ...transport, extra: undefined } }))
}

const NODES: readonly [title: string, text: string][] = [
  ['vmess', `vmess://${UUID}@a.example:443?encryption=chacha20-poly1305&security=none&type=tcp#A`],
  ['vless with vision', vless('type=tcp&flow=xtls-rprx-vision&fp=firefox')],
  ['vless with REALITY', `vless://${UUID}@a.example:443?security=reality&sni=b.example&pbk=${KEY}&sid=01&fp=chrome&spx=%2Fx#A`],
  ['vless with its own encryption', `vless://${UUID}@a.example:443?encryption=mlkem768x25519plus.native.0rtt.${KEY}&security=none&type=tcp#A`],
  ['trojan', 'trojan://p%40ss@a.example:443?sni=b.example&alpn=h2%2Chttp%2F1.1&fp=safari#A'],
  ['trojan without TLS', 'trojan://p@a.example:443?security=none#A'],
  ['ss', yaml('type: ss, cipher: aes-128-gcm, password: "p:w"')],
  ['ss with TLS and a transport', 'ss://YWVzLTEyOC1nY206cA@a.example:443?security=tls&sni=b.example&type=ws&host=c.example&path=%2Fs#A'],
  ['ss with UDP over TCP', yaml('type: ss, cipher: 2022-blake3-aes-128-gcm, password: AAECAwQFBgcICQoLDA0ODw==, udp-over-tcp: true, udp-over-tcp-version: 2')],
  ['ss with UDP over TCP of version 1', yaml('type: ss, cipher: 2022-blake3-aes-128-gcm, password: AAECAwQFBgcICQoLDA0ODw==, udp-over-tcp: true')],
  ['socks5', 'socks5://u:p%3Aw@a.example:443#A'],
  ['socks5 with TLS', 'socks5://u:p@a.example:443?security=tls&sni=b.example#A'],
  ['socks5 without a user', yaml('type: socks5')],
  ['http with headers', yaml('type: http, username: u, password: p, headers: {X-One: "1"}')],
  ['http without a user', yaml('type: http')],
  ['https', 'https://u:p@a.example:443?sni=b.example#A'],
  ['https with REALITY', `https://u:p@a.example:443?security=reality&sni=b.example&pbk=${KEY}&sid=01&fp=chrome#A`],
  ['hysteria2', 'hysteria2://p@a.example:443/?sni=b.example&alpn=h3&obfs=salamander&obfs-password=long&up=50&down=200&mport=443%2C5000-6000&hop-interval=15-30#A'],
  ['hysteria2 with windows of QUIC', `outbounds:\n- {type: hysteria2, tag: A, server: a.example, server_port: 443, password: p, tls: {enabled: true, server_name: b.example, alpn: [h3]}, idle_timeout: 30s, keep_alive_period: 10s, stream_receive_window: 8388608, connection_receive_window: 20971520, max_concurrent_streams: 1024, disable_path_mtu_discovery: true}`],
  ['hysteria2 with a rate below a megabit', 'hysteria2://p@a.example:443/?sni=b.example&alpn=h3&up=600%20kbps#A'],
  ['WireGuard', `wireguard://${encodeURIComponent(WG_KEYS[0]!)}@a.example:443?publickey=${encodeURIComponent(WG_KEYS[1]!)}&address=10.0.0.2%2F32&reserved=1%2C2%2C3&mtu=1280&keepalive=25&allowedips=10.0.0.0%2F8#A`],
  ['WireGuard with two peers', yaml(`type: wireguard, private-key: "${WG_KEYS[0]}", ip: 10.0.0.2/32, workers: 2, peers: [{server: a.example, port: 443, public-key: "${WG_KEYS[1]}", allowed-ips: [10.0.0.0/8]}, {server: "2001:db8::1", port: 51820, public-key: "${WG_KEYS[0]}", allowed-ips: [0.0.0.0/0]}]`)],
  ['a pinned certificate, and a second one', vless(`type=tcp&pcs=${PIN}%2C${'cd'.repeat(32)}&vcn=c.example`)],
  ['ws with early data', vless('type=ws&host=c.example&path=%2Fw%3Fed%3D2048')],
  ['ws with headers', yaml(`type: vless, uuid: ${UUID}, tls: true, servername: b.example, network: ws, ws-opts: {path: /w, headers: {Host: c.example, X-One: "1"}}`)],
  ['httpupgrade with headers', yaml(`type: vless, uuid: ${UUID}, network: ws, ws-opts: {path: /w, headers: {Host: c.example, X-One: "1"}, v2ray-http-upgrade: true, v2ray-http-upgrade-fast-open: true}`)],
  ['raw TCP with an HTTP header', yaml(`type: vless, uuid: ${UUID}, network: http, http-opts: {method: POST, path: ["/a,b", /c], headers: {Host: [c.example, d.example], X-One: ["1", "2"]}}`)],
  ['grpc', vless('type=grpc&serviceName=svc&mode=multi&authority=c.example')],
  ['grpc with a path of its own', vless('type=grpc&serviceName=%2Fa%2FTun')],
  ['grpc with its settings', yaml(`type: vless, uuid: ${UUID}, tls: true, servername: b.example, network: grpc, grpc-opts: {grpc-service-name: svc, grpc-user-agent: agent, ping-interval: 30}`)],
  ['mkcp', `vless://${UUID}@a.example:443?security=none&type=kcp#A`],
  ...['srtp', 'utp', 'wechat-video', 'dtls', 'wireguard', 'dns'].map((header): [string, string] => [`mkcp disguised as ${header}`, `vless://${UUID}@a.example:443?security=none&type=kcp&headerType=${header}&seed=s%20d#A`]),
  ['xhttp', vless('type=xhttp&host=c.example&path=%2Fx&mode=packet-up')],
  ['xhttp over HTTP/1.1 alone', vless('type=xhttp&path=%2Fx&alpn=http%2F1.1')],
  ['xhttp with all its options', vless(`type=xhttp&path=%2Fx&mode=packet-up&extra=${encodeURIComponent(JSON.stringify({
    headers: { 'X-One': '1' }, xPaddingBytes: '200-400', xPaddingObfsMode: true, xPaddingKey: 'k', xPaddingHeader: 'h',
    xPaddingPlacement: 'cookie', xPaddingMethod: 'tokenish', uplinkHTTPMethod: 'PUT', sessionPlacement: 'query', sessionKey: 's',
    seqPlacement: 'header', seqKey: 'q', uplinkDataPlacement: 'body', uplinkDataKey: 'd', uplinkChunkSize: '1000', noGRPCHeader: true,
    scMaxEachPostBytes: '1000-2000', scMinPostsIntervalMs: '30', xmux: { maxConcurrency: '16-32', hKeepAlivePeriod: 30 },
  }))}`)],
  ['xhttp with another way down', vless(`type=xhttp&path=%2Fx&extra=${encodeURIComponent(JSON.stringify({
    downloadSettings: { address: 'd.example', port: 8443, network: 'xhttp', security: 'tls', tlsSettings: { serverName: 'e.example', alpn: ['h2'] }, xhttpSettings: { path: '/d', host: 'f.example', extra: { xmux: { maxConnections: '2' } } } },
  }))}`)],
  ['how it is dialled', yaml('type: trojan, password: p, sni: b.example, tfo: true, mptcp: true, interface-name: eth0, routing-mark: 7, ip-version: ipv4-prefer')],
  ['ws whose host is not its name in TLS', yaml(`type: vless, uuid: ${UUID}, tls: true, servername: a.example, network: ws, ws-opts: {path: /w, headers: {Host: c.example}}`)],
] // oxfmt-ignore

describe('a node that we write for Xray is the same when it is read', () => {
  test.each(NODES)('%s', (_, text) => {
    const { node } = parseNodes(text).nodes[0]!
    const { nodes, losses } = readBack(xrayText(text))
    expect(losses).toEqual([])
    expect(nodes.map(plain)).toEqual([plain(node)])
  })

  test('with its name, and through the node that it names', () => {
    const text = `proxies:\n  - {name: "节点 A", type: trojan, server: a.example, port: 443, password: p, dialer-proxy: B}\n  - {name: B, type: socks5, server: b.example, port: 1080}`
    const { nodes, losses } = readBack(xrayText(text))
    expect([nodes.map(({ name, dialer }) => [name, dialer]), losses]).toEqual([[['节点 A', 'B'], ['B', undefined]], []])
  }) // oxfmt-ignore
})

interface Written {
  remarks: string
  settings: { address?: string }
  streamSettings?: { tlsSettings?: { serverName?: string } }
}

/** The outbound of a file. Blanks around its name go, and TLS may name the server that it means anyway. */
function spelled(text: string): Written {
  const { outbounds }: { outbounds: [Written] } = JSON.parse(text)
  const [outbound] = outbounds
  const tls = outbound.streamSettings?.tlsSettings
  if (tls?.serverName === outbound.settings.address) delete tls?.serverName
  return { ...outbound, remarks: outbound.remarks.trim() }
}

describe('of 600 nodes of all kinds', () => {
  /** Early data of an upgrade is on or off, whatever the number; a link spells a host in ASCII. */
  const isSpelledOtherwise = (text: string) =>
    (text.includes('"httpupgrade"') && /ed=(?!2560)/.test(text)) || /"host":"[^"]*[^ -~][^"]*"/.test(text)
  const written = generateNodes(2, 600).flatMap(({ text }) => {
    try {
      return [xrayText(text)]
    } catch (error) {
      if (error instanceof ConvertError) return []
      throw error
    }
  }).filter((text) => !isSpelledOtherwise(text)) // oxfmt-ignore

  test('those that are written for Xray are written alike once they were read', () => {
    expect(written.length).toBeGreaterThan(200)
    for (const text of written) {
      expect(readBack(text).losses, text).toEqual([])
      expect(spelled(xrayText(text))).toEqual(spelled(text))
    }
  })
})
