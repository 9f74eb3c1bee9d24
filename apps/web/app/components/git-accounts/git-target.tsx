import type { GitRepository } from '@switchyard/git-hosts'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field, Input } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { GitAccount } from './git-account.ts'
import { gitFailureOf } from './git-failure-of.ts'
import { GitFailureNote } from './git-failure-note.tsx'
import { useBranches, useRepositories, useRepository } from './use-repositories.ts'

/** A branch of a repository. */
export interface GitTarget {
  repository: string
  /** '': the default branch. */
  branch: string
}

interface Props {
  account: GitAccount
  target: GitTarget
  onChange: (target: GitTarget) => void
  /** What the host says of the repository once it is known. */
  repository: GitRepository | undefined
}

/** Which repository, and which branch of it: typed, or chosen from what the token may see. */
export function GitTargetFields({ account, target, onChange, repository }: Props) {
  const t = useTranslations('gitAccounts')
  const listId = useId()
  const [typed, setTyped] = useState(target.repository)
  const [shown, setShown] = useState(target.repository)
  // Somebody else chose another one.
  if (shown !== target.repository) {
    setShown(target.repository)
    setTyped(target.repository)
  }
  const listed = useRepositories(account)
  const found = useRepository(account, target.repository)
  const branches = useBranches(account, repository?.path)
  const failed = found.error ?? listed.error ?? branches.error
  const take = (path: string) => {
    const repository = path.trim().split('/').filter(Boolean).join('/')
    if (repository !== target.repository) onChange({ repository, branch: '' })
  }
  const names = branches.data?.map(({ name }) => name) ?? []
  const defaultBranch = repository?.defaultBranch
  return (
    <>
      <Field label={t('repository')} hint={t('repositoryHint')}>
        {(control) => (
          <Input
            {...control}
            list={listId}
            value={typed}
            data-testid="git-repository"
            onChange={({ target: { value } }) => {
              setTyped(value)
              if (listed.data?.some(({ path }) => path === value)) take(value)
            }}
            onBlur={() => take(typed)}
          />
        )}
      </Field>
      <datalist id={listId}>
        {listed.data?.map(({ path, description }) => (
          <option key={path} value={path}>
            {description}
          </option>
        ))}
      </datalist>
      {repository && names.length > 0 && (
        <Field label={t('branch')}>
          {(control) => (
            <Select
              {...control}
              value={target.branch || (defaultBranch ?? '')}
              choices={[...new Set([...(target.branch ? [target.branch] : []), ...names])].map((name) => ({
                value: name,
                label: name === defaultBranch ? t('defaultBranch', { name }) : name,
              }))}
              onChange={(branch) => onChange({ ...target, branch })}
            />
          )}
        </Field>
      )}
      {failed !== undefined && (
        <GitFailureNote
          failure={gitFailureOf(failed)}
          account={account}
          onRetry={() => {
            listed.reload()
            found.reload()
            branches.reload()
          }}
        />
      )}
    </>
  )
}
