import type { GitCommit, ListPart } from '@switchyard/git-hosts'
import { type ReactNode, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import type { FileSpace } from '../places/place.ts'

export interface HistoryOf {
  space: FileSpace
  /** Of the space, for what is loaded of it. */
  spaceKey: string
  /** Of a file, of a folder, or '' for all files. */
  path: string
}

/** Says why something was not loaded. */
export type ShownFailure = (error: unknown, retry: () => void) => ReactNode

/** The commits of a path, the newest first, and the next part of them. */
export function useCommits({ space, spaceKey, path }: HistoryOf) {
  const asked = path === '' ? {} : { path }
  const { data, error, reload, put } = useLoaded(`history ${spaceKey} ${path}`, async () => space.history!(asked))
  const [moreError, setMoreError] = useState<unknown>()
  const more = async () => {
    setMoreError(undefined)
    try {
      const part: ListPart<GitCommit> = await space.history!({
        ...asked,
        ...(data?.next === undefined ? {} : { page: data.next }),
      })
      put((known) => ({ ...part, items: [...known.items, ...part.items] }))
    } catch (reason) {
      setMoreError(reason)
    }
  }
  return {
    commits: data?.items,
    error,
    reload,
    more: data?.next === undefined ? undefined : () => void more(),
    moreError,
  }
}

interface Props extends Pick<ReturnType<typeof useCommits>, 'more' | 'moreError'> {
  label: string
  commits: readonly GitCommit[]
  shown: GitCommit
  onShow: (id: string) => void
  renderFailure: ShownFailure
}

/** Commits to choose one from: what was said of each, who made it and when. */
export function CommitList({ label, commits, shown, onShow, more, moreError, renderFailure }: Props) {
  const t = useTranslations('fileHistory')
  const format = useFormatter()
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <ul className="card max-h-40 divide-y divide-line overflow-y-auto md:max-h-112" aria-label={label}>
        {commits.map((commit) => (
          <li key={commit.id}>
            <button
              type="button"
              aria-current={commit === shown || undefined}
              className="w-full px-3 py-2 text-left hover:bg-hover aria-current:bg-selected"
              onClick={() => onShow(commit.id)}
            >
              <span className="line-clamp-2 text-sm wrap-anywhere">{commit.message.trim()}</span>
              <span className="block text-xs text-muted">
                {[commit.author, format.dateTime(new Date(commit.date), { dateStyle: 'medium', timeStyle: 'short' })]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {moreError !== undefined && more && renderFailure(moreError, more)}
      {more && (
        <Button size="small" onClick={more}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}
