import type { GitFailure } from '@switchyard/git-hosts'
import { useTranslations } from 'use-intl'
import { askToSignIn } from '../../lib/sign-in-request.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useFailureSentence } from '../file-save/use-failure-sentence.ts'
import { usePlaceName } from '../file-save/use-place-name.ts'
import { usePlaceAccount } from '../file-save/use-place-account.ts'
import { GitFailureNote } from '../git-accounts/git-failure-note.tsx'
import type { Place } from '../places/place.ts'

interface Props {
  failure: GitFailure
  place: Place
  onRetry?: (() => void) | undefined
}

/** Why a storage service did not do what it was asked, and the next step. */
export function StorageFailureNote({ failure, place, onRetry }: Props) {
  const t = useTranslations('storage')
  const sentence = useFailureSentence()
  const nameOf = usePlaceName()
  const { account } = usePlaceAccount(place)
  if (account) return <GitFailureNote failure={failure} account={account} onRetry={onRetry} />
  const isSignedOut = failure.code === 'token-invalid'
  const again = isSignedOut ? () => void askToSignIn().then((isIn) => isIn && onRetry?.()) : onRetry
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 rounded-md bg-error-soft px-3 py-2 text-sm text-error"
      data-testid="storage-failure"
    >
      <Icon name="circle-alert" className="size-4 shrink-0" />
      <span className="min-w-48 flex-1 wrap-anywhere">
        {isSignedOut
          ? t('signedOut')
          : failure.code === 'protected'
            ? t('bucketPrivate')
            : sentence(failure, nameOf(place))}
      </span>
      {again && (
        <Button size="small" look="ghost" onClick={again}>
          {t(isSignedOut ? 'signIn' : 'again')}
        </Button>
      )}
    </div>
  )
}
