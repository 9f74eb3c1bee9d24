const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

/** The word of a line that begins a section: `[Proxy Group]` -> `proxy group`; undefined for other lines. */
export function sectionWord(text: string, start: number, end: number): string | undefined {
  if (text.charCodeAt(start) !== OPEN_BRACKET || text.charCodeAt(end - 1) !== CLOSE_BRACKET || end - start > 24)
    return undefined
  const word = text.slice(start + 1, end - 1).toLowerCase()
  return /^[a-z_ ]+$/.test(word) ? word : undefined
}
