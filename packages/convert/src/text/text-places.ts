import { countBelow } from './count-below.ts'

/** Stands between the parts of a text in one spelling of it or another: blanks may be line ends, quotes stand twice. */
const BETWEEN = /[\s'"\\\p{Cc}]*/uy

/** The places of some pieces in a text, to be asked of any stretch of it. */
export class TextPlaces {
  /** In the order of the text. */
  readonly #starts: readonly number[]

  /** `next`: what follows the first piece, but for what may stand between. */
  constructor(text: string, pieces: readonly string[], next = '') {
    const starts: number[] = []
    for (const [index, piece] of pieces.entries()) {
      // A piece that may overlap itself is not found everywhere.
      const wanted = index === 0 && piece.lastIndexOf(piece[0]!) === 0 ? next : ''
      for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + piece.length))
        if (follows(text, at + piece.length, wanted)) starts.push(at)
    }
    this.#starts = pieces.length > 1 ? starts.sort((a, b) => a - b) : starts
  }

  /** Whether a piece begins in a stretch. */
  isIn({ start, end }: Stretch): boolean {
    const starts = this.#starts
    const first = countBelow(starts.length, (index) => starts[index]! < start)
    return first < starts.length && starts[first]! < end
  }

  /** Indexes of the stretches in which a piece begins. The stretches come one behind the other. */
  indexesIn(count: number, stretchAt: (index: number) => Stretch): number[] {
    const found: number[] = []
    for (const start of this.#starts) {
      const index = countBelow(count, (at) => stretchAt(at).end <= start)
      if (index < count && stretchAt(index).start <= start && found.at(-1) !== index) found.push(index)
    }
    return found
  }
}

function follows(text: string, at: number, next: string): boolean {
  BETWEEN.lastIndex = at
  return next === '' || (BETWEEN.test(text) && text.startsWith(next, BETWEEN.lastIndex))
}

interface Stretch {
  start: number
  end: number
}
