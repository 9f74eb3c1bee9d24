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
    const first = countUpTo(starts.length, (index) => starts[index]! < start)
    return first < starts.length && starts[first]! < end
  }

  /** Indexes of the stretches in which a piece begins. The stretches come one behind the other. */
  indexesIn(count: number, stretchAt: (index: number) => Stretch): number[] {
    const found: number[] = []
    for (const start of this.#starts) {
      const index = countUpTo(count, (at) => stretchAt(at).end <= start)
      if (index < count && stretchAt(index).start <= start && found.at(-1) !== index) found.push(index)
    }
    return found
  }
}

interface Stretch {
  start: number
  end: number
}

/** How many come before the first that does not hold. */
function countUpTo(count: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) low = middle + 1
    else high = middle
  }
  return low
}
