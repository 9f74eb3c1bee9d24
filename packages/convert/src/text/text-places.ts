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
  isIn({ start, end }: { start: number; end: number }): boolean {
    const starts = this.#starts
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (starts[middle]! < start) low = middle + 1
      else high = middle
    }
    return low < starts.length && starts[low]! < end
  }
}
