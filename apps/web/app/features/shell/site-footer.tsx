import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'

/** The way to the fine print, under every page that is read from top to bottom. */
export function SiteFooter() {
  const t = useTranslations('app')
  const locale = useRouteLocale()
  return (
    <footer className="site-footer">
      <span className="flex-1 max-sm:basis-full">{t('licence')}</span>
      <Link to={localizedPath(locale, '/terms')} className="target hover:text-fg hover:underline">
        {t('terms')}
      </Link>
      <Link to={localizedPath(locale, '/privacy')} className="target hover:text-fg hover:underline">
        {t('privacy')}
      </Link>
    </footer>
  )
}
