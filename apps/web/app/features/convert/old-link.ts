import type { TargetId } from '../../workers/conversion-types.ts'
import { newSource } from './add-files.ts'
import { hostOf } from './source-cards.tsx'
import { targetOptions, type InputSource, type Model } from './model.ts'
import { withQuery } from './settings-link.ts'

/** What an address of a subconverter-like service, or of this page, says that can be used here. */
export interface OldLink {
  target: TargetId
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
  /** Our own settings link: its whole query. */
  query?: string
  ignored: string[]
}

const TARGETS: Readonly<Record<string, TargetId>> = {
  clash: 'mihomo', clashr: 'mihomo', mihomo: 'mihomo', meta: 'mihomo', stash: 'mihomo',
  'sing-box': 'singbox', singbox: 'singbox', v2ray: 'base64', mixed: 'base64', trojan: 'base64', ss: 'base64', ssr: 'base64',
} // oxfmt-ignore
const USED = new Set(['target', 'url', 'include', 'exclude', 'emoji', 'list', 'config', 'ver'])

/** Reads an address without opening it. */
export function readOldLink(text: string): OldLink | undefined {
  const given = text.trim()
  if (!URL.canParse(given)) return undefined
  const { pathname, search, searchParams } = new URL(given)
  if (/\/convert\/?$/.test(pathname) && !searchParams.has('url'))
    return { target: 'mihomo', urls: [], links: [], query: search, ignored: [] }
  const target = TARGETS[searchParams.get('target')?.toLowerCase() ?? '']
  if (!target && !searchParams.has('url')) return undefined
  const entries = (searchParams.get('url') ?? '')
    .split('|')
    .map((one) => one.trim())
    .filter(Boolean)
  const link: OldLink = {
    target: target ?? 'mihomo',
    urls: entries.filter((one) => /^https?:\/\//i.test(one)),
    links: entries.filter((one) => !/^https?:\/\//i.test(one)),
    ignored: [...new Set(searchParams.keys())].filter((key) => !USED.has(key)),
  }
  for (const key of ['include', 'exclude'] as const) {
    const value = searchParams.get(key)
    if (value) link[key] = value
  }
  if (searchParams.get('emoji') === 'true') link.flag = true
  if (searchParams.get('list') === 'true') link.list = true
  const template = searchParams.get('config')
  if (template) link.template = template
  return link
}

/** The model with what the link says. Nothing is fetched: the addresses wait for their button. */
export function withOldLink(model: Model, link: OldLink): Model {
  if (link.query !== undefined) return withQuery(model, link.query)
  const added: InputSource[] = link.urls.map((url) => ({ ...newSource('url', hostOf(url)), url }))
  if (link.links.length > 0) added.push({ ...newSource('file', 'links'), text: link.links.join('\n') })
  const next: Model = {
    ...model,
    sources: [...model.sources, ...added],
    target: link.target,
    common: {
      ...model.common,
      ...(link.include ? { nameInclude: link.include } : {}),
      ...(link.exclude ? { nameExclude: link.exclude } : {}),
      ...(link.flag ? { flag: true } : {}),
    },
  }
  if (!link.list) return next
  return { ...next, perTarget: { ...next.perTarget, [link.target]: { ...targetOptions(next), list: true } } }
}
