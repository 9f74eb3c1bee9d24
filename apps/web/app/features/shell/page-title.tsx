import { wordsIn } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { usePage, usePageTitle } from './head.tsx'

/** The heading of a page: its name, and what it is for. */
export function PageTitle() {
  const locale = useRouteLocale()
  const page = usePage()
  const title = usePageTitle(locale)
  if (!page) return null
  return (
    <header className="mb-6">
      <h1 className="text-2xl font-semibold">{title}</h1>
      <p className="mt-1 text-muted">{wordsIn(locale, page.description)}</p>
    </header>
  )
}
