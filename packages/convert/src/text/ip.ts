/** IP addresses and prefixes, read by hand: no regex, one pass, no allocation where only yes or no is asked. */

/** An address block: `10.0.0.0/8` is { version: 4, address: '10.0.0.0', prefix: 8 }. */
export interface Cidr {
  version: 4 | 6
  /** As written, brackets and zone never included. */
  address: string
  prefix: number
}

const ZERO = 48
const NINE = 57
const DOT = 46
const COLON = 58

/** Whether the text is four decimal bytes as Go reads them: `01.2.3.4` and `1.2.3` are not. */
export function isIpv4(text: string): boolean {
  return text.length >= 7 && text.length <= 15 && ipv4Value(text) >= 0
}

/** The address as an unsigned 32-bit number, or -1: `1.2.3.4` is 0x01020304. */
export function ipv4Value(text: string): number {
  let value = 0
  let byte = 0
  let digits = 0
  let dots = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === DOT) {
      if (digits === 0 || ++dots > 3) return -1
      value = value * 256 + byte
      byte = 0
      digits = 0
    } else if (code >= ZERO && code <= NINE) {
      // A leading zero is refused by Go, and read as octal elsewhere.
      if (digits === 1 && byte === 0) return -1
      byte = byte * 10 + code - ZERO
      if (++digits > 3 || byte > 255) return -1
    } else return -1
  }
  return dots === 3 && digits > 0 ? value * 256 + byte : -1
}

/** Whether the text is an IPv6 address without brackets and without a zone: `::1`, `64:ff9b::1.2.3.4`. */
export function isIpv6(text: string): boolean {
  return text.length >= 2 && text.length <= 45 && ipv6Groups(text) !== undefined
}

/** The eight 16-bit groups, or undefined: `::1` is [0,0,0,0,0,0,0,1]. */
export function ipv6Groups(text: string): number[] | undefined {
  const groups: number[] = []
  let gap = -1
  let i = 0
  if (text.startsWith('::')) {
    gap = 0
    i = 2
    if (text.length === 2) return [0, 0, 0, 0, 0, 0, 0, 0]
  }
  while (i < text.length) {
    if (groups.length === 8) return undefined
    const start = i
    let value = 0
    for (; i < text.length; i++) {
      const digit = hexValue(text.charCodeAt(i))
      if (digit < 0) break
      if (i - start === 4) return undefined
      value = value * 16 + digit
    }
    if (i === start) return undefined
    if (text.charCodeAt(i) === DOT) {
      const tail = ipv4Value(text.slice(start))
      if (tail < 0 || groups.length > 6) return undefined
      groups.push(Math.floor(tail / 65536), tail % 65536)
      return finish(groups, gap)
    }
    groups.push(value)
    if (i === text.length) break
    if (text.charCodeAt(i) !== COLON) return undefined
    i++
    if (i === text.length) return undefined
    if (text.charCodeAt(i) === COLON) {
      if (gap >= 0) return undefined
      gap = groups.length
      i++
    }
  }
  return finish(groups, gap)
}

/** Whether the text is an IPv4 or IPv6 address without brackets. */
export function isIp(text: string): boolean {
  return isIpv4(text) || isIpv6(text)
}

/** 4, 6, or undefined where the text is no address. */
export function ipVersion(text: string): 4 | 6 | undefined {
  if (isIpv4(text)) return 4
  return isIpv6(text) ? 6 : undefined
}

/** Reads `address/prefix`; undefined where either half is wrong. The prefix is decimal without leading zeros. */
export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf('/')
  if (slash < 0) return undefined
  const address = text.slice(0, slash)
  const version = ipVersion(address)
  if (version === undefined) return undefined
  const prefix = prefixLength(text.slice(slash + 1), version === 4 ? 32 : 128)
  return prefix < 0 ? undefined : { version, address, prefix }
}

/** Whether the text is an address block with its prefix: `10.0.0.0/8` yes, `10.0.0.0` and `10.0.0.0/33` no. */
export function isCidr(text: string): boolean {
  return parseCidr(text) !== undefined
}

function finish(groups: number[], gap: number): number[] | undefined {
  if (gap < 0) return groups.length === 8 ? groups : undefined
  if (groups.length > 7) return undefined
  const zeros = new Array<number>(8 - groups.length).fill(0)
  return [...groups.slice(0, gap), ...zeros, ...groups.slice(gap)]
}

function prefixLength(text: string, most: number): number {
  if (text.length === 0 || text.length > 3) return -1
  let value = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < ZERO || code > NINE) return -1
    if (i === 1 && value === 0) return -1
    value = value * 10 + code - ZERO
  }
  return value <= most ? value : -1
}

function hexValue(code: number): number {
  if (code >= ZERO && code <= NINE) return code - ZERO
  const lower = code | 0x20
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}
