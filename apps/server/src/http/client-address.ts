import ipaddr from 'ipaddr.js'
import { type Asked, incomingOf } from './asked.ts'
import { remembered } from './remembered.ts'

/** `1.2.3.4:567` and `[2001:db8::1]:567`, as some proxies write it. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/
/** A customer of a provider has all the addresses that begin with the same 64 bits. */
const CUSTOMER_BITS = 64

/** The visitor's address: what the nearest trusted proxies say, and never what the visitor says. */
export function clientAddress(c: Asked, trustedProxies: number): string | undefined {
  if (trustedProxies === 0) return socketAddress(c)
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  return addressIn(forwarded.at(-trustedProxies) ?? '') ?? socketAddress(c)
}

/** Ranges of addresses that a proxy beside the server has. */
const BESIDE_US: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])

/** Whether a request came through a proxy that is not trusted: one beside the server, which names the visitor in vain. */
export function isThroughUnknownProxy(c: Asked, trustedProxies: number): boolean {
  if (trustedProxies > 0 || c.req.header('x-forwarded-for') === undefined) return false
  const address = socketAddress(c)
  return address !== undefined && ipaddr.isValid(address) && BESIDE_US.has(ipaddr.process(address).range())
}

/** Whose requests count together: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function visitorKey(c: Asked, trustedProxies: number): string {
  const address = clientAddress(c, trustedProxies)
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${CUSTOMER_BITS}`).toString()}/${CUSTOMER_BITS}`
}

const IPV4_NETWORK_BITS = 24
const IPV6_NETWORK_BITS = 48

/** The beginning of the visitor's address, as it is kept and shown: /24 of an IPv4 address, /48 of an IPv6 one. */
export function visitorNetwork(c: Asked, trustedProxies: number): string {
  const address = clientAddress(c, trustedProxies)
  return address === undefined ? '' : networkOf(address)
}

const networkOf = remembered((address) => {
  if (!ipaddr.isValid(address)) return ''
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${IPV4_NETWORK_BITS}`).toString()}/${IPV4_NETWORK_BITS}`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_NETWORK_BITS}`).toString()}/${IPV6_NETWORK_BITS}`
})

/** What a proxy wrote counts only when it is an address. */
function addressIn(text: string): string | undefined {
  const [, v6, v4] = WITH_PORT.exec(text) ?? []
  const address = v6 ?? v4 ?? text
  // ipaddr.js reads `1` and `0x7f.1` too.
  const isWhole = address.includes(':') ? ipaddr.IPv6.isValid(address) : ipaddr.IPv4.isValidFourPartDecimal(address)
  return isWhole ? address : undefined
}

function socketAddress(c: Asked): string | undefined {
  return incomingOf(c.env)?.socket.remoteAddress
}
