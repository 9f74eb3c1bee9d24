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
import { outputOfTarget } from './converter-targets.ts'
import { readSettings, type SharedSettings } from '../model/link/settings-link.ts'
import {
  anyOf,
  type ConverterQuery,
  isAddress,
  isOff,
  isOn,
  parametersOf,
  readConverterQuery,
  renameSteps,
  unwrapped,
} from './converter-query.ts'

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

const USED = new Set([
  'target', 'url', 'include', 'exclude', 'emoji', 'add_emoji', 'list', 'config', 'filename', 'rename', 'sort', 'udp', 'tfo',
  'append_type', 'remove_emoji',
]) // oxfmt-ignore
/** What sublink-worker calls its formats: its xray is a list of links in base64. */
const SUBLINK_TARGETS: Readonly<Record<string, OutputId>> = { clash: 'mihomo', singbox: 'singbox', xray: 'base64' }
/** The addresses of sublink-worker by the format that they answer (7Sageer/sublink-worker, `src/app/createApp.jsx`). */
const SUBLINK = /\/(clash|singbox|xray|surge)\/?$/
const SUBLINK_USED = new Set(['config', 'lang'])
/** Links that tell an app to take an address. */
const IMPORT_LINK = /^[a-z][a-z0-9+.-]*:\/\/(?:install-config|import-remote-profile|install-sub|subscription)\/?\?/i
const DEPTH_MAX = 3

/** Reads an address without opening it. */
export function readOldLink(text: string, depth = 0): OldLink | NoLink {
  const given = text.replace(/\s+/g, '')
  if (IMPORT_LINK.test(given) && depth < DEPTH_MAX) return readImportLink(given, depth)
  const url = addressOf(given)
  if (!url) return 'not-a-link'
  const { pathname, search } = url
  const searchParams = parametersOf(search)
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

function readConverterLink(query: URLSearchParams): OldLink {
  const read = readConverterQuery(query)
  const { target: named, entries, hasTags, switches, include, exclude, unread } = read
  const target = named === undefined ? undefined : outputOfTarget(named, undefined)
  const version = target && versionOf(target, versionSettings(target, read.version ?? null))
  const isVersion = version !== undefined && version === read.version
  const ignored = new Set([...query.keys()].filter((key) => !USED.has(key) && !isOff(query.get(key)!)))
  if (isVersion) ignored.delete('ver')
  if (hasTags) ignored.add('tag')
  for (const key of unread) ignored.add(key)
  return {
    ...(target ? { target } : named === undefined ? {} : { unknownTarget: named }),
    ...(isVersion ? { version } : {}),
    ...agentIn(query),
    urls: entries.filter(isAddress),
    links: entries.filter((one) => !isAddress(one) && one.includes('://')),
    steps: stepsOf(read),
    ...(include.length > 0 ? { include: anyOf(include) } : {}),
    ...(exclude.length > 0 ? { exclude: anyOf(exclude) } : {}),
    ...(switches.emoji || switches.add_emoji ? { flag: true } : {}),
    ...(switches.list ? { list: true } : {}),
    ...(read.template === undefined ? {} : { template: read.template }),
    ...(read.name === undefined ? {} : { name: read.name }),
    ignored: [...ignored],
  }
}

const agentIn = (query: URLSearchParams): Pick<OldLink, 'userAgent'> => {
  const userAgent = query.get('ua')
  return userAgent ? { userAgent } : {}
}

/** What subconverter does to nodes, in its order. */
function stepsOf(read: ConverterQuery): NewStep[] {
  const { switches } = read
  return [
    ...(switches.remove_emoji ? [{ kind: 'flag', adds: false } as const] : []),
    ...renameSteps(read),
    ...(switches.sort ? [{ kind: 'sort', by: 'name', isDescending: false } as const] : []),
    ...(switches.append_type ? [{ kind: 'name', template: '[{proto}] {name}' } as const] : []),
    ...(['udp', 'tfo'] as const).flatMap((field) =>
      switches[field] ? [{ kind: 'set', field, value: true } as const] : [],
    ),
  ]
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
