import type { NodeRow } from './rows.ts'

/** The line of an entry as people find it: that in a decoded body, behind that of the body where it is not the first. */
export function placeOf({ line, inner }: Pick<NodeRow, 'line' | 'inner'>): string {
  if (inner === undefined) return String(line)
  return line > 1 ? `${line}.${inner}` : String(inner)
}
