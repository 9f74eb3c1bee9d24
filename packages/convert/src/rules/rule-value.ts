import type { RuleGrammar } from '../model/client-facts.ts'
import { ipVersion } from '../text/ip.ts'
import { dotnetRegexIssue, regexArgs } from '../text/user-regex.ts'
import { domainIssue, isAscii, toAsciiDomain } from '../text/domain.ts'
import { nearestNames } from './nearest-names.ts'
import type { RuleReason } from './rule-issue.ts'
import type { RuleType } from './rule-types.ts'
import type { IssueArgs } from '../model/issue.ts'

/** A payload as it is written, and what was changed on it; or why it cannot be used. */
export type ValueResult = string | ValueChange | ValueIssue

export interface ValueChange {
  value: string
  reason: RuleReason
}

export interface ValueIssue {
  issue: RuleReason
  args?: IssueArgs
}

export interface ValueContext {
  grammar: RuleGrammar
  /** As lists are read: names that exist although no host may be called so. */
  lenient: boolean
  providers?: ReadonlySet<string>
}

const PORT_PARTS_MAX = 28
const PORT_MAX = 65535
const DSCP_MAX = 63
const UID_MAX = 4294967295

const IN_TYPES = (
  'HTTP HTTPS SOCKS SOCKS4 SOCKS5 SHADOWSOCKS SNELL VMESS VLESS REDIR TPROXY TROJAN TUNNEL TUN TUIC HYSTERIA2 ' +
  'ANYTLS MIERU SUDOKU TRUSTTUNNEL INNER'
).split(' ')
const IN_TYPE_SET: ReadonlySet<string> = new Set(IN_TYPES)

const TWO_LETTERS = /^[a-z]{2}$/i
const GEO_NAME = /^[a-z0-9!][a-z0-9!@._-]*$/i
const GEOIP_NAME = /^[a-z0-9!][a-z0-9!-]*$/i
const DIGITS = /^\d{1,10}$/

/** Checks the payload of a type and writes it as the client takes it (docs/formats/rules.md, "Types and values"). */
export function readRuleValue(type: RuleType | 'PORT', value: string, context: ValueContext): ValueResult {
  if (value === '') return { issue: 'value-empty' }
  switch (type) {
    case 'DOMAIN':
      return readDomain(value, context)
    case 'DOMAIN-SUFFIX':
      return readSuffix(value, context)
    case 'DOMAIN-WILDCARD':
      return readWildcard(value)
    case 'IP-CIDR':
    case 'IP-CIDR6':
    case 'SRC-IP-CIDR':
    case 'IP-SUFFIX':
    case 'SRC-IP-SUFFIX':
      return readCidr(value)
    case 'GEOIP':
    case 'SRC-GEOIP':
      return readGeoip(value, context)
    case 'GEOSITE':
      return GEO_NAME.test(value) ? value : { issue: 'geo-name' }
    case 'PORT':
    case 'DST-PORT':
    case 'SRC-PORT':
    case 'IN-PORT':
      return readPorts(value)
    case 'DSCP':
      return readNumbers(value, DSCP_MAX)
    case 'UID':
      return readNumbers(value, UID_MAX)
    case 'NETWORK':
      return value.toLowerCase() === 'tcp' || value.toLowerCase() === 'udp' ? value : { issue: 'network' }
    case 'IP-ASN':
    case 'SRC-IP-ASN':
      return DIGITS.test(value) ? value : { issue: 'asn' }
    case 'IN-TYPE':
      return readInTypes(value)
    case 'IN-NAME':
    case 'IN-USER':
      return value.split('/').every((name) => name.trim() !== '') ? value : { issue: 'name-list' }
    case 'DOMAIN-REGEX':
    case 'PROCESS-NAME-REGEX':
    case 'PROCESS-PATH-REGEX':
      return readRegex(value)
    case 'RULE-SET':
      return readProvider(value, context)
    default:
      return value
  }
}

function readDomain(value: string, { lenient }: ValueContext): ValueResult {
  if (isAscii(value)) {
    const issue = domainIssue(value, lenient)
    return issue === undefined ? value : { issue }
  }
  const ascii = toAsciiDomain(value)
  return ascii === undefined ? { issue: 'domain-international' } : { value: ascii, reason: 'punycode' }
}

/** `.x`, `+.x` and `*.x` are accepted by mihomo and never match: the prefix goes. */
function readSuffix(value: string, context: ValueContext): ValueResult {
  const first = value.charCodeAt(0)
  const skip = first === 46 ? 1 : (first === 43 || first === 42) && value.charCodeAt(1) === 46 ? 2 : 0
  if (skip === 0) return readDomain(value, context)
  const rest = readDomain(value.slice(skip), context)
  if (typeof rest === 'string') return { value: rest, reason: 'suffix-prefix' }
  return 'value' in rest ? { value: rest.value, reason: 'suffix-prefix' } : rest
}

function readWildcard(value: string): ValueResult {
  const labels: string[] = []
  for (const label of value.split('.')) {
    const ascii = isAscii(label) ? label : toAsciiDomain(label)
    if (ascii === undefined) return { issue: 'domain-international' }
    labels.push(ascii)
  }
  const written = labels.join('.')
  const plain = written.replaceAll('*', 'a').replaceAll('?', 'a')
  const issue = domainIssue(plain, true)
  if (issue !== undefined) return { issue }
  return written === value ? value : { value: written, reason: 'punycode' }
}

function readCidr(value: string): ValueResult {
  const slash = value.indexOf('/')
  const version = ipVersion(slash < 0 ? value : value.slice(0, slash))
  if (version === undefined) return { issue: 'cidr-address' }
  if (slash < 0) return { issue: 'cidr-missing-prefix' }
  const prefix = value.slice(slash + 1)
  const most = version === 4 ? 32 : 128
  const isNumber = prefix.length <= 3 && DIGITS.test(prefix) && (prefix.length === 1 || prefix[0] !== '0')
  return isNumber && Number(prefix) <= most ? value : { issue: 'cidr-prefix', args: { most } }
}

function readGeoip(value: string, { grammar }: ValueContext): ValueResult {
  if (grammar !== 'classic') return GEOIP_NAME.test(value) ? value : { issue: 'geo-name' }
  const upper = value.toUpperCase()
  // The open-source core knows LAN only; PRIVATE would be looked for among the countries.
  if (upper === 'PRIVATE') return { value: 'LAN', reason: 'private-lan' }
  return upper === 'LAN' || TWO_LETTERS.test(value) ? value : { issue: 'geoip-code' }
}

/** Lists and ranges too where the client takes one port a rule: writing it makes a rule for each. */
function readPorts(value: string): ValueResult {
  const parts = value.split('/', PORT_PARTS_MAX + 1)
  if (parts.length > PORT_PARTS_MAX) return { issue: 'port-list-long', args: { most: PORT_PARTS_MAX } }
  for (const part of parts) {
    const issue = rangeIssue(part, PORT_MAX)
    if (issue === 'port-range') return { issue }
    if (issue !== undefined) return { issue: 'port', args: { min: 0, max: PORT_MAX } }
  }
  return value
}

function readNumbers(value: string, max: number): ValueResult {
  const isSound = value.split('/').every((part) => rangeIssue(part, max) === undefined)
  return isSound ? value : { issue: 'number', args: { min: 0, max } }
}

function rangeIssue(part: string, max: number): 'number' | 'port-range' | undefined {
  const dash = part.indexOf('-')
  const low = (dash < 0 ? part : part.slice(0, dash)).trim()
  const high = (dash < 0 ? part : part.slice(dash + 1)).trim()
  if (!DIGITS.test(low) || !DIGITS.test(high) || Number(low) > max || Number(high) > max) return 'number'
  return Number(low) <= Number(high) ? undefined : 'port-range'
}

function readInTypes(value: string): ValueResult {
  for (const name of value.split('/')) {
    if (IN_TYPE_SET.has(name.trim().toUpperCase())) continue
    return { issue: 'in-type', args: { nearest: nearestNames(name, IN_TYPES).join(', ') } }
  }
  return value
}

function readRegex(value: string): ValueResult {
  const issue = dotnetRegexIssue(value)
  if (issue === undefined) return value
  return { issue: issue.reason, args: regexArgs(issue) }
}

function readProvider(value: string, { providers }: ValueContext): ValueResult {
  if (providers === undefined || providers.has(value)) return value
  return { issue: 'provider-missing', args: { nearest: nearestNames(value, [...providers]).join(', ') } }
}
