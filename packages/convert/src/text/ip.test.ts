import { isIPv4, isIPv6 } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ipv4Value, ipv6Groups, isCidr, isIp, isIpv4, isIpv6, parseCidr } from './ip.ts'

describe('an IPv4 address is four decimal bytes', () => {
  test.each([
    ['1.2.3.4', true],
    ['255.255.255.255', true],
    ['0.0.0.0', true],
    ['256.1.1.1', false],
    ['01.2.3.4', false],
    ['1.2.3', false],
    ['1.2.3.4.5', false],
    ['1..2.3', false],
    ['.1.2.3', false],
    ['1.2.3.', false],
    ['1.2.3.4 ', false],
    ['', false],
  ])('%s: %s', (text, yes) => expect(isIpv4(text)).toBe(yes))

  test('its value is the unsigned number', () => {
    expect(ipv4Value('1.2.3.4')).toBe(0x01020304)
    expect(ipv4Value('255.255.255.255')).toBe(0xffffffff)
  })
})

describe('an IPv6 address has eight groups, one gap at most and no zone', () => {
  test.each([
    ['::', true],
    ['::1', true],
    ['1::', true],
    ['2001:db8::1', true],
    ['1:2:3:4:5:6:7:8', true],
    ['1:2:3:4:5:6:7::', true],
    ['64:ff9b::1.2.3.4', true],
    ['::ffff:1.2.3.4', true],
    ['1:2:3:4:5:6:7', false],
    ['1:2:3:4:5:6:7:8:9', false],
    ['1:2:3:4:5:6:7:8::', false],
    ['1::2::3', false],
    [':1', false],
    ['1:', false],
    [':', false],
    [':::', false],
    ['12345::', false],
    ['fe80::1%eth0', false],
    ['[::1]', false],
    ['::1.2.3', false],
    ['1.2.3.4', false],
  ])('%s: %s', (text, yes) => expect(isIpv6(text)).toBe(yes))

  test('its groups are numbers', () => {
    expect(ipv6Groups('2001:db8::1')).toEqual([0x2001, 0xdb8, 0, 0, 0, 0, 0, 1])
    expect(ipv6Groups('64:ff9b::1.2.3.4')).toEqual([0x64, 0xff9b, 0, 0, 0, 0, 0x102, 0x304])
  })
})

describe('an address block needs a prefix that fits', () => {
  test.each([
    ['10.0.0.0/8', true],
    ['10.0.0.0/33', false],
    ['10.0.0.0', false],
    ['10.0.0.0/', false],
    ['10.0.0.0/08', false],
    ['10.0.0.0/0', true],
    ['::/0', true],
    ['2001:db8::/32', true],
    ['2001:db8::/129', false],
    ['x/8', false],
  ])('%s: %s', (text, yes) => expect(isCidr(text)).toBe(yes))

  test('it is read in its parts', () => {
    expect(parseCidr('2001:db8::/32')).toEqual({ version: 6, address: '2001:db8::', prefix: 32 })
  })
})

test('addresses are judged as the runtime judges them', () => {
  const near = fc.string({ unit: fc.constantFrom(...'0123456789abF:.'.split('')), maxLength: 24 })
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), near, fc.string()), (text) => {
      const v6 = isIPv6(text) && !text.includes('%')
      expect(isIpv4(text)).toBe(isIPv4(text))
      expect(isIpv6(text)).toBe(v6)
      expect(isIp(text)).toBe(isIPv4(text) || v6)
    }),
    { numRuns: 3000 },
  )
})
