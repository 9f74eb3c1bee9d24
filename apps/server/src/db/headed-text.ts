/** Shorter ones stay in the head. */
const LONG = 1024
/** Begins what stands in the head for a text that stands behind it. */
const APART = '\0'

/**
 * A value as JSON, but that long texts stand behind it as they are: parsing them as a part of the JSON would hold up
 * everybody else for tens of milliseconds. In the head `\0LENGTH` stands in the place of each, in their order.
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

/** The value of a headed text. Plain JSON is read too: it has no line end. */
export function fromHeadedText(text: string): unknown {
  const headEnds = text.indexOf('\n')
  if (headEnds === -1) return JSON.parse(text)
  let at = headEnds + 1
  return JSON.parse(text.slice(0, headEnds), (_, part: unknown) => {
    if (typeof part !== 'string' || !part.startsWith(APART)) return part
    const begins = at
    at += Number(part.slice(APART.length))
    return text.slice(begins, at)
  })
}
