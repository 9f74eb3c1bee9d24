import { FairQueue } from './fair-queue.ts'

interface Waiting {
  person: string
  most: number
  begin: () => void
}

/**
 * Lets one piece of work begin in each turn of the event loop. People take turns: when one person sends a hundred requests
 * at once, the request of another person begins second.
 */
export class Turns {
  readonly #waiting = new FairQueue<Waiting>()
  readonly #underWay = new Map<string, number>()
  #isTaken = false

  /**
   * Does the work of a person: at once where nothing else began in this turn, else later. It waits, too, while `most`
   * pieces of work of that person are under way.
   */
  run<Result>(person: string, work: () => Result | Promise<Result>, most = Infinity): Result | Promise<Result> {
    if (!this.#isTaken && this.#mayBegin({ person, most })) {
      this.#takeTurn()
      return this.#counted(person, work)
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        Promise.try(() => this.#counted(person, work)).then(resolve, reject)
      }
      this.#waiting.add(person, { person, most, begin })
    })
  }

  #mayBegin({ person, most }: Pick<Waiting, 'person' | 'most'>): boolean {
    return (this.#underWay.get(person) ?? 0) < most
  }

  #takeTurn(): void {
    this.#isTaken = true
    setImmediate(() => {
      this.#isTaken = false
      this.#next()
    })
  }

  #next(): void {
    if (this.#isTaken) return
    const next = this.#waiting.take((each) => this.#mayBegin(each))
    if (!next) return
    this.#takeTurn()
    next.begin()
  }

  #counted<Result>(person: string, work: () => Result | Promise<Result>): Result | Promise<Result> {
    const result = work()
    if (!(result instanceof Promise)) return result
    this.#underWay.set(person, (this.#underWay.get(person) ?? 0) + 1)
    return result.finally(() => {
      const left = this.#underWay.get(person)! - 1
      if (left > 0) this.#underWay.set(person, left)
      else this.#underWay.delete(person)
      this.#next()
    })
  }
}

/** The turns of this thread. A thread has one event loop, so requests, refreshes and pieces of answers share one queue. */
export const turns = new Turns()
