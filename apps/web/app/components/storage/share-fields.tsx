import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { drawPassword, SHARE_HOURS, type ShareHours, USUAL_SHARE_HOURS } from './share-terms.ts'

/** What is chosen of a new share. */
export interface ShareTerms {
  hours: ShareHours
  /** '': none. */
  password: string
}

export const USUAL_TERMS: ShareTerms = { hours: USUAL_SHARE_HOURS, password: '' }
const PASSWORD_MAX = 128

/** How long a share is there, and whether it asks for a password. */
export function ShareFields({ terms, onChange }: { terms: ShareTerms; onChange: (terms: ShareTerms) => void }) {
  const t = useTranslations('storage')
  return (
    <div className="grid gap-3 sm:grid-cols-[auto_1fr]">
      <Field label={t('expiry')}>
        {(control) => (
          <Select
            {...control}
            value={String(terms.hours)}
            choices={SHARE_HOURS.map((hours) => ({ value: String(hours), label: t(`hours.${hours}`) }))}
            onChange={(value) => {
              const hours = SHARE_HOURS.find((one) => String(one) === value)
              if (hours !== undefined) onChange({ ...terms, hours })
            }}
          />
        )}
      </Field>
      <Field label={t('password')} hint={t('passwordHint')}>
        {(control) => (
          <span className="flex gap-2">
            <Input
              {...control}
              value={terms.password}
              maxLength={PASSWORD_MAX}
              autoComplete="off"
              onChange={(event) => onChange({ ...terms, password: event.target.value })}
            />
            <Button onClick={() => onChange({ ...terms, password: drawPassword() })}>{t('drawPassword')}</Button>
          </span>
        )}
      </Field>
    </div>
  )
}
