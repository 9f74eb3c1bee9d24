import type { GitRepository } from '@switchyard/git-hosts'
import type { OutputId } from '@switchyard/recipe/model'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { GitAccount } from '../git-accounts/git-account.ts'
import { GitFailureNote } from '../git-accounts/git-failure-note.tsx'
import { GitTargetFields } from '../git-accounts/git-target.tsx'
import { PublicNote } from '../git-accounts/public-note.tsx'
import { TokenGate } from '../git-accounts/token-gate.tsx'
import { useGitAccounts } from '../git-accounts/use-git-accounts.ts'
import { useRepository } from '../git-accounts/use-repositories.ts'
import { GitAccountField } from '../places/git-file-fields.tsx'
import { gitPlace } from '../places/git-place.ts'
import { recordDownload } from './download-history.ts'
import {
  FilePublishForm,
  type PublishFormState,
  type PublishedAt,
  type PublishedContent,
} from './file-publish-form.tsx'
import { GitPublished, type PublishedHere } from './git-published.tsx'
import { type Position, USUAL_GIT_POSITION } from './positions.ts'
import { PublishFrame } from './publish-frame.tsx'

interface Props {
  /** What it is called, where that is known already. */
  name: string
  client: OutputId
  position: Position
  /** The field that chooses another destination. */
  destination: ReactNode
  file: () => Promise<PublishedContent | undefined>
  /** Publishes it on our server in place of that; absent where that is not offered. */
  onHosted: (() => void) | undefined
  onClose: () => void
}

/** Puts a config into a repository: as one commit, after the person has seen what it changes there. */
export function GitPublishDialog(props: Props) {
  const t = useTranslations('filePublish')
  const { position, destination, onClose } = props
  const locale = useRouteLocale()
  const known = useGitAccounts()
  const [chosen, setChosen] = useState(position.git?.account)
  const [done, setDone] = useState<PublishedHere>()
  const [isDirty, setDirty] = useState(false)
  const formId = useId()
  const [state, setState] = useState<PublishFormState>()
  if (done) return <GitPublished published={done} onClose={onClose} />
  if (!known) return null
  const account = known.accounts.find(({ id }) => id === chosen) ?? known.accounts[0]
  return (
    <PublishFrame title={t('title')} {...{ formId, state, isDirty, onClose }} data-testid="git-publish">
      {destination}
      {!account ? (
        <EmptyState icon="key-round" text={t('noAccount')}>
          <Link to={localizedPath(locale, '/settings/github')} className={buttonClass('solid')} onClick={onClose}>
            {t('addAccount')}
          </Link>
        </EmptyState>
      ) : (
        <>
          <GitAccountField accounts={known.accounts} account={account} onChange={setChosen} />
          <TokenGate account={account}>
            <GitPublishForm
              key={account.id}
              {...props}
              account={account}
              formId={formId}
              onState={setState}
              onDirty={() => setDirty(true)}
              onDone={setDone}
            />
          </TokenGate>
        </>
      )}
    </PublishFrame>
  )
}

interface FormProps extends Props {
  account: GitAccount
  formId: string
  onState: (state: PublishFormState) => void
  onDirty: () => void
  onDone: (published: PublishedHere) => void
}

function GitPublishForm({ position, onHosted, account, onDone, ...props }: FormProps) {
  const t = useTranslations('filePublish')
  const [target, setTarget] = useState(() => ({
    repository: position.git?.repository ?? account.repository ?? '',
    branch: position.git?.branch ?? account.branch ?? '',
  }))
  const [agreed, setAgreed] = useState<string>()
  const place = useMemo(() => gitPlace(account), [account])
  const repository = useRepository(account, target.repository).data
  const isPublic = repository?.isPrivate === false
  const isAllowed = !isPublic || agreed === repository.path
  const done = async ({ outcome, address, name, nodes, skipped }: PublishedAt) => {
    if (!repository) return
    const { root, ref: branch, path } = address
    const git = { account: account.id, accountName: account.name, repository: root, branch }
    if (outcome.kind !== 'unchanged')
      await recordDownload({
        at: Date.now(),
        file: path,
        client: props.client,
        nodes,
        skipped,
        git: { ...git, commit: outcome.commit },
      })
    const url = place.space(root, branch).address?.(path) ?? ''
    onDone({ outcome, path, repository, branch, name, client: props.client, address: url })
  }
  return (
    <FilePublishForm
      {...props}
      place={place}
      at={repository && { root: repository.path, ref: target.branch || (repository.defaultBranch ?? '') }}
      pattern={patternFor(position, account)}
      message={account.commitMessage ?? t('usualMessage')}
      isAllowed={isAllowed}
      target={
        <GitTargetFields
          account={account}
          target={target}
          repository={repository}
          onChange={(next) => {
            setTarget(next)
            props.onDirty()
          }}
        />
      }
      audience={
        <>
          {repository && <WhoReads repository={repository} onHosted={onHosted} />}
          {isPublic && (
            <Checkbox checked={isAllowed} onChange={(isOn) => setAgreed(isOn ? repository.path : undefined)}>
              {t('agree')}
            </Checkbox>
          )}
        </>
      }
      renderFailure={(failure, retry) => <GitFailureNote failure={failure} account={account} onRetry={retry} />}
      onDone={(published) => void done(published)}
    />
  )
}

/** Who can read what is published there, in one sentence, and what to take in place of a repository that no client reads. */
function WhoReads({ repository, onHosted }: { repository: GitRepository; onHosted: (() => void) | undefined }) {
  const t = useTranslations('filePublish')
  if (!repository.isPrivate) return <PublicNote repository={repository} />
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="rounded-md bg-info-soft px-3 py-2 text-sm" data-testid="git-private">
        {t('private')}
      </p>
      {onHosted && (
        <Button size="small" onClick={onHosted}>
          {t('toHosted')}
        </Button>
      )}
    </div>
  )
}

/** The folder of an account comes before the usual one. */
function patternFor({ pattern }: Position, { folder }: GitAccount): string {
  const isUsual = pattern === USUAL_GIT_POSITION.pattern
  return isUsual && folder ? `${folder}/{name}.{ext}` : pattern
}
