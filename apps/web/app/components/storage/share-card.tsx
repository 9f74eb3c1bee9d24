import type { FileShare, ShareChange } from '@switchyard/contract'
import type { GitFailure } from '@switchyard/git-hosts'
import { useMemo, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { showToast } from '../../lib/toasts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { drawQr, QrCode } from '../../ui/qr-code.tsx'
import { gitFailureOf } from '../git-accounts/git-failure-of.ts'
import type { Place } from '../places/place.ts'
import { ShareFields, type ShareTerms, USUAL_TERMS } from './share-fields.tsx'
import { endOfShare } from './share-terms.ts'
import { StorageFailureNote } from './storage-failure-note.tsx'

interface Props {
  share: FileShare
  place: Place
  /** Its code is shown at once. */
  isOpen?: boolean
  /** Says of which file it is, where that is not plain. */
  hasPath?: boolean
  onChanged: (share: FileShare) => void
  onRemoved: () => void
}

/** One address at which others read a file: to copy, to scan, to change, to take back. */
export function ShareCard({ share, place, isOpen = false, hasPath = false, onChanged, onRemoved }: Props) {
  const t = useTranslations('storage')
  const format = useFormatter()
  const [isShown, setShown] = useState(isOpen)
  const [isChanging, setChanging] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<GitFailure>()
  const drawing = useMemo(() => (isShown ? drawQr(share.url) : undefined), [isShown, share.url])
  const { id, bucket, path, url, revision, expiresAt, hasPassword, answers } = share
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(gitFailureOf(error))
    }
    setBusy(false)
  }
  const change = ({ hours, password }: ShareTerms) =>
    run(async () => {
      const body: ShareChange = {
        revision,
        expiresAt: endOfShare(hours, Date.now()) ?? null,
        password: password === '' ? null : password,
      }
      onChanged(await (await place.storage!()).changeShare(id, body))
    })
  const revoke = () =>
    run(async () => {
      await (await place.storage!()).removeShare(id)
      showToast({ kind: 'success', text: t('revoked') })
      onRemoved()
    })
  return (
    <li className="card flex flex-col gap-2 p-3" data-testid="share">
      {hasPath && <p className="font-medium wrap-anywhere">{`${bucket} / ${path}`}</p>}
      <div className="flex items-center gap-2 max-sm:flex-col max-sm:items-stretch">
        <code
          className="min-w-0 flex-1 rounded-md border border-line bg-sunken px-3 py-1.5 text-xs leading-5 break-all select-all"
          data-testid="share-url"
        >
          {url}
        </code>
        <CopyButton text={url} label={t('copy')} look="solid" />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={answers ? 'success' : 'warning'} icon={answers ? 'check' : 'alert-triangle'}>
          {t(answers ? 'answers' : 'answersNot')}
        </Badge>
        <Badge tone="quiet" icon={hasPassword ? 'lock' : 'eye'}>
          {t(hasPassword ? 'withPassword' : 'withoutPassword')}
        </Badge>
        <span className="text-sm text-muted">
          {expiresAt === undefined
            ? t('endsNever')
            : t('endsAt', { time: format.dateTime(expiresAt, { dateStyle: 'medium', timeStyle: 'short' }) })}
        </span>
        <span className="ml-auto flex flex-wrap gap-1">
          <Button size="small" icon="qr-code" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {t('qr')}
          </Button>
          <Button size="small" disabled={isBusy} onClick={() => setChanging(true)}>
            {t('change')}
          </Button>
          <Button size="small" look="danger" disabled={isBusy} onClick={() => void revoke()}>
            {t('revoke')}
          </Button>
        </span>
      </div>
      {failure && <StorageFailureNote failure={failure} place={place} />}
      {drawing && (
        <div className="mx-auto w-48">
          <QrCode drawing={drawing} label={t('qrOf', { path })} />
        </div>
      )}
      {isChanging && <ChangeDialog onChange={(terms) => void change(terms)} onClose={() => setChanging(false)} />}
    </li>
  )
}

/** Asks for new terms: they take the place of the old ones, the password among them. */
function ChangeDialog({ onChange, onClose }: { onChange: (terms: ShareTerms) => void; onClose: () => void }) {
  const t = useTranslations('storage')
  const [terms, setTerms] = useState(USUAL_TERMS)
  return (
    <FormDialog title={t('changeTitle')} apply={t('save')} canApply onApply={() => onChange(terms)} onClose={onClose}>
      <p className="text-sm text-muted">{t('changeText')}</p>
      <ShareFields terms={terms} onChange={setTerms} />
    </FormDialog>
  )
}
