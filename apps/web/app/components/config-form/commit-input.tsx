import { useEffect, useState, type ComponentProps } from 'react'
import { Input } from '../../ui/field.tsx'
import { useWhenGone } from './use-when-gone.ts'

interface Props extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> {
  value: string
  /** Told once the field is left or gone, or by Enter. */
  onCommit: (value: string) => void
}

/** A text that counts as a whole: of an address, half would be asked for while it is typed. */
export function CommitInput({ value, onCommit, ...rest }: Props) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const commit = () => {
    if (text !== value) onCommit(text)
  }
  useWhenGone(commit)
  return (
    <Input
      {...rest}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && commit()}
    />
  )
}
