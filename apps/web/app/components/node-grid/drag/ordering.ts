import type { RowList } from '../grid/selection.ts'
import type { ListedNode, RowMove } from '../types.ts'

/** The order after a move. Ids that are not there are left out. */
export function applyMove(order: readonly string[], { ids, before }: RowMove): string[] {
  const wanted = new Set(ids)
  const there = new Set<string>()
  const rest: string[] = []
  for (const id of order) {
    if (wanted.has(id)) there.add(id)
    else rest.push(id)
  }
  const at = before === null ? -1 : rest.indexOf(before)
  const moved = [...wanted].filter((id) => there.has(id))
  return at < 0 ? rest.concat(moved) : rest.slice(0, at).concat(moved, rest.slice(at))
}

/** One step up or down past the next row that is shown; undefined at the end of the way. */
export function stepMove(
  list: RowList,
  order: RowList,
  moving: ReadonlySet<string>,
  step: 1 | -1,
): RowMove | undefined {
  const places = placesOf(list, moving)
  if (places.length === 0) return undefined
  const ids = places.map((at) => list.idAt(at))
  if (step < 0) {
    // A block with gaps closes up below its first row.
    const first = places[0]!
    if (first === 0 && isBlock(places)) return undefined
    return {
      ids,
      before: list.idAt(Math.max(0, first - 1)) === ids[0] ? firstOther(list, moving, 0) : list.idAt(first - 1),
    }
  }
  const last = places.at(-1)!
  if (last === list.count - 1 && isBlock(places)) return undefined
  return { ids, before: afterShown(list, order, moving, Math.min(last + 1, list.count - 1)) }
}

/** To a place in the rows shown, counted from 1. */
export function moveToPlace(list: RowList, order: RowList, moving: ReadonlySet<string>, place: number): RowMove {
  const ids = placesOf(list, moving).map((at) => list.idAt(at))
  let others = 0
  for (let at = 0; at < list.count; at++) {
    if (moving.has(list.idAt(at))) continue
    others++
    if (others === place) return { ids, before: list.idAt(at) }
  }
  return { ids, before: afterShown(list, order, moving, list.count - 1) }
}

/** To where a row was dropped: before the row at `index`; the count of rows = behind the last. */
export function dropMove(
  list: RowList,
  order: RowList,
  moving: ReadonlySet<string>,
  index: number,
): RowMove | undefined {
  const places = placesOf(list, moving)
  if (places.length === 0) return undefined
  const inside = isBlock(places) && index >= places[0]! && index <= places.at(-1)! + 1
  if (inside) return undefined
  const ids = places.map((at) => list.idAt(at))
  const next = index < list.count ? firstOther(list, moving, index) : null
  return { ids, before: next ?? afterShown(list, order, moving, list.count - 1) }
}

/** To the top or the bottom of everything, shown or not. */
export function moveToEnd(order: RowList, moving: ReadonlySet<string>, end: 'top' | 'bottom'): RowMove {
  const ids = placesOf(order, moving).map((at) => order.idAt(at))
  return { ids, before: end === 'top' ? firstOther(order, moving, 0) : null }
}

/** The row that follows, in the whole order, the one shown at `index`. */
function afterShown(list: RowList, order: RowList, moving: ReadonlySet<string>, index: number): string | null {
  let at = index
  while (at >= 0 && moving.has(list.idAt(at))) at--
  if (at < 0) return firstOther(order, moving, 0)
  return firstOther(order, moving, order.indexOf(list.idAt(at)) + 1)
}

function firstOther(list: RowList, moving: ReadonlySet<string>, from: number): string | null {
  for (let at = from; at < list.count; at++) if (!moving.has(list.idAt(at))) return list.idAt(at)
  return null
}

function placesOf(list: RowList, moving: ReadonlySet<string>): number[] {
  const places: number[] = []
  for (const id of moving) {
    const at = list.indexOf(id)
    if (at >= 0) places.push(at)
  }
  return places.sort((a, b) => a - b)
}

function isBlock(places: readonly number[]): boolean {
  const span = places.at(-1)! - places[0]!
  return span === places.length - 1
}

/** The whole order that a sorted view stands for: what it does not show stands behind. */
export function orderOfView(sorted: readonly ListedNode[], rows: readonly ListedNode[]): string[] {
  const placed = new Set(sorted.map(({ id }) => id))
  return [...placed, ...rows.flatMap(({ id }) => (placed.has(id) ? [] : id))]
}
