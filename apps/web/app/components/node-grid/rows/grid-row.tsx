import { memo } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { tooltip } from '../../../ui/tooltip.tsx'
import { edgeClass, pinStyle } from '../columns/column-place.ts'
import type { ColumnId } from '../columns/columns.ts'
import { isOwnColumn } from '../columns/own-columns.ts'
import { useGrid, type GridContextValue } from '../grid-context.ts'
import { NameInput } from '../edit/name-input.tsx'
import { RowCard } from './row-card.tsx'
import { ReasonCell, Region, RowName } from './row-name.tsx'
import { Secret } from './row-secret.tsx'
import { RowStateBadge } from './row-state-badge.tsx'
import { isLeftOut, isNode } from '../listed-node.ts'
import { addressOf, channelOf, detailOf, isPale, titleOf } from './row-words.ts'
import type { ListedNode } from '../types.ts'
import type { ShownColumn } from '../columns/use-columns.ts'

export interface GridRowProps {
  row: ListedNode
  /** Place among the rows shown, from 0. */
  index: number
  /** Rows above it, the header among them. */
  rowIndex: number
  top: number
  columns: readonly ShownColumn[]
  /** The cell of this row that holds the tab stop. */
  active: ColumnId | undefined
  selected: boolean
  editing: boolean
  /** Whether what its entry says stands below it; absent: it cannot. */
  expanded: boolean | undefined
  dragged: boolean
  isMenuOpen: boolean
  /** How far a card was swiped, in pixels. */
  swiped: number
}

/**
 * One node. What it says is here; what happens is heard by the grid around it. A key in the filter draws dozens of rows
 * anew: they have few elements, and nothing in one moves anything outside of it.
 */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, rowIndex, top, columns, selected, dragged, swiped, isMenuOpen } = props
  const grid = useGrid()
  const reasonGoesOver = !grid.twoLines && isLeftOut(row)
  const tone = selected
    ? 'border-line bg-selected'
    : props.expanded
      ? 'border-transparent bg-sunken'
      : `border-line ${isMenuOpen ? 'bg-hover' : 'bg-card hover:bg-hover'}`
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={selected}
      data-row={row.id}
      data-state={row.state}
      data-testid={`node-row-${index}`}
      className={`absolute left-0 grid h-(--grid-row) w-full grid-cols-(--grid-columns) border-b text-sm [contain:strict] ${tone} ${props.expanded ? 'row-open' : ''} ${dragged ? 'opacity-50' : ''}`}
      style={{ top, transform: swiped === 0 ? undefined : `translateX(${swiped}px)` }}
    >
      {columns.map((column, at) => {
        const stop = tabStop(props.active === column.id)
        return (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={at + 1}
            data-column={column.id}
            title={hintOf(row, column.id)}
            aria-description={column.id === 'name' && grid.twoLines ? detailOf(row, grid) : undefined}
            aria-expanded={column.id === 'name' || column.id === 'card' ? props.expanded : undefined}
            style={{ ...pinStyle(column), ...(reasonGoesOver ? spanStyle(columns, at) : {}) }}
            className={cellClass(row, column, grid)}
            {...(hasControl(column.id) ? {} : stop)}
          >
            {!(reasonGoesOver && isCovered(column)) && contentOf(props, column, stop, grid)}
          </div>
        )
      })}
    </div>
  )
})

/** The reason starts in the address cell. It covers this cell too. */
function isCovered({ id }: ShownColumn): boolean {
  return id === 'transport'
}

function spanStyle(columns: readonly ShownColumn[], at: number) {
  if (columns[at]!.id !== 'server') return { gridRow: 1, gridColumn: at + 1 }
  return { gridRow: 1, gridColumn: `${at + 1} / ${at + 2 + columns.filter(isCovered).length}`, zIndex: 1 }
}

/** The tab stop is the cell, or the one control in it. */
function tabStop(isActive: boolean) {
  return { tabIndex: isActive ? 0 : -1, 'data-active': isActive || undefined }
}

function hasControl(id: ColumnId): boolean {
  return id === 'select' || id === 'menu'
}

const LOOKS: Record<ColumnId, string> = {
  // The handle is in the padding. A card has none.
  select: 'relative flex items-center pl-6 max-sm:justify-center max-sm:pl-0',
  index: 'line-number truncate px-1 text-right text-xs leading-(--grid-row) text-muted tabular-nums',
  region: 'flex items-center gap-1.5 overflow-hidden px-2',
  name: 'flex items-center gap-1.5 overflow-hidden px-2 font-medium',
  protocol: 'flex items-center px-2',
  server: 'flex items-center overflow-hidden px-2 font-mono text-xs',
  transport: 'truncate px-2 text-xs leading-(--grid-row) text-muted',
  source: 'truncate px-2 text-xs leading-(--grid-row) text-muted',
  reach: 'flex items-center overflow-hidden px-2',
  checked: 'flex items-center overflow-hidden px-2 text-xs',
  history: 'flex items-center overflow-hidden px-2',
  dns: 'flex items-center overflow-hidden px-2 text-xs tabular-nums',
  tcp: 'flex items-center overflow-hidden px-2 text-xs tabular-nums',
  tls: 'flex items-center overflow-hidden px-2 text-xs',
  quic: 'flex items-center overflow-hidden px-2 text-xs',
  secret: 'flex items-center overflow-hidden px-2 text-xs',
  state: 'flex items-center overflow-hidden pl-2',
  menu: 'flex items-center justify-center',
  card: 'flex items-center gap-2 overflow-hidden px-1',
}

function cellClass(row: ListedNode, column: ShownColumn, { isOneState, can }: GridContextValue): string {
  const { id } = column
  const opens = isOwnColumn(id) && isNode(row) && can.has('onShowChecks') ? 'cursor-pointer' : ''
  const dim = isPale(row, isOneState) && (id === 'name' || id === 'region' || id === 'server') ? 'text-muted' : ''
  return `min-w-0 focus-visible:-outline-offset-2 ${LOOKS[id]} ${edgeClass(column)} ${dim} ${opens}`
}

function hintOf(row: ListedNode, id: ColumnId): string | undefined {
  return id === 'server' ? addressOf(row) : id === 'source' ? row.source : undefined
}

function contentOf(
  props: GridRowProps,
  { id, room }: ShownColumn,
  stop: ReturnType<typeof tabStop>,
  { t, labelOf, can, movable, columnsShown, twoLines, own }: GridContextValue,
) {
  const { row, selected, editing, isMenuOpen } = props
  switch (id) {
    case 'select':
      return (
        <>
          {/* What is not written has no place of its own: it stays below the entry that it followed. */}
          {can.has('onMove') && !columnsShown.has('card') && isNode(row) && (
            <button
              type="button"
              tabIndex={-1}
              data-act="drag"
              aria-label={labelOf.dragRow(row.name)}
              aria-disabled={!movable}
              {...tooltip(t(movable ? 'dragHint' : 'dragSorted'))}
              className={`dots-grip absolute inset-y-0 left-0 touch-none text-muted ${movable ? 'cursor-grab' : 'cursor-not-allowed opacity-40'}`}
            />
          )}
          {/* A box of the browser's own costs three times as much whenever the row is another one. */}
          <span
            role="checkbox"
            className="checkbox"
            aria-checked={selected}
            aria-label={labelOf.selectRow(titleOf(row))}
            {...stop}
          />
        </>
      )
    case 'menu':
      return (
        <button
          type="button"
          data-act="menu"
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          aria-label={labelOf.menuOf(titleOf(row))}
          className="dots-menu size-(--control-small) rounded-md text-muted hover:bg-hover hover:text-fg aria-expanded:bg-line aria-expanded:text-fg pointer-coarse:size-11"
          {...stop}
        />
      )
    case 'name':
      if (editing) return <NameInput key={row.id} row={row} />
      return <RowName row={row} room={room} columnsShown={columnsShown} />
    case 'card':
      return editing ? <NameInput key={row.id} row={row} /> : <RowCard row={row} />
    case 'index':
      return <span title={can.has('loadEntry') ? t('showEntry') : row.source}>{row.line}</span>
    case 'region':
      return <Region code={row.region} room={room} />
    case 'protocol':
      return row.protocol && <Badge className="block min-w-0 shrink truncate leading-4.5">{row.protocol}</Badge>
    case 'server':
      if (!twoLines && isLeftOut(row)) return <ReasonCell row={row} room={room} />
      if (row.server === '') return null
      return (
        <>
          <span className="truncate">{row.server.includes(':') ? `[${row.server}]` : row.server}</span>
          <span className="shrink-0 text-muted">:{row.port}</span>
        </>
      )
    case 'transport':
      return channelOf(row)
    case 'source':
      return row.source
    case 'secret':
      return can.has('loadNode') && isNode(row) && <Secret key={row.id} id={row.id} />
    case 'state':
      return <RowStateBadge row={row} look="column" room={room} />
    default:
      return isOwnColumn(id) ? own?.cell(row, id) : null
  }
}
