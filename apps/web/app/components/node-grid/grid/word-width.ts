/** Of 12 pixels high letters, a little more than most fonts need. */
const LETTER_PX = 6.6
const HAN_PX = 12
const FIRST_HAN = '\u2e80'

/** About how wide a small word is. Nothing is measured: a table asks it for every row. */
export function wordPx(word: string): number {
  return Array.from(word).reduce((sum, letter) => sum + (letter < FIRST_HAN ? LETTER_PX : HAN_PX), 0)
}
