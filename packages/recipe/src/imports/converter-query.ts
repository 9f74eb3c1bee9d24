import type { NewStep } from '../model/step.ts'

// What the parameters of subconverter's address mean: tindy2013/subconverter (a0d4eab), README-cn.md and
// `src/handler/interfaces.cpp`. docs/formats/url-api.md, "Parameters"

/** Switches: on, off or not said. */
export const SWITCHES = [
  'emoji', 'add_emoji', 'remove_emoji', 'append_type', 'udp', 'tfo', 'scv', 'fdn', 'list', 'sort', 'expand', 'classic',
  'insert', 'prepend', 'append_info', 'strict', 'new_name',
] as const // oxfmt-ignore
export type SwitchName = (typeof SWITCHES)[number]

/** What has a value of its own. */
const VALUES = ['target', 'url', 'include', 'exclude', 'rename', 'config', 'filename', 'interval', 'ver', 'ua', 'diyua']
/** What means something. */
export const CONVERTER_PARAMETERS: readonly string[] = [...VALUES, ...SWITCHES]
/** What converters read that means nothing here. */
const OTHERS = [
  'tls13', 'script', 'upload', 'upload_path', 'dev_id', 'group', 'groups', 'ruleset', 'filter_script', 'sort_script',
  'profile_data', 'xudp', 'clash.doh', 'surge.doh', 'singbox.ipv6',
] // oxfmt-ignore
/** Names that end an address that came unencoded. */
const NAMES: ReadonlySet<string> = new Set([...SWITCHES, ...VALUES, ...OTHERS])

/** What an address of a converter says. Patterns are as they came: whether one can be run is not looked at. */
export interface ConverterQuery {
  /** In small letters; absent: it names none. */
  target?: string
  /** Addresses and share links in order, each once split at `|`. */
  entries: string[]
  /** Some had a group or a provider named before them, which is lost. */
  hasTags: boolean
  switches: Partial<Record<SwitchName, boolean>>
  include: string[]
  exclude: string[]
  renames: { pattern: string; to: string }[]
  /** The names of parameters of which a part was not understood. */
  unread: string[]
  /** Parameters that converters read and that mean nothing here. */
  meaningless: string[]
  /** Address of an external config. */
  template?: string
  name?: string
  version?: string
  /** What the sources are asked under. */
  userAgent?: string
  /** Seconds between two updates. */
  interval?: number
}

/** A rule that asks for more than the name: `!!TYPE=SS!!HK` (tindy2013/subconverter, `config/nodemanip.cpp`). */
const MATCHER = '!!'

/** Reads the parameters of an address. */
export function readConverterQuery(query: URLSearchParams): ConverterQuery {
  const given = unwrapped(query.get('url') ?? '')
    .split(/[|\r\n]/)
    .map((one) => one.trim())
    .filter(Boolean)
  // `tag:Group,https://…` names a group for the nodes behind it.
  const entries = given.map((one) => one.replace(/^(?:tag|provider):[^,]*,/, ''))
  const unread: string[] = []
  const renames: ConverterQuery['renames'] = []
  for (const rename of (query.get('rename') ?? '').split('`').filter(Boolean)) {
    const at = rename.lastIndexOf('@')
    const pattern = at < 0 ? rename : rename.slice(0, at)
    if (pattern === '' || pattern.startsWith(MATCHER) || pattern.startsWith('script:')) unread.push('rename')
    else renames.push({ pattern, to: at < 0 ? '' : rename.slice(at + 1) })
  }
  const filter = (key: 'include' | 'exclude'): string[] => {
    const patterns = (query.get(key) ?? '').split('`').filter(Boolean)
    const plain = patterns.filter((one) => !one.includes(MATCHER))
    if (plain.length < patterns.length) unread.push(key)
    return plain
  }
  const read: ConverterQuery = {
    entries,
    hasTags: entries.some((one, at) => one !== given[at]),
    switches: switchesIn(query),
    renames,
    include: filter('include'),
    exclude: filter('exclude'),
    unread,
    meaningless: OTHERS.filter((name) => !isOff(query.get(name) ?? '')),
  }
  const named = query.get('target')?.trim().toLowerCase()
  if (named) read.target = named
  const template = query.get('config')?.trim()
  if (template) read.template = template
  const name = query.get('filename')?.trim()
  if (name) read.name = name
  const version = query.get('ver')
  if (version) read.version = version
  const userAgent = query.get('ua') || query.get('diyua')
  if (userAgent) read.userAgent = userAgent
  const interval = query.get('interval')
  if (interval && /^\d{1,9}$/.test(interval)) read.interval = Number(interval)
  return read
}

/** Whether an entry is fetched. */
export const isAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)

/** Whether what a switch or another parameter says asks for nothing. */
export const isOff = (value: string) => /^(?:false|0|\[\]|)$/.test(value)
export const isOn = (value: string | null) => /^(?:true|1)$/.test(value ?? '')

/** What is neither on nor off is not said. */
function switchesIn(query: URLSearchParams): ConverterQuery['switches'] {
  const said = SWITCHES.map((name) => [name, query.get(name)?.toLowerCase() ?? ''] as const)
  return Object.fromEntries(
    said
      .filter(([, value]) => isOn(value) || value === 'false' || value === '0')
      .map(([name, value]) => [name, isOn(value)]),
  )
}

/** Several patterns: a name that one of them finds. */
export function anyOf(patterns: readonly string[]): string {
  return patterns.length < 2 ? (patterns[0] ?? '') : patterns.map((one) => `(?:${one})`).join('|')
}

/** What the renames do to nodes: case counts there and here. */
export function renameSteps({ renames }: ConverterQuery): NewStep[] {
  return renames.map(({ pattern, to }) => ({ kind: 'replace', pattern, to }))
}

/**
 * The parameters of the part of an address behind its question mark. Scripts of routers write the address of a
 * subscription as it is: behind a second bare `?`, what is no parameter of a converter belongs to that address.
 */
export function parametersOf(search: string): URLSearchParams {
  const parts = search.replace(/^\?/, '').split('&')
  const at = parts.findIndex((part) => /^url=[^%&]*:\/\//.test(part))
  if (at < 0) return new URLSearchParams(parts.join('&'))
  const [bare = '', ...behind] = parts.slice(at)
  const before = parts.slice(0, at)
  // In an address a plus is a plus.
  if (!bare.includes('?')) return new URLSearchParams([...before, bare.replaceAll('+', '%2B'), ...behind].join('&'))
  const rest = behind.filter((part) => !isOwn(part))
  const query = new URLSearchParams([...before, ...behind.filter(isOwn)].join('&'))
  query.set('url', [bare.slice('url='.length), ...rest].join('&'))
  return query
}

const isOwn = (part: string) => NAMES.has(part.split('=', 1)[0]!)

/** Text that was encoded once more than it had to be. */
export function unwrapped(text: string): string {
  if (!/^[a-z]+%3a%2f%2f/i.test(text)) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
