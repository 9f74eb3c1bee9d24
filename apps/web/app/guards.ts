import { barePath, localizedPath, localeOf, type Locale } from './lib/locale.ts'
import type { Session } from '@switchyard/contract'

/** Says where to go instead, or nothing when the page may be shown. */
export type Guard = (visit: { url: URL; session: Session }) => string | undefined

const GUARDS = {
  'signed-in': ({ url, session }) => {
    if (session.user) return undefined
    return loginPath(localeOf(url.pathname), url.pathname + url.search)
  },
} satisfies Record<string, Guard>

export type GuardName = keyof typeof GUARDS

export function guardNamed(name: GuardName): Guard {
  if (!Object.hasOwn(GUARDS, name)) throw new Error(`Unknown route guard: ${name}`)
  return GUARDS[name]
}

/** The sign-in page that leads back to a page of ours, given as path and query. Home needs no word: it is where one lands. */
export function loginPath(locale: Locale, back: string): string {
  const login = localizedPath(locale, '/login')
  return ['/', '/login'].includes(barePath(new URL(back, HERE).pathname))
    ? login
    : `${login}?redirect=${encodeURIComponent(back)}`
}

/** No address of ours is at this host: it shows whether a path stays where it is read. */
const HERE = 'https://here.invalid'

/**
 * Where to go after signing in: only a path of ours, else home in this language. '//evil.example' and 'https://…' give
 * home.
 */
export function safeReturnPath(text: string | null, locale: Locale): string {
  const home = localizedPath(locale, '/')
  if (!text?.startsWith('/') || !URL.canParse(text, HERE)) return home
  // Read as the browser reads it: it skips tabs and takes a backslash for a slash.
  const { origin, pathname, search } = new URL(text, HERE)
  return origin === HERE && !pathname.startsWith('//') ? pathname + search : home
}
