/** A row without its empty fields. Fields of `always` stay, also when they are empty. */
export function withoutEmpty<Row extends object>(row: Row, always: readonly (keyof Row)[] = []): Row {
  const filled = Object.entries(row).filter(
    ([key, value]) => always.some((name) => name === key) || (value !== undefined && value !== ''),
  )
  // The fields that go are those that a row can be without.
  return Object.fromEntries(filled) as Row
}
