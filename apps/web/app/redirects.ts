import { isCrawler } from './lib/crawler.ts'
import {
  barePath,
  DEFAULT_LOCALE,
  localeCookie,
  localeNamed,
  localizedPath,
  prefixOf,
  wantedLocale,
} from './lib/locale.ts'
import { PAGES } from './pages.ts'

const ALIASES = new Map(
  PAGES.flatMap(({ path, aliases = {} }) =>
    Object.entries(aliases).map(([alias, query]): [string, { path: string; query: string }] => [
      `/${alias}`,
      { path, query },
    ]),
  ),
)

const PAGE_PATHS: ReadonlySet<string> = new Set(PAGES.map(({ path }) => path))

function withoutSlashes(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  return path.slice(0, end)
}

/** The one right spelling of an address, when this is not it: aliases, letters in upper case, a slash at the end. */
export function permanentRedirect(url: URL): string | undefined {
  const named = localeNamed(url.pathname)
  const path = named ? `/${named}${url.pathname.slice(named.length + 1)}` : url.pathname
  const prefix = prefixOf(path)
  const lower = withoutSlashes(barePath(path).toLowerCase())
  const alias = ALIASES.get(lower)
  const query = new URLSearchParams(url.search)
  for (const [name, value] of new URLSearchParams(alias?.query)) if (!query.has(name)) query.set(name, value)

  // Any other address keeps its letters: a token has some of either kind.
  if (!alias && !PAGE_PATHS.has(lower)) return undefined
  const right = localizedPath(prefix ?? DEFAULT_LOCALE, alias?.path ?? lower)
  if (right === url.pathname) return undefined
  if (!alias) return right + url.search
  return right + (query.size > 0 ? `?${query}` : '')
}

/**
 * The default language by its name: no address of ours has it, but one may be typed after another language's. It leads
 * to the address without it, and the cookie remembers the choice.
 */
export function defaultLocaleRedirect(url: URL): { to: string; cookie: string } | undefined {
  if (localeNamed(url.pathname) !== DEFAULT_LOCALE) return undefined
  // '/zh-CN//evil.example' names no other host.
  const bare = url.pathname.slice(DEFAULT_LOCALE.length + 1).replace(/^[/\\]*/, '/')
  return { to: bare + url.search, cookie: localeCookie(DEFAULT_LOCALE) }
}

/** Where a visitor of an address without prefix goes who wants another language than the default one. */
export function localeRedirect(url: URL, headers: Headers): string | undefined {
  if (prefixOf(url.pathname) || isCrawler(headers.get('user-agent'))) return undefined
  const wanted = wantedLocale(headers.get('cookie'), headers.get('accept-language'))
  if (!wanted || wanted === DEFAULT_LOCALE) return undefined
  return localizedPath(wanted, url.pathname) + url.search
}
