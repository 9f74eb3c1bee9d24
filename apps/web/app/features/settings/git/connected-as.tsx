import type { HostUser } from '@switchyard/git-hosts'
import { useTranslations } from 'use-intl'
import { Icon } from '../../../ui/icon.tsx'

/** What a test of a token found: whose it is, what it may, how many calls are left. */
export function ConnectedAs({ user: { login, name, scopes, callsLeft } }: { user: HostUser }) {
  const t = useTranslations('gitAccounts')
  return (
    <p
      className="flex items-start gap-2 rounded-md bg-success-soft px-3 py-2 text-sm text-success"
      data-testid="git-user"
    >
      <Icon name="circle-check" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {[
          t('connected', { name: name && name !== login ? `${login} (${name})` : login }),
          scopes && scopes.length > 0 && t('scopes', { types: scopes.join(', ') }),
          callsLeft !== undefined && t('callsLeft', { count: callsLeft }),
        ]
          .filter(Boolean)
          .join(t('semicolon'))}
      </span>
    </p>
  )
}
