import { memo, useRef, type PointerEvent } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { COLUMN_SPECS, isFree, isSortColumn, MAX_WIDTH, type ColumnId } from './columns.ts'
import { useGrid } from '../grid-context.ts'
import { edgeClass, pinStyle } from './column-place.ts'
import type { Sort, SortColumn } from './sort-rows.ts'
import type { Columns, ShownColumn } from './use-columns.ts'

interface Props {
  columns: Columns
  sort: Sort | null
  /** The column whose header holds the tab stop. */
  active: ColumnId | undefined
  /** None, some or all of the rows shown are selected. */
  selected: 'none' | 'some' | 'all'
  onSort: (column: SortColumn) => void
  onSelectAll: () => void
}

/** Names of the columns; each button sorts the view. A border is drawn to resize, or Shift+← and → on the button. */
export const GridHeader = memo(function GridHeader(props: Props) {
  const { columns, sort, active, selected, onSort, onSelectAll } = props
  return (
    <div
      role="row"
      aria-rowindex={1}
      data-row=""
      className="sticky top-0 z-20 grid h-8 border-b border-line bg-sunken text-xs text-muted grid-cols-(--grid-columns)"
    >
      {columns.shown.map((column, at) => (
        <div
          key={column.id}
          role="columnheader"
          aria-colindex={at + 1}
          aria-sort={ariaSort(column.id, sort)}
          data-column={column.id}
          style={pinStyle(column)}
          className={`group/head relative flex min-w-0 items-center ${edgeClass(column)}`}
        >
          <HeadCell {...{ column, sort, selected, onSort, onSelectAll }} active={active === column.id} />
          {isFree(column.id) && <ResizeHandle column={column} columns={columns} />}
        </div>
      ))}
    </div>
  )
})

function ariaSort(id: ColumnId, sort: Sort | null) {
  if (!isSortColumn(id)) return undefined
  return sort?.column !== id ? 'none' : sort.descending ? 'descending' : 'ascending'
}

interface HeadCellProps extends Pick<Props, 'sort' | 'selected' | 'onSort' | 'onSelectAll'> {
  column: ShownColumn
  active: boolean
}

function HeadCell({ column: { id }, sort, selected, active, onSort, onSelectAll }: HeadCellProps) {
  const { t } = useGrid()
  const focus = { tabIndex: active ? 0 : -1, 'data-active': active || undefined }
  if (id === 'select') {
    return (
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = selected === 'some'
        }}
        className="checkbox ml-6"
        aria-label={t('selectAll')}
        checked={selected === 'all'}
        onChange={onSelectAll}
        {...focus}
      />
    )
  }
  if (id === 'menu' || id === 'card') {
    return (
      <span className="h-full w-full focus-visible:-outline-offset-2" {...focus}>
        <span className="sr-only">{t(`column.${id}`)}</span>
      </span>
    )
  }
  if (!isSortColumn(id)) {
    return (
      <span
        className={`w-full truncate leading-8 focus-visible:-outline-offset-2 ${id === 'index' ? 'px-1 text-right' : 'px-2'}`}
        {...focus}
      >
        {t(`column.${id}`)}
      </span>
    )
  }
  const sorted = sort?.column === id
  return (
    <button
      type="button"
      className="flex h-full w-full min-w-0 items-center gap-1 px-2 text-left hover:text-fg focus-visible:-outline-offset-2"
      onClick={() => onSort(id)}
      {...focus}
    >
      <span className={`truncate ${sorted ? 'font-medium text-fg' : ''}`}>{t(`column.${id}`)}</span>
      <Icon
        name={sorted && sort.descending ? 'arrow-down' : 'arrow-up'}
        className={`size-3 ${sorted ? 'text-fg' : 'opacity-0 group-hover/head:opacity-60'}`}
      />
    </button>
  )
}

/** The width a column may have. */
export function clampWidth(id: ColumnId, width: number): number {
  const { min } = COLUMN_SPECS.find((spec) => spec.id === id)!
  return Math.round(Math.min(MAX_WIDTH, Math.max(min, width)))
}

function ResizeHandle({ column, columns }: { column: ShownColumn; columns: Columns }) {
  const start = useRef<{ x: number; width: number }>(undefined)
  const resize = (width: number | undefined) => {
    const { [column.id]: _, ...others } = columns.choices.widths
    const widths = width === undefined ? others : { ...others, [column.id]: clampWidth(column.id, width) }
    columns.change({ ...columns.choices, widths })
  }
  return (
    <span
      aria-hidden="true"
      className="absolute inset-y-0 -right-1 z-10 w-2 cursor-col-resize touch-none after:absolute after:inset-y-1.5 after:left-1/2 after:w-px after:bg-line-strong after:opacity-0 group-hover/head:after:opacity-100 hover:after:w-0.5 hover:after:bg-link"
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        event.preventDefault()
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width: event.currentTarget.parentElement!.offsetWidth }
      }}
      onPointerMove={({ clientX }) => {
        if (start.current) resize(start.current.width + clientX - start.current.x)
      }}
      onPointerUp={() => (start.current = undefined)}
      onPointerCancel={() => (start.current = undefined)}
      onDoubleClick={() => resize(undefined)}
    />
  )
}
