import type { ChangeEvent, FocusEvent } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Input, Textarea, type FieldControl } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useGrid } from '../grid-context.ts'
import { MASK } from './secrets.ts'
import { useTimedReveal } from '../../../ui/use-timed-reveal.ts'

type Editable = HTMLInputElement | HTMLTextAreaElement

interface Props extends FieldControl {
  value: string
  label: string
  long?: boolean
  onText: (text: string) => void
}

/** A field whose text is out of sight until it is asked for, and then for half a minute. */
export function SecretField({ value, label, long = false, onText, ...control }: Props) {
  const { t } = useGrid()
  const [revealed, setRevealed] = useTimedReveal()
  const readable = revealed || value === ''
  const shared = {
    ...control,
    readOnly: !readable,
    value: readable ? value : MASK,
    onFocus: ({ target }: FocusEvent<Editable>) => readable || target.select(),
    onChange: ({ target }: ChangeEvent<Editable>) => {
      // What is being typed is not hidden: the half minute begins anew.
      setRevealed(true)
      onText(target.value)
    },
  }
  return (
    <span className="flex min-w-0 items-start gap-1">
      {long ? (
        <Textarea {...shared} rows={readable ? 4 : 1} className="font-mono text-xs" />
      ) : (
        // No field of a password manager: what it holds is no password of this site.
        <Input {...shared} type="text" className="font-mono" />
      )}
      {value !== '' && (
        <>
          <IconButton
            icon={revealed ? 'eye-off' : 'eye'}
            aria-pressed={revealed}
            label={`${t(revealed ? 'hideSecret' : 'showSecret')}: ${label}`}
            onClick={() => setRevealed(!revealed)}
          />
          <CopyButton text={value} label={`${t('copy')}: ${label}`} iconOnly />
        </>
      )}
    </span>
  )
}
