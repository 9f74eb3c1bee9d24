import { type Bucket, type BucketPermission } from '@switchyard/contract'
import { BUCKET_NAME, DEFAULT_BUCKET } from '@switchyard/contract/storage-paths'
import type { GitFailure } from '@switchyard/git-hosts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { gitFailureOf } from '../../../components/git-accounts/git-failure-of.ts'
import type { Place } from '../../../components/places/place.ts'
import type { StorageClient, StorageState } from '../../../components/storage/storage-client.ts'
import { StorageFailureNote } from '../../../components/storage/storage-failure-note.tsx'
import { StorageTest } from '../../../components/storage/storage-test.tsx'
import { useStorageState } from '../../../components/storage/use-storage.ts'
import { WhoReads } from '../../../components/storage/who-reads.tsx'
import { fileSize } from '../../../lib/file-size.ts'
import { localizedPath } from '../../../lib/locale.ts'
import { showToast } from '../../../lib/toasts.ts'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Pending } from '../../../ui/pending.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Select } from '../../../ui/select.tsx'

const PERMISSIONS: readonly BucketPermission[] = ['share-only', 'private', 'public-read']
const BUCKET_NAME_MAX = 63

/** The buckets of a person: who reads what is in each, what is kept, and how much room is left. */
export function BucketList({ place }: { place: Place }) {
  const t = useTranslations('storage')
  const state = useStorageState(place)
  const [failure, setFailure] = useState<GitFailure>()
  const [isBusy, setBusy] = useState(false)
  if (state.error !== undefined)
    return <StorageFailureNote failure={gitFailureOf(state.error)} place={place} onRetry={state.reload} />
  if (!state.data) return <Pending />
  /** Changes something, and shows how it is then; whether it worked. */
  const run = async (work: (storage: StorageClient) => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setFailure(undefined)
    try {
      await work(await place.storage!())
      state.reload()
      return true
    } catch (error) {
      setFailure(gitFailureOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  const names = state.data.buckets.map(({ name }) => name)
  return (
    <>
      <Kept state={state.data} />
      {failure && <StorageFailureNote failure={failure} place={place} />}
      <ul className="flex flex-col gap-3" aria-label={t('buckets')}>
        {state.data.buckets.map((bucket) => (
          <BucketCard key={bucket.name} place={place} bucket={bucket} isBusy={isBusy} run={run} />
        ))}
      </ul>
      <NewBucket taken={names} isBusy={isBusy} onMake={(name) => run((storage) => storage.makeBucket(name))} />
    </>
  )
}

/** Who the person is there, and how much of the room is taken. */
function Kept({ state: { userId, keptBytes, quotaBytes, entries, mostEntries } }: { state: StorageState }) {
  const t = useTranslations('storage')
  const format = useFormatter()
  return (
    <div className="card flex flex-col gap-2 p-4">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span className="text-muted">{t('userId')}</span>
        <code className="min-w-0 break-all">{userId}</code>
        <CopyButton iconOnly size="small" label={t('copyUserId')} text={userId} />
      </p>
      <p className="text-sm" data-testid="quota">
        {t('used', { used: fileSize(keptBytes, format), value: fileSize(quotaBytes, format) })}
        {' · '}
        {t('entries', { n: entries, max: mostEntries })}
      </p>
      <ProgressBar label={t('quota')} value={Math.min(1, keptBytes / quotaBytes)} />
    </div>
  )
}

interface CardProps {
  place: Place
  bucket: Bucket
  isBusy: boolean
  run: (work: (storage: StorageClient) => Promise<unknown>) => Promise<boolean>
}

function BucketCard({ place, bucket, isBusy, run }: CardProps) {
  const t = useTranslations('storage')
  const format = useFormatter()
  const locale = useRouteLocale()
  const [asked, setAsked] = useState<'remove' | 'end-tokens' | 'public'>()
  const { name, permission, files, bytes, url } = bucket
  const permit = (next: BucketPermission) => void run((storage) => storage.setPermission(name, next))
  const close = () => setAsked(undefined)
  return (
    <li className="card flex flex-col gap-3 p-4" data-testid={`bucket-${name}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold wrap-anywhere">{name}</h3>
        <span className="text-sm text-muted">{t('holds', { n: files, size: fileSize(bytes, format) })}</span>
        <Link
          className={`${buttonClass('outline', 'small')} ml-auto`}
          to={`${localizedPath(locale, '/files')}?${new URLSearchParams({ place: place.id, repo: name }).toString()}`}
        >
          {t('openFiles')}
        </Link>
      </div>
      <Field label={t('permissionOf')}>
        {(control) => (
          <Select
            {...control}
            className="max-w-72"
            value={permission}
            disabled={isBusy}
            choices={PERMISSIONS.map((value) => ({ value, label: t(`permission.${value}`) }))}
            onChange={(next) => (next === 'public-read' ? setAsked('public') : permit(next))}
          />
        )}
      </Field>
      <WhoReads permission={permission} />
      {url !== undefined && (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <code className="min-w-0 flex-1 text-xs break-all">{url}/…</code>
          <CopyButton size="small" label={t('copyBucketAddress')} text={url} />
        </p>
      )}
      <StorageTest place={place} bucket={name} />
      <div className="flex flex-wrap gap-2">
        <CopyButton
          size="small"
          label={t('copyToken')}
          text={async () => (await place.storage!()).token(name)}
        />
        <Button size="small" disabled={isBusy} onClick={() => setAsked('end-tokens')}>
          {t('endTokens')}
        </Button>
        {name !== DEFAULT_BUCKET && (
          <Button size="small" look="danger" className="ml-auto" disabled={isBusy} onClick={() => setAsked('remove')}>
            {t('removeBucket')}
          </Button>
        )}
      </div>
      <p className="text-xs text-muted">{t('tokenNote')}</p>
      {asked === 'public' && (
        <ConfirmDialog
          danger
          title={t('publicTitle', { name })}
          text={t('publicText')}
          confirm={t('publicConfirm')}
          onConfirm={() => permit('public-read')}
          onClose={close}
        />
      )}
      {asked === 'end-tokens' && (
        <ConfirmDialog
          danger
          title={t('endTokensTitle', { name })}
          text={t('endTokensText')}
          confirm={t('endTokens')}
          onConfirm={() =>
            void run((storage) => storage.endTokens(name)).then(
              (isDone) => isDone && showToast({ kind: 'success', text: t('tokensEnded') }),
            )
          }
          onClose={close}
        />
      )}
      {asked === 'remove' && (
        <TypedConfirm
          title={t('removeBucketTitle', { name })}
          text={t('removeBucketText', { n: files })}
          word={name}
          apply={t('removeBucket')}
          onConfirm={() => void run((storage) => storage.removeBucket(name))}
          onClose={close}
        />
      )}
    </li>
  ) // oxfmt-ignore
}

interface TypedProps {
  title: string
  text: ReactNode
  /** What has to be typed. */
  word: string
  apply: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks to type what goes: it does not come back. */
function TypedConfirm({ title, text, word, apply, onConfirm, onClose }: TypedProps) {
  const t = useTranslations('storage')
  const [typed, setTyped] = useState('')
  return (
    <FormDialog
      alert
      title={title}
      apply={apply}
      canApply={typed === word}
      onApply={onConfirm}
      onClose={onClose}
      data-testid="typed-confirm"
    >
      <p className="text-sm text-muted">{text}</p>
      <Field label={t('typeName', { name: word })}>
        {(control) => (
          <Input
            {...control}
            data-autofocus
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}

interface NewProps {
  taken: readonly string[]
  isBusy: boolean
  onMake: (name: string) => Promise<boolean>
}

function NewBucket({ taken, isBusy, onMake }: NewProps) {
  const t = useTranslations('storage')
  const [name, setName] = useState('')
  const isGood = BUCKET_NAME.test(name)
  const isTaken = taken.includes(name)
  const make = async (event: FormEvent) => {
    event.preventDefault()
    if (isGood && !isTaken && !isBusy && (await onMake(name))) setName('')
  }
  return (
    <form className="flex flex-wrap items-start gap-2" noValidate onSubmit={(event) => void make(event)}>
      <Field
        className="min-w-0 flex-1 basis-48 sm:max-w-72"
        label={t('newBucket')}
        hint={t('bucketHint')}
        error={name !== '' && (isTaken ? t('bucketTaken') : !isGood && t('mistake.bucket.bad'))}
      >
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={BUCKET_NAME_MAX}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setName(event.target.value.trim())}
          />
        )}
      </Field>
      {/* Beside the field: below the height of its label. */}
      <Button type="submit" className="mt-6" disabled={!isGood || isTaken || isBusy}>
        {t('create')}
      </Button>
    </form>
  )
}
