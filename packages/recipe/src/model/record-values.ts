/** What stands at a place of a record. */
export function getAt(node: unknown, path: readonly string[]): unknown {
  let value = node
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

/** The record with another value; undefined takes the field out. */
export function setAt<T extends Record<string, unknown>>(node: T, path: readonly string[], value: unknown): T {
  const [key, ...rest] = path as [string, ...string[]]
  const inner = node[key]
  const next =
    rest.length === 0
      ? value
      : setAt((typeof inner === 'object' && inner !== null ? inner : {}) as Record<string, unknown>, rest, value)
  if (next !== undefined) return { ...node, [key]: next }
  const { [key]: _, ...left } = node
  return left as T
}
