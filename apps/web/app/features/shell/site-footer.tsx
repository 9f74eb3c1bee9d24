import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'

/** The way to the fine print, at the end of every page that is read from top to bottom, and of the window at least. */
export function SiteFooter() {
  const t = useTranslations('app')
  const locale = useRouteLocale()
  return (
    <footer className="site-footer">
      <span className="grow max-sm:basis-full">{t('license')}</span>
      <span className="flex gap-6">
        <Link to={localizedPath(locale, '/docs/api')} className="target hover:text-fg hover:underline">
          {t('apiDocs')}
        </Link>
        <Link to={localizedPath(locale, '/terms')} className="target hover:text-fg hover:underline">
          {t('terms')}
        </Link>
        <Link to={localizedPath(locale, '/privacy')} className="target hover:text-fg hover:underline">
          {t('privacy')}
        </Link>
      </span>
    </footer>
  )
}
