/** A row without its empty fields. Fields of `always` stay, also when they are empty. */
export function withoutEmpty<Row extends object>(row: Row, always: readonly (keyof Row | 'name')[] = ['name']): Row {
  const filled = Object.entries(row).filter(
    ([key, value]) => always.includes(key as keyof Row) || (value !== undefined && value !== ''),
  )
  return Object.fromEntries(filled) as Row
}
