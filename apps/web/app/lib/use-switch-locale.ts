import { useLocation, useNavigate } from 'react-router'
import { localeCookie, localizedPath, type Locale } from './locale.ts'

/** Shows the same page in another language from now on; query, place and what was typed stay. */
export function useSwitchLocale(): (locale: Locale) => void {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  return (locale) => {
    document.cookie = localeCookie(locale)
    void navigate(localizedPath(locale, pathname) + search + hash, { preventScrollReset: true, replace: true })
  }
}
