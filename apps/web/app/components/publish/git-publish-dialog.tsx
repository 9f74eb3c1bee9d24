import { outputFacts } from '@switchyard/convert/facts'
import type { FileContent, GitFailure, GitRepository } from '@switchyard/git-hosts'
import type { OutputId } from '@switchyard/recipe/model'
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { isoDay } from '../../lib/iso-day.ts'
import { localizedPath } from '../../lib/locale.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { COMMIT_MESSAGE_MAX, commitMessage } from '../git-accounts/commit-message.ts'
import type { GitAccount } from '../git-accounts/git-account.ts'
import { gitFailureOf } from '../git-accounts/git-failure-of.ts'
import { GitFailureNote } from '../git-accounts/git-failure-note.tsx'
import { GitTargetFields } from '../git-accounts/git-target.tsx'
import { PublicNote } from '../git-accounts/public-note.tsx'
import { TokenGate } from '../git-accounts/token-gate.tsx'
import { useGitAccounts } from '../git-accounts/use-git-accounts.ts'
import { useRepository } from '../git-accounts/use-repositories.ts'
import { GitAccountField } from '../places/git-file-fields.tsx'
import { gitPlace } from '../places/git-place.ts'
import { recordDownload } from './download-history.ts'
import { FileChangeView } from './file-change-view.tsx'
import { GitPublished, type PublishedHere } from './git-published.tsx'
import { FILE_PATTERN_MAX, pathBy, patternMistake, type Position, USUAL_GIT_POSITION } from './positions.ts'
import { publishToGit, whatStands } from './publish-to-git.ts'
import { useSettled } from './use-settled.ts'

/** What is written into a repository. */
export interface GitFile {
  blob: Blob
  /** Of its nodes; absent where nobody counted them. */
  counts?: { nodes: number; skipped: number }
}

interface Props {
  /** What it is called, where that is known already. */
  name: string
  client: OutputId
  position: Position
  /** The field that chooses another destination. */
  destination: ReactNode
  file: () => Promise<GitFile | undefined>
  /** Publishes it on our server in place of that; absent where that is not offered. */
  onHosted: (() => void) | undefined
  onClose: () => void
}

const SETTLED_MS = 500

/** Puts a config into a repository: as one commit, after the person has seen what it changes there. */
export function GitPublishDialog(props: Props) {
  const t = useTranslations('gitPublish')
  const { position, destination, onClose } = props
  const locale = useRouteLocale()
  const known = useGitAccounts()
  const [chosen, setChosen] = useState(position.git?.account)
  const [done, setDone] = useState<PublishedHere>()
  const [isDirty, setDirty] = useState(false)
  const formId = useId()
  const [state, setState] = useState<{ canPublish: boolean; isBusy: boolean; isUpdate: boolean }>()
  if (done) return <GitPublished published={done} onClose={onClose} />
  if (!known) return null
  const account = known.accounts.find(({ id }) => id === chosen) ?? known.accounts[0]
  return (
    <Dialog
      open
      size="small"
      title={t('title')}
      dirty={isDirty}
      onClose={onClose}
      data-testid="git-publish"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="solid" type="submit" form={formId} disabled={!state?.canPublish || state.isBusy}>
            {t(state?.isBusy ? 'publishing' : state?.isUpdate ? 'update' : 'publish')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
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
      </div>
    </Dialog>
  )
}

interface FormProps extends Props {
  account: GitAccount
  formId: string
  onState: (state: { canPublish: boolean; isBusy: boolean; isUpdate: boolean }) => void
  onDirty: () => void
  onDone: (published: PublishedHere) => void
}

function GitPublishForm({ name: given, client, position, file, onHosted, account, formId, ...report }: FormProps) {
  const t = useTranslations('gitPublish')
  const { onState, onDirty, onDone } = report
  const [name, setName] = useState(given)
  const [pattern, setPattern] = useState(() => patternFor(position, account))
  const [target, setTarget] = useState(() => ({
    repository: position.git?.repository ?? account.repository ?? '',
    branch: position.git?.branch ?? account.branch ?? '',
  }))
  const [typedMessage, setMessage] = useState<string>()
  const [agreed, setAgreed] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<GitFailure>()
  const content = useContent(file)
  const repository = useRepository(account, target.repository).data
  const branch = target.branch || (repository?.defaultBranch ?? '')

  const [today] = useState(() => isoDay(new Date()).replaceAll('-', ''))
  const facts = outputFacts(client).file
  const mistake = patternMistake(pattern, 'git')
  const parts = { name: name.trim() || facts.name, client: facts.name, date: today }
  const path = mistake ? '' : pathBy(pattern, parts, facts.extension)
  const message = typedMessage ?? commitMessage(account.commitMessage ?? t('usualMessage'), path)
  const isPublic = repository?.isPrivate === false
  const isAllowed = !isPublic || agreed === repository.path

  const space = useMemo(
    () => repository && gitPlace(account).space(repository.path, branch),
    [account, repository, branch],
  )
  const address = useSettled(
    repository && path !== '' ? JSON.stringify([repository.path, branch, path]) : undefined,
    SETTLED_MS,
  )
  const isSettled = address === (repository && JSON.stringify([repository.path, branch, path]))
  const stands = useLoaded<{ content: FileContent | undefined }>(
    address === undefined ? undefined : `git.${account.id}.stands.${address}`,
    async () => ({ content: space && (await whatStands(space, path)) }),
  )
  const seen = isSettled && !stands.isLoading ? stands.data : undefined
  const canPublish =
    content !== undefined && seen !== undefined && isAllowed && path !== '' && message.trim() !== '' && !stands.error
  useEffect(
    () => onState({ canPublish, isBusy, isUpdate: seen?.content !== undefined }),
    [onState, canPublish, isBusy, seen],
  )
  const touch = () => {
    onDirty()
    setFailure(undefined)
  }
  const publish = async () => {
    if (!canPublish || isBusy || !space || !repository) return
    setBusy(true)
    setFailure(undefined)
    try {
      const { bytes, nodes, skipped } = content
      const outcome = await publishToGit(space, { path, bytes, message: message.trim() }, seen.content)
      const at = Date.now()
      const git = { account: account.id, accountName: account.name, repository: repository.path, branch }
      if (outcome.kind !== 'unchanged')
        await recordDownload({ at, file: path, client, nodes, skipped, git: { ...git, commit: outcome.commit } })
      onDone({ outcome, path, repository, branch, name: name.trim() || path, address: space.address?.(path) ?? '' })
    } catch (error) {
      setFailure(gitFailureOf(error))
    }
    setBusy(false)
  }
  return (
    <form
      id={formId}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void publish()
      }}
    >
      <GitTargetFields
        account={account}
        target={target}
        repository={repository}
        onChange={(next) => {
          setTarget(next)
          touch()
        }}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('name')}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={64}
              placeholder={facts.name}
              onChange={(event) => {
                setName(event.target.value)
                touch()
              }}
            />
          )}
        </Field>
        <Field label={t('path')} error={mistake && t(`pathMistake.${mistake}`)} hint={path}>
          {(control) => (
            <Input
              {...control}
              value={pattern}
              maxLength={FILE_PATTERN_MAX}
              onChange={(event) => {
                setPattern(event.target.value)
                touch()
              }}
            />
          )}
        </Field>
      </div>
      <Field label={t('message')}>
        {(control) => (
          <Input
            {...control}
            value={message}
            maxLength={COMMIT_MESSAGE_MAX}
            onChange={(event) => {
              setMessage(event.target.value)
              touch()
            }}
          />
        )}
      </Field>
      {repository && <WhoReads repository={repository} onHosted={onHosted} />}
      {isPublic && (
        <Checkbox checked={isAllowed} onChange={(isOn) => setAgreed(isOn ? repository.path : undefined)}>
          {t('agree')}
        </Checkbox>
      )}
      {seen && content && <FileChangeView path={path} before={seen.content?.bytes} after={content.bytes} />}
      {stands.error !== undefined && (
        <GitFailureNote failure={gitFailureOf(stands.error)} account={account} onRetry={stands.reload} />
      )}
      {failure && (
        <GitFailureNote
          failure={failure}
          account={account}
          retryWords={t('compareAgain')}
          onRetry={() => {
            setFailure(undefined)
            stands.reload()
          }}
        />
      )}
    </form>
  )
}

/** Who can read what is published there, in one sentence, and what to take in place of a repository that no client reads. */
function WhoReads({ repository, onHosted }: { repository: GitRepository; onHosted: (() => void) | undefined }) {
  const t = useTranslations('gitPublish')
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

function useContent(file: Props['file']) {
  const [content, setContent] = useState<{ bytes: Uint8Array<ArrayBuffer>; nodes: number; skipped: number }>()
  useEffect(() => {
    let isWanted = true
    const read = async () => {
      const made = await file()
      const bytes = made && new Uint8Array(await made.blob.arrayBuffer())
      if (isWanted && bytes) setContent({ bytes, ...(made.counts ?? { nodes: 0, skipped: 0 }) })
    }
    void read()
    return () => {
      isWanted = false
    }
    // What is published is what was there when the window was opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return content
}

/** The folder of an account comes before the usual one. */
function patternFor({ pattern }: Position, { folder }: GitAccount): string {
  const isUsual = pattern === USUAL_GIT_POSITION.pattern
  return isUsual && folder ? `${folder}/{name}.{ext}` : pattern
}
