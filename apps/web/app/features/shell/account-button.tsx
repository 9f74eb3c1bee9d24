import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath, type Locale } from '../../lib/locale.ts'
import { session, signOut } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { tooltip } from '../../ui/tooltip.tsx'
import { PageLink } from './nav-link.tsx'

/** Who is signed in, with the way to their profile and out; else the way in. */
export function AccountButton({ locale }: { locale: Locale }) {
  const t = useTranslations('app')
  const navigate = useNavigate()
  const known = useStore(session, undefined)
  if (known === undefined) return <span className="account-button" aria-hidden="true" />
  const { user } = known
  if (!user)
    return (
      <PageLink
        to={localizedPath(locale, '/login')}
        className="account-button text-muted hover:bg-hover hover:text-fg"
        aria-label={t('signIn')}
        data-testid="sign-in"
        {...tooltip(t('signIn'))}
      >
        <Icon name="circle-user" className="size-5" />
      </PageLink>
    )
  const leave = () =>
    signOut().then(
      () => showToast({ kind: 'success', text: t('signedOut') }),
      // The request said what went wrong.
      () => undefined,
    )
  return (
    <Menu
      label={t('account', { name: user.name })}
      align="end"
      items={[
        {
          id: 'profile',
          label: t('profile'),
          icon: 'circle-user',
          onSelect: () => void navigate(localizedPath(locale, '/profile')),
        },
        ...(user.role === 'owner'
          ? [
              {
                id: 'people',
                label: t('people'),
                icon: 'users' as const,
                onSelect: () => void navigate(localizedPath(locale, '/settings/people')),
              },
            ]
          : []),
        'separator',
        { id: 'sign-out', label: t('signOut'), icon: 'log-out', onSelect: () => void leave() },
      ]}
      head={
        <>
          <p className="truncate font-semibold">{user.name}</p>
          <p className="truncate text-muted">{user.email}</p>
        </>
      }
      trigger={
        <button
          type="button"
          className="account-button"
          aria-label={t('account', { name: user.name })}
          data-testid="account"
        >
          <span aria-hidden="true" className="account-initial">
            {initialOf(user.name)}
          </span>
        </button>
      }
    />
  )
}

function initialOf(name: string): string {
  return String.fromCodePoint(name.codePointAt(0) ?? 0x2e).toUpperCase()
}
