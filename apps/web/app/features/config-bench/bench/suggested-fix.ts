import type { WordedIssue } from '../../../workers/tasks/config.ts'

/** Names that mean the same without quotes, in YAML and inside the quotes of JSON. */
const PLAIN_NAME =
  /^[\p{L}\p{N}\p{RI}\p{Extended_Pictographic}][\p{L}\p{N}\p{M}\p{RI}\p{Extended_Pictographic}\u200d _./-]*$/u
/** What stands at the place and was not understood. */
const WRITTEN = ['action', 'name', 'type', 'key'] as const

/**
 * The change that the nearest name asks for, where it is not certain that it was meant: a person presses its button, and
 * "fix all" leaves it out.
 */
export function suggestedFix(text: string, issue: WordedIssue): WordedIssue['fix'] {
  const { nearest } = issue.args
  if (issue.fix || typeof nearest !== 'string') return issue.fix
  const start = offsetOf(text, issue.line, issue.column)
  const end = offsetOf(text, issue.endLine, issue.endColumn)
  const place = text.slice(start, end)
  const written = issue.code === 'value-wrong' ? place.replaceAll(/^["']|["']$/g, '') : writtenIn(issue)
  const [title] = nearest.split(', ')
  if (written === undefined || title === undefined || !PLAIN_NAME.test(title)) return undefined
  const at = issue.code.startsWith('rule-') ? partAt(place, written) : wholeAt(place, written)
  if (at === undefined) return undefined
  const from = start + at
  return { title, edits: [{ from, to: from + written.length, text: title }] }
}

function writtenIn({ args }: WordedIssue): string | undefined {
  return WRITTEN.map((key) => args[key]).find((value): value is string => typeof value === 'string' && value !== '')
}

/** Where a scalar begins that is all that stands at a place, perhaps in quotes. */
function wholeAt(place: string, written: string): number | undefined {
  if (place === written) return 0
  return place === `"${written}"` || place === `'${written}'` ? 1 : undefined
}

/** Where a part of a rule line begins: `DOMAIN,a.example.com,Proxy` has three, and JSON has its own in quotes. */
function partAt(place: string, written: string): number | undefined {
  for (let at = place.indexOf(written); at >= 0; at = place.indexOf(written, at + 1)) {
    const [before, after] = [place[at - 1], place[at + written.length]]
    if ((before === undefined || PART_EDGE.test(before)) && (after === undefined || PART_EDGE.test(after))) return at
  }
  return undefined
}

const PART_EDGE = /[,"'()\s]/

/** Lines and columns from 1. */
function offsetOf(text: string, line: number, column: number): number {
  let start = 0
  for (let at = 1; at < line; at++) {
    const end = text.indexOf('\n', start)
    if (end < 0) return text.length
    start = end + 1
  }
  return Math.min(text.length, start + column - 1)
}
