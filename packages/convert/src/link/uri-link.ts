import type { NodeIssues } from '../model/issue.ts'
import { toAsciiDomain } from '../text/domain.ts'
import { isIpv4, isIpv6 } from '../text/ip.ts'
import { percentDecode, percentEncode } from '../text/percent.ts'
import type { Query } from './query.ts'
import { readQuery } from './query.ts'

/** `scheme://user@server:port/path?query#name`, taken apart. */
export interface UriLink {
  /** Everything before the last `@`, percent-decoded. */
  user: string
  /** The same as it stands, for those who split it before decoding. */
  rawUser: string
  server: string
  /** 0 when the link names no port and the protocol has no default. */
  port: number
  /** Port list as it stands (`443,5000-6000`), where the protocol takes one. */
  ports: string | undefined
  /** What stands between the port and the query, with its leading slash; percent-decoded. */
  path: string
  query: Query
  /** Name from the fragment, else from a parameter, else empty. */
  name: string
}

export interface UriLinkOptions {
  defaultPort?: number
  /** The authority may carry a port list (hysteria2). */
  portList?: boolean
  /** The address may be missing (it stands in a parameter). */
  addressOptional?: boolean
}

const NO_OPTIONS: UriLinkOptions = {}

/** Takes a link apart; an address that cannot be one is refused. The query is the shared one: read it before the next link. */
export function parseUriLink(
  link: string,
  issues: NodeIssues,
  options: UriLinkOptions = NO_OPTIONS,
): UriLink | undefined {
  const start = link.indexOf('://') + 3
  const hash = link.indexOf('#', start)
  const end = hash < 0 ? link.length : hash
  let question = link.indexOf('?', start)
  if (question < 0 || question > end) question = end
  // The last one in front of the query, found forwards: V8's `lastIndexOf` takes twice the time of two `indexOf`.
  let at = -1
  for (let next = link.indexOf('@', start); next >= 0 && next < question; next = link.indexOf('@', next + 1)) at = next
  if (at < start && question < end) {
    // A raw `?` inside the password: the query starts behind the address.
    const late = link.indexOf('@', question)
    if (late > 0 && late < end) {
      at = late
      question = link.indexOf('?', late)
      if (question < 0 || question > end) question = end
    }
  }
  const rawUser = at < start ? '' : link.slice(start, at)
  const hostStart = at < start ? start : at + 1
  let slash = link.indexOf('/', hostStart)
  if (slash < 0 || slash > question) slash = question

  const address = parseAddress(link.slice(hostStart, slash), issues, options)
  if (address === undefined) return undefined
  const query = readQuery(link, question + 1, end)
  const name = hash < 0 ? query.name : percentDecode(link.slice(hash + 1)).trim() || query.name
  return {
    user: percentDecode(rawUser),
    rawUser,
    server: address.server,
    port: address.port,
    ports: address.ports,
    path: slash < question ? percentDecode(link.slice(slash, question)) : '',
    query,
    name,
  }
}

export interface Address {
  server: string
  port: number
  ports: string | undefined
}

/** `host:port`, `[v6]:port`, and v6 without brackets. */
export function parseAddress(
  text: string,
  issues: NodeIssues,
  options: UriLinkOptions = NO_OPTIONS,
): Address | undefined {
  let host: string
  let portText = ''
  if (text.charCodeAt(0) === OPEN_BRACKET) {
    const close = text.indexOf(']')
    if (close < 0) return issues.refuse('bad-value', 'server')
    host = text.slice(1, close)
    if (close + 1 < text.length) {
      if (text.charCodeAt(close + 1) !== COLON) return issues.refuse('bad-value', 'server')
      portText = text.slice(close + 2)
    }
    if (!isIpv6(host)) return issues.refuse('bad-value', 'server')
  } else {
    const first = text.indexOf(':')
    const colon = first < 0 || text.indexOf(':', first + 1) < 0 ? first : text.lastIndexOf(':')
    if (colon < 0) host = text
    else if (colon === first) {
      host = text.slice(0, colon)
      portText = text.slice(colon + 1)
    } else if (isIpv6(text.slice(0, colon)) && isPortText(text.slice(colon + 1))) {
      host = text.slice(0, colon)
      portText = text.slice(colon + 1)
    } else if (isIpv6(text)) host = text
    else return issues.refuse('bad-value', 'server')
    if (host.includes('%')) {
      host = percentDecode(host)
      if (host.includes(':') && !isIpv6(host)) return issues.refuse('bad-value', 'server')
    }
  }
  if (host === '') {
    if (!options.addressOptional) return issues.refuse('missing-field', 'server')
  } else {
    const usable = usableHost(host)
    if (usable === undefined) return issues.refuse('bad-value', 'server')
    host = usable
  }
  if (portText === '') {
    if (options.defaultPort !== undefined) return { server: host, port: options.defaultPort, ports: undefined }
    return options.addressOptional
      ? { server: host, port: 0, ports: undefined }
      : issues.refuse('missing-field', 'port')
  }
  const port = parsePort(portText)
  if (port > 0) return { server: host, port, ports: undefined }
  if (options.portList && /[,-]/.test(portText)) {
    const first = parsePort(portText.slice(0, portText.search(/[,-]/)))
    if (first > 0) return { server: host, port: first, ports: portText }
  }
  return issues.refuse('bad-port', 'port')
}

const OPEN_BRACKET = 0x5b
const COLON = 0x3a
const DOT = 0x2e

function isPortText(text: string): boolean {
  return parsePort(text) > 0
}

/** Decimal digits, 1..65535; anything else is 0. */
export function parsePort(text: string): number {
  const length = text.length
  if (length === 0 || length > 5) return 0
  let port = 0
  for (let at = 0; at < length; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return 0
    port = port * 10 + digit
  }
  return port > 65535 ? 0 : port
}

/**
 * A host as clients want it: names of other scripts in punycode. Undefined when the text can be none: blanks, controls,
 * delimiters, an empty label, numbers that are no address (`999.1.1.1`), more than 253 characters.
 */
export function usableHost(text: string): string | undefined {
  const length = text.length
  if (length === 0 || length > 253) return undefined
  let before = DOT
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7f) return toAsciiDomain(text)
    if (code === DOT ? before === DOT : !HOST_CHARACTERS[code]) return undefined
    before = code
  }
  if (before < 0x30 || before > 0x39 || isIpv4(text)) return text
  return /^[\d.]+$/.test(text.slice(text.lastIndexOf('.') + 1)) && !isIpv6(text) ? undefined : text
}

/** Whether a text can stand as `server`: a name (in any script), an IPv4 or IPv6 address without brackets. */
export function isHost(text: string): boolean {
  return usableHost(text) !== undefined
}

/** What stands in host names and addresses; underscores occur. */
const HOST_CHARACTERS = new Uint8Array(128)
for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:')
  HOST_CHARACTERS[char.charCodeAt(0)] = 1

export interface UriLinkParts {
  user: string
  server: string
  port: number | string
  path?: string
  query: Iterable<readonly [key: string, value: string]>
  name: string
}

/** Writes a link; the inverse of `parseUriLink`. `user` is written as given: encode its parts first. */
export function formatUriLink(scheme: string, parts: UriLinkParts): string {
  let query = ''
  for (const [key, value] of parts.query)
    query += (query === '' ? '?' : '&') + percentEncode(key) + '=' + percentEncode(value)
  const host = parts.server.includes(':') ? `[${parts.server}]` : parts.server
  const user = parts.user === '' ? '' : parts.user + '@'
  return `${scheme}://${user}${host}:${parts.port}${parts.path ?? ''}${query}#${percentEncode(parts.name)}`
}
