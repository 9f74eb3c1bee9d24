import { findClientFacts, SINGBOX_VERSIONS } from '@switchyard/convert/facts'
import {
  isSettingsFragment,
  type OutputId,
  outputSettings,
  type OutputSettings,
  ownValue,
  type Recipe,
  type SingboxVersion,
  withOutput,
} from '../model/index.ts'
import { readSettings, type SharedSettings } from '../model/link/settings-link.ts'

/** What an address of a subconverter-like service, or of this page, says that can be used here. */
export interface OldLink {
  /** Absent: the link names none, or one that cannot be written here. */
  target?: OutputId
  /** A format that cannot be written here. */
  unknownTarget?: string
  singboxVersion?: SingboxVersion
  /** Addresses of subscriptions. */
  urls: string[]
  /** Share links that stood among them. */
  links: string[]
  include?: string
  exclude?: string
  flag?: boolean
  list?: boolean
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
const USED = new Set(['target', 'url', 'include', 'exclude', 'emoji', 'list', 'config'])
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
  const isOurs = /^(?:\/[a-z]{2}-[A-Z]{2})?\/(?:convert|clash)\/?$/.test(pathname) && !searchParams.has('url')
  if (isOurs) {
    const read = isSettingsFragment(url.hash) ? readSettings(url.hash) : undefined
    return {
      urls: [],
      links: [],
      query: pathname.includes('/clash') ? `${search || '?'}&target=clash` : search,
      ...(typeof read === 'object' ? { shared: read.settings } : {}),
      ignored: [],
    }
  }
  if (!searchParams.has('url') && !searchParams.has('target')) {
    if (/^\/sub\/[^/]+$/.test(pathname)) return 'hosted'
    return /^\/(?:s\/)?[A-Za-z0-9_-]{3,32}$/.test(pathname) && !search ? 'short-link' : 'nothing'
  }
  const link = readConverterLink(searchParams)
  const { unknownTarget: _, ignored: __, urls, links, ...rest } = link
  return urls.length + links.length + Object.keys(rest).length === 0 ? 'nothing' : link
}

const isAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)

function readConverterLink(query: URLSearchParams): OldLink {
  const named = query.get('target')?.toLowerCase()
  const target = named === undefined ? undefined : ownValue(TARGETS, named)
  const entries = unwrapped(query.get('url') ?? '')
    .split(/[|\n]/)
    // `tag:Group,https://…` names a group for the nodes behind it.
    .map((one) => one.trim().replace(/^(?:tag|provider):[^,]*,/, ''))
    .filter(Boolean)
  const version = SINGBOX_VERSIONS.find((one) => one === query.get('ver'))
  const isVersion =
    target !== undefined && findClientFacts(target)?.options.includes('version') === true && version !== undefined
  const link: OldLink = {
    ...(target ? { target } : named ? { unknownTarget: named } : {}),
    ...(isVersion ? { singboxVersion: version } : {}),
    urls: entries.filter(isAddress),
    links: entries.filter((one) => !isAddress(one) && one.includes('://')),
    // What is switched off asks for nothing.
    ignored: [...new Set(query.keys())].filter(
      (key) => !USED.has(key) && !(key === 'ver' && isVersion) && !/^(?:false|0|)$/.test(query.get(key)!),
    ),
  }
  for (const key of ['include', 'exclude'] as const) {
    const value = query.get(key)
    if (value) link[key] = value
  }
  if (/^(?:true|1)$/.test(query.get('emoji') ?? '')) link.flag = true
  if (/^(?:true|1)$/.test(query.get('list') ?? '')) link.list = true
  const template = query.get('config')
  if (template) link.template = template
  return link
}

/** `clash://install-config?url=…`: the address inside is a converter's, or a subscription itself. */
function readImportLink(text: string, depth: number): OldLink | NoLink {
  // Some take everything after url= as the address, encoded or not.
  const inner = unwrapped(/[?&]url=(.*)$/is.exec(text)?.[1]?.replace(/(?:&name=|#)[^&#]*$/, '') ?? '')
  if (!isAddress(inner)) return 'nothing'
  const found = readOldLink(inner, depth + 1)
  return typeof found === 'object' ? found : { urls: [inner], links: [], ignored: [] }
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
  }
  const options: Partial<OutputSettings> = {
    ...(link.list ? { list: true } : {}),
    ...(link.singboxVersion ? { singboxVersion: link.singboxVersion } : {}),
  }
  if (Object.keys(options).length === 0) return next
  return { ...next, perOutput: { ...next.perOutput, [next.output]: { ...outputSettings(next), ...options } } }
}
