import { useId, type ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

export interface RadioCard<Value extends string = string> {
  value: Value
  label: ReactNode
  note?: ReactNode
  /** At the end of a row. */
  aside?: ReactNode
  icon?: IconName
  disabled?: boolean
  testId?: string
}

interface Props<Value extends string> {
  /** The question that the cards answer. */
  legend: ReactNode
  legendHidden?: boolean
  value: Value
  cards: readonly RadioCard<Value>[]
  onChange: (value: Value) => void
  className?: string
  layout?: keyof typeof LAYOUTS
}

const ROWS = 'card divide-y divide-line overflow-hidden'
const LAYOUTS = {
  /** On a phone the cards stand below each other. */
  cards: 'grid gap-2 sm:grid-cols-3',
  /** On a phone the cards stand in one row too, and show only their labels. */
  row: 'radio-cards-row',
  /** Each has a row, of one line where its words fit. */
  list: ROWS,
  /** Each has a row with its words below each other. */
  rows: ROWS,
}

/** One of a few, each with words of its own. */
export function RadioCards<Value extends string>(props: Props<Value>) {
  const { legend, legendHidden = false, value, cards, onChange, layout = 'cards', className = LAYOUTS[layout] } = props
  const isInline = layout === 'list'
  const isRow = isInline || layout === 'rows'
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className={legendHidden ? 'sr-only' : 'mb-2 text-sm font-medium'}>{legend}</legend>
      <div className={className}>
        {cards.map((card) => (
          <label key={card.value} className={isRow ? 'radio-row' : 'radio-card'} data-testid={card.testId}>
            <input
              type="radio"
              name={name}
              value={card.value}
              checked={card.value === value}
              disabled={card.disabled}
              className={isRow ? 'radio' : 'radio mt-0.5'}
              onChange={() => onChange(card.value)}
            />
            <span className={isInline ? 'flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2' : 'min-w-0 flex-1'}>
              <span className="radio-label flex items-center gap-2 font-medium">
                {card.icon && <Icon name={card.icon} className="size-4 text-muted max-lg:hidden" />}
                {card.label}
              </span>
              {card.note && (
                <span className={`radio-note text-xs text-muted ${isInline ? '' : 'block'}`}>{card.note}</span>
              )}
            </span>
            {card.aside}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
