import { diffLines, type Hunk } from './line-diff.ts'

/** A place that both sides changed in different ways. */
export interface Conflict {
  /** Where `mine` begins in the merged text, from 1. */
  line: number
  /** What stands there now; empty: lines that were taken out. */
  mine: readonly string[]
  /** What the other side has there. */
  theirs: readonly string[]
}

export interface Merged {
  text: string
  conflicts: readonly Conflict[]
}

/**
 * Puts the changes that lead from `base` to `mine` onto `theirs`, line by line. Where both changed the same lines, `mine`
 * stands in the text and the other side in a conflict, so that neither is lost.
 */
export function mergeTexts(base: string, mine: string, theirs: string): Merged {
  if (mine === base || mine === theirs) return { text: theirs, conflicts: [] }
  if (theirs === base) return { text: mine, conflicts: [] }
  const baseLines = base.split('\n')
  const mineLines = mine.split('\n')
  const theirLines = theirs.split('\n')
  const lines: string[] = []
  const conflicts: Conflict[] = []
  let at = 0
  for (const { from, to, mine, theirs } of places(diffLines(baseLines, mineLines), diffLines(baseLines, theirLines))) {
    for (; at < from; at++) lines.push(baseLines[at]!)
    at = to
    const own = mine && mineLines.slice(...sideOf(mine, from, to))
    const other = theirs && theirLines.slice(...sideOf(theirs, from, to))
    if (own && other && !isSame(own, other)) conflicts.push({ line: lines.length + 1, mine: own, theirs: other })
    for (const line of own ?? other!) lines.push(line)
  }
  for (; at < baseLines.length; at++) lines.push(baseLines[at]!)
  return { text: lines.join('\n'), conflicts }
}

/** Lines `from` to `to` of the base, and the changes of each side that lie in them. */
interface Place {
  from: number
  to: number
  mine?: readonly Hunk[]
  theirs?: readonly Hunk[]
}

function places(mine: readonly Hunk[], theirs: readonly Hunk[]): Place[] {
  const found: { from: number; to: number; mine: Hunk[]; theirs: Hunk[] }[] = []
  const all = [
    ...mine.map((hunk) => ({ hunk, side: 'mine' as const })),
    ...theirs.map((hunk) => ({ hunk, side: 'theirs' as const })),
  ].sort((one, other) => one.hunk.fromA - other.hunk.fromA || one.hunk.toA - other.hunk.toA)
  for (const { hunk, side } of all) {
    const last = found.at(-1)
    if (last && touches(last, hunk)) {
      last[side].push(hunk)
      last.to = Math.max(last.to, hunk.toA)
    } else found.push({ from: hunk.fromA, to: hunk.toA, mine: [], theirs: [], [side]: [hunk] })
  }
  return found.map(withSides)
}

/** A side that changed nothing there is absent. */
function withSides({ from, to, mine, theirs }: { from: number; to: number; mine: Hunk[]; theirs: Hunk[] }) {
  return { from, to, ...(mine.length > 0 ? { mine } : {}), ...(theirs.length > 0 ? { theirs } : {}) }
}

/** Whether two changes are about the same lines; two insertions at one place are. */
const touches = (place: { from: number; to: number }, { fromA, toA }: Hunk) =>
  fromA < place.to || (place.from === place.to && fromA === place.from && toA === fromA)

/** The lines of a side that stand for `from` to `to` of the base. */
function sideOf(hunks: readonly Hunk[], from: number, to: number): [number, number] {
  const first = hunks[0]!
  const last = hunks.at(-1)!
  return [first.fromB - (first.fromA - from), last.toB + (to - last.toA)]
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((line, index) => line === b[index])

/** Conflicts after an edit of the text. A conflict that the edit touched is settled; the others move with their lines. */
export function movedConflicts(conflicts: readonly Conflict[], hunks: readonly Hunk[]): Conflict[] {
  return conflicts.flatMap((conflict) => {
    const from = conflict.line - 1
    const to = from + conflict.mine.length
    let shift = 0
    for (const { fromA, toA, toB } of hunks) {
      if (toA <= from) shift = toB - toA
      else if (fromA < to) return []
    }
    return shift === 0 ? [conflict] : [{ ...conflict, line: conflict.line + shift }]
  })
}

/** Merges a text that still has conflicts of an earlier merge. They stay until they are settled or found again. */
export function mergeAgain(base: string, mine: string, theirs: string, before: readonly Conflict[]): Merged {
  const { text, conflicts } = mergeTexts(base, mine, theirs)
  if (before.length === 0 || text === theirs) return { text, conflicts }
  const moved = movedConflicts(before, diffLines(mine.split('\n'), text.split('\n')))
  const reported = new Set(conflicts.map(({ line }) => line))
  return {
    text,
    conflicts: [...moved.filter(({ line }) => !reported.has(line)), ...conflicts].sort(
      (one, other) => one.line - other.line,
    ),
  }
}
