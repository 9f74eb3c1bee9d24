import { expect, test } from 'vitest'
import { NodeIssues } from '../../model/issue.ts'
import { toClassicClash } from './clash-proxy.ts'

const ss = { name: 'A', type: 'ss', server: 'h', port: 1, cipher: 'aes-128-gcm', password: 'p', udp: true }
const vmess = { name: 'A', type: 'vmess', server: 'h', port: 1, uuid: 'u', alterId: 0, cipher: 'auto', udp: true }

test.each([
  ['a plain shadowsocks node', ss, ss],
  ['multiplexing is left out', { ...ss, smux: { enabled: true } }, ss],
  [
    'a browser fingerprint is left out',
    { ...vmess, tls: true, 'client-fingerprint': 'chrome' },
    { ...vmess, tls: true },
  ],
  ['cipher zero is none', { ...vmess, cipher: 'zero' }, { ...vmess, cipher: 'none' }],
  [
    'grpc keeps its service name only',
    { ...vmess, network: 'grpc', 'grpc-opts': { 'grpc-service-name': 's', 'ping-interval': 1 } },
    { ...vmess, network: 'grpc', 'grpc-opts': { 'grpc-service-name': 's' } },
  ],
])('%s', (_, proxy, expected) => {
  expect(toClassicClash(proxy, new NodeIssues())).toEqual(expected)
})

test.each([
  ['a type it never had', { name: 'A', type: 'tuic' }, 'type-unsupported'],
  ['a 2022 cipher', { ...ss, cipher: '2022-blake3-aes-128-gcm' }, 'cipher-unsupported'],
  ['cipher none, whose name there makes a mihomo refuse the file', { ...ss, cipher: 'none' }, 'cipher-unsupported'],
  ['a plugin it never had', { ...ss, plugin: 'shadow-tls', 'plugin-opts': { host: 'h' } }, 'plugin-unsupported'],
  ['reality', { ...vmess, 'reality-opts': { 'public-key': 'x' } }, 'reality-unsupported'],
  [
    'httpupgrade',
    { ...vmess, network: 'ws', 'ws-opts': { path: '/', 'v2ray-http-upgrade': true } },
    'transport-unsupported',
  ],
  [
    'a Shadowsocks layer inside trojan',
    { name: 'A', type: 'trojan', password: 'p', 'ss-opts': {} },
    'encryption-unsupported',
  ],
  [
    'the empty service name of gRPC, which it would take for GunService',
    { ...vmess, network: 'grpc', 'grpc-opts': { 'grpc-service-name': '//Tun' } },
    'transport-unsupported',
  ],
  ['snell 4', { name: 'A', type: 'snell', psk: 'p', version: 4 }, 'protocol-variant-unsupported'],
  ['a node behind another', { ...ss, 'dialer-proxy': 'B' }, 'client-refuses'],
])('%s leaves the node out', (_, proxy, code) => {
  const issues = new NodeIssues()
  expect(toClassicClash(proxy, issues)).toBeUndefined()
  expect(issues.take().find((issue) => !issue.kept)?.code).toBe(code)
})
