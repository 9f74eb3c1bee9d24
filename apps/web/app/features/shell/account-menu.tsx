import { useNavigate } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { SessionUser } from '@switchyard/contract'
import { localizedPath, type Locale } from '../../lib/locale.ts'
import { titleOf } from '../../page-words.ts'
import { PAGES } from '../../pages.ts'
import { signOut } from '../../lib/session.ts'
import { showToast } from '../../lib/toasts.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { AccountInitial } from './account-initial.tsx'

/** What else is a person's own. */
const OWN_PAGES = PAGES.filter(({ name }) => ['favor', 'settings-subscribe-history'].includes(name))

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
        ...OWN_PAGES.map((page) => ({
          id: page.name,
          label: titleOf(locale, page),
          icon: page.icon,
          onSelect: goTo(page.path),
        })),
        ...(user.role === 'owner' ? [people] : []),
        'separator',
        { id: 'sign-out', label: t('signOut'), icon: 'log-out', onSelect: () => void leave() },
      ]}
      head={
        <>
          <p className="truncate font-semibold">{user.name}</p>
          <p className="truncate text-muted">{user.email}</p>
          <SignInWays />
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

/** How the person signs in; asked when the menu is open. */
function SignInWays() {
  const t = useTranslations('app')
  const format = useFormatter()
  const { data = [] } = useApi('GET /api/profile/methods', {})
  if (data.length === 0) return null
  const kind = format.list([...new Set(data.map((way) => t(`method.${way.kind}`)))])
  return <p className="truncate text-muted">{t('signInWays', { kind })}</p>
}
