import { createContext, use } from 'react'
import type { useTranslations } from 'use-intl'
import type { ColumnId } from './columns.ts'
import type { NodeGridActions, NodeRow, RowFix } from './types.ts'

export type GridText = ReturnType<typeof useTranslations<'nodeGrid'>>

/** What every row needs and none changes. The same object until language or abilities change. */
export interface GridContextValue {
  t: GridText
  regionName: (code: string) => string
  flags: boolean
  /** Which callbacks there are. */
  can: ReadonlySet<keyof NodeGridActions>
  /** Whether rows may be moved now; a sorted view is not the order. */
  movable: boolean
  /** An inline rename ended; `next` = go on with the row below. */
  onRenamed: (row: NodeRow, name: string | null, next: boolean) => void
  /** Columns that are shown, to know what the others have to say beside the name. */
  columnsShown: ReadonlySet<ColumnId>
  /** What can be done about what is wrong with a row. */
  fixesOf: (id: string) => readonly RowFix[]
  /** Password, uuid or key of a row, asked for when the person reveals it. */
  loadSecret: (id: string) => Promise<string | undefined>
}

export const GridContext = createContext<GridContextValue | null>(null)

export function useGrid(): GridContextValue {
  const grid = use(GridContext)
  if (!grid) throw new Error('A part of the grid stands outside of it')
  return grid
}
