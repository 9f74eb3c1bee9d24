import { FairQueue } from './fair-queue.ts'

/**
 * Lets one piece of work begin in each turn of the event loop, of people by turns: of a hundred requests that come at once,
 * ninety-nine stand behind the one request of somebody else.
 */
export class Turns {
  readonly #waiting = new FairQueue<() => void>()
  #isTaken = false

  /** Undefined: this turn is free, and taken now. Else it resolves when the turn has come. */
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
