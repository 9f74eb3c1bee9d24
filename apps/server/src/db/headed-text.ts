/** Shorter texts stay in the head. */
const LONG = 1024
/** The first letter of what replaces a long text in the head. */
const APART = '\0'

/**
 * Writes a value as a head of JSON and, behind it, its long texts as they are. Parsing long texts as JSON would block the
 * server for tens of milliseconds. In the head, each long text is replaced by `\0LENGTH`; the texts keep their order.
 */
export function toHeadedText(value: object): string {
  const texts: string[] = []
  const head = JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'string' || (part.length < LONG && !part.startsWith(APART))) return part
    texts.push(part)
    return `${APART}${part.length}`
  })
  return [head, '\n', ...texts].join('')
}

/** Reads a headed text. Earlier versions wrote plain JSON, which has no line end. It reads that too. */
export function fromHeadedText(text: string): unknown {
  const headEnds = text.indexOf('\n')
  if (headEnds === -1) return JSON.parse(text)
  return partsOf(text.slice(0, headEnds), (from, to) => text.slice(from, to))
}

/** Reads a head. `partOf` gives back the part of the headed text between two positions. */
export function partsOf(head: string, partOf: (from: number, to: number) => unknown): unknown {
  let at = head.length + 1
  return JSON.parse(head, (_, part: unknown) => {
    if (typeof part !== 'string' || !part.startsWith(APART)) return part
    const from = at
    at += Number(part.slice(APART.length))
    return partOf(from, at)
  })
}
