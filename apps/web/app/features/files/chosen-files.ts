/** What is chosen in a list, and where one stands in it. Everything is named by its path. */
export interface ChosenFiles {
  chosen: ReadonlySet<string>
  /** The row with the focus. */
  active: string | undefined
  /** Where a range begins. */
  anchor: string | undefined
}

export const NOTHING_CHOSEN: ChosenFiles = { chosen: new Set(), active: undefined, anchor: undefined }

/** One row alone; with `isAdded` beside those that are chosen, or no more; with `isRange` all from where the range begins. */
export function choose(
  { chosen, anchor }: ChosenFiles,
  rows: readonly string[],
  path: string,
  { isAdded = false, isRange = false } = {},
): ChosenFiles {
  if (isRange && anchor !== undefined && rows.includes(anchor)) {
    const ends = [rows.indexOf(anchor), rows.indexOf(path)]
    const range = rows.slice(Math.min(...ends), Math.max(...ends) + 1)
    return { chosen: new Set(isAdded ? [...chosen, ...range] : range), active: path, anchor }
  }
  if (!isAdded) return { chosen: new Set([path]), active: path, anchor: path }
  const next = new Set(chosen)
  if (!next.delete(path)) next.add(path)
  return { chosen: next, active: path, anchor: path }
}

/** From row to row with the arrows; `isRange`: all between are chosen. */
export function chooseBeside(state: ChosenFiles, rows: readonly string[], by: number, isRange: boolean): ChosenFiles {
  if (rows.length === 0) return NOTHING_CHOSEN
  const at = state.active === undefined ? -1 : rows.indexOf(state.active)
  const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + by))
  return choose(state, rows, rows[next]!, { isRange })
}

export function chooseAll(state: ChosenFiles, rows: readonly string[]): ChosenFiles {
  return { ...state, chosen: new Set(rows) }
}

/** What is there no more is chosen no more; the focus goes to the row that stands there now. */
export function stillThere(state: ChosenFiles, before: readonly string[], rows: readonly string[]): ChosenFiles {
  const there = new Set(rows)
  const chosen = new Set([...state.chosen].filter((path) => there.has(path)))
  const { active, anchor } = state
  if (active === undefined || there.has(active)) return { ...state, chosen }
  const at = Math.min(Math.max(before.indexOf(active), 0), rows.length - 1)
  return { chosen, active: rows[at], anchor: anchor !== undefined && there.has(anchor) ? anchor : undefined }
}
