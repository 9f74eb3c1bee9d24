/** The part in which two lists or texts differ: what lies between their equal beginnings and their equal ends. */
export interface ListChange {
  from: number
  /** How many of the old ones go. */
  gone: number
  /** How many new ones stand in their place. */
  fresh: number
}

export function listChange<T>(
  before: ArrayLike<T>,
  now: ArrayLike<T>,
  isSame: (a: T, b: T) => boolean = Object.is,
): ListChange {
  const shorter = Math.min(before.length, now.length)
  let from = 0
  while (from < shorter && isSame(before[from]!, now[from]!)) from++
  let end = 0
  while (end < shorter - from && isSame(before[before.length - 1 - end]!, now[now.length - 1 - end]!)) end++
  return { from, gone: before.length - from - end, fresh: now.length - from - end }
}

/** The list after a change; the very same one when nothing changed. */
export function withChange<T>(before: readonly T[], { from, gone }: ListChange, fresh: readonly T[]): readonly T[] {
  if (gone === 0 && fresh.length === 0) return before
  return [...before.slice(0, from), ...fresh, ...before.slice(from + gone)]
}

/** Whether two records have the same values, none of which is a record itself. */
export function hasSameFields<T extends object>(a: T, b: T): boolean {
  for (const key in a) if (a[key] !== b[key]) return false
  for (const key in b) if (!(key in a)) return false
  return true
}
