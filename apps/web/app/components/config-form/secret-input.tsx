import { useTranslations } from 'use-intl'
import { Input } from '../../ui/field.tsx'
import type { FieldControl } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useTimedReveal } from '../../ui/use-timed-reveal.ts'

interface Props extends FieldControl {
  value: string
  onChange: (value: string) => void
}

/** A secret behind dots; seen on demand, for half a minute. */
export function SecretInput({ value, onChange, ...control }: Props) {
  const t = useTranslations('configForm')
  const [isShown, setShown] = useTimedReveal()
  return (
    <span className="relative flex min-w-0 flex-1">
      <Input
        {...control}
        type={isShown ? 'text' : 'password'}
        autoComplete="off"
        className="pr-9 font-mono"
        value={value}
        onChange={(event) => {
          if (isShown) setShown(true)
          onChange(event.target.value)
        }}
      />
      <IconButton
        icon={isShown ? 'eye-off' : 'eye'}
        size="small"
        className="absolute top-1/2 right-1 -translate-y-1/2"
        label={t(isShown ? 'hideSecret' : 'showSecret')}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      />
    </span>
  )
}
