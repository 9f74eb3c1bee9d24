import { describe, expect, test } from 'vitest'
import { UUID } from '../../proof/short-entries.ts'
import { parseNodes } from '../parse-nodes.ts'

test('nothing of an Xray config is lost on the way', () => {
  const outbound = {
    protocol: 'vless',
    tag: 'x',
    settings: {
      vnext: [
        { address: 'h.example.com', port: 443, users: [{ id: UUID, encryption: 'none', flow: 'xtls-rprx-vision' }] },
      ],
    },
    streamSettings: {
      network: 'raw',
      security: 'reality',
      realitySettings: {
        serverName: 's.example.com',
        fingerprint: 'chrome',
        publicKey: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
        shortId: 'ab12',
        spiderX: '/',
      },
    },
  }
  expect(parseNodes(JSON.stringify({ outbounds: [outbound] })).nodes[0]!.node).toMatchObject({
    type: 'vless',
    name: 'x',
    server: 'h.example.com',
    port: 443,
    uuid: UUID,
    flow: 'xtls-rprx-vision',
    tls: {
      sni: 's.example.com',
      fingerprint: 'chrome',
      reality: { publicKey: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8', shortId: 'ab12', spiderX: '/' },
    },
    transport: null,
  })
})

test('what an Xray config says besides the address arrives, or is told as lost', () => {
  const server = { address: 'h', port: 443 }
  const ws = {
    network: 'ws',
    security: 'tls',
    tlsSettings: { serverName: 's.example.com' },
    wsSettings: { path: '/p', headers: { Host: 'c.example.com' } },
  }
  const { nodes, issues } = parseNodes(
    JSON.stringify({
      outbounds: [
        {
          protocol: 'vmess',
          tag: 'two',
          settings: {
            vnext: [
              { ...server, users: [{ id: UUID, security: 'auto', alterId: 0 }] },
              { ...server, port: 8443, users: [{ id: UUID }] },
            ],
          },
          streamSettings: ws,
        },
        { protocol: 'trojan', tag: 'plain', settings: { servers: [{ ...server, password: 'p' }] } },
        {
          protocol: 'trojan',
          tag: 'chained',
          settings: { servers: [{ ...server, password: 'p' }] },
          streamSettings: { security: 'tls', sockopt: { dialerProxy: 'plain' } },
          mux: { enabled: true },
        },
        {
          protocol: 'trojan',
          tag: 'fragmented',
          settings: { servers: [{ ...server, password: 'p' }] },
          streamSettings: { security: 'tls', sockopt: { dialerProxy: 'fragment' } },
        },
        { protocol: 'freedom', tag: 'fragment' },
        {
          protocol: 'shadowsocks',
          tag: 'over ws',
          settings: { servers: [{ ...server, method: 'aes-128-gcm', password: 'p' }] },
          streamSettings: ws,
        },
        { protocol: 'socks', tag: 'SOCKS over ws', settings: { servers: [server] }, streamSettings: ws },
      ],
    }),
  )
  expect(nodes.map(({ node }) => [node.name, node.port, node.dialer])).toEqual([
    ['two', 443, undefined],
    ['two', 8443, undefined],
    ['plain', 443, undefined],
    ['chained', 443, 'plain'],
    ['fragmented', 443, undefined],
    ['over ws', 443, undefined],
  ])
  for (const { node } of nodes.slice(0, 2))
    expect(node).toMatchObject({
      tls: { sni: 's.example.com' },
      transport: { type: 'ws', path: '/p', host: 'c.example.com' },
    })
  expect(nodes[2]!.node).toMatchObject({ tls: null })
  expect(nodes[5]!.node).toMatchObject({ transport: { type: 'ws', path: '/p', host: 'c.example.com' } })
  expect(nodes.slice(3, 5).map(({ issues }) => issues.map((issue) => issue.code))).toEqual([
    ['mux-unsupported'],
    ['field-ignored'],
  ])
  expect(issues.map((issue) => issue.code)).toEqual(['transport-unsupported'])
})

const SERVER = { address: 'a.example', port: 443 }
const vless = (streamSettings: object) => ({
  protocol: 'vless',
  settings: { ...SERVER, id: UUID, encryption: 'none' },
  streamSettings,
})
const hysteria = (finalmask: object) => ({
  protocol: 'hysteria', settings: { ...SERVER, version: 2 },
  streamSettings: { network: 'hysteria', hysteriaSettings: { version: 2, auth: 'p' }, security: 'tls', tlsSettings: { serverName: 'b.example' }, finalmask },
}) // oxfmt-ignore
const kcp = (...udp: object[]) => vless({ network: 'kcp', finalmask: { udp } })
const ss = (more: object) => ({
  protocol: 'shadowsocks',
  settings: { ...SERVER, method: 'aes-128-gcm', password: 'p', ...more },
})

/** What an outbound becomes, and what is reported of it. */
const READ: readonly [title: string, outbound: object, node: object, issues?: readonly string[]][] = [
  ['the network as Xray 26.7.11 calls it', vless({ method: 'ws', security: 'tls', wsSettings: { path: '/w' } }), { tls: {}, transport: { type: 'ws', path: '/w' } }],
  ['the newer of two names for the network', vless({ method: 'xhttp', network: 'ws', xhttpSettings: { path: '/x' } }), { transport: { type: 'xhttp', path: '/x' } }, ['field-ignored streamSettings.network']],
  ['both names for one network', vless({ method: 'WS', network: 'ws', wsSettings: { path: '/w' } }), { transport: { type: 'ws', path: '/w' } }],
  ['websocket, the other name of ws', vless({ network: 'websocket', wsSettings: { path: '/w' } }), { transport: { type: 'ws', path: '/w' } }],
  ['options of xhttp beside its path', vless({ network: 'xhttp', xhttpSettings: { path: '/x', xPaddingBytes: '1-2' } }), { transport: { options: { 'x-padding-bytes': '1-2' } } }],
  ['salamander', hysteria({ udp: [{ type: 'salamander', settings: { password: 'x' } }] }), { obfs: { type: 'salamander', password: 'x' } }],
  ['gecko, which is salamander with a size', hysteria({ udp: [{ type: 'salamander', settings: { password: 'x', packetSize: '600-900' } }] }), { obfs: { type: 'gecko', password: 'x', minPacketSize: 600, maxPacketSize: 900 } }],
  ['rates in bits and in capitals', hysteria({ quicParams: { congestion: 'brutal', brutalUp: '64000000', brutalDown: '25MB' } }), { up: 64, down: 25 }],
  ['rates that the congestion control does not look at', hysteria({ quicParams: { congestion: 'reno', brutalUp: '50 mbps' } }), { up: undefined }, ['field-ignored congestion', 'field-ignored streamsettings.finalmask.quicparams.brutalUp']],
  ['hopping', hysteria({ quicParams: { udpHop: { ports: '443,5000-6000', interval: '15-30' } } }), { ports: '443,5000-6000', hopInterval: { min: 15, max: 30 } }],
  ['another mask than hysteria has', hysteria({ udp: [{ type: 'xdns', settings: { domain: 'd' } }] }), { obfs: undefined, rest: { link: [['fm', '{"udp":[{"type":"xdns","settings":{"domain":"d"}}]}']] } }],
  ['mkcp as Xray 26.3 has it', kcp({ type: 'header-wechat' }, { type: 'mkcp-aes128gcm', settings: { password: 's' } }), { transport: { type: 'kcp', header: 'wechat-video', seed: 's' } }],
  ['mkcp as Xray 26.6 has it', kcp({ type: 'mkcp-legacy', settings: { value: 's' } }, { type: 'mkcp-legacy', settings: { header: 'wechat' } }), { transport: { type: 'kcp', header: 'wechat-video', seed: 's' } }],
  ['mkcp without a seed', kcp({ type: 'mkcp-legacy' }), { transport: { type: 'kcp', header: undefined, seed: undefined } }],
  ['mkcp before masks', vless({ network: 'mkcp', kcpSettings: { seed: 's', header: { type: 'srtp' } } }), { transport: { type: 'kcp', header: 'srtp', seed: 's' } }],
  ['mkcp without its cipher', kcp({ type: 'header-srtp' }), { rest: { link: [['fm', '{"udp":[{"type":"header-srtp"}]}']] } }],
  ['mkcp disguised as questions for another name', kcp({ type: 'mkcp-legacy', settings: { header: 'dns', value: 'x.example' } }, { type: 'mkcp-legacy' }), { rest: { link: [['fm', expect.stringContaining('x.example')]] } }],
  ['a mask of TCP', vless({ security: 'tls', finalmask: { tcp: [{ type: 'sudoku' }] } }), { rest: { link: [['fm', '{"tcp":[{"type":"sudoku"}]}']] } }],
  ['UDP over TCP', ss({ uot: true }), { udpOverTcp: 2 }],
  ['UDP over TCP, version 1', ss({ uot: true, uotVersion: 1 }), { udpOverTcp: 1 }],
  ['UDP over TCP that is off', ss({ uot: false }), { udpOverTcp: undefined }],
  ['TLS that is called by the address, whatever the Host is', vless({ network: 'ws', security: 'tls', wsSettings: { path: '/w', host: 'c.example' } }), { tls: { sni: 'a.example' } }],
  ['an IP version', vless({ security: 'tls', sockopt: { domainStrategy: 'useIPv6', tcpFastOpen: true, mark: 0 } }), { ipVersion: 'ipv6', tfo: true }],
] // oxfmt-ignore

describe('an outbound', () => {
  test.each(READ)('%s', (_, outbound, node, reported = []) => {
    const { nodes, issues } = parseNodes(JSON.stringify({ outbounds: [{ tag: 'x', ...outbound }] }))
    expect(issues).toEqual([])
    expect(nodes[0]!.node).toMatchObject(node)
    expect(nodes[0]!.issues.map(({ code, field }) => `${code} ${field}`).toSorted()).toEqual([...reported].toSorted())
  })
})

describe('a list of configs', () => {
  const node = (tag: string, dialerProxy?: string, address = 'a.example') => ({
    protocol: 'trojan', tag, settings: { address, port: 443, password: 'p' },
    streamSettings: { security: 'tls', ...(dialerProxy === undefined ? {} : { sockopt: { dialerProxy } }) },
  }) // oxfmt-ignore
  const dialers = (configs: object[]) => {
    const { nodes, issues } = parseNodes(JSON.stringify(configs))
    expect(issues).toEqual([])
    return nodes.map(({ node, issues }) => [node.name, node.dialer, issues.map(({ field }) => field).join()])
  }

  test('has its chains, by what its nodes are called', () => {
    expect(dialers([
      { remarks: 'c', outbounds: [node('proxy', 'relay'), node('relay')] },
      { remarks: 'd', outbounds: [node('proxy'), node('chained', 'proxy')] },
    ])).toEqual([['c', 'relay', ''], ['relay', undefined, ''], ['d', undefined, ''], ['chained', 'd', '']])
  }) // oxfmt-ignore

  test('does not reach into another config', () => {
    expect(dialers([{ outbounds: [node('a', 'b')] }, { outbounds: [node('b')] }])).toEqual([
      ['a', undefined, 'dialerProxy'],
      ['b', undefined, ''],
    ])
  })

  test('keeps apart what has one tag in several of them', () => {
    expect(dialers([
      { remarks: 'c', outbounds: [node('proxy', 'relay'), node('relay', undefined, 'c.example')] },
      { remarks: 'd', outbounds: [node('proxy', 'relay'), node('relay', undefined, 'd.example')] },
      { remarks: 'e', outbounds: [node('proxy', 'relay'), node('relay', undefined, 'c.example')] },
    ])).toEqual([['c', 'relay', ''], ['relay', undefined, ''], ['d', 'relay · d', ''], ['relay · d', undefined, ''], ['e', 'relay', ''], ['relay', undefined, '']])
  }) // oxfmt-ignore
})
