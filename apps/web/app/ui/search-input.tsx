import type { Ref } from 'react'
import { Input } from './field.tsx'
import { Icon } from './icon.tsx'

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

/** A search input with a search icon, for the place above a list. */
export function SearchField({ className = '', ...rest }: Props) {
  return (
    <div className={`relative ${className}`}>
      <Icon name="search" className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-muted" />
      <SearchInput className="pl-8!" {...rest} />
    </div>
  )
}
