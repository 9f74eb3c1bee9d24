import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAds } from '../../components/ads/ads.ts'
import { localizedPath } from '../../lib/locale.ts'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { titleOf } from '../../page-words.ts'
import { isListedFor, SETTINGS_PAGES } from '../../pages.ts'
import { buttonClass } from '../../ui/button.tsx'
import { DeadEnd } from './dead-end.tsx'
import { usePage } from './head.tsx'
import { PageLink } from './nav-link.tsx'
import { PageTitle } from './page-title.tsx'
import { addressOf } from './places.ts'
import { SiteFooter } from './site-footer.tsx'

/** A page of the settings: where there is room the other ones stand beside it, else the way back leads to them. */
export function SettingsPage({ children }: { children: ReactNode }) {
  const t = useTranslations('app')
  const locale = useRouteLocale()
  const user = useStore(session, undefined)?.user
  const isOwner = user?.role === 'owner'
  const hasAds = useAds() !== 'none'
  // Its requests wait too, until it is known who asks.
  const isClosed = usePage()?.ownerOnly === true && !isOwner
  if (isClosed && user) return <NoAccess />
  return (
    <div className="page-settings">
      <div className="md:grid md:grid-cols-[200px_minmax(0,1fr)] md:gap-6 lg:gap-8">
        <nav aria-label={t('settings')} className="settings-rail">
          {SETTINGS_PAGES.filter((page) => isListedFor(page, { isOwner, hasAds })).map((page) => (
            <PageLink key={page.path} to={addressOf(locale, page)} className="sidebar-entry">
              {titleOf(locale, page)}
            </PageLink>
          ))}
        </nav>
        <div className="min-w-0">
          <PageTitle />
          {!isClosed && children}
        </div>
      </div>
      <SiteFooter />
    </div>
  )
}

/** Stands in place of a page that this account may not see. It says whom to ask, and links back. */
function NoAccess() {
  const t = useTranslations('app')
  const locale = useRouteLocale()
  return (
    <div className="page-settings">
      <DeadEnd>
        <h1 className="text-3xl font-bold">{t('noAccess')}</h1>
        <p className="max-w-prose text-base text-muted">{t('noAccessText')}</p>
        <Link to={localizedPath(locale, '/settings')} className={`${buttonClass('solid')} mt-2`}>
          {t('backToSettings')}
        </Link>
      </DeadEnd>
      <SiteFooter />
    </div>
  )
}
