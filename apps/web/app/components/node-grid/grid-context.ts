import { createContext, use } from 'react'
import type { useTranslations } from 'use-intl'
import type { ColumnId } from './columns/columns.ts'
import type { NodeGridActions, ListedNode, OwnColumns, RowFix } from './types.ts'

export type GridText = ReturnType<typeof useTranslations<'nodeGrid'>>

/** What every row needs and none changes. The same object until language or abilities change. */
export interface GridContextValue {
  t: GridText
  /** Labels with the name of a row in them. Every row has several: the formatter would take most of the time of a row. */
  labelOf: Record<NamedLabel, (name: string) => string>
  regionName: (code: string) => string
  flags: boolean
  /** Which callbacks there are. */
  can: ReadonlySet<keyof NodeGridActions>
  /** Whether rows may be moved now; a sorted view is not the order. */
  movable: boolean
  /** An inline rename ended; `next` = go on with the row below. */
  onRenamed: (row: ListedNode, name: string | null, next: boolean) => void
  /** Columns that are shown, to know what the others have to say beside the name. */
  columnsShown: ReadonlySet<ColumnId>
  /** The filter asks for the rows of one state alone. */
  isOneState: boolean
  /** Rows have a second line below the name. It holds what has no column. */
  twoLines: boolean
  /** The address has no column: the second line shows it. */
  saysAddress: boolean
  /** What stands in the columns that the screen adds. */
  own: OwnColumns | undefined
  /** What can be done about what is wrong with a row. */
  fixesOf: (id: string) => readonly RowFix[]
  /** Password, uuid or key of a row, asked for when the person reveals it. */
  loadSecret: (id: string) => Promise<string | undefined>
}

const NAMED_LABELS = ['selectRow', 'dragRow', 'menuOf', 'renamedFrom'] as const
type NamedLabel = (typeof NAMED_LABELS)[number]

/** Stands where the name goes; no name and no label holds it. */
const NAME = '\u{f8ff}'

/** The labels of rows: what stands before and after the name is formatted once for all of them. */
export function namedLabels(t: GridText): Record<NamedLabel, (name: string) => string> {
  const labels = NAMED_LABELS.map((key) => {
    const [before = '', after = ''] = t(key, { name: NAME }).split(NAME)
    return [key, (name: string) => before + name + after] as const
  })
  // Of the list above, so each has its key.
  return Object.fromEntries(labels) as Record<NamedLabel, (name: string) => string>
}

export const GridContext = createContext<GridContextValue | null>(null)

export function useGrid(): GridContextValue {
  const grid = use(GridContext)
  if (!grid) throw new Error('A part of the grid stands outside of it')
  return grid
}
