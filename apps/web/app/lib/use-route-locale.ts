import { useMatches } from 'react-router'
import { DEFAULT_LOCALE, type Locale } from './locale.ts'

/** The language of the address that is shown. */
export function useRouteLocale(): Locale {
  // The first match is the route of a language, whose handle names it.
  const handle = useMatches()[0]?.handle as { locale?: Locale } | undefined
  return handle?.locale ?? DEFAULT_LOCALE
}
