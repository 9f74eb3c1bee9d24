import { diffLines } from '../../../components/diff/line-diff.ts'

/** Lines of a config that an upgrade puts others in the place of. */
export interface UpgradeHunk {
  /** The first line, from 1. */
  line: number
  before: readonly string[]
  after: readonly string[]
}

/** A change with the lines that it is seen in; several changes may share them, then the first one has them. */
export interface ReviewedChange<Change> {
  change: Change
  hunk: UpgradeHunk | undefined
}

/** What an upgrade does, change by change; and the lines that no change stands in, such as a rule that comes at the end. */
export function reviewed<Change extends { line: number }>(
  text: string,
  upgraded: string,
  changes: readonly Change[],
): { changes: ReviewedChange<Change>[]; rest: UpgradeHunk[] } {
  const before = text.split('\n')
  const after = upgraded.split('\n')
  const left = new Set(
    diffLines(before, after).map(({ fromA, toA, fromB, toB }) => ({
      line: fromA + 1,
      before: before.slice(fromA, toA),
      after: after.slice(fromB, toB),
    })),
  )
  const hunks = [...left]
  const found = changes.map((change) => {
    const hunk = hunks.find(
      (one) => one.line <= change.line && change.line < one.line + Math.max(1, one.before.length) && left.has(one),
    )
    if (hunk) left.delete(hunk)
    return { change, hunk }
  })
  return { changes: found, rest: [...left] }
}
