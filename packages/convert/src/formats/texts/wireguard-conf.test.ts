import { expect, test } from 'vitest'
import { A, KEY, PUBLIC_KEY, shortEntries, type TextCase } from '../../../proof/short-entries.ts'

test.each<TextCase>([
  ['.conf', `# mine\n[Interface]\nPrivateKey = ${KEY}\nAddress = 10.0.0.2/32\n\n[Peer]\nPublicKey = ${PUBLIC_KEY}\nEndpoint = 192.0.2.1:51820\nAllowedIPs = 0.0.0.0/0\n\n[Peer]\nPublicKey = ${PUBLIC_KEY}\nEndpoint = 192.0.2.2:51820\n# next\n${A}\n`, ['6 wireguard 192.0.2.1:51820', '11 wireguard 192.0.2.2:51820', '15 trojan A'], 1],
  ['.conf behind links', `${A}\n[Interface]\nPrivateKey = ${KEY}\nAddress = 10.0.0.2/32\n[Peer]\nEndpoint = 192.0.2.1:51820\n`, ['1 trojan A', '5 missing-public-key']],
])('%s', (_, text, entries, comments = 0) => {
  expect(shortEntries(text)).toEqual({ entries, comments })
}) // oxfmt-ignore
