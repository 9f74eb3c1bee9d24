import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { loginPath } from '../../guards.ts'
import type { Locale } from '../../lib/locale.ts'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { tooltip } from '../../ui/tooltip.tsx'
import { AccountInitial } from './account-initial.tsx'
import { PageLink } from './nav-link.tsx'

// Who is signed out needs no menu.
const AccountMenu = lazyPart(() => import('./account-menu.tsx').then(({ AccountMenu }) => AccountMenu))

/** The way into an account, or the menu of who is signed in. */
export function AccountButton({ locale }: { locale: Locale }) {
  const t = useTranslations('app')
  const known = useStore(session, undefined)
  const { pathname, search } = useLocation()
  if (known === undefined) return <span className="account-button" aria-hidden="true" />
  const { user } = known
  if (user)
    return (
      <Suspense
        fallback={
          <span className="account-button">
            <AccountInitial name={user.name} />
          </span>
        }
      >
        <AccountMenu user={user} locale={locale} />
      </Suspense>
    )
  return (
    <PageLink
      to={loginPath(locale, pathname + search)}
      className="account-button text-muted hover:bg-hover hover:text-fg"
      aria-label={t('signIn')}
      data-testid="sign-in"
      {...tooltip(t('signIn'))}
    >
      <Icon name="circle-user" className="size-5" />
    </PageLink>
  )
}
