import type { FieldChanges } from './change.ts'
import { withoutEmpty } from './without-empty.ts'

/**
 * Rows as they are now with a change to one as it was; one that is gone stays gone. A row is known by its name when it has
 * one, for it may have been changed meanwhile.
 */
export function withRow<Row extends object>(
  rows: readonly Row[],
  before: Row,
  change: FieldChanges<Row>,
  always: readonly (keyof Row)[] = [],
): readonly Row[] {
  const same = rows.indexOf(before)
  const at = same < 0 ? rows.findIndex((row) => isNamedAs(row, before)) : same
  return at < 0 ? rows : rows.with(at, withoutEmpty({ ...rows[at]!, ...change }, always))
}

const nameOf = (row: object): unknown => ('name' in row ? row.name : undefined)

const isNamedAs = (row: object, other: object) => nameOf(row) !== undefined && nameOf(row) === nameOf(other)
