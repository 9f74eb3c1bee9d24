import type { GitFailure } from '@switchyard/git-hosts'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureSentence } from '../../components/file-save/use-failure-sentence.ts'
import { GitFailureNote } from '../../components/git-accounts/git-failure-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { usePlaceName } from './place-name.tsx'
import type { FilePlace } from './use-file-places.ts'

const StorageFailureNote = lazyPart(() =>
  import('../../components/storage/storage-failure-note.tsx').then((part) => part.StorageFailureNote),
)

interface Props {
  failure: GitFailure
  at: FilePlace
  /** Asks again. */
  onRetry?: (() => void) | undefined
  /** Closes the note. */
  onClose?: (() => void) | undefined
}

/** Why the place did not do what it was asked, and the next step. It stays until that is taken. */
export function FailureNote({ failure, at, onRetry, onClose }: Props) {
  const ui = useTranslations('ui')
  return (
    <div className="flex items-start gap-2 p-2">
      <div className="min-w-0 flex-1">
        {at.account ? (
          <GitFailureNote failure={failure} account={at.account} onRetry={onRetry} />
        ) : at.place.kind === 'storage' ? (
          <Suspense>
            <StorageFailureNote failure={failure} place={at.place} onRetry={onRetry} />
          </Suspense>
        ) : (
          <DeviceNote failure={failure} at={at} onRetry={onRetry} />
        )}
      </div>
      {onClose && <IconButton icon="x" label={ui('close')} onClick={onClose} />}
    </div>
  )
}

function DeviceNote({ failure, at, onRetry }: Props) {
  const t = useTranslations('files')
  const sentence = useSentence()
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 rounded-md bg-error-soft px-3 py-2 text-sm text-error"
    >
      <Icon name="circle-alert" className="size-4 shrink-0" />
      <span className="min-w-48 flex-1">{sentence(failure, at)}</span>
      {onRetry && (
        <Button size="small" look="ghost" onClick={onRetry}>
          {t('again')}
        </Button>
      )}
    </div>
  )
}

/** The words of a failure. What a browser does not keep is another matter than a host that does not answer. */
export function useSentence(): (failure: GitFailure, at: FilePlace) => string {
  const t = useTranslations('files')
  const nameOf = usePlaceName()
  const sentence = useFailureSentence()
  return (failure, at) => {
    if (at.place.kind === 'device' && failure.code === 'host-unreachable') return t('deviceBlocked')
    return sentence(failure, nameOf(at))
  }
}
