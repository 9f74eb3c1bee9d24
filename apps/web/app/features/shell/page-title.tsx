import { wordsIn } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { usePage, usePageTitle } from './head.tsx'

/** What a page is for. Its name stands in the bar above: here it is for those who hear the page, and on paper. */
export function PageTitle() {
  const locale = useRouteLocale()
  const page = usePage()
  const title = usePageTitle(locale)
  if (!page) return null
  return (
    <header className="mb-6">
      <h1 className="text-2xl font-semibold not-print:sr-only">{title}</h1>
      <p className="text-muted print:mt-1">{wordsIn(locale, page.description)}</p>
    </header>
  )
}
