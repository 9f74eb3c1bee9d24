import {
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { changeUiSettings, uiSettings } from '../../../lib/ui-settings.ts'
import { useStore } from '../../../lib/store.ts'
import {
  COLUMN_SPECS,
  isFree,
  MAX_WIDTH,
  NO_CHOICES,
  readChoices,
  SCROLLBAR_PX,
  shownColumns,
  widthsOf,
  withLineWidth,
  type ColumnChoices,
  type ColumnId,
} from './columns.ts'

// The table arranges the columns. Rows do not pass through it: 100,000 of its row objects would stop the page.
const features = tableFeatures({ columnPinningFeature, columnSizingFeature, columnVisibilityFeature })
const DEFINITIONS: ColumnDef<typeof features, object>[] = COLUMN_SPECS.map(({ id, width, min }) => ({
  id,
  size: width,
  minSize: min,
  maxSize: MAX_WIDTH,
}))
const NO_ROWS: object[] = []

export interface ShownColumn {
  id: ColumnId
  width: number
  /** How wide it is drawn: one of them takes what is left. */
  room: number
  /** Distance from the edge it is pinned to. */
  pin?: { side: 'left' | 'right'; offset: number }
  /** The last one pinned on the left: a line separates it from what scrolls below. */
  edge?: boolean
}

export interface Columns {
  shown: readonly ShownColumn[]
  /** For `grid-template-columns`: the name takes what is left. */
  template: string
  width: number
  /** Of every column, shown or not. */
  widths: Readonly<Record<ColumnId, number>>
  choices: ColumnChoices
  change: (choices: ColumnChoices) => void
}

const CARD_COLUMNS: readonly ShownColumn[] = [
  { id: 'select', width: 44, room: 44 },
  { id: 'card', width: 0, room: 0 },
  { id: 'menu', width: 44, room: 44 },
]

interface Request {
  screen: string
  gridWidth: number
  cards: boolean
  absent: ReadonlySet<ColumnId>
  /** How many characters the longest line number has. */
  longestLine: number
}

/** The columns of a screen's grid, as wide as the grid is and as the person wants them. */
export function useColumns({ screen, gridWidth, cards, absent, longestLine }: Request): Columns {
  const kept = useStore(uiSettings, {}).columns?.[screen]
  const choices = useMemo(() => (kept === undefined ? NO_CHOICES : readChoices(kept)), [kept])
  const state = useMemo(() => {
    const shown = shownColumns(gridWidth, choices, absent)
    const pinned = COLUMN_SPECS.filter(({ id }) => choices.pinned.includes(id)).map(({ id }) => id)
    return {
      columnVisibility: Object.fromEntries(COLUMN_SPECS.map((spec) => [spec.id, shown.includes(spec)])),
      columnSizing: widthsOf(shown, gridWidth, withLineWidth(choices, longestLine)),
      columnPinning: { start: ['select', ...pinned], end: ['menu'] },
    }
  }, [gridWidth, choices, absent, longestLine])

  const table = useTable({ features, columns: DEFINITIONS, data: NO_ROWS, state })

  return useMemo(() => {
    const change = (next: ColumnChoices) =>
      changeUiSettings({ columns: { ...uiSettings.get().columns, [screen]: next } })
    if (cards)
      return {
        shown: CARD_COLUMNS,
        template: '44px minmax(0,1fr) 44px',
        width: 0,
        widths: state.columnSizing,
        choices,
        change,
      }
    const [start, center, end] = [
      table.getStartVisibleLeafColumns(),
      table.getCenterVisibleLeafColumns(),
      table.getEndVisibleLeafColumns(),
    ]
    const width = [...start, ...center, ...end].reduce((sum, column) => sum + column.getSize(), 0)
    // Where nothing scrolls sideways, a pin would only be work for the browser.
    const scrolls = width > gridWidth - SCROLLBAR_PX
    let left = 0
    const shown: ShownColumn[] = []
    const add = (column: (typeof start)[number], pinned: Pick<ShownColumn, 'pin' | 'edge'> = {}) => {
      const size = column.getSize()
      // The table was made of COLUMN_SPECS.
      shown.push({ id: column.id as ColumnId, width: size, room: size, ...(scrolls ? pinned : {}) })
    }
    for (const column of start) {
      add(column, { pin: { side: 'left', offset: left }, edge: column === start.at(-1) })
      left += column.getSize()
    }
    for (const column of center) add(column)
    for (const column of end) add(column, { pin: { side: 'right', offset: 0 } })
    // A pinned column has to keep its width, or the next one's distance would be wrong.
    const grows =
      shown.find(({ id, pin }) => id === 'name' && !pin) ?? shown.findLast(({ id, pin }) => isFree(id) && !pin)
    if (grows) grows.room += Math.max(0, gridWidth - width)
    return {
      shown,
      template: shown
        .map((column) => (column === grows ? `minmax(${column.width}px,1fr)` : `${column.width}px`))
        .join(' '),
      width,
      widths: state.columnSizing,
      choices,
      change,
    }
    // The state is what the table answers from.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [table, state, cards, choices, screen, gridWidth])
}
