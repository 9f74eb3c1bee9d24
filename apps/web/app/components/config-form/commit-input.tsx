import type { ComponentProps } from 'react'
import { Input } from '../../ui/field.tsx'
import { useCommitted } from './use-committed.ts'

interface Props extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> {
  value: string
  /** Told once the field is left or gone, or by Enter. */
  onCommit: (value: string) => void
}

/** A text that counts as a whole: of an address, half would be asked for while it is typed. */
export function CommitInput({ value, onCommit, ...rest }: Props) {
  const { field } = useCommitted(value, onCommit)
  return <Input {...rest} {...field} />
}
