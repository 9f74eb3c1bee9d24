import { localizedPath, localeOf } from './lib/locale.ts'
import type { Session } from './lib/session.ts'

/** Says where to go instead, or nothing when the page may be shown. */
export type Guard = (visit: { url: URL; session: Session }) => string | undefined

const GUARDS = {
  'signed-in': ({ url, session }) => {
    if (session.user) return undefined
    const back = encodeURIComponent(url.pathname + url.search)
    return `${localizedPath(localeOf(url.pathname), '/login')}?redirect=${back}`
  },
} satisfies Record<string, Guard>

export type GuardName = keyof typeof GUARDS

export function guardNamed(name: GuardName): Guard {
  if (!Object.hasOwn(GUARDS, name)) throw new Error(`Unknown route guard: ${name}`)
  return GUARDS[name]
}

/** No address of ours is at this host: it shows whether a path stays where it is read. */
const HERE = 'https://here.invalid'

/** Where to go after signing in: only a path of ours, else home. '//evil.example' and 'https://…' give '/'. */
export function safeReturnPath(text: string | null): string {
  if (!text?.startsWith('/') || !URL.canParse(text, HERE)) return '/'
  // Read as the browser reads it: it skips tabs and takes a backslash for a slash.
  const { origin, pathname, search } = new URL(text, HERE)
  return origin === HERE && !pathname.startsWith('//') ? pathname + search : '/'
}
