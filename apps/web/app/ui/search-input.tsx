import type { Ref } from 'react'
import { Input } from './field.tsx'

interface Props {
  value: string
  /** What is looked for, in it and for who hears it. */
  label: string
  onChange: (value: string) => void
  className?: string
  ref?: Ref<HTMLInputElement>
  'data-autofocus'?: boolean
}

/** A field that narrows what stands below it; Esc empties it. */
export function SearchInput({ label, onChange, ...rest }: Props) {
  return (
    <Input
      type="search"
      placeholder={label}
      aria-label={label}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      {...rest}
    />
  )
}
