import { expect, test } from 'vitest'
import { subscriptionAddress } from './subscription-address.ts'

const ADDRESS = 'https://example.com/sub?token=x&flag=clash'
const ENCODED = encodeURIComponent(ADDRESS)
const BASE64 = Buffer.from(ADDRESS).toString('base64')

test.each([
  ['an address', ADDRESS],
  ['Clash', `clash://install-config?url=${ENCODED}&name=N`],
  ['the name first', `clash-verge://install-config?name=N&url=${ENCODED}`],
  ['not encoded', `clash://install-config?url=${ADDRESS}&name=N`],
  ['encoded twice', `stash://install-config?url=${encodeURIComponent(ENCODED)}`],
  ['in capitals', `CLASH://install-config/?URL=${ENCODED}`],
  ['sing-box', `sing-box://import-remote-profile?url=${ENCODED}#N`],
  ['v2rayN', `v2rayn://install-sub/?url=${ENCODED}#N`],
  ['Shadowrocket', `shadowrocket://add/sub://${BASE64}?remark=N`],
  ['base64', `sub://${BASE64}#N`],
  ['base64 without padding', `sub://${BASE64.replaceAll('=', '')}`],
  ['Hiddify', `hiddify://import/${ADDRESS}#N`],
  ['Streisand, encoded', `streisand://import/${ENCODED}#N`],
  ['NekoBox', `sn://subscription?url=${ENCODED}&name=N`],
])('the address of a subscription: %s', (_, link) => expect(subscriptionAddress(link)).toBe(ADDRESS))

test.each([
  'clash://install-config?name=N',
  'clash://install-config?url=file%3A%2F%2F%2Fetc%2Fpasswd',
  'clash://install-config?url=https%3A%2F%2Fa.example%2F%20b',
  'hiddify://import/vless%3A%2F%2Fx',
  'sub://AAAA',
  'https://',
  'nodes.txt',
  'C:\\nodes.txt',
  '',
])('%j names none', (link) => expect(subscriptionAddress(link)).toBeUndefined())
