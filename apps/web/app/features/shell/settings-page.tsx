import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { PAGES } from '../../pages.ts'
import { PageLink } from './nav-link.tsx'
import { PageTitle } from './page-title.tsx'
import { addressOf, titleOf } from './places.ts'
import { SiteFooter } from './site-footer.tsx'

const SUBPAGES = PAGES.filter(({ path }) => path.startsWith('/settings/'))

/** A page of the settings: where there is room the other ones stand beside it, else the way back leads to them. */
export function SettingsPage({ children }: { children: ReactNode }) {
  const t = useTranslations('app')
  const locale = useRouteLocale()
  const isOwner = useStore(session, undefined)?.user?.role === 'owner'
  return (
    <div className="page-settings">
      <div className="lg:grid lg:grid-cols-[180px_minmax(0,1fr)] lg:gap-8">
        <nav aria-label={t('settings')} className="settings-rail">
          {SUBPAGES.filter(({ ownerOnly }) => !ownerOnly || isOwner).map((page) => (
            <PageLink key={page.path} to={addressOf(locale, page)} className="sidebar-entry">
              {titleOf(locale, page)}
            </PageLink>
          ))}
        </nav>
        <div className="min-w-0">
          <PageTitle />
          {children}
        </div>
      </div>
      <SiteFooter />
    </div>
  )
}
