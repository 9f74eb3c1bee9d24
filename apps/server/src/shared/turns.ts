import { FairQueue } from './fair-queue.ts'

/**
 * Lets one piece of work begin in each turn of the event loop. People take turns: when one person sends a hundred requests
 * at once, the request of another person begins second.
 */
export class Turns {
  readonly #waiting = new FairQueue<() => void>()
  #isTaken = false

  /** Gives undefined where the work may begin at once, else a promise for the moment when it may. */
  take(person: string): Promise<void> | undefined {
    if (this.#isTaken) return new Promise((resolve) => this.#waiting.add(person, resolve))
    this.#begin()
    return undefined
  }

  #begin(): void {
    this.#isTaken = true
    setImmediate(() => {
      this.#isTaken = false
      const begin = this.#waiting.take(() => true)
      if (!begin) return
      this.#begin()
      begin()
    })
  }
}
