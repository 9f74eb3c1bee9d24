import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field, Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { passwordStrength } from './password-strength.ts'

interface Props {
  label: string
  value: string
  onChange: (password: string) => void
  /** A new one is judged while it is typed, and a password manager offers to make it. */
  isNew?: boolean
  error?: string | undefined
  disabled?: boolean
}

/** A password, which can be shown. */
export function PasswordField({ label, value, onChange, isNew = false, error, disabled }: Props) {
  const t = useTranslations('account')
  const [isShown, setShown] = useState(false)
  const hint = isNew && value !== '' ? t(`strength.${passwordStrength(value)}`) : isNew && t('passwordRule')
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <Input
            {...control}
            type={isShown ? 'text' : 'password'}
            value={value}
            disabled={disabled}
            required
            autoComplete={isNew ? 'new-password' : 'current-password'}
            autoCapitalize="off"
            className="w-full pr-[calc(var(--control)+4px)]"
            onChange={(event) => onChange(event.target.value)}
          />
          <IconButton
            icon={isShown ? 'eye-off' : 'eye'}
            className="absolute inset-y-0 right-0 my-auto -outline-offset-2!"
            label={t(isShown ? 'hidePassword' : 'showPassword')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Field>
  )
}
