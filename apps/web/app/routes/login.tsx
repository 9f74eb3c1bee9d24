import { useTranslations } from 'use-intl'
import { Login } from '../features/account/login.tsx'
import { PageTitle } from '../features/shell/page-title.tsx'
import { SiteFooter } from '../features/shell/site-footer.tsx'

export default function LoginRoute() {
  const t = useTranslations('account')
  return (
    <div className="page-narrow">
      <Login title={<PageTitle heading={t('loginHeading')} />} />
      <SiteFooter />
    </div>
  )
}
