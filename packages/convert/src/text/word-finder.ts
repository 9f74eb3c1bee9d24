interface State {
  next: Map<number, State>
  /** Where the longest other beginning of a word goes on. */
  fallback: State | undefined
  /** Length of the shortest word that ends here. */
  shortest: number
  /** The longest word that ends here, and where the next one is said. */
  word: string | undefined
  others: State | undefined
}

/** Looks for many words in a text at once, in a time that does not grow with their number (Aho and Corasick, 1975). */
export class WordFinder {
  readonly #start: State = {
    next: new Map(),
    fallback: undefined,
    shortest: Infinity,
    word: undefined,
    others: undefined,
  }

  constructor(words: Iterable<string>) {
    for (const word of words) {
      let state = this.#start
      for (let at = 0; at < word.length; at++) {
        const code = word.charCodeAt(at)
        let next = state.next.get(code)
        if (next === undefined) {
          next = { next: new Map(), fallback: this.#start, shortest: Infinity, word: undefined, others: undefined }
          state.next.set(code, next)
        }
        state = next
      }
      state.shortest = word.length
      state.word = word
    }
    // The nearest states first: a fallback is always nearer.
    const waiting = [...this.#start.next.values()]
    for (let at = 0; at < waiting.length; at++) {
      const state = waiting[at]!
      const fallback = state.fallback!
      state.shortest = Math.min(state.shortest, fallback.shortest)
      state.others = fallback.word === undefined ? fallback.others : fallback
      for (const [code, next] of state.next) {
        next.fallback = this.#step(fallback, code)
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

  /** The words that are in a text. */
  wordsIn(text: string): ReadonlySet<string> {
    const found = new Set<string>()
    let state = this.#start
    for (let at = 0; at < text.length; at++) {
      state = this.#step(state, text.charCodeAt(at))
      for (let one: State | undefined = state; one !== undefined; one = one.others)
        if (one.word !== undefined) found.add(one.word)
    }
    return found
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
