import { LANGS, LANGUAGES, type Lang } from '@switchyard/convert/languages'

export type Locale = Lang
/** Each language by its own name. */
export const LOCALE_LABELS: Readonly<Record<Locale, string>> = LANGUAGES
export const LOCALES = LANGS
export const DEFAULT_LOCALE = LOCALES[0]

/** One text in every language, for the few words that are searched in all of them. */
export type WordsByLocale = Readonly<Record<Locale, string>>

const LOCALE_COOKIE = 'i18n_redirected'
const LOCALE_COOKIE_AGE_S = 365 * 24 * 60 * 60

/** A value for every language. */
export function inEveryLocale<T>(valueOf: (locale: Locale) => T): Record<Locale, T> {
  // The keys are all there are, which `fromEntries` does not say.
  return Object.fromEntries(LOCALES.map((locale) => [locale, valueOf(locale)])) as Record<Locale, T>
}

export function isLocale(text: unknown): text is Locale {
  return LOCALES.some((locale) => locale === text)
}

/** The language whose name starts a path, whatever the case of its letters: '/EN-us/x' gives 'en-US'. */
export function localeNamed(path: string): Locale | undefined {
  const first = path.split('/', 2)[1]?.toLowerCase()
  return LOCALES.find((locale) => locale.toLowerCase() === first)
}

/** The explicit prefix of a path: '/en-US/convert' gives 'en-US', '/convert' none. */
export function prefixOf(path: string): Locale | undefined {
  const first = path.split('/', 2)[1]
  return isLocale(first) && first !== DEFAULT_LOCALE ? first : undefined
}

export function localeOf(path: string): Locale {
  return prefixOf(path) ?? DEFAULT_LOCALE
}

/** The path without its prefix: '/en-US' gives '/', '/en-US/convert' gives '/convert'. */
export function barePath(path: string): string {
  const prefix = prefixOf(path)
  const bare = prefix ? path.slice(prefix.length + 1) || '/' : path
  // '//evil.example' in a link would be another host.
  return bare.replace(/^\/[/\\]+/, '/')
}

/** The same page in another language: ('en-US', '/convert') gives '/en-US/convert'. */
export function localizedPath(locale: Locale, path: string): string {
  const bare = barePath(path)
  if (locale === DEFAULT_LOCALE) return bare
  return bare === '/' ? `/${locale}` : `/${locale}${bare}`
}

/** The `Set-Cookie` text, also for `document.cookie`, that remembers the choice of a language. */
export function localeCookie(locale: Locale): string {
  return `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${LOCALE_COOKIE_AGE_S}; SameSite=Lax`
}

/**
 * The language a visitor of an address without prefix wants: the cookie, else the best of the browser's languages,
 * else none.
 */
export function wantedLocale(cookieHeader: string | null, acceptLanguage: string | null): Locale | undefined {
  return localeFromCookie(cookieHeader) ?? bestLocale(acceptLanguage)
}

function localeFromCookie(header: string | null): Locale | undefined {
  for (const part of (header ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name === LOCALE_COOKIE && isLocale(value)) return value
  }
  return undefined
}

// Anything longer is no browser's; sorting it would be work for nothing.
const MAX_ACCEPT_LANGUAGE = 1000

/** Best of our languages by weight, whatever the region, the earlier of equal ones: 'fr, en;q=0.8, zh;q=0.9' gives zh-CN. */
function bestLocale(header: string | null): Locale | undefined {
  const choices = (header ?? '')
    .slice(0, MAX_ACCEPT_LANGUAGE)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.map((text) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean)
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .filter(({ tag, weight }) => weight > 0 && localeSpeaking(tag))
    .sort((a, b) => b.weight - a.weight)
  const best = choices[0]
  return best && localeSpeaking(best.tag)
}

/** 'en-GB' and 'en' are spoken by en-US. */
function localeSpeaking(tag: string): Locale | undefined {
  const exact = LOCALES.find((locale) => locale.toLowerCase() === tag)
  return exact ?? LOCALES.find((locale) => locale.split('-', 1)[0] === tag.split('-', 1)[0])
}
