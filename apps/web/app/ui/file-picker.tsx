import type { RefObject } from 'react'

interface Props {
  /** Whom a button has clicked; absent: it stands in a label, which the keyboard reaches by it. */
  input?: RefObject<HTMLInputElement | null>
  label?: string
  accept?: string
  multiple?: boolean
  onPick: (files: readonly File[]) => void
  'data-testid'?: string
}

/** The field behind a button that asks for files. It forgets what was chosen, so that the same file can be chosen again. */
export function FilePicker({ input, label, onPick, ...others }: Props) {
  return (
    <input
      ref={input}
      type="file"
      hidden={input !== undefined}
      className={input ? undefined : 'sr-only'}
      aria-label={label}
      onChange={(event) => {
        // The list of the field is empty once the field is.
        const files = [...(event.target.files ?? [])]
        event.target.value = ''
        if (files.length > 0) onPick(files)
      }}
      {...others}
    />
  )
}
