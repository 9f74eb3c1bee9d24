import {
  isSettingsFragment,
  type NewStep,
  type OutputId,
  outputSettings,
  type OutputSettings,
  ownValue,
  type Recipe,
  type Step,
  versionOf,
  versionSettings,
  withOutput,
} from '../model/index.ts'
import { readSettings, type SharedSettings } from '../model/link/settings-link.ts'
import { cased } from './cased.ts'

/** What an address of a subconverter-like service, or of this page, says that can be used here. */
export interface OldLink {
  /** Absent: the link names none, or one that cannot be written here. */
  target?: OutputId
  /** A format that cannot be written here. */
  unknownTarget?: string
  version?: string
  /** Addresses of subscriptions. */
  urls: string[]
  /** Share links that stood among them. */
  links: string[]
  include?: string
  exclude?: string
  flag?: boolean
  list?: boolean
  /** Renames, an order, properties. Whether a pattern can be run is not looked at. */
  steps: NewStep[]
  /** What the converter calls itself when it asks the subscriptions. */
  userAgent?: string
  /** What the file is called. */
  name?: string
  /** Address of an ini template. */
  template?: string
  /** Our own settings link: its whole query, and what its fragment says. */
  query?: string
  shared?: SharedSettings
  ignored: string[]
}

/** Why nothing can be taken from a text: no address, a short or hosted one that only its server can read, nothing in it. */
export type NoLink = 'not-a-link' | 'short-link' | 'hosted' | 'nothing'

const TARGETS: Readonly<Record<string, OutputId>> = {
  auto: 'mihomo', clash: 'mihomo', clashr: 'mihomo', clashmeta: 'mihomo', 'clash-meta': 'mihomo', mihomo: 'mihomo',
  meta: 'mihomo', stash: 'mihomo', 'sing-box': 'singbox', singbox: 'singbox', v2ray: 'base64', mixed: 'base64',
  trojan: 'base64', ss: 'base64', ssr: 'base64', base64: 'base64', links: 'links',
} // oxfmt-ignore
const USED = new Set([
  'target', 'url', 'include', 'exclude', 'emoji', 'add_emoji', 'list', 'config', 'filename', 'rename', 'sort', 'udp', 'tfo',
  'append_type', 'remove_emoji',
]) // oxfmt-ignore
/** What sublink-worker calls its formats: its xray is a list of links in base64. */
const SUBLINK_TARGETS: Readonly<Record<string, OutputId>> = { clash: 'mihomo', singbox: 'singbox', xray: 'base64' }
/** The addresses of sublink-worker by the format that they answer (7Sageer/sublink-worker, `src/app/createApp.jsx`). */
const SUBLINK = /\/(clash|singbox|xray|surge)\/?$/
const SUBLINK_USED = new Set(['config', 'lang'])
/** A rule that asks for more than the name: `!!TYPE=SS!!HK` (tindy2013/subconverter, `config/nodemanip.cpp`). */
const MATCHER = '!!'
/** Links that tell an app to take an address. */
const IMPORT_LINK = /^[a-z][a-z0-9+.-]*:\/\/(?:install-config|import-remote-profile|install-sub|subscription)\/?\?/i
const DEPTH_MAX = 3

/** Reads an address without opening it. */
export function readOldLink(text: string, depth = 0): OldLink | NoLink {
  const given = text.replace(/\s+/g, '')
  if (IMPORT_LINK.test(given) && depth < DEPTH_MAX) return readImportLink(given, depth)
  const url = addressOf(given)
  if (!url) return 'not-a-link'
  const { pathname, search, searchParams } = url
  const format = SUBLINK.exec(pathname)?.[1]
  if (format !== undefined && searchParams.has('config') && !searchParams.has('url'))
    return readSublink(format, searchParams)
  const isOurs = /^(?:\/[a-z]{2}-[A-Z]{2})?\/(?:convert|clash)\/?$/.test(pathname) && !searchParams.has('url')
  if (isOurs) {
    const read = isSettingsFragment(url.hash) ? readSettings(url.hash) : undefined
    return {
      urls: [],
      links: [],
      steps: [],
      query: pathname.includes('/clash') ? `${search || '?'}&target=clash` : search,
      ...(typeof read === 'object' ? { shared: read.settings } : {}),
      ignored: [],
    }
  }
  if (!searchParams.has('url') && !searchParams.has('target')) {
    if (/^\/sub\/[^/]+$/.test(pathname)) return 'hosted'
    return /^\/(?:[bcsx]\/)?[A-Za-z0-9_-]{3,32}$/.test(pathname) && !search ? 'short-link' : 'nothing'
  }
  const link = readConverterLink(searchParams)
  const { unknownTarget: _, ignored: __, userAgent: ___, name: ____, urls, links, steps, ...rest } = link
  return urls.length + links.length + steps.length + Object.keys(rest).length === 0 ? 'nothing' : link
}

const isAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)

const isOn = (value: string | null) => /^(?:true|1)$/.test(value ?? '')
/** What is switched off asks for nothing. */
const isOff = (value: string) => /^(?:false|0|\[\]|)$/.test(value)

function readConverterLink(query: URLSearchParams): OldLink {
  const named = query.get('target')?.toLowerCase()
  const target = named === undefined ? undefined : ownValue(TARGETS, named)
  const given = unwrapped(query.get('url') ?? '')
    .split(/[|\n]/)
    .map((one) => one.trim())
    .filter(Boolean)
  // `tag:Group,https://…` names a group for the nodes behind it.
  const entries = given.map((one) => one.replace(/^(?:tag|provider):[^,]*,/, ''))
  const version = target && versionOf(target, versionSettings(target, query.get('ver')))
  const isVersion = version !== undefined && version === query.get('ver')
  const { steps, unread } = stepsIn(query)
  const ignored = new Set([...query.keys()].filter((key) => !USED.has(key) && !isOff(query.get(key)!)))
  if (isVersion) ignored.delete('ver')
  if (entries.some((one, at) => one !== given[at])) ignored.add('tag')
  for (const key of unread) ignored.add(key)
  const link: OldLink = {
    ...(target ? { target } : named ? { unknownTarget: named } : {}),
    ...(isVersion ? { version } : {}),
    ...agentIn(query),
    urls: entries.filter(isAddress),
    links: entries.filter((one) => !isAddress(one) && one.includes('://')),
    steps,
    ignored: [...ignored],
  }
  for (const key of ['include', 'exclude'] as const) {
    const value = query.get(key) ?? ''
    if (value.includes(MATCHER)) link.ignored.push(key)
    else if (value) link[key] = anyOf(value)
  }
  if (isOn(query.get('emoji')) || isOn(query.get('add_emoji'))) link.flag = true
  if (isOn(query.get('list'))) link.list = true
  const template = query.get('config')
  if (template) link.template = template
  const name = query.get('filename')?.trim()
  if (name) link.name = name
  return link
}

const agentIn = (query: URLSearchParams): Pick<OldLink, 'userAgent'> => {
  const userAgent = query.get('ua')
  return userAgent ? { userAgent } : {}
}

/** Several patterns with backticks between them: a name that one of them finds. */
function anyOf(patterns: string): string {
  const all = patterns.split('`').filter(Boolean)
  return all.length < 2 ? (all[0] ?? '') : all.map((one) => `(?:${one})`).join('|')
}

/** What subconverter does to nodes, in its order; `unread`: the keys of what is no step. */
function stepsIn(query: URLSearchParams): { steps: NewStep[]; unread: string[] } {
  const steps: NewStep[] = []
  const unread: string[] = []
  if (isOn(query.get('remove_emoji'))) steps.push({ kind: 'flag', adds: false })
  for (const rename of (query.get('rename') ?? '').split('`').filter(Boolean)) {
    const at = rename.lastIndexOf('@')
    const pattern = at < 0 ? rename : rename.slice(0, at)
    if (pattern === '' || pattern.startsWith(MATCHER) || pattern.startsWith('script:')) unread.push('rename')
    else steps.push({ kind: 'replace', pattern: cased(pattern), to: at < 0 ? '' : rename.slice(at + 1) })
  }
  if (isOn(query.get('sort'))) steps.push({ kind: 'sort', by: 'name', isDescending: false })
  if (isOn(query.get('append_type'))) steps.push({ kind: 'name', template: '[{proto}] {name}' })
  for (const field of ['udp', 'tfo'] as const)
    if (isOn(query.get(field))) steps.push({ kind: 'set', field, value: true })
  return { steps, unread }
}

/** Each line of `config` is an address or a share link; or all of them are one text, such as a config. */
function readSublink(format: string, query: URLSearchParams): OldLink | NoLink {
  const target = ownValue(SUBLINK_TARGETS, format)
  const lines = query
    .get('config')!
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  const rest = lines.filter((line) => !isAddress(line.trim()))
  if (lines.length === 0) return 'nothing'
  const ignored = [...new Set(query.keys())].filter(
    (key) =>
      !SUBLINK_USED.has(key) && (key === 'include_auto_select' ? !isOn(query.get(key)) : !isOff(query.get(key)!)),
  )
  return {
    ...(target ? { target } : { unknownTarget: format }),
    ...agentIn(query),
    urls: lines.map((line) => line.trim()).filter(isAddress),
    links: rest.every((line) => line.includes('://')) ? rest : [rest.join('\n')],
    steps: [],
    ignored,
  }
}

/** `clash://install-config?url=…`: the address inside is a converter's, or a subscription itself. */
function readImportLink(text: string, depth: number): OldLink | NoLink {
  // Some take everything after url= as the address, encoded or not.
  const inner = unwrapped(/[?&]url=(.*)$/is.exec(text)?.[1]?.replace(/(?:&name=|#)[^&#]*$/, '') ?? '')
  if (!isAddress(inner)) return 'nothing'
  const found = readOldLink(inner, depth + 1)
  return typeof found === 'object' ? found : { urls: [inner], links: [], steps: [], ignored: [] }
}

/** An address, or the part of one from its path or its question mark on. */
function addressOf(given: string): URL | undefined {
  if (/^https?:\/\//i.test(given)) return URL.parse(given) ?? undefined
  if (/^\/?[\w./-]*\?\w+=/.test(given))
    return URL.parse(`https://link.invalid/${given.replace(/^\//, '')}`) ?? undefined
  if (/^(?:target|url)=/.test(given)) return URL.parse(`https://link.invalid/sub?${given}`) ?? undefined
  if (/^[\w-]+(?:\.[\w-]+)+(?::\d+)?\//.test(given)) return URL.parse(`https://${given}`) ?? undefined
  return undefined
}

/** Text that was encoded once more than it had to be. */
function unwrapped(text: string): string {
  if (!/^[a-z]+%3a%2f%2f/i.test(text)) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A recipe with the format, the filters and the switches of a link; its sources stay. */
export function withLinkSettings<R extends Recipe>(recipe: R, link: OldLink): R {
  const targeted = link.target ? withOutput(recipe, link.target) : recipe
  const next = {
    ...targeted,
    common: {
      ...recipe.common,
      ...(link.include ? { nameInclude: link.include } : {}),
      ...(link.exclude ? { nameExclude: link.exclude } : {}),
      ...(link.flag ? { flag: true } : {}),
    },
    steps: withLinkSteps(recipe.steps, link.steps),
  }
  const options: Partial<OutputSettings> = {
    ...(link.list ? { list: true } : {}),
    ...versionSettings(next.output, link.version),
  }
  if (Object.keys(options).length === 0) return next
  return { ...next, perOutput: { ...next.perOutput, [next.output]: { ...outputSettings(next), ...options } } }
}

/** Steps behind those that are there, each with an id of its own. */
function withLinkSteps(before: readonly Step[], steps: readonly NewStep[]): Step[] {
  const taken = new Set(before.map(({ id }) => id))
  const after = [...before]
  let count = 0
  for (const step of steps) {
    while (taken.has(`link-${count}`)) count++
    after.push(Object.assign({ id: `link-${count++}` }, step))
  }
  return after
}
