import type { FileShare } from '@switchyard/contract'
import type { GitFailure } from '@switchyard/git-hosts'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Pending } from '../../ui/pending.tsx'
import { gitFailureOf } from '../git-accounts/git-failure-of.ts'
import type { Place } from '../places/place.ts'
import { ShareCard } from './share-card.tsx'
import { ShareFields, type ShareTerms, USUAL_TERMS } from './share-fields.tsx'
import { endOfShare } from './share-terms.ts'
import { StorageFailureNote } from './storage-failure-note.tsx'
import { storageKey } from './use-storage.ts'

interface Props {
  place: Place
  bucket: string
  path: string
  /** There are more of them now, or fewer. */
  onChanged: () => void
  onClose: () => void
}

/** The addresses at which others read one file: made, looked at, changed and taken back. */
export function ShareDialog({ place, bucket, path, onChanged, onClose }: Props) {
  const t = useTranslations('storage')
  const formId = useId()
  const shares = useLoaded(storageKey(place, 'shares'), async () => (await place.storage!()).shares())
  const [terms, setTerms] = useState<ShareTerms>(USUAL_TERMS)
  const [made, setMade] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<GitFailure>()
  const name = path.slice(path.lastIndexOf('/') + 1)
  const own = (shares.data ?? []).filter((share) => share.bucket === bucket && share.path === path)
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
      onChanged()
    } catch (error) {
      setFailure(gitFailureOf(error))
    }
    setBusy(false)
  }
  const create = () =>
    run(async () => {
      const expiresAt = endOfShare(terms.hours, Date.now())
      const storage = await place.storage!()
      const share = await storage.share({
        path,
        bucket,
        ...(expiresAt !== undefined && { expiresAt }),
        ...(terms.password !== '' && { password: terms.password }),
      })
      setMade(share.id)
      shares.put((known) => [share, ...known])
    })
  const replace = (share: FileShare) => shares.put((known) => known.map((one) => (one.id === share.id ? share : one)))
  const allow = () =>
    run(async () => {
      await (await place.storage!()).setPermission(bucket, 'share-only')
    })
  return (
    <Dialog
      open
      size="medium"
      title={t('shareTitle', { name })}
      onClose={onClose}
      data-testid="share-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button look="solid" type="submit" form={formId} disabled={isBusy}>
            {t('shareCreate')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <form
          id={formId}
          noValidate
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void create()
          }}
        >
          <p className="text-sm text-muted">{t('shareText')}</p>
          <ShareFields terms={terms} onChange={setTerms} />
        </form>
        {failure && <StorageFailureNote failure={failure} place={place} />}
        {failure?.code === 'protected' && (
          <Button className="self-start" onClick={() => void allow()}>
            {t('allowShares', { name: bucket })}
          </Button>
        )}
        {shares.error !== undefined ? (
          <StorageFailureNote failure={gitFailureOf(shares.error)} place={place} onRetry={shares.reload} />
        ) : !shares.data ? (
          <Pending />
        ) : (
          own.length > 0 && (
            <ul className="flex flex-col gap-3" aria-label={t('sharesOf', { name })}>
              {own.map((share) => (
                <ShareCard
                  key={share.id}
                  share={share}
                  place={place}
                  isOpen={share.id === made}
                  onChanged={replace}
                  onRemoved={() => {
                    shares.put((known) => known.filter(({ id }) => id !== share.id))
                    onChanged()
                  }}
                />
              ))}
            </ul>
          )
        )}
      </div>
    </Dialog>
  )
}
