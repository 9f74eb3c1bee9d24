import type { ReactNode } from 'react'
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
  return (
    <Revealed className="flex-1">
      {(shown, keepShown) => (
        <Input
          {...control}
          {...shown}
          value={value}
          onChange={(event) => {
            keepShown()
            onChange(event.target.value)
          }}
        />
      )}
    </Revealed>
  )
}

interface RevealedProps {
  className?: string
  /** Draws the field. `keepShown` begins the half minute anew where the secret is seen. */
  children: (
    shown: { type: 'text' | 'password'; autoComplete: 'off'; className: string },
    keepShown: () => void,
  ) => ReactNode
}

/** A field behind dots, and the button that shows what stands in it for half a minute. */
export function Revealed({ className = '', children }: RevealedProps) {
  const t = useTranslations('configForm')
  const [isShown, setShown] = useTimedReveal()
  return (
    <span className={`relative flex min-w-0 ${className}`}>
      {children({ type: isShown ? 'text' : 'password', autoComplete: 'off', className: 'pr-9 font-mono' }, () => {
        if (isShown) setShown(true)
      })}
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
