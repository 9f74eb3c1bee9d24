import { CopyButton } from '../../ui/copy-button.tsx'
import { Input, Textarea, type FieldControl } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useGrid } from './grid-context.ts'
import { MASK } from './secrets.ts'
import { useTimedReveal } from '../../ui/use-timed-reveal.ts'

interface Props extends FieldControl {
  value: string
  label: string
  long?: boolean
  onText: (text: string) => void
}

/** A field whose text is out of sight until it is asked for, and then for half a minute. */
export function SecretInput({ value, label, long = false, onText, ...control }: Props) {
  const { t } = useGrid()
  const [revealed, setRevealed] = useTimedReveal()
  return (
    <span className="flex min-w-0 items-start gap-1">
      {long && revealed ? (
        <Textarea
          {...control}
          rows={4}
          className="font-mono text-xs"
          value={value}
          onChange={(event) => onText(event.target.value)}
        />
      ) : (
        <Input
          {...control}
          // No field of a password manager: what it holds is no password of this site.
          type="text"
          readOnly={!revealed && value !== ''}
          value={revealed || value === '' ? value : MASK}
          className="font-mono"
          onFocus={(event) => revealed || event.target.select()}
          onChange={(event) => {
            setRevealed(true)
            onText(event.target.value)
          }}
        />
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
