import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { PageTitle } from '../features/shell/page-title.tsx'
import { localizedPath } from '../lib/locale.ts'
import { useRouteLocale } from '../lib/use-route-locale.ts'
import { Icon } from '../ui/icon.tsx'

export default function ConvertRoute() {
  const t = useTranslations('convert')
  const locale = useRouteLocale()
  return (
    <div className="p-4">
      <PageTitle />
      <p className="flex items-center gap-2 text-muted">
        <Icon name="lock" />
        {t('privacy')}
        <Link to={localizedPath(locale, '/privacy')} className="text-link underline">
          {t('privacyMore')}
        </Link>
      </p>
    </div>
  )
}
