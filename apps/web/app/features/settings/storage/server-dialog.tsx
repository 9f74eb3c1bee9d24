import { DEFAULT_BUCKET } from '@switchyard/contract/storage-paths'
import type { GitFailure } from '@switchyard/git-hosts'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../../components/api-call/form-failure.tsx'
import { useSubmit } from '../../../components/api-call/use-submit.ts'
import { ACCOUNT_NAME_MAX } from '../../../components/git-accounts/account-draft.ts'
import { gitAccounts } from '../../../components/git-accounts/browser-git-accounts.ts'
import { type GitAccount, STORAGE_HOST } from '../../../components/git-accounts/git-account.ts'
import { gitFailureOf } from '../../../components/git-accounts/git-failure-of.ts'
import { GitFailureNote } from '../../../components/git-accounts/git-failure-note.tsx'
import { usePassphrase } from '../../../components/git-accounts/passphrase-fields.tsx'
import { TokenKeepingChoice } from '../../../components/git-accounts/token-keeping.tsx'
import { useGitAccounts } from '../../../components/git-accounts/use-git-accounts.ts'
import { tryPlace } from '../../../components/publish/publish-file.ts'
import { storageWith } from '../../../components/storage/storage-of.ts'
import { storageSpace } from '../../../components/storage/storage-space.ts'
import { randomId } from '../../../lib/random-id.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { DRAFT_FIELDS, serverMeant, type StorageDraft, type StorageMistakes, storageMistakes } from './storage-draft.ts'

interface Props {
  /** Absent: a new one is made. */
  account?: GitAccount
  onClose: () => void
}

/** Connects the storage of another server, or changes how: where it is, who one is there, and the token for it. */
export function ServerDialog({ account, onClose }: Props) {
  const t = useTranslations('storage')
  const tg = useTranslations('gitAccounts')
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const known = useGitAccounts()
  const storages = known?.storages ?? []
  const [opened] = useState<StorageDraft>(() => ({
    name: account?.name ?? '',
    base: account?.base ?? '',
    userId: account?.userId ?? '',
    bucket: account?.repository ?? DEFAULT_BUCKET,
    token: '',
  }))
  const [draft, setDraft] = useState(opened)
  const [keeping, setKeeping] = useState<'tab' | 'device'>(account?.tokenIsKept ? 'device' : 'tab')
  const [mistakes, setMistakes] = useState<StorageMistakes>({})
  const [outcome, setOutcome] = useState<'tested' | 'tokenFetched' | GitFailure>()
  const passphrase = usePassphrase(known?.lock ?? 'none')
  const { isBusy, failure, submit } = useSubmit()
  const base = serverMeant(draft.base)
  const token = draft.token.trim()
  const put = (change: Partial<StorageDraft>) => {
    setDraft({ ...draft, ...change })
    setMistakes({})
    setOutcome(undefined)
  }
  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus()
  /** Says at its field what is wrong; true when nothing is. */
  const check = () => {
    const found = storageMistakes(draft, storages, account)
    setMistakes(found)
    const first = DRAFT_FIELDS.find((field) => field in found)
    if (first) focus(first)
    return first === undefined
  }
  /** The token that is typed, or the one that the tab has. */
  const usedToken = token || (account && base === account.base ? gitAccounts.tokenOf(account) : undefined)
  const bucket = draft.bucket.trim()
  const tryIt = (work: (base: string) => Promise<'tested' | 'tokenFetched'>) =>
    submit(async () => {
      setOutcome(undefined)
      if (!check() || base === undefined) return
      try {
        setOutcome(await work(base))
      } catch (error) {
        const found = gitFailureOf(error)
        setOutcome(found)
        if (found.code === 'token-invalid') focus('token')
      }
    })
  const test = () =>
    tryIt(async (server) => {
      const space = storageSpace(storageWith(server, usedToken), bucket)
      await tryPlace(space, '', `.switchyard-test-${randomId()}`, 'test')
      return 'tested'
    })
  /** In place of a token that may do everything: one for this bucket. */
  const fetchToken = () =>
    tryIt(async (server) => {
      const userId = draft.userId.trim()
      const own = await storageWith(server, usedToken).token(bucket, userId === '' ? undefined : userId)
      setDraft((now) => ({ ...now, token: own }))
      return 'tokenFetched'
    })
  const save = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      if (!check() || base === undefined) return
      const keepsToken = keeping === 'device'
      // A token that is to be kept anew has to be at hand: typed, or in the tab.
      if (keepsToken && usedToken !== undefined && !(await passphrase.open())) return
      const userId = draft.userId.trim()
      const said = { name: draft.name.trim(), base, repository: bucket, ...(userId !== '' && { userId }) }
      const saved = account ?? (await gitAccounts.add({ ...said, host: STORAGE_HOST }))
      if (account) await gitAccounts.change(account.id, { ...said, userId: userId === '' ? undefined : userId })
      if (usedToken !== undefined && (token !== '' || keepsToken !== (account?.tokenIsKept ?? false)))
        await gitAccounts.setToken(saved.id, usedToken, keepsToken)
      onClose()
    })
  }
  const input = (name: (typeof DRAFT_FIELDS)[number]) => ({
    name,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => put({ [name]: event.target.value }),
  })
  const failed = typeof outcome === 'object' ? outcome : undefined
  return (
    <Dialog
      open
      size="small"
      title={account ? tg('editTitle', { name: account.name }) : t('addServer')}
      dirty={passphrase.isTouched || DRAFT_FIELDS.some((field) => draft[field] !== opened[field])}
      onClose={onClose}
      data-testid="storage-server-dialog"
      footer={
        <>
          <Button className="mr-auto" disabled={isBusy} onClick={() => void test()}>
            {t('test')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="solid" type="submit" form={id} disabled={isBusy}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={id} ref={form} noValidate className="flex flex-col gap-4" onSubmit={save}>
        <FormFailure failure={failure} />
        <Field label={tg('name')} error={mistakes.name && tg(`mistake.name.${mistakes.name}`)}>
          {(control) => <Input {...control} {...input('name')} maxLength={ACCOUNT_NAME_MAX} data-autofocus />}
        </Field>
        <Field
          label={t('endpoint')}
          hint={t('endpointHint')}
          error={mistakes.base && t(`mistake.base.${mistakes.base}`)}
        >
          {(control) => (
            <Input {...control} {...input('base')} inputMode="url" placeholder="https://files.example.com" />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('userId')} hint={t('userIdHint')}>
            {(control) => <Input {...control} {...input('userId')} autoComplete="off" spellCheck={false} />}
          </Field>
          <Field label={t('bucket')} error={mistakes.bucket && t('mistake.bucket.bad')}>
            {(control) => <Input {...control} {...input('bucket')} autoComplete="off" spellCheck={false} />}
          </Field>
        </div>
        <Field
          label={tg('token')}
          hint={t('tokenHint')}
          error={
            (mistakes.token && tg(`mistake.token.${mistakes.token}`)) ??
            (failed?.code === 'token-invalid' && tg('tokenInvalid'))
          }
        >
          {(control) => (
            <span className="flex gap-2">
              <Input
                {...control}
                {...input('token')}
                type="password"
                placeholder={account && usedToken !== undefined ? tg('tokenUnchanged') : ''}
              />
              <Button disabled={isBusy} onClick={() => void fetchToken()}>
                {t('fetchToken')}
              </Button>
            </span>
          )}
        </Field>
        <p role="status" className="text-sm text-success empty:hidden">
          {typeof outcome === 'string' && t(outcome)}
        </p>
        {failed && failed.code !== 'token-invalid' && base !== undefined && (
          <GitFailureNote failure={failed} account={{ host: STORAGE_HOST, base, name: draft.name || base }} />
        )}
        <TokenKeepingChoice value={keeping} onChange={setKeeping} />
        {keeping === 'device' && passphrase.fields}
      </form>
    </Dialog>
  )
}
