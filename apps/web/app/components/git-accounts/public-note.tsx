import type { GitRepository } from '@switchyard/git-hosts'
import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'

/** Who can read what is in a repository. */
export function PublicNote({ repository: { isPrivate, path } }: { repository: GitRepository }) {
  const t = useTranslations('gitAccounts')
  if (isPrivate)
    return (
      <p className="flex items-start gap-2 text-sm text-muted">
        <Icon name="lock" className="mt-0.5 size-4 shrink-0" />
        <span>{t('isPrivate', { path })}</span>
      </p>
    )
  return (
    <p
      className="flex items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning"
      data-testid="git-public"
    >
      <Icon name="alert-triangle" className="mt-0.5 size-4 shrink-0" />
      <span>{t('isPublic', { path })}</span>
    </p>
  )
}
