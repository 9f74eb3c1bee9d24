import { useMemo } from 'react'
import { changeUiSettings, uiSettings } from '../../kept-settings/ui-settings.ts'
import { useStore } from '../../../lib/store.ts'
import {
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
  type ColumnSpec,
} from './columns.ts'

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
  const specs = useMemo(() => shownColumns(gridWidth, choices, absent), [gridWidth, choices, absent])
  const widths = useMemo(
    () => widthsOf(specs, gridWidth, withLineWidth(choices, longestLine)),
    [specs, gridWidth, choices, longestLine],
  )

  return useMemo(() => {
    const change = (next: ColumnChoices) =>
      changeUiSettings({ columns: { ...uiSettings.get().columns, [screen]: next } })
    if (cards)
      return {
        shown: CARD_COLUMNS,
        template: '44px minmax(0,1fr) 44px',
        width: 0,
        widths,
        choices,
        change,
      }
    const isEnd = ({ id }: ColumnSpec) => id === 'menu'
    const isStart = ({ id }: ColumnSpec) => id === 'select' || choices.pinned.includes(id)
    const start = specs.filter(isStart)
    const center = specs.filter((spec) => !isStart(spec) && !isEnd(spec))
    const end = specs.filter(isEnd)
    const sizeOf = ({ id, min }: ColumnSpec) => Math.min(MAX_WIDTH, Math.max(min, widths[id]))
    const width = specs.reduce((sum, spec) => sum + sizeOf(spec), 0)
    // Where nothing scrolls sideways, a pin would only be work for the browser.
    const scrolls = width > gridWidth - SCROLLBAR_PX
    let left = 0
    const shown: ShownColumn[] = []
    const add = (spec: ColumnSpec, pinned: Pick<ShownColumn, 'pin' | 'edge'> = {}) => {
      const size = sizeOf(spec)
      shown.push({ id: spec.id, width: size, room: size, ...(scrolls ? pinned : {}) })
    }
    for (const column of start) {
      add(column, { pin: { side: 'left', offset: left }, edge: column === start.at(-1) })
      left += sizeOf(column)
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
      widths,
      choices,
      change,
    }
  }, [specs, widths, cards, choices, screen, gridWidth])
}
