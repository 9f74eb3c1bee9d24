import { type CompareCell, versionOf } from '@switchyard/recipe/model'

/** Versions of one client that agree in every number and reason, as one row. */
export interface CompareRow {
  /** What choosing the row takes: the usual version, else the last one. */
  cell: CompareCell
  cells: readonly CompareCell[]
}

/** One row for each client, and for each version only where it makes a difference. */
export function compareRows(cells: readonly CompareCell[]): CompareRow[] {
  return [...Map.groupBy(cells, numbersOf).values()].map((own) => ({
    cell: own.find(({ output, version }) => version === versionOf(output, {})) ?? own.at(-1)!,
    cells: own,
  }))
}

function numbersOf(cell: CompareCell): string {
  return JSON.stringify({ ...cell, version: undefined })
}
