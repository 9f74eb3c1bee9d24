import { expect, test } from 'vitest'
import { NodeIssues } from '../model/issue.ts'
import { Fields } from '../model/fields.ts'
import { findProtocolByMihomoType } from './index.ts'

const PEM = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----'

function roundTrip(entry: Record<string, unknown>): unknown {
  const issues = new NodeIssues()
  const protocol = findProtocolByMihomoType(String(entry['type']))!
  const node = protocol.fromMihomo(new Fields(entry, issues), issues)
  const written = node && protocol.toMihomo(node, issues)
  return written ?? issues.take().find((issue) => !issue.kept)
}

/** A key made for this test, in the three shapes that programs write. */
const SEC1 =
  'MHcCAQEEIJJRim6Af6Yl+y91JEWmHct84vFC53SDxl2gSedcFOWRoAoGCCqGSM49AwEHoUQDQgAEMl8ftDXEc4j5sIQTAhi83qkXArw4jgGs38WT3bzD0M5pAVJ/OILKNj9d74LousBLQioMzQN0yaGNI/TCmM/0Nw=='
const PKCS8 =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgklGKboB/piX7L3UkRaYdy3zi8ULndIPGXaBJ51wU5ZGhRANCAAQyXx+0NcRziPmwhBMCGLzeqRcCvDiOAazfxZPdvMPQzmkBUn84gso2P13vgui6wEtCKgzNA3TJoY0j9MKYz/Q3'
const PKIX =
  'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEMl8ftDXEc4j5sIQTAhi83qkXArw4jgGs38WT3bzD0M5pAVJ/OILKNj9d74LousBLQioMzQN0yaGNI/TCmM/0Nw=='
const STATIC_KEY = `-----BEGIN OpenVPN Static key V1-----\n${`${'0a'.repeat(16)}\n`.repeat(16)}-----END OpenVPN Static key V1-----`
const MASQUE = {
  name: 'M',
  type: 'masque',
  server: 'h',
  port: 1,
  'private-key': SEC1,
  'public-key': PKIX,
  ip: '10.0.0.2',
}

test.each([
  [
    {
      name: 'S',
      type: 'sudoku',
      server: 'example.com',
      port: '443',
      key: 'k',
      'padding-min': '5',
      'enable-pure-downlink': 'false',
    },
    {
      name: 'S',
      type: 'sudoku',
      server: 'example.com',
      port: 443,
      key: 'k',
      'padding-min': 5,
      'enable-pure-downlink': false,
    },
  ],
  [
    { name: 'T', type: 'trusttunnel', server: 'example.com', port: 443, username: 'u', alpn: 'h2,http/1.1', udp: true },
    {
      name: 'T',
      type: 'trusttunnel',
      server: 'example.com',
      port: 443,
      username: 'u',
      alpn: ['h2', 'http/1.1'],
      udp: true,
    },
  ],
  [
    { name: 'O', type: 'openvpn', server: 'example.com', port: 1194, ca: PEM, username: 'u' },
    { name: 'O', type: 'openvpn', server: 'example.com', port: 1194, ca: PEM, username: 'u' },
  ],
  [MASQUE, { ...MASQUE, udp: true }],
  [
    { name: 'O', type: 'openvpn', server: 'h', port: 1, ca: PEM, username: 'u', 'tls-crypt': STATIC_KEY },
    { name: 'O', type: 'openvpn', server: 'h', port: 1, ca: PEM, username: 'u', 'tls-crypt': STATIC_KEY },
  ],
  [
    { name: 'R', type: 'rematch', 'target-rematch-name': 'x' },
    { name: 'R', type: 'rematch', 'target-rematch-name': 'x' },
  ],
  [
    { name: 'TS', type: 'tailscale', hostname: 'h' },
    { name: 'TS', type: 'tailscale', hostname: 'h', udp: true },
  ],
  [
    { name: 'D', type: 'direct' },
    { name: 'D', type: 'direct', udp: true },
  ],
] as const)('an entry only mihomo knows keeps its values in the kinds mihomo wants: %j', (entry, expected) => {
  expect(roundTrip(entry)).toEqual(expected)
})

test.each([
  ['sudoku without a key', { name: 'S', type: 'sudoku', server: 'h', port: 1 }, 'missing-field', 'key'],
  [
    'an unknown table type',
    { name: 'S', type: 'sudoku', server: 'h', port: 1, key: 'k', 'table-type': 'x' },
    'client-refuses',
    'table-type',
  ],
  [
    'masque without an address',
    { name: 'M', type: 'masque', server: 'h', port: 1, 'private-key': SEC1, 'public-key': PKIX },
    'client-refuses',
    'ip',
  ],
  ['masque with a PKCS#8 key', { ...MASQUE, 'private-key': PKCS8 }, 'client-refuses', 'private-key'],
  ['masque whose keys changed places', { ...MASQUE, 'public-key': SEC1 }, 'client-refuses', 'public-key'],
  [
    'openvpn with a tls-crypt that is no key',
    { name: 'O', type: 'openvpn', server: 'h', port: 1, ca: PEM, username: 'u', 'tls-crypt': 'secret' },
    'client-refuses',
    'tls-crypt',
  ],
  [
    'openvpn with a tls-crypt that is too short',
    {
      name: 'O',
      type: 'openvpn',
      server: 'h',
      port: 1,
      ca: PEM,
      username: 'u',
      'tls-crypt': STATIC_KEY.replace('0a', ''),
    },
    'client-refuses',
    'tls-crypt',
  ],
  ['rematch that leads nowhere', { name: 'R', type: 'rematch' }, 'client-refuses', 'target-rematch-name'],
  [
    'trusttunnel whose alpn lacks h2',
    { name: 'T', type: 'trusttunnel', server: 'h', port: 1, username: 'u', alpn: ['h3'] },
    'client-refuses',
    'alpn',
  ],
  [
    'openvpn with a path for its ca',
    { name: 'O', type: 'openvpn', server: 'h', port: 1, ca: '/etc/ca.pem', username: 'u' },
    'client-refuses',
    'ca',
  ],
  [
    'openvpn without credentials',
    { name: 'O', type: 'openvpn', server: 'h', port: 1, ca: PEM },
    'client-refuses',
    'username',
  ],
  [
    'tailscale state outside the home folder',
    { name: 'TS', type: 'tailscale', 'state-dir': '../x' },
    'client-refuses',
    'state-dir',
  ],
  ['no port', { name: 'G', type: 'gost-relay', server: 'h' }, 'missing-field', 'port'],
] as const)('%s is refused', (_, entry, code, field) => {
  expect(roundTrip(entry)).toMatchObject({ code, field, kept: false })
})
