import { useTranslations } from 'use-intl'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { titleOf } from '../../page-words.ts'
import { usePage, usePageTitle } from './head.tsx'
import { PageStar } from './star-page.tsx'

/**
 * The name of a page, or another heading, and what the page is for. On a phone the bar above shows the name, so here it is
 * for screen readers only.
 */
export function PageTitle({ heading }: { heading?: string }) {
  const t = useTranslations('page')
  const locale = useRouteLocale()
  const page = usePage()
  const title = usePageTitle(locale)
  if (!page) return null
  // A page that is called by what it shows needs no word of what such pages are for.
  const describes = title === titleOf(locale, page)
  return (
    <header className={describes ? 'mb-4 sm:mb-6' : 'sm:mb-3'}>
      <div className="flex items-center gap-2 max-sm:float-right">
        <h1 className="text-2xl font-semibold max-sm:not-print:sr-only">{heading ?? title}</h1>
        {page.category && title && <PageStar locale={locale} page={page} />}
      </div>
      {describes && <p className="text-pretty text-muted sm:mt-1 print:mt-1">{t(`${page.name}.description`)}</p>}
    </header>
  )
}
