import ipaddr from 'ipaddr.js'

// ipaddr.js calls some of these unicast, and ::127.0.0.1, ::2 or 4000::1 too: hence 2000::/3 first.
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3')
const REFUSED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'].map(ipaddr.parseCIDR)
// A cloud serves secrets to its machines at this address. ipaddr.js takes it for a public one.
const REFUSED_V4 = ['168.63.129.16/32'].map(ipaddr.parseCIDR)

/** Addresses that begin alike: the first of them, and how many bits they share. */
export type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Ranges as they stand in the settings. */
export function parseRanges(texts: readonly string[]): readonly Range[] {
  return texts.map(ipaddr.parseCIDR)
}

/** Whether the server may connect there: an address of the public internet, or one that the operator named. */
export function isAllowedAddress(text: string, privateRanges: readonly Range[] = []): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (privateRanges.some((range) => isIn(address, range))) return true
  // A mapped IPv4 address inside IPv6 is no address of a real host; the plain form is.
  if (text.includes(':') && address.kind() === 'ipv4') return false
  if (address.range() !== 'unicast') return false
  if (address.kind() === 'ipv4') return !REFUSED_V4.some((range) => isIn(address, range))
  return isIn(address, GLOBAL_V6) && !REFUSED_V6.some((range) => isIn(address, range))
}

/** Whether two texts name the same address. */
export function isSameAddress(a: string, b: string): boolean {
  return (
    ipaddr.isValid(a) &&
    ipaddr.isValid(b) &&
    ipaddr.process(a).toNormalizedString() === ipaddr.process(b).toNormalizedString()
  )
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, [range, bits]: Range): boolean {
  return address.kind() === range.kind() && address.match(range, bits)
}
