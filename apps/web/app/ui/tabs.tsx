import type { KeyboardEvent, ReactNode } from 'react'
import { FormattedNumber } from './formatted-number.tsx'
import { tooltip } from './tooltip.tsx'

export interface Tab<Id extends string = string> {
  id: Id
  label: ReactNode
  /** A number beside it; null: it is not known yet, and has its room. */
  count?: number | null | undefined
  /** What the number says. */
  hint?: string | undefined
  testId?: string
}

interface TabsProps<Id extends string> {
  /** What the tabs are about; the ids of tabs and panels begin with `name`. */
  label: string
  name: string
  tabs: readonly Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
  className?: string
}

/** One of several views of a thing. Arrows, Home and End go from tab to tab. */
export function Tabs<Id extends string>({ label, name, tabs, value, onChange, className = '' }: TabsProps<Id>) {
  /** The tabs may stand in another place then: the focus goes with them. */
  const choose = (id: Id) => {
    onChange(id)
    document.getElementById(`${name}-tab-${id}`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ id }) => id === value)
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    choose(tabs[(next + tabs.length) % tabs.length]!.id)
  }
  return (
    <div role="tablist" aria-label={label} className={`tabs ${className}`} onKeyDown={onKeyDown}>
      {tabs.map(({ id, label, count, hint, testId }) => (
        <button
          key={id}
          id={`${name}-tab-${id}`}
          type="button"
          role="tab"
          aria-selected={id === value}
          aria-controls={id === value ? `${name}-panel-${id}` : undefined}
          tabIndex={id === value ? 0 : -1}
          data-testid={testId}
          className="tab"
          {...(hint === undefined ? {} : tooltip(hint))}
          onClick={() => choose(id)}
        >
          {label}
          {count !== undefined && (
            <span className={count === null ? 'tab-count invisible' : 'tab-count'}>
              <FormattedNumber n={count ?? 0} />
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

interface PanelProps {
  name: string
  id: string
  className?: string
  children: ReactNode
}

export function TabPanel({ name, id, className = '', children }: PanelProps) {
  return (
    <div {...tabPanel(name, id)} className={className}>
      {children}
    </div>
  )
}

/** What makes an element the panel of a tab. */
export function tabPanel(name: string, id: string) {
  return { role: 'tabpanel', id: `${name}-panel-${id}`, 'aria-labelledby': `${name}-tab-${id}` } as const
}
