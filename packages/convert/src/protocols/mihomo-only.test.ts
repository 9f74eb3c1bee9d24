import { expect, test } from 'vitest'
import { Findings } from '../issue.ts'
import { Fields } from '../nodes/fields.ts'
import { findProtocolByMihomoType } from './index.ts'

const PEM = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----'

function roundTrip(entry: Record<string, unknown>): unknown {
  const findings = new Findings()
  const protocol = findProtocolByMihomoType(String(entry['type']))!
  const node = protocol.fromMihomo(new Fields(entry, findings), findings)
  const written = node && protocol.toMihomo(node, findings)
  return written ?? findings.take().find((finding) => !finding.kept)
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
    { name: 'M', type: 'masque', server: 'h', port: 1, 'private-key': 'MAA=', 'public-key': 'MAA=' },
    'client-refuses',
    'ip',
  ],
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
