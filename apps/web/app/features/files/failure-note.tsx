import type { GitFailure } from '@switchyard/git-hosts'
import { GitHostError } from '@switchyard/git-hosts/writes'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFailureSentence } from '../../components/file-save/use-failure-sentence.ts'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { usePlaceName } from './place-name.tsx'
import type { FilePlace } from './use-file-places.ts'

/** What another token, or the agreement to the relay, mends. */
const BY_SETTINGS: ReadonlySet<GitFailure['code']> = new Set([
  'token-invalid',
  'scope-missing',
  'host-refuses-browsers',
])

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
  const t = useTranslations('files')
  const ui = useTranslations('ui')
  const locale = useRouteLocale()
  const sentence = useSentence()
  const host = at.account?.host
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 border-b border-line bg-error-soft px-3 py-2 text-sm"
    >
      <Icon name="circle-alert" className="size-4 text-error" />
      <span className="min-w-48 flex-1">{sentence(failure, at)}</span>
      {host !== undefined && BY_SETTINGS.has(failure.code) && (
        <Link to={localizedPath(locale, `/settings/${host}`)} className={buttonClass('outline', 'small')}>
          {t('toSettings')}
        </Link>
      )}
      {onRetry && (
        <Button size="small" icon="refresh-cw" onClick={onRetry}>
          {t('again')}
        </Button>
      )}
      {onClose && (
        <Button size="small" look="ghost" onClick={onClose}>
          {ui('close')}
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
    const isDevice = at.place.kind === 'device'
    if (isDevice && failure.code === 'host-unreachable') return t('deviceBlocked')
    if (isDevice && failure.code === 'too-large') return t('deviceFull')
    return sentence(failure, nameOf(at))
  }
}

/** The failure that an error stands for; what is none of a place is a bug, and goes on. */
export function failureIn(error: unknown): GitFailure {
  if (error instanceof GitHostError) return error.failure
  throw error
}
