import type { GitHost, GitRepository } from '@switchyard/git-hosts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pending } from '../../ui/pending.tsx'
import { SearchField } from '../../ui/search-input.tsx'
import { FailureNote } from './failure-note.tsx'
import { queryOfFolder } from './folder-address.ts'
import type { FilePlace } from './use-file-places.ts'
import { gitFailureOf } from '../../components/git-accounts/git-failure-of.ts'

interface Props {
  at: FilePlace
  host: GitHost
}

/** The repositories of an account, those last used first; more are loaded when asked, and any may be typed. */
export function RepositoryPicker({ at, host }: Props) {
  const t = useTranslations('files')
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<unknown>()
  const [isMore, setMore] = useState(false)
  const { data, error, reload, put } = useLoaded(`repositories ${at.place.id}`, () => host.repositories())
  const hrefOf = (root: string, ref = '') => queryOfFolder({ place: at.place.id, root, ref, path: '' })
  const more = async () => {
    if (data?.next === undefined) return
    setMore(true)
    setFailure(undefined)
    try {
      const part = await host.repositories({ page: data.next })
      put((known) => ({ ...part, items: [...known.items, ...part.items] }))
    } catch (reason) {
      setFailure(reason)
    }
    setMore(false)
  }
  if (error !== undefined) return <FailureNote failure={gitFailureOf(error)} at={at} onRetry={reload} />
  if (!data) return <Pending />
  const wanted = text.trim().toLowerCase()
  const shown = data.items.filter(({ path, description = '' }) =>
    `${path} ${description}`.toLowerCase().includes(wanted),
  )
  const isPath = /^[^/\s]+(?:\/[^/\s]+)+$/.test(text.trim())
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4" data-testid="repositories">
      <div className="mx-auto flex max-w-3xl flex-col gap-3">
        <SearchField label={t('searchRepositories')} value={text} onChange={setText} />
        {shown.length > 0 ? (
          <ul className="card divide-y divide-line" aria-label={t('repositories')}>
            {shown.map((repository) => (
              <li key={repository.path}>
                <Repository repository={repository} to={hrefOf(repository.path, repository.defaultBranch)} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState icon="database" text={t(data.items.length === 0 ? 'noRepositories' : 'noRepositoryFound')}>
            {isPath && (
              <Link to={hrefOf(text.trim())} className="text-link underline">
                {t('openRepository', { path: text.trim() })}
              </Link>
            )}
          </EmptyState>
        )}
        {failure !== undefined && <FailureNote failure={gitFailureOf(failure)} at={at} onRetry={() => void more()} />}
        {data.next !== undefined && (
          <Button className="self-center" disabled={isMore} onClick={() => void more()}>
            {t('loadMore')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Repository({ repository, to }: { repository: GitRepository; to: string }) {
  const t = useTranslations('files')
  const { path, description, isPrivate, canWrite } = repository
  return (
    <Link to={to} className="flex items-center gap-3 px-4 py-2 hover:bg-hover">
      <Icon name={isPrivate ? 'lock' : 'database'} className="size-4 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{path}</span>
        {description && <span className="block truncate text-xs text-muted">{description}</span>}
      </span>
      {canWrite === false && <Badge tone="quiet">{t('readOnly')}</Badge>}
      <Badge tone="quiet">{t(isPrivate ? 'private' : 'public')}</Badge>
    </Link>
  )
}
