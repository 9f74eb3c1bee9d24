/**
 * Which element shows which row. A row that stays keeps its element, and a new one takes that of a row that went: to
 * fill an element anew is much less work for the browser than to make one.
 */
export function createSlots(): (ids: readonly string[], held: string | null) => ReadonlyMap<string, number> {
  let slots: ReadonlyMap<string, number> = new Map()
  let heldBefore: string | null = null
  let next = 0
  return (ids, held) => {
    if (ids.length === slots.size && held === heldBefore && ids.every((id) => slots.has(id))) return slots
    const wanted = new Set(ids)
    // The focus was on the row that was held: it must not find itself on another one.
    const free = [...slots].flatMap(([id, slot]) => (wanted.has(id) || id === heldBefore ? [] : slot))
    let taken = 0
    slots = new Map(ids.map((id) => [id, slots.get(id) ?? free[taken++] ?? next++]))
    heldBefore = held
    return slots
  }
}
