import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Field, Input } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { GitAccount } from '../git-accounts/git-account.ts'
import { gitFailureOf } from '../git-accounts/git-failure-of.ts'
import { GitFailureNote } from '../git-accounts/git-failure-note.tsx'
import { type GitTarget, GitTargetFields } from '../git-accounts/git-target.tsx'
import { useRepository } from '../git-accounts/use-repositories.ts'
import { gitPlace, gitPlaceId } from './git-place.ts'
import type { FileAddress } from './place.ts'

/** More are typed, not chosen. */
const FILES_LISTED = 1000

/** What is chosen of a file: an account is chosen beside it. */
export interface GitFileChoice extends GitTarget {
  path: string
}

interface Props {
  account: GitAccount
  choice: GitFileChoice
  onChange: (choice: GitFileChoice) => void
}

/** Which file of which repository: its path is typed, or chosen from those that are there. */
export function GitFileFields({ account, choice, onChange }: Props) {
  const t = useTranslations('gitAccounts')
  const listId = useId()
  const repository = useRepository(account, choice.repository).data
  const branch = choice.branch || (repository?.defaultBranch ?? '')
  const isKnown = repository !== undefined && branch !== ''
  const tree = useLoaded(
    isKnown ? `git.${account.id}.tree.${JSON.stringify([repository.path, branch])}` : undefined,
    () =>
      gitPlace(account)
        .space(repository?.path ?? '', branch)
        .tree(),
  )
  const files = tree.data?.entries.filter(({ kind }) => kind === 'file').slice(0, FILES_LISTED)
  return (
    <>
      <GitTargetFields
        account={account}
        target={choice}
        repository={repository}
        onChange={(target) => onChange({ ...target, path: choice.path })}
      />
      <Field label={t('filePath')} hint={t('filePathHint')}>
        {(control) => (
          <Input
            {...control}
            list={listId}
            value={choice.path}
            data-testid="git-file"
            onChange={(event) => onChange({ ...choice, path: event.target.value })}
          />
        )}
      </Field>
      <datalist id={listId}>
        {files?.map(({ path }) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      {tree.error !== undefined && (
        <GitFailureNote failure={gitFailureOf(tree.error)} account={account} onRetry={tree.reload} />
      )}
    </>
  )
}

/** The address of a chosen file; undefined while something of it is missing. */
export function useGitFile(
  account: GitAccount,
  { repository: wanted, branch, path }: GitFileChoice,
): FileAddress | undefined {
  const repository = useRepository(account, wanted).data
  const ref = branch || (repository?.defaultBranch ?? '')
  const clean = path.split('/').filter(Boolean).join('/')
  return repository && ref !== '' && clean !== ''
    ? { place: gitPlaceId(account), root: repository.path, ref, path: clean }
    : undefined
}

interface AccountProps {
  accounts: readonly GitAccount[]
  account: GitAccount
  onChange: (id: string) => void
}

/** Which account; nothing where there is only one. */
export function GitAccountField({ accounts, account, onChange }: AccountProps) {
  const t = useTranslations('gitAccounts')
  return (
    accounts.length > 1 && (
      <Field label={t('account')}>
        {(control) => (
          <Select
            {...control}
            value={account.id}
            choices={accounts.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={onChange}
          />
        )}
      </Field>
    )
  )
}
