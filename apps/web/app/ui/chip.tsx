import type { ReactNode } from 'react'
import { FormattedNumber } from './formatted-number.tsx'
import { Icon } from './icon.tsx'

interface Props {
  children: ReactNode
  count?: number | undefined
  /** Given: the chip is a toggle. */
  pressed?: boolean
  onClick?: () => void
  /** Given with the words of its button: the chip can be taken away. */
  onRemove?: () => void
  removeLabel?: string
  testId?: string
  className?: string
}

/** A short choice among many: a filter that is on or off, or a value that can be taken away. */
export function Chip({ children, count, pressed, onClick, onRemove, removeLabel, testId, className = '' }: Props) {
  const content = (
    <>
      <span className="truncate">{children}</span>
      {count !== undefined && (
        <span className="text-muted tabular-nums">
          <FormattedNumber n={count} />
        </span>
      )}
    </>
  )
  if (onClick)
    return (
      <button
        type="button"
        aria-pressed={pressed}
        data-testid={testId}
        className={`chip chip-button ${className}`}
        onClick={onClick}
      >
        {content}
      </button>
    )
  return (
    <span className={`chip ${className}`} data-testid={testId}>
      {content}
      {onRemove && (
        <button type="button" aria-label={removeLabel} className="chip-remove" onClick={onRemove}>
          <Icon name="x" className="size-3" />
        </button>
      )}
    </span>
  )
}
