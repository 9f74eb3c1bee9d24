import { expect, test } from 'vitest'
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
      ],
    }),
  )
  expect(nodes.map(({ node }) => [node.name, node.port, node.dialer])).toEqual([
    ['two', 443, undefined],
    ['two', 8443, undefined],
    ['plain', 443, undefined],
    ['chained', 443, 'plain'],
    ['fragmented', 443, undefined],
  ])
  for (const { node } of nodes.slice(0, 2))
    expect(node).toMatchObject({
      tls: { sni: 's.example.com' },
      transport: { type: 'ws', path: '/p', host: 'c.example.com' },
    })
  expect(nodes[2]!.node).toMatchObject({ tls: null })
  expect(nodes.slice(3).map(({ issues }) => issues.map((issue) => issue.code))).toEqual([
    ['mux-unsupported'],
    ['field-ignored'],
  ])
  expect(issues.map((issue) => issue.code)).toEqual(['transport-unsupported'])
})
