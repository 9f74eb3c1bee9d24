import { useCallback, useRef, type Dispatch, type ReactNode, type Ref, type SetStateAction } from 'react'
import { ROWS_AT_ONCE } from './use-sliced.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import { FilterBox } from '../filter/filter-box.tsx'
import { FilterChips } from '../filter/filter-chips.tsx'
import { hasFacet, SPELLED, toggleFacet, type TermKey } from '../filter/filter-query.ts'
import { useGrid } from '../grid-context.ts'
import { useFacets, type FilterState } from './use-view.ts'
import type { RowIndex } from './view.ts'

interface Props {
  index: RowIndex
  filter: FilterState
  text: string
  onText: Dispatch<SetStateAction<string>>
  input: Ref<HTMLInputElement>
  /** A phone shows cards: they have no columns, and their filter needs the whole line. */
  cards: boolean
  onView: () => void
  /** Absent: no node can be added here. */
  onAdd: (() => void) | undefined
  /** Absent: regions cannot be left out here. */
  onExcludeRegion: ((region: string, name: string) => void) | undefined
  /** Regions that are left out already. */
  excludedRegions: readonly string[]
  /** More that can be added, before a node. */
  moreToAdd: readonly MenuEntry[]
  /** What stands before the filter, on a phone behind it. */
  lead: ReactNode
  /** Arrow down leaves the box for the rows. */
  onLeave: () => void
}

/** The filter box, and chips that write into it. */
export function GridToolbar(props: Props) {
  const { index, filter, text, onText, input, cards, onView, onAdd, moreToAdd, lead, onLeave } = props
  const { onExcludeRegion, excludedRegions } = props
  const { t, regionName } = useGrid()
  const facets = useFacets(index, text)
  // Of the chips of regions that are pressed: those that are still among the nodes.
  const regions = index.regions
    .map(({ value }) => value)
    .filter((value) => hasFacet(filter.terms, 'region', value) && !excludedRegions.includes(value))
    .slice(0, 1)
  const chips = useRef<HTMLDivElement>(null)
  // A chip that only the filter kept in the line disappears when it is pressed.
  useKeptFocus(chips)
  const onFacet = useCallback(
    (facet: TermKey, value: string) => {
      const spelling = Object.fromEntries(SPELLED.map((word) => [word, t(`filterWord.${word}`)]))
      onText((now) => toggleFacet(now, facet, value, spelling))
    },
    [onText, t],
  )
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b border-line p-2">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
        {!cards && lead}
        <FilterBox
          {...{ text, onText, onLeave, input }}
          isShort={index.rows.length <= ROWS_AT_ONCE}
          issue={filter.issue}
          onRetry={filter.retry}
        />
        {cards && lead}
        {onAdd && (
          <Menu
            label={t('add')}
            align="end"
            trigger={
              <Button icon="plus" className="max-sm:size-(--control) max-sm:px-0" data-testid="add">
                <span className="max-sm:sr-only">{t('add')}</span>
              </Button>
            }
            items={[...moreToAdd, { id: 'node', label: t('addNode'), icon: 'pencil', onSelect: onAdd }]}
          />
        )}
        <IconButton
          icon={cards ? 'arrow-up-down' : 'columns-3'}
          look={cards ? 'outline' : 'ghost'}
          label={t(cards ? 'sorting' : 'view')}
          onClick={onView}
          data-testid="node-view"
        />
      </div>
      <div ref={chips} className={`flex gap-2 empty:hidden ${cards ? 'flex-col items-start' : 'items-center'}`}>
        <FilterChips all={index} {...{ facets, onFacet }} terms={filter.terms} />
        {onExcludeRegion &&
          regions.map((region) => (
            <Button
              key={region}
              size="small"
              icon="ban"
              className="shrink-0"
              data-testid={`exclude-region-${region}`}
              onClick={() => onExcludeRegion(region, regionName(region))}
            >
              {t('excludeRegion')}
              <span className="sr-only"> {regionName(region)}</span>
            </Button>
          ))}
      </div>
    </div>
  )
}
