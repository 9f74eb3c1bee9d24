import type { GitFailure } from '@switchyard/git-hosts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { commitMessage } from '../../components/git-accounts/commit-message.ts'
import type { GitAccount } from '../../components/git-accounts/git-account.ts'
import { gitFailureOf } from '../../components/git-accounts/git-failure-of.ts'
import { GitFailureNote } from '../../components/git-accounts/git-failure-note.tsx'
import { GitTargetFields } from '../../components/git-accounts/git-target.tsx'
import { PublicNote } from '../../components/git-accounts/public-note.tsx'
import { TokenGate } from '../../components/git-accounts/token-gate.tsx'
import { useGitAccounts } from '../../components/git-accounts/use-git-accounts.ts'
import { useRepository } from '../../components/git-accounts/use-repositories.ts'
import { GitAccountField } from '../../components/places/git-file-fields.tsx'
import { gitPlace } from '../../components/places/git-place.ts'
import type { GitPosition } from '../../components/publish/positions.ts'
import { tryPlace } from '../../components/publish/publish-file.ts'
import { localizedPath } from '../../lib/locale.ts'
import { randomId } from '../../lib/random-id.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

interface Props {
  git: GitPosition
  /** Before the name of a file. */
  folder: string
  onChange: (git: GitPosition) => void
}

/** Which repository of which account configs go to, and whether that works. */
export function GitPositionFields({ git, folder, onChange }: Props) {
  const t = useTranslations('filePublish')
  const locale = useRouteLocale()
  const known = useGitAccounts()
  if (!known) return null
  const account = known.accounts.find(({ id }) => id === git.account) ?? known.accounts[0]
  if (!account)
    return (
      <p className="flex flex-wrap items-center gap-3">
        <span className="text-muted">{t('noAccount')}</span>
        <Link to={localizedPath(locale, '/settings/github')} className={buttonClass('outline', 'small')}>
          {t('addAccount')}
        </Link>
      </p>
    )
  return (
    <>
      <GitAccountField accounts={known.accounts} account={account} onChange={(id) => onChange({ account: id })} />
      <TokenGate account={account}>
        <TargetAndTest key={account.id} account={account} git={git} folder={folder} onChange={onChange} />
      </TokenGate>
    </>
  )
}

function TargetAndTest({ account, git, folder, onChange }: Props & { account: GitAccount }) {
  const t = useTranslations('filePublish')
  const target = {
    repository: git.repository ?? account.repository ?? '',
    branch: git.branch ?? (git.repository === undefined ? (account.branch ?? '') : ''),
  }
  const repository = useRepository(account, target.repository).data
  const [state, setState] = useState<'busy' | 'works' | GitFailure>()
  const test = async () => {
    if (!repository) return
    setState('busy')
    const space = gitPlace(account).space(repository.path, target.branch || (repository.defaultBranch ?? ''))
    const name = `.switchyard-test-${randomId()}`
    try {
      await tryPlace(space, folder, name, commitMessage(t('testMessage'), name))
      setState('works')
    } catch (error) {
      setState(gitFailureOf(error))
    }
  }
  return (
    <>
      <GitTargetFields
        account={account}
        target={target}
        repository={repository}
        onChange={({ repository, branch }) => {
          setState(undefined)
          onChange({ account: account.id, ...(repository && { repository }), ...(branch && { branch }) })
        }}
      />
      {repository && <PublicNote repository={repository} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" disabled={!repository || state === 'busy'} onClick={() => void test()}>
          {t(state === 'busy' ? 'testing' : 'test')}
        </Button>
        <span role="status" className="flex items-center gap-1.5 text-sm text-success empty:hidden">
          {state === 'works' && (
            <>
              <Icon name="circle-check" className="size-4" />
              {t('tested')}
            </>
          )}
        </span>
      </div>
      {typeof state === 'object' && <GitFailureNote failure={state} account={account} onRetry={() => void test()} />}
    </>
  )
}
