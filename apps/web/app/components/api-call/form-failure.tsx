import { useFormatter, useTranslations } from 'use-intl'
import type { Failure } from './api-failure.ts'
import { Icon } from '../../ui/icon.tsx'

/** Why a form could not be sent, where it was sent. */
export function FormFailure({ failure }: { failure: Failure | undefined }) {
  const t = useTranslations('app')
  const format = useFormatter()
  if (!failure) return null
  return (
    <p role="alert" className="flex items-start gap-2 rounded-md bg-error-soft px-3 py-2 text-sm text-error">
      <Icon name="circle-alert" className="mt-1 size-4 shrink-0" />
      <span className="min-w-0">
        {failure.retryAt === undefined
          ? failure.text
          : t('wait', { time: format.dateTime(failure.retryAt, { timeStyle: 'medium' }) })}
      </span>
    </p>
  )
}
