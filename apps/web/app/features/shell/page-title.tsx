import { wordsIn } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { usePage, usePageTitle } from './head.tsx'
import { titleOf } from './places.ts'

/** What a page is called, or a heading that says more, and what it is for. On a phone its name stands in the bar right above, and is only heard here. */
export function PageTitle({ heading }: { heading?: string }) {
  const locale = useRouteLocale()
  const page = usePage()
  const title = usePageTitle(locale)
  if (!page) return null
  // A page that is called by what it shows needs no word of what such pages are for.
  const describes = title === titleOf(locale, page)
  return (
    <header className={describes ? 'mb-4 sm:mb-6' : 'sm:mb-3'}>
      <h1 className="text-2xl font-semibold max-sm:not-print:sr-only">{heading ?? title}</h1>
      {describes && <p className="text-pretty text-muted sm:mt-1 print:mt-1">{wordsIn(locale, page.description)}</p>}
    </header>
  )
}
