import { expect, test } from 'vitest'
import { isAllowedAddress, parseRanges } from './public-address.ts'

test.each([
  ['1.1.1.1', true],
  ['93.184.216.34', true],
  ['2606:4700:4700::1111', true],
  ['2001:4860:4860::8888', true],
  ['0.0.0.0', false],
  ['10.0.0.1', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['127.255.255.254', false],
  ['168.63.129.16', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['192.0.0.1', false],
  ['192.0.2.1', false],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['198.51.100.1', false],
  ['203.0.113.1', false],
  ['224.0.0.1', false],
  ['240.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::2', false],
  ['::127.0.0.1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:1.1.1.1', false],
  ['64:ff9b::7f00:1', false],
  ['100::1', false],
  ['100:0:0:1::1', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::1', false],
  ['2620:4f:8000::1', false],
  ['3fff::1', false],
  ['4000::1', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['no address', false],
])('%s may be connected to: %s', (address, allowed) => {
  expect(isAllowedAddress(address)).toBe(allowed)
})

test('a private range that the operator named is allowed, its neighbours are not', () => {
  const ranges = parseRanges(['10.1.0.0/16', 'fd00:1::/32'])
  expect(isAllowedAddress('10.1.2.3', ranges)).toBe(true)
  expect(isAllowedAddress('10.2.0.1', ranges)).toBe(false)
  expect(isAllowedAddress('fd00:1::5', ranges)).toBe(true)
  expect(isAllowedAddress('fd00:2::5', ranges)).toBe(false)
})
