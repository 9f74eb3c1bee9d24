import type { SelectHTMLAttributes } from 'react'
import { Icon } from './icon.tsx'

export interface Choice<Value extends string = string> {
  value: Value
  label: string
  disabled?: boolean
}

interface Props<Value extends string> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'> {
  value: Value
  choices: readonly Choice<Value>[]
  onChange: (value: Value) => void
}

/** One of a few: the browser's own list, so it is right on a phone and for a screen reader. */
export function Select<Value extends string>({ value, choices, onChange, className = '', ...rest }: Props<Value>) {
  return (
    <span className={`relative inline-flex min-w-0 ${className}`}>
      <select
        value={value}
        className="input h-(--control) cursor-pointer appearance-none truncate pr-8"
        onChange={(event) => {
          const chosen = choices.find(({ value }) => value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
        {...rest}
      >
        {choices.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <Icon
        name="chevron-down"
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
