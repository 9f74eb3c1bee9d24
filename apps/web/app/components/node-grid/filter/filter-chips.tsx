import {
  Fragment,
  memo,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormattedNumber } from '../../../ui/formatted-number.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { type OutOfSight, useOutOfSight } from '../../../ui/use-out-of-sight.ts'
import { tooltip } from '../../../ui/tooltip.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { hasFacet, type Term, type TermKey } from './filter-query.ts'
import { Flag } from '../rows/flag.tsx'
import { useGrid } from '../grid-context.ts'
import { useWholeChips } from './use-whole-chips.ts'
import type { Facet, Facets } from '../grid/view.ts'
import { wordPx } from '../grid/word-width.ts'

const MOST_CHIPS = 24
/** The padding of a chip, and what letters may be wider than usual. */
const AROUND_MORE_PX = 28

interface Props {
  /** The values of all rows. They give the order of the chips, so no filter changes it. */
  all: Facets
  /** The values of the rows that have the states of the filter. They give the numbers. */
  facets: Facets
  /** Of the filter: a chip that is in it is pressed. */
  terms: readonly Term[]
  onFacet: (facet: TermKey, value: string) => void
}

/** What the rows have in common, to be pressed in place of typed. */
export const FilterChips = memo(function FilterChips(props: Props) {
  const { terms, onFacet } = props
  const { t } = useGrid()
  const [isOpen, setOpen] = useState(false)
  const line = useRef<HTMLDivElement>(null)
  const groups = groupsOf(props)
  const total = groups.reduce((sum, [, facets]) => sum + facets.length, 0)
  const content = groups.flatMap(([facet, facets]) => facets.map(({ value }) => `${facet}:${value}`)).join()
  const width = useWholeChips(line, content, wordPx(t('moreChips', { n: total })) + AROUND_MORE_PX)
  const { out, fade } = useOutOfSight(line, content)
  const hidden = out + groups.reduce((sum, [, facets]) => sum + Math.max(0, facets.length - MOST_CHIPS), 0)
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
  if (total === 0) return null
  return (
    <div className="flex w-full min-w-0 flex-1 items-center gap-1.5">
      {/* Until it is scrolled, no chip is cut. */}
      <ChipLine label={t('chips')} {...{ line, width }} fade={fade === 'end' ? 'none' : fade}>
        {groups.map(([facet, facets], at) => (
          <Fragment key={facet}>
            {at > 0 && <span aria-hidden="true" className="h-4 w-px shrink-0 self-center bg-line-strong" />}
            {chips(facet, facets)}
          </Fragment>
        ))}
      </ChipLine>
      {hidden > 0 && (
        <button
          type="button"
          aria-haspopup="dialog"
          data-testid="chips-more"
          className="chip chip-button chip-beside shrink-0 justify-center tabular-nums"
          onClick={() => setOpen(true)}
          {...tooltip(t('allChips', { count: total }))}
        >
          {t('moreChips', { n: hidden })}
        </button>
      )}
      {isOpen && <AllChips {...{ terms, onFacet, groups, total }} onClose={() => setOpen(false)} />}
    </div>
  )
})

type Group = readonly [facet: TermKey, facets: readonly Facet[]]

function groupsOf({ all, facets, terms }: Props): readonly Group[] {
  const groups: readonly Group[] = [
    ['is', among(statesOf(all), statesOf(facets))],
    ['region', among(all.regions, facets.regions)],
    ['proto', among(all.protocols, facets.protocols)],
    ['src', all.sources.length > 1 ? among(all.sources, facets.sources) : []],
  ]
  // A chip that finds no row or every row does not help. A pressed chip stays, so a person can release it.
  const isChoice = (facet: TermKey, { value, count }: Facet) =>
    (count > 0 && (count < facets.listed || (facet === 'is' && facets === all))) || hasFacet(terms, facet, value)
  return groups
    .map(([facet, values]): Group => [facet, values.filter((one) => isChoice(facet, one))])
    .filter(([, values]) => values.length > 0)
}

const statesOf = ({ issues, doubtful }: Facets): readonly Facet[] => [
  { value: 'problem', count: issues },
  { value: 'doubtful', count: doubtful },
]

/** Each value with its number from `counted`. A value that `counted` does not have gets 0. */
function among(values: readonly Facet[], counted: readonly Facet[]): readonly Facet[] {
  const counts = new Map(counted.map(({ value, count }) => [value, count]))
  return values.map(({ value }) => ({ value, count: counts.get(value) ?? 0 }))
}

const SEARCHED_FROM = 12

/** Every chip there is, in a list that can be searched when it is long. */
function AllChips({
  terms,
  onFacet,
  groups,
  total,
  onClose,
}: Pick<Props, 'terms' | 'onFacet'> & { groups: readonly Group[]; total: number; onClose: () => void }) {
  const { t, regionName } = useGrid()
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const isWanted = (facet: TermKey, value: string) =>
    `${value} ${facet === 'region' ? regionName(value) : ''}`.toLowerCase().includes(wanted)
  const shown = groups
    .map(([facet, facets]): Group => [facet, facets.filter(({ value }) => isWanted(facet, value))])
    .filter(([, facets]) => facets.length > 0)
  return (
    <Dialog open size="small" title={t('allChips', { count: total })} onClose={onClose} data-testid="all-chips">
      <div className="flex flex-col gap-3">
        {total >= SEARCHED_FROM && <SearchInput label={t('findChip')} value={text} onChange={setText} />}
        {shown.map(([facet, facets]) => (
          <section key={facet} className="flex flex-col gap-1.5">
            {COLUMN_OF[facet] && <h3 className="text-xs font-medium text-muted">{t(`column.${COLUMN_OF[facet]}`)}</h3>}
            <div className="flex flex-wrap gap-2">
              {facets.map(({ value, count }) => (
                <ChipButton
                  key={value}
                  pressed={hasFacet(terms, facet, value)}
                  testId={`all-${facet}-${value}`}
                  count={count}
                  onClick={() => onFacet(facet, value)}
                >
                  <FacetName facet={facet} value={value} />
                  {facet === 'region' && <span className="text-muted">{regionName(value)}</span>}
                </ChipButton>
              ))}
            </div>
          </section>
        ))}
        {shown.length === 0 && (
          <p role="status" className="text-sm text-muted">
            {t('noChip')}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const COLUMN_OF: Readonly<Partial<Record<TermKey, 'region' | 'protocol' | 'source'>>> = {
  region: 'region',
  proto: 'protocol',
  src: 'source',
}

interface FacetChipProps {
  facet: TermKey
  value: string
  count: number
  pressed: boolean
  onFacet: (facet: TermKey, value: string) => void
}

const FacetChip = memo(function FacetChip({ facet, value, count, pressed, onFacet }: FacetChipProps) {
  const { t } = useGrid()
  return (
    <ChipButton
      pressed={pressed}
      testId={`chip-${facet}-${value}`}
      hint={facet === 'is' && value === 'problem' ? t('onlyProblemsHint') : undefined}
      onClick={() => onFacet(facet, value)}
      count={count}
    >
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
  /** What it shows, where its word leaves that open. */
  hint?: string | undefined
  onClick: () => void
  children: ReactNode
}

function ChipButton({ pressed, count, testId, hint, onClick, children }: ChipButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      data-testid={testId}
      className="chip chip-button shrink-0 focus-visible:-outline-offset-2"
      onClick={onClick}
      {...(hint === undefined ? {} : tooltip(hint))}
    >
      {children}
      {count > 0 && (
        <span className="text-muted tabular-nums">
          <FormattedNumber n={count} />
        </span>
      )}
    </button>
  )
}

interface LineProps {
  label: string
  line: RefObject<HTMLDivElement | null>
  /** Up to the end of a chip. */
  width: number | undefined
  fade: OutOfSight['fade']
  children: ReactNode
}

/** A line of chips with one tab stop; arrows go along it. */
function ChipLine({ label, line, width, fade, children }: LineProps) {
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
      data-fade={fade}
      className="chip-line flex min-w-0 snap-x scroll-px-6 gap-1.5 overflow-x-auto *:max-w-none *:snap-start [scrollbar-width:none]"
      style={{ maxWidth: width }}
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
