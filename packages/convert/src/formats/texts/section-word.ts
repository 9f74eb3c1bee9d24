const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

/** Sections of Surge that have a name behind their word, and may be of any number. */
const NAMED = /^\[(wireguard|tailscale|ruleset) [^\]]{1,128}\]$/i
const LONGEST = 144

/**
 * The word of a line that begins a section: `[Proxy Group]` -> `proxy group`, `[WireGuard Home]` -> `wireguard`;
 * undefined for other lines.
 */
export function sectionWord(text: string, start: number, end: number): string | undefined {
  if (text.charCodeAt(start) !== OPEN_BRACKET || text.charCodeAt(end - 1) !== CLOSE_BRACKET || end - start > LONGEST)
    return undefined
  const line = text.slice(start, end)
  const named = NAMED.exec(line)
  if (named) return named[1]!.toLowerCase()
  const word = line.slice(1, -1).toLowerCase()
  return word.length <= 22 && /^[a-z_ ]+$/.test(word) ? word : undefined
}
