import type { ChosenTemplate } from '@switchyard/recipe/model'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { usePresetFailure } from '../../../components/presets/preset-words.ts'
import { Said } from '../../../components/presets/said.tsx'
import type { AskedText } from '../../../components/presets/use-presets.ts'
import { Button } from '../../../ui/button.tsx'

interface Props {
  text: AskedText
  chosen: ChosenTemplate | undefined
  /** What can be done with the chosen one. */
  children: ReactNode
}

/** Whether the chosen preset is on its way, from when it is, or why it is not there. */
export function PresetState({ text: { value, failure, isLoading, refresh }, chosen, children }: Props) {
  const t = useTranslations('presets')
  const format = useFormatter()
  const words = usePresetFailure()
  const time = value && format.dateTime(value.at, { dateStyle: 'medium', timeStyle: 'short' })
  if (isLoading)
    return (
      <p role="status" className="text-sm text-muted">
        {t('fetching')}
      </p>
    )
  return (
    <>
      {failure && (
        <Said
          isWarning={value !== undefined}
          text={time === undefined ? words(failure) : t('textCopy', { reason: words(failure), time })}
        >
          <Button size="small" onClick={refresh}>
            {t('retry')}
          </Button>
        </Said>
      )}
      {chosen && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-muted">{time !== undefined && !failure ? t('fetchedAt', { time }) : ''}</p>
          {children}
        </div>
      )}
    </>
  )
}
