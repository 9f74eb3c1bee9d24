/** Which rows are selected. Values, never changed ones. */

export interface Selection {
  ids: ReadonlySet<string>
  /** Where a range starts. */
  anchor: string | null
}

/** The rows that are shown, in their order. */
export interface RowList {
  readonly count: number
  idAt: (index: number) => string
  /** -1 = not shown. */
  indexOf: (id: string) => number
}

export const NOTHING: Selection = { ids: new Set(), anchor: null }

export function selectOnly(id: string): Selection {
  return { ids: new Set([id]), anchor: id }
}

export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** From the anchor to a row. What was selected before stays only when asked to. */
export function selectRange(selection: Selection, list: RowList, to: string, keep: boolean): Selection {
  const end = list.indexOf(to)
  const start = selection.anchor === null ? end : list.indexOf(selection.anchor)
  if (end < 0) return selection
  if (start < 0) return selectOnly(to)
  const ids = new Set(keep ? selection.ids : [])
  for (let at = Math.min(start, end); at <= Math.max(start, end); at++) ids.add(list.idAt(at))
  return { ids, anchor: selection.anchor ?? to }
}

/** Every row that is shown, so filtered rows only. */
export function selectAll(list: RowList): Selection {
  const ids = new Set<string>()
  for (let at = 0; at < list.count; at++) ids.add(list.idAt(at))
  return { ids, anchor: list.count > 0 ? list.idAt(0) : null }
}

/** The selected rows that are shown: those that something is done to. */
export function shownOf({ ids }: Selection, list: RowList): string[] {
  return [...ids].filter((id) => list.indexOf(id) >= 0)
}

/** Without rows that are gone; the same value when none is. */
export function withoutGone(selection: Selection, exists: (id: string) => boolean): Selection {
  let gone = false
  for (const id of selection.ids) if (!exists(id)) gone = true
  const anchor = selection.anchor !== null && exists(selection.anchor) ? selection.anchor : null
  if (!gone && anchor === selection.anchor) return selection
  return { ids: new Set([...selection.ids].filter(exists)), anchor }
}
