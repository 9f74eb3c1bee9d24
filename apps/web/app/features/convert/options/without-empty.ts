/** A row without the fields that nothing stands in, but for those that every row of its kind has. */
export function withoutEmpty<Row extends object>(row: Row, always: readonly (keyof Row | 'name')[] = ['name']): Row {
  const filled = Object.entries(row).filter(
    ([key, value]) => always.includes(key as keyof Row) || (value !== undefined && value !== ''),
  )
  return Object.fromEntries(filled) as Row
}
