import { dotnetRegexIssue } from '../../../text/user-regex.ts'
import { isCidr, isIp } from '../../../text/ip.ts'
import { hopIntervalOf } from '../../../protocols/shared/quic.ts'
import { MIHOMO_PORT_PARTS } from '../../../protocols/shared/port-list.ts'

/** Texts that mihomo reads further, and which of them it takes: docs/formats/mihomo.md, "General keys and DNS". */
export const MIHOMO_FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  ip: isIp,
  prefix: isPrefix,
  'prefix-or-ip': (text) => isIp(text) || isPrefix(text),
  'prefix-v4': (text) => isPrefix(text) && !text.includes(':'),
  'prefix-v6': (text) => isPrefix(text) && text.includes(':'),
  ranges: isRanges,
  'hop-interval': (text) => text === '' || (/^\d{1,9}(?:-\d{1,9})?$/.test(text) && hopIntervalOf(text) !== undefined),
  regex: (text) => text.split('`').every((part) => part === '' || dotnetRegexIssue(part) === undefined),
  'wireguard-key': (text) => /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0,
  base64: (text) => /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0,
  pin: (text) => text === '' || /^[0-9a-f]{64}$/i.test(text.replaceAll(':', '')),
  domain: (text) => !hasEmptyLabel(text),
  'name-server': isNameServer,
  'first-name-server': isFirstNameServer,
  'local-path': isLocalPath,
}

function isPrefix(text: string): boolean {
  const slash = text.lastIndexOf('/')
  return slash > 0 && /^(?:0|[1-9]\d{0,2})$/.test(text.slice(slash + 1)) && isCidr(text)
}

/** `80`, `1-100/443`, at most 28 parts; empty or `*`: all. */
export function isRanges(text: string): boolean {
  if (text.trim() === '' || text === '*') return true
  const parts = text.split(/[,/]/)
  return parts.length <= MIHOMO_PORT_PARTS && parts.every((part) => /^\s*\d{1,18}\s*(?:-\s*\d{1,18}\s*)?$/.test(part))
}

/** `a..b` has one; a dot at the end makes one as well. */
function hasEmptyLabel(text: string): boolean {
  const name = /^(?:geosite|rule-set):/i.test(text) ? '' : text.replace(/^(?:\+?\.|\.)/, '')
  return text === '' || (name !== '' && name.split('.').some((label) => label === ''))
}

const NAME_SERVER_SCHEMES = new Set([
  'udp',
  'tcp',
  'tls',
  'http',
  'https',
  'quic',
  'dhcp',
  'rcode',
  'ts',
  'tailscale',
  'system',
])
const RCODES = new Set(['success', 'format_error', 'server_failure', 'name_error', 'not_implemented', 'refused'])

function isNameServer(text: string): boolean {
  if (text === 'system' || text === '') return true
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined) return text !== '' && !/[\s/]/.test(text.split('#', 1)[0]!)
  if (scheme === 'rcode') return RCODES.has(text.slice('rcode://'.length).split('#', 1)[0]!)
  return NAME_SERVER_SCHEMES.has(scheme)
}

/** Servers that look up the other ones: addresses only. */
function isFirstNameServer(text: string): boolean {
  if (text === 'system' || text === 'system://') return true
  const [address = ''] = text.split('#', 1)
  const mark = address.indexOf('://')
  if (mark >= 0 && !['udp', 'tcp', 'tls', 'https'].includes(address.slice(0, mark).toLowerCase())) return false
  const [host = ''] = address.slice(mark < 0 ? 0 : mark + 3).split('/', 1)
  if (host.startsWith('[')) return isIp(host.slice(1, host.indexOf(']')))
  const colon = host.indexOf(':')
  return isIp(host) || (colon >= 0 && isIp(host.slice(0, colon)))
}

/** Inside of mihomo's own folder. */
function isLocalPath(text: string): boolean {
  if (/^(?:[/\\]|[A-Za-z]:)/.test(text)) return false
  let depth = 0
  for (const part of text.split(/[/\\]/)) {
    if (part === '..') depth--
    else if (part !== '' && part !== '.') depth++
    if (depth < 0) return false
  }
  return true
}
