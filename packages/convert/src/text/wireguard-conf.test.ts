import { expect, test } from 'vitest'
import { isWireguardConf, readWireguardConf } from './wireguard-conf.ts'

const TWO_PEERS = `[Interface]
# PublicKey = none of a peer
PrivateKey = own= # trailing words
Address = 10.0.0.2/32
Address = fd00::2/128
Pre_Shared_Key = folded

[Peer]
# Name = Tokyo
# Another comment
PublicKey = first=
AllowedIPs = 0.0.0.0/0
Endpoint = a.example:51820

[peer]
# US-FREE#12
# PresharedKey = switched off
PublicKey=second=
AllowedIPs = 10.0.0.0/8
AllowedIPs = 10.1.0.0/16
`

test('every peer comes with its line, its name and the interface', () => {
  const [tokyo, free, ...more] = readWireguardConf(TWO_PEERS).peers
  expect(more).toEqual([])
  expect([tokyo?.line, tokyo?.name]).toEqual([8, 'Tokyo'])
  expect([free?.line, free?.name]).toEqual([15, 'US-FREE#12'])
  expect(tokyo?.interface).toBe(free?.interface)
})

test('keys are folded, repeated ones are joined, comments are cut', () => {
  const [tokyo, free] = readWireguardConf(TWO_PEERS).peers
  expect(Object.fromEntries(tokyo!.interface)).toEqual({
    privatekey: 'own=',
    address: '10.0.0.2/32,fd00::2/128',
    presharedkey: 'folded',
  })
  expect(free?.peer.get('allowedips')).toBe('10.0.0.0/8,10.1.0.0/16')
  expect(free?.peer.has('presharedkey')).toBe(false)
})

test('peers above their interface, and two configurations in one text', () => {
  const above = readWireguardConf('[Peer]\r\nPublicKey = a\r\n\r\n[Interface]\r\nPrivateKey = p\r\n').peers
  expect([above[0]?.line, above[0]?.interface.get('privatekey')]).toEqual([1, 'p'])
  const both = readWireguardConf(
    '[Interface]\nPrivateKey=p\n[Peer]\nPublicKey=a\n[Interface]\nPrivateKey=q\n[Peer]\nPublicKey=b',
  ).peers
  expect(both.map((peer) => peer.interface.get('privatekey'))).toEqual(['p', 'q'])
})

test.each([
  ['[Interface]\n[Peer]', true],
  ['[INTERFACE]\n[peer]', true],
  ['[Interface]\nPrivateKey = p', false],
  ['[Proxy]\nA = ss, a.example, 443', false],
  ['', false],
])('%j is a WireGuard configuration: %s', (text, expected) => {
  expect(isWireguardConf(text)).toBe(expected)
})
