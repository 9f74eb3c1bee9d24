import { useTranslations } from 'use-intl'
import { canSeal } from '../../lib/device-lock.ts'
import { RadioCards } from '../../ui/radio-cards.tsx'

export type TokenKeeping = 'tab' | 'device'

/** Whether a token stays in this tab or is remembered. */
export function TokenKeepingChoice({
  legend,
  value,
  onChange,
}: {
  /** Of what is no token in the words of its screen. */
  legend?: string
  value: TokenKeeping
  onChange: (value: TokenKeeping) => void
}) {
  const t = useTranslations('gitAccounts')
  return (
    <RadioCards
      legend={legend ?? t('keeping')}
      layout="rows"
      value={value}
      onChange={onChange}
      cards={[
        { value: 'tab', label: t('keepInTab'), note: t('keepInTabNote') },
        {
          value: 'device',
          label: t('keepOnDevice'),
          note: t(canSeal() ? 'keepOnDeviceNote' : 'keepNeedsHttps'),
          disabled: !canSeal(),
          testId: 'keep-token',
        },
      ]}
    />
  )
}
