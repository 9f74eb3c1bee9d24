import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Field, Input } from '../../ui/field.tsx'

interface Props {
  label: string
  hint?: ReactNode
  value: number | undefined
  /** What holds while nothing is typed. */
  placeholder: string
  min?: number
  max?: number
  /** What is wrong with any other number. */
  error?: string
  className?: string
  onChange: (value: number | undefined) => void
}

/** A whole number. It counts when it is right; what is wrong stays in the field with its reason. */
export function NumberField({
  label,
  hint,
  value,
  placeholder,
  min = 1,
  max = Infinity,
  error,
  className,
  onChange,
}: Props) {
  const t = useTranslations('configForm')
  const [text, setText] = useState(value === undefined ? '' : String(value))
  const isGood = (one: string) => one === '' || (/^\d{1,9}$/.test(one) && Number(one) >= min && Number(one) <= max)
  useEffect(() => {
    setText((now) => (isGood(now) ? (value === undefined ? '' : String(value)) : now))
    // oxlint-disable-next-line react/exhaustive-deps
  }, [value])
  return (
    <Field
      label={label}
      hint={hint}
      error={!isGood(text) && (error ?? (max === Infinity ? t('numberBad') : t('numberOut', { min, max })))}
      {...(className ? { className } : {})}
    >
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          placeholder={placeholder}
          value={text}
          onChange={(event) => {
            const next = event.target.value.trim()
            setText(next)
            if (isGood(next)) onChange(next === '' ? undefined : Number(next))
          }}
        />
      )}
    </Field>
  )
}
