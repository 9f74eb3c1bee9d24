import { useMatches } from 'react-router'
import { DEFAULT_LOCALE, type Locale } from './locale.ts'

/** The language of the address that is shown. */
export function useRouteLocale(): Locale {
  const handle = useMatches()[0]?.handle as { locale?: Locale } | undefined
  return handle?.locale ?? DEFAULT_LOCALE
}
