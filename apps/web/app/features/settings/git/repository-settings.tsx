import { useState, type FormEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { gitAccounts } from '../../../components/git-accounts/browser-git-accounts.ts'
import { COMMIT_MESSAGE_MAX } from '../../../components/git-accounts/commit-message.ts'
import type { GitAccount } from '../../../components/git-accounts/git-account.ts'
import { gitFailureOf } from '../../../components/git-accounts/git-failure-of.ts'
import { GitFailureNote } from '../../../components/git-accounts/git-failure-note.tsx'
import { gitHostOf } from '../../../components/git-accounts/git-host-of.ts'
import { GitTargetFields } from '../../../components/git-accounts/git-target.tsx'
import { TokenGate } from '../../../components/git-accounts/token-gate.tsx'
import { useGitAccounts } from '../../../components/git-accounts/use-git-accounts.ts'
import { branchesKey, useRepository } from '../../../components/git-accounts/use-repositories.ts'
import { reload } from '../../../lib/loaded-store.ts'
import { localizedPath } from '../../../lib/locale.ts'
import { showToast } from '../../../lib/toasts.ts'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { LeaveGuard } from '../../../ui/leave-guard.tsx'
import { PublicNote } from '../../../components/git-accounts/public-note.tsx'

/** Where the files of each account are unless said otherwise. */
export function RepositorySettings() {
  const t = useTranslations('gitAccounts')
  const locale = useRouteLocale()
  const known = useGitAccounts()
  if (!known) return null
  if (known.accounts.length === 0)
    return (
      <div className="card">
        <EmptyState icon="database" text={t('repositoryNone')}>
          <Link to={localizedPath(locale, '/settings/github')} className={buttonClass('solid')}>
            {t('toAccounts')}
          </Link>
        </EmptyState>
      </div>
    )
  return (
    <>
      <p className="mb-4 text-muted">{t('repositoryText')}</p>
      <ul className="flex flex-col gap-4">
        {known.accounts.map((account) => (
          <li key={account.id}>
            <section className="card flex flex-col gap-4 p-4" aria-label={account.name} data-testid="git-defaults">
              <h2 className="font-semibold wrap-anywhere">
                {account.name}
                <span className="block text-xs font-normal text-muted">{account.base}</span>
              </h2>
              <TokenGate account={account}>
                <Defaults account={account} />
              </TokenGate>
            </section>
          </li>
        ))}
      </ul>
    </>
  )
}

const KEYS = ['repository', 'branch', 'folder', 'commitMessage'] as const
type Kept = Record<(typeof KEYS)[number], string>

const keptOf = (account: GitAccount): Kept => ({
  repository: account.repository ?? '',
  branch: account.branch ?? '',
  folder: account.folder ?? '',
  commitMessage: account.commitMessage ?? '',
})

function Defaults({ account }: { account: GitAccount }) {
  const t = useTranslations('gitAccounts')
  const kept = keptOf(account)
  const [changed, setChanged] = useState<Kept>()
  const draft = changed ?? kept
  const isDirty = KEYS.some((key) => draft[key] !== kept[key])
  const found = useRepository(account, draft.repository)
  const repository = found.data
  const put = (change: Partial<Kept>) => setChanged({ ...draft, ...change })
  const save = (event: FormEvent) => {
    event.preventDefault()
    const folder = draft.folder.split('/').filter(Boolean).join('/')
    const said = { ...draft, folder, commitMessage: draft.commitMessage.trim() }
    void gitAccounts
      .change(account.id, Object.fromEntries(KEYS.map((key) => [key, said[key] === '' ? undefined : said[key]])))
      .then(() => {
        setChanged(undefined)
        showToast({ kind: 'success', text: t('saved') })
      })
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={save}>
      <LeaveGuard isDirty={isDirty} />
      <GitTargetFields account={account} target={draft} repository={repository} onChange={put} />
      {repository && <PublicNote repository={repository} />}
      {repository && (
        <NewBranch
          account={account}
          repository={repository.path}
          from={draft.branch || (repository.defaultBranch ?? '')}
          onMade={(branch) => put({ branch })}
        />
      )}
      <Field label={t('folder')} hint={t('folderHint')}>
        {(control) => (
          <Input {...control} value={draft.folder} onChange={(event) => put({ folder: event.target.value })} />
        )}
      </Field>
      <Field label={t('commitMessage')} hint={t.rich('commitMessageHint', { code: asCode })}>
        {(control) => (
          <Input
            {...control}
            value={draft.commitMessage}
            maxLength={COMMIT_MESSAGE_MAX}
            placeholder={t('usualMessage')}
            onChange={(event) => put({ commitMessage: event.target.value })}
          />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        {isDirty && <Button onClick={() => setChanged(undefined)}>{t('revert')}</Button>}
        <Button type="submit" look="solid" disabled={!isDirty}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

const asCode = (text: ReactNode) => <code>{text}</code>

interface NewBranchProps {
  account: GitAccount
  repository: string
  from: string
  onMade: (name: string) => void
}

/** A branch made of another one. */
function NewBranch({ account, repository, from, onMade }: NewBranchProps) {
  const t = useTranslations('gitAccounts')
  const [name, setName] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>()
  const make = async () => {
    const wanted = name?.trim()
    if (!wanted) return
    setBusy(true)
    setFailed(undefined)
    try {
      await gitHostOf(account).createBranch(repository, wanted, from)
      reload(branchesKey(account, repository))
      setName(undefined)
      onMade(wanted)
    } catch (error) {
      setFailed(error)
    }
    setBusy(false)
  }
  if (name === undefined)
    return (
      <Button size="small" icon="plus" className="self-start" disabled={from === ''} onClick={() => setName('')}>
        {t('newBranch')}
      </Button>
    )
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <Field label={t('newBranchName', { name: from })} className="min-w-0 flex-1 basis-48">
          {(control) => (
            <Input
              {...control}
              autoFocus
              value={name}
              onChange={(event) => setName(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                event.preventDefault()
                void make()
              }}
            />
          )}
        </Field>
        <Button disabled={isBusy || name.trim() === ''} onClick={() => void make()}>
          {t('createBranch')}
        </Button>
        <Button look="ghost" onClick={() => setName(undefined)}>
          {t('cancel')}
        </Button>
      </div>
      {failed !== undefined && <GitFailureNote failure={gitFailureOf(failed)} account={account} />}
    </>
  )
}
