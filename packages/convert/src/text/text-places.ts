import { countBelow } from './count-below.ts'

/** The places of some pieces in a text, to be asked of any stretch of it. */
export class TextPlaces {
  /** In the order of the text. */
  readonly #starts: readonly number[]

  constructor(text: string, pieces: readonly string[]) {
    const starts: number[] = []
    for (const piece of pieces)
      for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + piece.length)) starts.push(at)
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

interface Stretch {
  start: number
  end: number
}
