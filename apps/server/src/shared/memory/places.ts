import type { Patience, Places, WantedPlace } from '../limits.ts'
import { withSignal } from '../with-signal.ts'

interface Waiting {
  wanted: readonly WantedPlace[]
  admit: (leave: (() => void) | undefined) => void
}

/** Places of this copy. */
export class MemoryPlaces implements Places {
  readonly #taken = new Map<string, number>()
  readonly #waiting = new Set<Waiting>()

  async enter(wanted: readonly WantedPlace[], { waitMs, signal }: Patience): Promise<(() => void) | undefined> {
    if (this.#fits(wanted)) return this.#take(wanted)
    const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
    const waiting = { wanted, admit: resolve }
    this.#waiting.add(waiting)
    const timer = setTimeout(resolve, waitMs, undefined)
    try {
      return await withSignal(promise, signal)
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(waiting)
    }
  }

  #fits(wanted: readonly WantedPlace[]): boolean {
    return wanted.every(({ key, most }) => (this.#taken.get(key) ?? 0) < most)
  }

  #take(wanted: readonly WantedPlace[]): () => void {
    for (const { key } of wanted) this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1)
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      for (const { key } of wanted) this.#leave(key)
      this.#admit()
    }
  }

  #leave(key: string): void {
    const others = this.#taken.get(key)! - 1
    if (others > 0) this.#taken.set(key, others)
    else this.#taken.delete(key)
  }

  #admit(): void {
    for (const waiting of this.#waiting) {
      if (!this.#fits(waiting.wanted)) continue
      this.#waiting.delete(waiting)
      waiting.admit(this.#take(waiting.wanted))
    }
  }
}
