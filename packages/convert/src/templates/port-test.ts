const PART = /^(!?)\s*(\d{1,5})(?:\s*-\s*(\d{1,5})|([+-]))?$/
const PORT_MAX = 65_535

/**
 * Ports as ini files write them, as a test: `443`, `8000-9000`, `1024+` (and above), `1024-` (and below), with commas
 * between them, `!` for all but those. Undefined where a part says none of it.
 */
export function portTest(text: string): ((port: number) => boolean) | undefined {
  const ranges: { from: number; to: number }[] = []
  const excluded: { from: number; to: number }[] = []
  for (const part of text.split(',')) {
    const [, not, first, last, open] = PART.exec(part.trim()) ?? []
    if (first === undefined) return undefined
    const number = Number(first)
    const from = open === '-' ? 0 : number
    const to = open === '+' ? PORT_MAX : last === undefined ? number : Number(last)
    ;(not ? excluded : ranges).push({ from, to })
  }
  const holds = (list: typeof ranges, port: number) => list.some(({ from, to }) => port >= from && port <= to)
  return (port) => (ranges.length === 0 || holds(ranges, port)) && !holds(excluded, port)
}
