import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { SessionUser } from '@switchyard/contract'
import { localizedPath, type Locale } from '../../lib/locale.ts'
import { signOut } from '../../lib/session.ts'
import { showToast } from '../../lib/toasts.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { AccountInitial } from './account-initial.tsx'

/** Who is signed in, with the way to their profile and out. */
export function AccountMenu({ user, locale }: { user: SessionUser; locale: Locale }) {
  const t = useTranslations('app')
  const navigate = useNavigate()
  const goTo = (path: string) => () => void navigate(localizedPath(locale, path))
  const leave = () =>
    signOut().then(
      () => showToast({ kind: 'success', text: t('signedOut') }),
      // The request said what went wrong.
      () => undefined,
    )
  const people: MenuEntry = { id: 'people', label: t('people'), icon: 'users', onSelect: goTo('/settings/people') }
  return (
    <Menu
      label={t('account', { name: user.name })}
      align="end"
      items={[
        { id: 'profile', label: t('profile'), icon: 'circle-user', onSelect: goTo('/profile') },
        ...(user.role === 'owner' ? [people] : []),
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
          <AccountInitial name={user.name} />
        </button>
      }
    />
  )
}
