import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode, type Ref } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { tidyName } from '@switchyard/recipe/model'
import { isNode } from './listed-node.ts'
import { type MenuEntry, MenuList } from '../../ui/menu.tsx'
import { BulkBar } from './menu/bulk-bar.tsx'
import { GoneRows } from './rows/gone-rows.tsx'
import { GridContext } from './grid-context.ts'
import { GridDialogs, type OpenDialog } from './grid/grid-dialogs.tsx'
import { GridFooter } from './grid/grid-footer.tsx'
import { GridHeader } from './columns/grid-header.tsx'
import type { GridParts, MenuAnchor } from './grid/grid-parts.ts'
import { GridRows, type GridRowsHandle } from './rows/grid-rows.tsx'
import { GridToolbar } from './grid/grid-toolbar.tsx'
import { isOneState, leadingStates, withState, type SpelledFlag } from './filter/filter-query.ts'
import { InfoBanner } from './grid/info-banner.tsx'
import { type Awaited, NoRows } from './grid/no-rows.tsx'
import { OpenRow } from './rows/open-row.tsx'
import { orderOfView } from './drag/ordering.ts'
import { regionNames } from './rows/region-names.ts'
import { bulkMenu, rowMenu } from './menu/row-actions.ts'
import { leftOutOf, scopeOf } from './edit/step-scope.ts'
import { NOTHING, selectAll, shownOf } from './grid/selection.ts'
import { nextSort, stepOfSort, type Sort, type SortColumn } from './columns/sort-rows.ts'
import type { NodeGridActions, NodeGridHandle, ListedNode, OwnColumns } from './types.ts'
import { useAbsentColumns, useActions } from './menu/use-actions.ts'
import { HEADER, nameColumn, useActiveCell } from './grid/use-active-cell.ts'
import { useAnnouncer } from './grid/use-announcer.ts'
import { useCellFocus } from './grid/use-cell-focus.ts'
import { ONE_LINE_FROM_PX, roomBesideOwn } from './columns/columns.ts'
import { useColumns } from './columns/use-columns.ts'
import { useGridContext } from './use-grid-context.ts'
import { useGridKeys } from './grid/use-grid-keys.ts'
import { useGridHandle } from './grid/use-grid-handle.ts'
import { useGridSize } from './grid/use-grid-size.ts'
import { usePointer } from './grid/use-pointer.ts'
import { useRowCommands } from './menu/use-row-commands.ts'
import { useSelection } from './grid/use-selection.ts'
import { RowHead } from './rows/row-head.tsx'
import { titleOf } from './rows/row-words.ts'
import { useRowIndex, useView } from './grid/use-view.ts'
import { isNodeId } from './grid/view.ts'

export type * from './types.ts'

export interface NodeGridProps {
  /** The columns are kept under this name. */
  screen: string
  /** What the nodes are, for a screen reader. */
  label: string
  rows: readonly ListedNode[]
  /** Rows that the last refresh did not bring again. */
  gone?: readonly ListedNode[]
  actions: NodeGridActions
  /** Why there are no rows; a plain sentence otherwise. */
  emptyText?: string | undefined
  /** Nodes that are on their way, and how to stop waiting for them. */
  awaited?: Awaited | undefined
  /** What else can be added besides a node. */
  moreToAdd?: readonly MenuEntry[]
  /** Regions that are left out already. */
  excludedRegions?: readonly string[]
  /** What stands before the filter, on a phone behind it. */
  lead?: ReactNode
  /** A line above the rows, in place of the question about notices. False: neither is shown. */
  banner?: ReactNode
  /** Called with the states that the text of the filter begins with. */
  onStates?: (states: readonly SpelledFlag[]) => void
  /** Columns that this screen adds. */
  own?: OwnColumns
  /** Called when another column is sorted by, or none. */
  onSorted?: (sort: Sort | null) => void
  /** Told when the selection changes. */
  onSelect?: (ids: readonly string[]) => void
  ref?: Ref<NodeGridHandle>
  className?: string
}

/** Of the rows that are drawn: the wanted one while it is in sight, else the topmost in sight. */
function rowInSight(grid: HTMLElement, wanted: string | null): string | undefined {
  const box = grid.getBoundingClientRect()
  const top = Math.max(0, box.top)
  const bottom = Math.min(innerHeight, box.bottom)
  const seen = [...grid.querySelectorAll<HTMLElement>('[data-row]:not([data-row=""])')]
    .map((row) => ({ id: row.dataset.row!, box: row.getBoundingClientRect() }))
    .filter(({ box }) => box.bottom > top && box.top < bottom)
    .sort((a, b) => a.box.top - b.box.top)
  return (seen.find(({ id }) => id === wanted) ?? seen[0])?.id
}

const NO_REGIONS: readonly string[] = []
const HEADER_PX = 32
/** The least height of a row of two lines: a name, a line of small letters and a border. */
const TWO_LINES_PX = 38
/** How much higher it is than a row of one line. */
const SECOND_LINE_PX = 6

/** The table of nodes that every screen shares: it shows rows and reports what is asked of them. */
export function NodeGrid(props: NodeGridProps) {
  const {
    screen,
    label,
    rows,
    gone,
    actions,
    emptyText,
    awaited,
    moreToAdd = [],
    excludedRegions = NO_REGIONS,
    lead,
    banner,
    onStates,
    own,
    onSorted,
    onSelect,
    ref,
    className = '',
  } = props
  const t = useTranslations('nodeGrid')
  const locale = useLocale()
  const regionName = regionNames(locale)
  const { act, can } = useActions(actions)
  const { said, say } = useAnnouncer()

  const root = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const filterInput = useRef<HTMLInputElement>(null)
  const size = useGridSize(root, probe)
  const { cards, isPaged } = size
  const headerHeight = cards ? 0 : HEADER_PX

  const [text, setText] = useState('')
  const [areNoticesKept, setNoticesKept] = useState(false)
  useEffect(() => onStates?.(leadingStates(text).states), [text, onStates])
  const [sort, setSortOnly] = useState<Sort | null>(null)
  const setSort = useCallback(
    (next: Sort | null) => {
      setSortOnly(next)
      onSorted?.(next)
    },
    [onSorted],
  )
  const [expanded, setExpanded] = useState<string>()
  const [panelHeight, setPanelHeight] = useState(0)
  const [editing, setEditing] = useState<string>()
  const [menu, setMenu] = useState<{ id: string; anchor: MenuAnchor }>()
  const [dialog, setDialog] = useState<OpenDialog>()

  const index = useRowIndex(rows)
  const { view, filter, searching } = useView({ index, text, sort, locale, regionName, own })
  const movable = can.has('onMove') && sort === null
  const absent = useAbsentColumns(can, index.sources.length > 1, own)
  const columns = useColumns({ screen, gridWidth: size.width, cards, absent, longestLine: index.longestLine })
  const columnsShown = useMemo(() => new Set(columns.shown.map(({ id }) => id)), [columns.shown])
  const twoLines = !cards && (roomBesideOwn(size.width, absent) < ONE_LINE_FROM_PX || !columnsShown.has('server'))
  const rowHeight = twoLines ? Math.max(TWO_LINES_PX, size.row + SECOND_LINE_PX) : size.row
  const { selection, select } = useSelection(index, say, onSelect)
  const active = useActiveCell(view, columns.shown, cards)
  const openAt = expanded === undefined ? -1 : view.indexOf(expanded)
  const openRow = openAt >= 0 ? view.rows[openAt] : undefined
  const openHeight = openRow ? panelHeight : 0
  const rowsInSight = useRef<GridRowsHandle>(null)
  const scrollTo = useCallback((at: number) => rowsInSight.current?.scrollTo(at), [])
  const focus = useCellFocus({
    view,
    scroller,
    scrollTo,
    setActive: active.set,
    isEditing: editing !== undefined,
    scrollsSideways: columns.width > size.width,
  })

  // Counts while someone filters.
  const filtered = text.trim() !== ''
  useEffect(() => {
    if (filtered && !searching) say(t('found', { count: view.count }), true)
  }, [filtered, searching, view.count, say, t])

  const rename = (id: string) => {
    if (!can.has('onRename') || !isNodeId(index, id)) return
    focus.goTo(id, nameColumn(cards))
    focus.leave()
    setEditing(id)
  }
  const onRenamed = (row: ListedNode, name: string | null, next: boolean) => {
    const plain = tidyName(name ?? '')
    const at = view.indexOf(row.id)
    setEditing(undefined)
    if (plain !== '' && plain !== row.name) act.current.onRename?.([{ id: row.id, name: plain }])
    if (next && at >= 0 && at + 1 < view.count) return rename(view.idAt(at + 1))
    if (name === null || next || document.activeElement === document.body) focus.goTo(row.id, nameColumn(cards))
  }
  const openMenu = (id: string, anchor: MenuAnchor) => {
    active.set({ row: id, column: 'menu' })
    setMenu({ id, anchor })
  }
  const closeDialog = () => {
    setDialog(undefined)
    setTimeout(() => {
      if (document.activeElement === document.body) focus.take()
    })
  }

  /** Opens or closes a row. If only this row is selected, it is not selected any more. */
  const toggleOpen = (id: string) => {
    setExpanded(expanded === id ? undefined : id)
    if (selection.ids.size === 1 && selection.ids.has(id)) select(NOTHING)
  }

  const { commands, order, move } = useRowCommands({
    act,
    index,
    view,
    movable,
    activeId: active.id,
    scrollTo,
    say,
    open: setDialog,
    rename,
    expand: toggleOpen,
  })
  const placeOf = (id: string) => {
    const shown = view.indexOf(id)
    return shown >= 0 ? shown : view.count + order.indexOf(id)
  }
  // Something is done only to what is seen: a row that the filter hides stays selected until it is shown again.
  const acting = useMemo(() => shownOf(selection, view), [selection, view])
  const inOrder = (ids: readonly string[]) => [...ids].sort((a, b) => placeOf(a) - placeOf(b))
  const parts: GridParts = {
    scroller,
    headerHeight,
    rowHeight,
    cards,
    can,
    view,
    searching,
    columns,
    active,
    focus,
    selection,
    select,
    commands,
    targetsOf: (id) => (selection.ids.has(id) ? inOrder(acting) : [id]),
    rename,
    isNodeId: (id) => isNodeId(index, id),
    openMenu,
    expand: (id) => {
      const row = index.byId.get(id)
      if (!can.has('loadEntry') || !row || row.state === 'deleted') return false
      toggleOpen(id)
      return true
    },
    collapse: () => setExpanded(undefined),
  }
  const keys = useGridKeys(parts, screen, filterInput)
  const pointer = usePointer({
    ...parts,
    order,
    movable,
    move,
    fixesOf: (id) => act.current.fixesOf?.(id) ?? [],
    isMenuOpen: menu !== undefined,
    closeMenu: () => setMenu(undefined),
  })
  const revealNext = useGridHandle({
    ref,
    index,
    view,
    clearFilter: () => setText(''),
    showState: (state) =>
      setText((now) => {
        const spelling = state && { is: t('filterWord.is'), [state]: t(`filterWord.${state}`) }
        return withState(now, state, spelling)
      }),
    goTo: (id) => focus.goTo(id, nameColumn(cards)),
    show: (id) => {
      active.set({ row: id, column: nameColumn(cards) })
      scrollTo(view.indexOf(id))
    },
    current: () => rowInSight(scroller.current!, active.id),
    open: setDialog,
  })

  // The same functions while nothing they do changes: what they are given to is not drawn anew with every key.
  const setActive = active.set
  const onSort = useCallback(
    (column: SortColumn) => {
      const next = nextSort(sort, column)
      setActive({ row: HEADER, column })
      setSort(next)
      const words = next ? (next.descending ? 'sortedDown' : 'sortedUp') : 'unsorted'
      say(t(words, { column: t(`column.${column}`) }))
    },
    [sort, setSort, setActive, say, t],
  )
  const onSelectAll = useCallback(() => {
    setActive({ row: HEADER, column: 'select' })
    select(acting.length >= view.count && view.count > 0 ? NOTHING : selectAll(view))
  }, [setActive, acting, view, select])
  const leftOut = useMemo(
    () => leftOutOf(filter.terms, index.sources, view.rows),
    [filter.terms, index.sources, view.rows],
  )
  const keptSort = sort ? stepOfSort(sort) : undefined
  const saysAddress = !columnsShown.has('server') && columns.choices.shown.server !== false
  const { fixesOf } = actions
  const areOfOneState = isOneState(filter.terms)
  const shared = {
    fixesOf,
    t,
    regionName,
    can,
    movable,
    columnsShown,
    isOneState: areOfOneState,
    twoLines,
    saysAddress,
    own,
    onRenamed,
  }
  const context = useGridContext(act, shared)

  const scope = () => scopeOf(filter.terms, index)
  const menuRow = menu && index.byId.get(menu.id)
  const menuContext = { t, can, movable, commands }

  return (
    <GridContext value={context}>
      <div
        ref={root}
        data-testid="node-grid"
        className={`relative flex h-full min-h-0 min-w-0 flex-col bg-card ${className}`}
      >
        <div
          ref={probe}
          aria-hidden="true"
          className={`invisible absolute w-0 ${cards ? 'h-[max(56px,calc(var(--row)+12px))]' : 'h-(--row)'}`}
        />
        <GridToolbar
          {...{ index, filter, text, cards, moreToAdd, lead }}
          onText={setText}
          input={filterInput}
          onView={() => setDialog({ kind: 'columns' })}
          excludedRegions={excludedRegions}
          onExcludeRegion={
            can.has('onExcludeRegion') ? (region, name) => act.current.onExcludeRegion?.(region, name) : undefined
          }
          onAdd={can.has('onAdd') ? () => setDialog({ kind: 'add' }) : undefined}
          onLeave={() => {
            focus.want()
            if (active.id === null && view.count > 0) focus.goTo(view.idAt(0), active.column)
            else focus.take()
          }}
        />
        {banner === undefined
          ? can.has('onExcludeInfo') &&
            !filtered &&
            !areNoticesKept && (
              <InfoBanner
                ids={index.info}
                onKeep={() => setNoticesKept(true)}
                onExclude={(ids) => act.current.onExcludeInfo?.(ids)}
              />
            )
          : banner}
        <div
          ref={scroller}
          role="grid"
          aria-label={label}
          aria-rowcount={view.count + (cards ? 0 : 1)}
          aria-colcount={columns.shown.length}
          aria-multiselectable="true"
          aria-busy={searching}
          className={`relative ${isPaged ? 'overflow-x-clip' : 'min-h-0 flex-1 overflow-auto overscroll-contain [contain:strict]'} ${cards ? 'touch-pan-y' : ''}`}
          style={{
            '--grid-columns': columns.template,
            '--grid-row': `${rowHeight}px`,
            scrollPaddingTop: headerHeight,
          }}
          {...keys}
          {...pointer.handlers}
        >
          <div style={{ minWidth: columns.width || undefined }}>
            {!cards && (
              <GridHeader
                {...{ columns, sort, onSort, onSelectAll }}
                active={active.id === null ? active.column : undefined}
                selected={acting.length === 0 ? 'none' : acting.length >= view.count ? 'all' : 'some'}
              />
            )}
            <div role="rowgroup" className="relative" style={{ height: view.count * rowHeight + openHeight }}>
              <GridRows
                ref={rowsInSight}
                {...{ view, scroller, isPaged, headerHeight, cards, expanded, editing, rowHeight, openHeight }}
                columns={columns.shown}
                activeId={active.id}
                activeIndex={active.index}
                activeColumn={active.column}
                openIndex={openAt}
                canExpand={can.has('loadEntry')}
                selected={selection.ids}
                dragged={pointer.drag?.ids}
                menuId={menu?.id}
                swipedId={pointer.swipe?.id}
                swipedPx={pointer.swipe?.px ?? 0}
              />
              {openRow && (
                <OpenRow
                  key={openRow.id}
                  row={openRow}
                  rowIndex={openAt + (cards ? 1 : 2)}
                  top={(openAt + 1) * rowHeight}
                  width={size.width}
                  columns={columns.shown.length}
                  act={act}
                  onHeight={setPanelHeight}
                  onEdit={can.has('loadNode') && isNode(openRow) ? () => commands.edit(openRow.id) : undefined}
                  onClose={() => {
                    setExpanded(undefined)
                    focus.goTo(openRow.id, active.column)
                  }}
                />
              )}
              {pointer.drag && (
                <div
                  aria-hidden="true"
                  data-testid="drop-line"
                  className="pointer-events-none absolute inset-x-0 z-10 -translate-y-px border-t-2 border-link"
                  style={{ top: pointer.drag.index * rowHeight }}
                />
              )}
            </div>
          </div>
          {view.count === 0 && !searching && (
            <NoRows
              columns={columns.shown.length}
              emptyText={emptyText}
              awaited={awaited}
              onAdd={can.has('onAdd') ? () => setDialog({ kind: 'add' }) : undefined}
              onClearFilter={filtered ? () => (setText(''), filterInput.current?.focus()) : undefined}
            />
          )}
        </div>
        {gone && gone.length > 0 && <GoneRows rows={gone} />}
        <GridFooter
          {...{ index, view, filtered, cards }}
          isOnlyState={areOfOneState && filter.terms.length === 1}
          onLeaveOut={
            can.has('onKeepSteps') && filtered && !searching && view.count > 0 && leftOut
              ? () => {
                  act.current.onKeepSteps?.([{ kind: 'filter', keeps: false, match: leftOut }])
                  setText('')
                }
              : undefined
          }
          sorted={
            sort
              ? {
                  onKeep:
                    can.has('onKeepSteps') && keptSort
                      ? () => {
                          act.current.onKeepSteps?.([keptSort])
                          setSort(null)
                        }
                      : undefined,
                  onApply:
                    can.has('onApplyOrder') && !filtered
                      ? () => {
                          act.current.onApplyOrder?.(orderOfView(view.rows, index.rows))
                          setSort(null)
                          say(t('orderApplied'))
                        }
                      : undefined,
                  onClear: () => setSort(null),
                }
              : undefined
          }
          bulkBar={
            selection.ids.size > 0 && (
              <BulkBar
                ids={acting}
                nodes={acting.filter((id) => isNodeId(index, id)).length}
                hidden={selection.ids.size - acting.length}
                areOthers={acting.length < index.nodes}
                cards={cards}
                commands={{
                  ...commands,
                  renameMany: (ids) => commands.renameMany(inOrder(ids)),
                }}
                more={acting.length > 0 ? bulkMenu(acting, menuContext) : []}
                onClear={() => {
                  select(NOTHING)
                  focus.take()
                }}
              />
            )
          }
        />
        <p role="status" aria-live="polite" className="sr-only">
          {said}
        </p>
        {menu && menuRow && (
          <MenuList
            label={t('menuOf', { name: titleOf(menuRow) })}
            head={cards && <RowHead row={menuRow} />}
            items={rowMenu(menuRow, act.current.fixesOf?.(menuRow.id) ?? [], menuContext)}
            anchor={menu.anchor}
            align="end"
            onClose={() => setMenu(undefined)}
          />
        )}
        {dialog && (
          <GridDialogs
            {...{ act, can, index, scope, view, order, move, columns, absent, cards, sort }}
            open={dialog}
            onClose={closeDialog}
            gridWidth={size.width}
            onSort={setSort}
            onAdding={revealNext}
          />
        )}
      </div>
    </GridContext>
  )
}
