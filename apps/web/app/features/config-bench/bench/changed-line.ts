/** The first line of a text, from 1, that another one does not begin with. */
export function changedLine(before: string, after: string): number {
  let line = 1
  for (let at = 0; at < after.length && before[at] === after[at]; at++) if (after[at] === '\n') line++
  return line
}
