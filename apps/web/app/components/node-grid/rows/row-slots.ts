/** Which element shows which row. */
export interface Slots {
  byId: ReadonlyMap<string, number>
  /** The row with the focus. */
  held: string | null
  next: number
}

export const NO_SLOTS: Slots = { byId: new Map(), held: null, next: 0 }

/**
 * The elements for other rows. A row that stays keeps its element, and a new one takes that of a row that went: to fill
 * an element anew is much less work for the browser than to make one.
 */
export function nextSlots(before: Slots, ids: readonly string[], held: string | null): Slots {
  const { byId } = before
  if (ids.length === byId.size && held === before.held && ids.every((id) => byId.has(id))) return before
  const wanted = new Set(ids)
  // The focus was on the row that was held: it must not find itself on another one.
  const free = [...byId].flatMap(([id, slot]) => (wanted.has(id) || id === before.held ? [] : slot))
  let { next } = before
  let taken = 0
  const slots = new Map(ids.map((id) => [id, byId.get(id) ?? free[taken++] ?? next++]))
  return { byId: slots, held, next }
}
