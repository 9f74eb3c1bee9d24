interface State {
  next: Map<number, State>
  /** Where the longest other beginning of a word goes on. */
  fallback: State | undefined
  /** Length of the shortest word that ends here. */
  shortest: number
}

/** Looks for many words in a text at once, in a time that does not grow with their number (Aho and Corasick, 1975). */
export class WordFinder {
  readonly #start: State = { next: new Map(), fallback: undefined, shortest: Infinity }

  constructor(words: Iterable<string>) {
    for (const word of words) {
      let state = this.#start
      for (let at = 0; at < word.length; at++) {
        const code = word.charCodeAt(at)
        let next = state.next.get(code)
        if (next === undefined) {
          next = { next: new Map(), fallback: this.#start, shortest: Infinity }
          state.next.set(code, next)
        }
        state = next
      }
      state.shortest = word.length
    }
    // The nearest states first: a fallback is always nearer.
    const waiting = [...this.#start.next.values()]
    for (let at = 0; at < waiting.length; at++) {
      const state = waiting[at]!
      state.shortest = Math.min(state.shortest, state.fallback!.shortest)
      for (const [code, next] of state.next) {
        next.fallback = this.#step(state.fallback!, code)
        waiting.push(next)
      }
    }
  }

  /** Whether one of the words is in a text; `below`: a shorter one than that. */
  isIn(text: string, below = Infinity): boolean {
    let state = this.#start
    for (let at = 0; at < text.length; at++) {
      state = this.#step(state, text.charCodeAt(at))
      if (state.shortest < below) return true
    }
    return false
  }

  #step(from: State, code: number): State {
    let state: State | undefined = from
    while (state !== undefined) {
      const next = state.next.get(code)
      if (next !== undefined) return next
      state = state.fallback
    }
    return this.#start
  }
}
