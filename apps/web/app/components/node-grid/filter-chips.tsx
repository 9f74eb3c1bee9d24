import { memo, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Count } from '../../ui/count.tsx'
import { Icon } from '../../ui/icon.tsx'
import { hasFacet, type Term, type TermKey } from './filter-query.ts'
import { Flag } from './flag.tsx'
import { useGrid } from './grid-context.ts'
import type { Facet, RowIndex } from './view.ts'

const MOST_CHIPS = 24

interface Props {
  index: RowIndex
  /** Of the filter: a chip that is in it is pressed. */
  terms: readonly Term[]
  onFacet: (facet: TermKey, value: string) => void
}

/** What the rows have in common, to be pressed in place of typed. */
export const FilterChips = memo(function FilterChips(props: Props) {
  const { index, terms, onFacet } = props
  const { t } = useGrid()
  const chips = (facet: TermKey, facets: readonly Facet[]) =>
    facets
      .slice(0, MOST_CHIPS)
      .map(({ value, count }) => (
        <FacetChip
          key={`${facet}-${value}`}
          {...{ facet, value, count, onFacet }}
          pressed={hasFacet(terms, facet, value)}
        />
      ))
  return (
    <ChipLine label={t('chips')}>
      {index.issues > 0 && chips('is', [{ value: 'problem', count: index.issues }])}
      {index.doubtful > 0 && chips('is', [{ value: 'doubtful', count: index.doubtful }])}
      {chips('region', index.regions)}
      {chips('proto', index.protocols)}
      {index.sources.length > 1 && chips('src', index.sources)}
    </ChipLine>
  )
})

interface FacetChipProps {
  facet: TermKey
  value: string
  count: number
  pressed: boolean
  onFacet: (facet: TermKey, value: string) => void
}

const FacetChip = memo(function FacetChip({ facet, value, count, pressed, onFacet }: FacetChipProps) {
  return (
    <ChipButton pressed={pressed} testId={`chip-${facet}-${value}`} onClick={() => onFacet(facet, value)} count={count}>
      <FacetName facet={facet} value={value} />
    </ChipButton>
  )
})

function FacetName({ facet, value }: { facet: TermKey; value: string }) {
  const { t, regionName, flags } = useGrid()
  switch (facet) {
    case 'is':
      return (
        <>
          <Icon name="alert-triangle" className="size-3.5 text-warning" />
          {t(value === 'doubtful' ? 'onlyDoubtful' : 'onlyProblems')}
        </>
      )
    case 'region':
      return (
        <>
          {flags && <Flag code={value} />}
          <span title={regionName(value)}>{value}</span>
        </>
      )
    case 'src':
      return <span className="max-w-32 truncate">{value}</span>
    default:
      return value
  }
}

interface ChipButtonProps {
  pressed: boolean
  count: number
  testId: string
  onClick: () => void
  children: ReactNode
}

function ChipButton({ pressed, count, testId, onClick, children }: ChipButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      data-testid={testId}
      className="chip chip-button shrink-0 pointer-coarse:h-10 focus-visible:-outline-offset-2"
      onClick={onClick}
    >
      {children}
      {count > 0 && (
        <span className="text-muted tabular-nums">
          <Count n={count} />
        </span>
      )}
    </button>
  )
}

/** A line of chips with one tab stop; arrows go along it. */
function ChipLine({ label, children }: { label: string; children: ReactNode }) {
  const line = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)
  const chips = () => [...line.current!.querySelectorAll('button')]
  useLayoutEffect(() => {
    const all = chips()
    for (const [at, chip] of all.entries()) {
      const tabIndex = at === Math.min(stop, all.length - 1) ? 0 : -1
      if (chip.tabIndex !== tabIndex) chip.tabIndex = tabIndex
    }
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const all = chips()
    const at = all.findIndex((chip) => chip === event.target)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (next === undefined || at < 0) return
    event.preventDefault()
    all[(next + all.length) % all.length]?.focus()
  }
  return (
    <div
      ref={line}
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
