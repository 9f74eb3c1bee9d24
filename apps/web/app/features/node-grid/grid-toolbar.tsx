import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { FILTER_MAX, hasFacet, toggleFacet, type TermKey } from './filter-query.ts'
import { Flag } from './flag.tsx'
import { useGrid } from './grid-context.ts'
import type { FilterState } from './use-view.ts'
import type { RowIndex } from './view.ts'

const MOST_CHIPS = 24

interface Props {
  index: RowIndex
  filter: FilterState
  text: string
  onText: (text: string) => void
  input: Ref<HTMLInputElement>
  /** Absent: the screen does not ask. */
  keepDuplicates?: boolean
  onKeepDuplicates?: (keep: boolean) => void
  onView: () => void
  /** Arrow down leaves the box for the rows. */
  onLeave: () => void
}

/** The filter box, and chips that write into it. */
export function GridToolbar(props: Props) {
  const { index, filter, text, onText, input, keepDuplicates, onKeepDuplicates, onView, onLeave } = props
  const { t } = useGrid()
  const id = useId()
  const problem = filter.problem && t(`regex.${filter.problem.reason}`, { pattern: filter.problem.pattern })
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b border-line p-2">
      <div className="flex items-center gap-1">
        <div className="relative min-w-0 flex-1">
          <Icon
            name="search"
            className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
          />
          <input
            ref={input}
            type="text"
            role="searchbox"
            data-testid="node-filter"
            value={text}
            maxLength={FILTER_MAX}
            aria-label={t('filter')}
            aria-describedby={`${id}-note`}
            aria-invalid={problem ? true : undefined}
            placeholder={t('filterHint')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className="input h-(--control) px-8"
            onChange={(event) => onText(event.target.value)}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return
              if (event.key === 'Escape' && text !== '') {
                event.preventDefault()
                onText('')
              } else if (event.key === 'ArrowDown') {
                event.preventDefault()
                onLeave()
              }
            }}
          />
          {text !== '' && (
            <button
              type="button"
              aria-label={t('clearFilter')}
              className="absolute top-1/2 right-1 grid size-6 -translate-y-1/2 place-items-center rounded text-muted hover:bg-hover hover:text-fg"
              onClick={() => onText('')}
            >
              <Icon name="x" className="size-3.5" />
            </button>
          )}
        </div>
        <IconButton icon="columns-3" label={t('view')} onClick={onView} data-testid="node-view" />
      </div>
      <p id={`${id}-note`} className={problem ? 'text-xs text-error' : 'sr-only'}>
        {problem ?? t('filterHelp')}
      </p>
      <Chips label={t('chips')}>
        {index.problems > 0 && (
          <FacetChip {...{ filter, text, onText }} facet="is" value="problem" count={index.problems}>
            <Icon name="alert-triangle" className="size-3.5 text-warning" />
            {t('onlyProblems')}
          </FacetChip>
        )}
        {onKeepDuplicates && (index.repeated > 0 || keepDuplicates) && (
          <ChipButton
            pressed={keepDuplicates === true}
            testId="keep-duplicates"
            onClick={() => onKeepDuplicates(!keepDuplicates)}
          >
            {t('keepDuplicates')}
            {index.repeated > 0 && <Count value={index.repeated} />}
          </ChipButton>
        )}
        {index.regions.slice(0, MOST_CHIPS).map(({ value, count }) => (
          <FacetChip key={`r-${value}`} {...{ filter, text, onText, value, count }} facet="region">
            <RegionChip code={value} />
          </FacetChip>
        ))}
        {index.protocols.slice(0, MOST_CHIPS).map(({ value, count }) => (
          <FacetChip key={`p-${value}`} {...{ filter, text, onText, value, count }} facet="proto">
            {value}
          </FacetChip>
        ))}
        {index.sources.length > 1 &&
          index.sources.slice(0, MOST_CHIPS).map(({ value, count }) => (
            <FacetChip key={`s-${value}`} {...{ filter, text, onText, value, count }} facet="src">
              <span className="max-w-32 truncate">{value}</span>
            </FacetChip>
          ))}
      </Chips>
    </div>
  )
}

function RegionChip({ code }: { code: string }) {
  const { regionName, flags } = useGrid()
  return (
    <>
      {flags && <Flag code={code} />}
      <span title={regionName(code)}>{code}</span>
    </>
  )
}

interface FacetChipProps {
  filter: FilterState
  text: string
  onText: (text: string) => void
  facet: TermKey
  value: string
  count: number
  children: ReactNode
}

function FacetChip({ filter, text, onText, facet, value, count, children }: FacetChipProps) {
  return (
    <ChipButton
      pressed={hasFacet(filter.terms, facet, value)}
      testId={`chip-${facet}-${value}`}
      onClick={() => onText(toggleFacet(text, facet, value))}
    >
      {children}
      <Count value={count} />
    </ChipButton>
  )
}

function Count({ value }: { value: number }) {
  return <span className="text-muted tabular-nums">{value}</span>
}

interface ChipButtonProps {
  pressed: boolean
  testId: string
  onClick: () => void
  children: ReactNode
}

function ChipButton({ pressed, testId, onClick, children }: ChipButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      data-testid={testId}
      className="chip chip-button shrink-0 pointer-coarse:h-10 focus-visible:-outline-offset-2"
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** A line of chips with one tab stop; arrows go along it. */
function Chips({ label, children }: { label: string; children: ReactNode }) {
  const line = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)
  const chips = () => [...line.current!.querySelectorAll('button')]
  const onKeyDown = (event: KeyboardEvent) => {
    const all = chips()
    const at = all.indexOf(event.target as HTMLButtonElement)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (next === undefined || at < 0) return
    event.preventDefault()
    all[(next + all.length) % all.length]?.focus()
  }
  return (
    <div
      ref={(element) => {
        line.current = element
        if (!element) return
        const all = [...element.querySelectorAll('button')]
        for (const [at, chip] of all.entries()) chip.tabIndex = at === Math.min(stop, all.length - 1) ? 0 : -1
      }}
      role="toolbar"
      aria-label={label}
      className="flex gap-1.5 overflow-x-auto empty:hidden [scrollbar-width:none]"
      onKeyDown={onKeyDown}
      onFocus={(event) =>
        setStop(
          Math.max(
            0,
            chips().findIndex((chip) => chip.contains(event.target)),
          ),
        )
      }
    >
      {children}
    </div>
  )
}
