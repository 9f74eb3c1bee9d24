import { FairQueue } from '../fair-queue.ts'
import type { Patience, Places, WantedPlace } from '../limits.ts'

interface Waiting {
  wanted: readonly WantedPlace[]
  admit: (leave: (() => void) | undefined) => void
}

/** Places of this copy. */
export class MemoryPlaces implements Places {
  readonly #taken = new Map<string, number>()
  readonly #waiting = new FairQueue<Waiting>()

  async enter(wanted: readonly WantedPlace[], { person, waitMs, signal }: Patience): Promise<(() => void) | undefined> {
    signal.throwIfAborted()
    return this.enterAtOnce(wanted) ?? this.#wait(wanted, { person, waitMs, signal })
  }

  /** The same without a wait; undefined: they are taken. */
  enterAtOnce(wanted: readonly WantedPlace[]): (() => void) | undefined {
    return this.#fits(wanted) ? this.#take(wanted) : undefined
  }

  #wait(wanted: readonly WantedPlace[], { person, waitMs, signal }: Patience): Promise<(() => void) | undefined> {
    return new Promise((resolve, reject) => {
      // Whoever is admitted in the moment of leaving would hold the places for good, so leaving is one step.
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
        this.#waiting.remove(person, waiting)
      }
      const waiting: Waiting = {
        wanted,
        admit: (leave) => {
          end()
          resolve(leave)
        },
      }
      const stop = () => {
        end()
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
      }
      const timer = setTimeout(waiting.admit, waitMs, undefined)
      signal.addEventListener('abort', stop, { once: true })
      this.#waiting.add(person, waiting)
    })
  }

  #fits(wanted: readonly WantedPlace[]): boolean {
    return wanted.every(({ key, most, count = 1 }) => (this.#taken.get(key) ?? 0) + count <= most)
  }

  #take(wanted: readonly WantedPlace[]): () => void {
    for (const { key, count = 1 } of wanted) this.#taken.set(key, (this.#taken.get(key) ?? 0) + count)
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      for (const place of wanted) this.#leave(place)
      this.#admit()
    }
  }

  #leave({ key, count = 1 }: WantedPlace): void {
    const others = this.#taken.get(key)! - count
    if (others > 0) this.#taken.set(key, others)
    else this.#taken.delete(key)
  }

  #admit(): void {
    const next = () => this.#waiting.take(({ wanted }) => this.#fits(wanted))
    for (let waiting = next(); waiting; waiting = next()) waiting.admit(this.#take(waiting.wanted))
  }
}
