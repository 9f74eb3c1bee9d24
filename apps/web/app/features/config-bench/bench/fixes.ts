import { applyEdits } from '@switchyard/convert/edits'
import type { WordedIssue } from '../../../workers/tasks/config.ts'

/** The text with every fix that stands clear of the one before it, and how many those are. */
export function withFixes(text: string, issues: readonly WordedIssue[]): { text: string; fixed: number } {
  const fixes = issues.flatMap(({ fix }) => {
    if (!fix) return []
    const from = Math.min(...fix.edits.map((edit) => edit.from))
    return [{ edits: fix.edits, from, to: Math.max(...fix.edits.map((edit) => edit.to)) }]
  })
  let end = -1
  const made = fixes
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
    .filter(({ from, to }) => {
      if (from <= end) return false
      end = to
      return true
    })
  return { text: applyEdits(text, made.flatMap(({ edits }) => edits)), fixed: made.length } // oxfmt-ignore
}
