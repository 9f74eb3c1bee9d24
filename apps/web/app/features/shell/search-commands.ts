export interface Searchable {
  /** Title, other language, keywords: each may be found by its own. */
  texts: readonly string[]
}

/**
 * What fits what was typed, best first: the beginning of a word, then its middle, then letters in order.
 * 'jdzh' finds 节点转换 by its keywords, 'cnv' finds Convert.
 */
export function searchCommands<T extends Searchable>(commands: readonly T[], query: string): T[] {
  const words = query.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean)
  return commands
    .map((command, index) => ({ command, index, score: scoreOf(command, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ command }) => command)
}

function scoreOf({ texts }: Searchable, words: readonly string[]): number {
  let sum = 0
  for (const word of words) {
    // The title counts most, what stands further back a little less.
    const best = Math.max(0, ...texts.map((text, place) => scoreText(text.toLowerCase(), word) - place))
    if (best === 0) return 0
    sum += best
  }
  return words.length === 0 ? 1 : sum
}

const WHOLE = 100
const START = 80
const WORD_START = 60
const INSIDE = 40
const LETTERS = 20

function scoreText(text: string, word: string): number {
  if (text === word) return WHOLE
  const at = text.indexOf(word)
  if (at === 0) return START
  if (at > 0) return /[\s\-/.]/.test(text[at - 1]!) ? WORD_START : INSIDE
  return text.length > 0 && hasLetters(text, word) ? LETTERS : 0
}

/** Whether the letters of a word stand in one word of the text, in their order, from its first letter on. */
function hasLetters(text: string, word: string): boolean {
  return text.split(/\s+/).some((part) => {
    if (part[0] !== word[0]) return false
    let at = 0
    for (const letter of part) if (letter === word[at]) at++
    return at === word.length
  })
}
