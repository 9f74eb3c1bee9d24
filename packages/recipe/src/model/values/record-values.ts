/** What stands at a place of a record. */
export function getAt(node: unknown, path: readonly string[]): unknown {
  let value = node
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return value
}

/** The record with another value at a path; undefined takes the field out. */
export function setAt<T extends object>(node: T, [key, ...rest]: readonly string[], value: unknown): T {
  if (key === undefined) return node
  const inner: unknown = Reflect.get(node, key)
  const next = rest.length === 0 ? value : setAt(typeof inner === 'object' && inner !== null ? inner : {}, rest, value)
  const changed = { ...node }
  if (next === undefined) Reflect.deleteProperty(changed, key)
  else Object.assign(changed, { [key]: next })
  return changed
}
