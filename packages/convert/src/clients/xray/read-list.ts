import { ipVersion, isCidr } from '../../text/ip.ts'
import type { JsonObject } from '../../text/record.ts'

/** What of a rule says where its connections go, or is a name. */
const NO_CONDITION: ReadonlySet<string> = new Set(['type', 'outboundTag', 'balancerTag', 'ruleTag'])
const NAMES: ReadonlyMap<string, string> = new Map([
  ['full', 'domain'],
  ['domain', 'domain_suffix'],
  ['keyword', 'domain_keyword'],
  ['regexp', 'domain_regex'],
])

/**
 * Rules of Xray as rules of a rule set of sing-box: all fields of a rule hold, each by one of its values. A rule of one
 * field becomes one for each kind of value; what sing-box has no word for keeps the name that Xray gives it.
 */
export function asHeadlessRules(rules: readonly JsonObject[]): JsonObject[] {
  return rules.flatMap((rule) => {
    const fields = Object.entries(rule).filter(([field]) => !NO_CONDITION.has(field))
    // An empty field is none.
    const parts = fields.map(([field, value]) => alternativesOf(field, value)).filter((part) => part.length > 0)
    const [only] = parts
    if (only !== undefined && parts.length === 1) return only
    return [
      { type: 'logical', mode: 'and', rules: parts.map((part) => ({ type: 'logical', mode: 'or', rules: part })) },
    ]
  })
}

function alternativesOf(field: string, value: unknown): JsonObject[] {
  const values = textsOf(value)
  switch (field) {
    case 'domain':
    case 'domains':
      return grouped(values, nameOf)
    case 'ip':
      return grouped(values, (text) => addressOf(text, 'ip_cidr'))
    case 'source':
    case 'sourceIP':
      return grouped(values, (text) => addressOf(text, 'source_ip_cidr'))
    case 'port':
      return [portsOf('port', values)]
    case 'sourcePort':
      return [portsOf('source_port', values)]
    case 'network':
      return [{ network: values.flatMap((text) => text.toLowerCase().split(',')).map((text) => text.trim()) }]
    case 'process':
      return grouped(values, processOf)
    default:
      return [{ [field]: value }]
  }
}

function grouped(values: readonly string[], entryOf: (text: string) => [key: string, value: string]): JsonObject[] {
  const groups = new Map<string, string[]>()
  for (const text of values) {
    const [key, value] = entryOf(text)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return [...groups].map(([key, group]) => ({ [key]: group }))
}

/** A name, a file, or a folder, which ends in a slash. */
function processOf(text: string): [key: string, value: string] {
  if (text.endsWith('/')) return ['process', text]
  return [text.includes('/') ? 'process_path' : 'process_name', text]
}

/** A name without a prefix is a keyword. Xray asks regexes with the name in small letters. */
function nameOf(text: string): [key: string, value: string] {
  const colon = text.indexOf(':')
  if (colon < 0) return ['domain_keyword', text]
  const prefix = text.slice(0, colon)
  const value = text.slice(colon + 1)
  return [NAMES.get(prefix) ?? prefix, prefix === 'regexp' ? value.replace(/^\(\?i\)/, '') : value]
}

function addressOf(text: string, key: string): [key: string, value: string] {
  return [isCidr(text) || ipVersion(text) !== undefined ? key : text.split(':', 1)[0]!, text]
}

function portsOf(key: string, values: readonly string[]): JsonObject {
  const all = values.flatMap((text) => text.split(',')).map((text) => text.trim())
  const ports = all.filter((text) => /^\d+$/.test(text)).map(Number)
  const ranges = all.filter((text) => /^\d+-\d+$/.test(text)).map((text) => text.replace('-', ':'))
  // A port of the environment.
  return ports.length + ranges.length < all.length ? { env: all } : { [key]: ports, [`${key}_range`]: ranges }
}

function textsOf(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items.filter((item) => typeof item === 'string' || typeof item === 'number').map(String)
}
