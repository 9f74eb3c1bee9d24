/**
 * An edit that was made on `before`, put over what is there `now`: fields that were not touched stay as they are now.
 * `differing`: those in which the two then differ.
 */
export function mergeEdit<T extends object>(before: T, mine: T, now: T): { merged: T; differing: (keyof T)[] } {
  // The keys of a record of one shape, which `Object.keys` does not say.
  const keys = Object.keys(mine) as (keyof T)[]
  const merged = { ...now }
  for (const key of keys) if (mine[key] !== before[key]) merged[key] = mine[key]
  return { merged, differing: keys.filter((key) => merged[key] !== now[key]) }
}
