import type { GitFailure } from '@switchyard/git-hosts'
import type { FileOrigin } from '@switchyard/recipe/model'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { gitFailureOf } from '../../../components/git-accounts/git-failure-of.ts'
import { usePlaceAccount } from '../../../components/file-save/use-place-account.ts'
import { usePlaceName } from '../../../components/file-save/use-place-name.ts'
import { TokenGate } from '../../../components/git-accounts/token-gate.tsx'
import { useGitAccounts } from '../../../components/git-accounts/use-git-accounts.ts'
import { DEVICE_PLACE } from '../../../components/places/device-place.ts'
import { placesOf } from '../../../components/places/places.ts'
import { StorageFailureNote } from '../../../components/storage/storage-failure-note.tsx'
import { readPlaceText } from '../../../components/places/read-place-text.ts'
import { Button } from '../../../ui/button.tsx'
import { useSession } from '../session/use-convert.ts'
import { Age } from './source-facts.tsx'

interface Props {
  id: string
  origin: FileOrigin
  loadedAt: number | undefined
}

/** Where the text of a source is kept, and what reads it again. */
export function SourceOrigin({ id, origin, loadedAt }: Props) {
  const t = useTranslations('convert.input')
  const session = useSession()
  const known = useGitAccounts()
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<GitFailure | 'no-text'>()
  const place = known && placesOf(known).find(({ id }) => id === origin.place)
  const { account, isOpen } = usePlaceAccount(place)
  const nameOf = usePlaceName()
  const isElsewhere = origin.place !== DEVICE_PLACE.id
  const read = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const answer = await readPlaceText(origin)
      if ('error' in answer) setFailure('no-text')
      else session.take(id, answer)
    } catch (error) {
      setFailure(gitFailureOf(error))
    }
    setBusy(false)
    setAsked(false)
  }
  return (
    <div className="mt-1 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 text-xs text-muted wrap-anywhere" data-testid="source-origin">
          {[isElsewhere && place && nameOf(place), origin.root, origin.ref, origin.path].filter(Boolean).join(' · ')}
        </p>
        {place && isElsewhere && (
          <Button
            size="small"
            icon="refresh-cw"
            disabled={isBusy}
            onClick={() => (isOpen ? void read() : setAsked(true))}
          >
            {t(isBusy ? 'gitReading' : 'gitAgain')}
          </Button>
        )}
      </div>
      {loadedAt !== undefined && <Age at={loadedAt} isOld={failure !== undefined} />}
      {known && !place && <p className="text-xs text-muted">{t('gitGone')}</p>}
      {isAsked && account && !isOpen && <TokenGate account={account}>{null}</TokenGate>}
      {failure === 'no-text' && (
        <p role="alert" className="text-xs text-error">
          {t('gitNoText')}
        </p>
      )}
      {typeof failure === 'object' && place && (
        <StorageFailureNote failure={failure} place={place} onRetry={() => void read()} />
      )}
    </div>
  )
}
