const SHOWN_MAX = 50
/** A letter right behind the one before, at the beginning of a word, and in the name rather than in a folder. */
const BEHIND = 3
const WORD_START = 2
const IN_NAME = 1

/** Paths that have all typed letters in this order, those that fit best first. */
export function quickMatches(paths: readonly string[], typed: string): string[] {
  const letters = Array.from(typed.toLowerCase().replaceAll(/\s/g, ''))
  if (letters.length === 0) return paths.slice(0, SHOWN_MAX)
  return paths
    .flatMap((path) => {
      const score = scoreOf(path, letters)
      return score === undefined ? [] : [{ path, score }]
    })
    .sort((a, b) => b.score - a.score || a.path.length - b.path.length || a.path.localeCompare(b.path))
    .slice(0, SHOWN_MAX)
    .map(({ path }) => path)
}

/** From the end, so that the name counts before its folders. Undefined: a letter is missing. */
function scoreOf(path: string, letters: readonly string[]): number | undefined {
  const text = path.toLowerCase()
  const nameAt = text.lastIndexOf('/') + 1
  let score = 0
  let until = text.length
  let last = -1
  for (const letter of letters.toReversed()) {
    const at = until === 0 ? -1 : text.lastIndexOf(letter, until - letter.length)
    if (at < 0) return undefined
    if (last >= 0 && at + letter.length === last) score += BEHIND
    if (at === 0 || '/.-_ '.includes(text[at - 1]!)) score += WORD_START
    if (at >= nameAt) score += IN_NAME
    last = at
    until = at
  }
  return score
}
