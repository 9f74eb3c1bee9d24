import type { Notices } from '../shared/notices.ts'

const MAY_CLOSE = /^(update|delete from) "(output_address|user_account)"|^delete from "hosted_output"/
const ABOUT = 'closings'

/**
 * Counts what may close an address of an output. What was found before may be answered while the count stays, if the
 * database cannot be asked.
 */
export class Closings {
  #count = 0
  /** Something was closed since the last commit. */
  #isUncommitted = false
  #notices: Notices | undefined

  /** Counts what the copies of this server close as well. */
  share(notices: Notices): void {
    this.#notices = notices
    notices.listen(ABOUT, () => void this.#count++)
  }

  /** While another copy may have closed something unheard, each look gives another number. */
  get count(): number {
    if (this.#notices?.areHeard() === false) this.#count++
    return this.#count
  }

  /**
   * Is told of each query before it runs, and gives back what to do when it did: what somebody reads in between is of the
   * time before it.
   */
  readonly note = (query: string): (() => void) | undefined => {
    if (MAY_CLOSE.test(query)) this.#isUncommitted = true
    else if (query !== 'commit' || !this.#isUncommitted) return undefined
    else this.#isUncommitted = false
    this.#count++
    return () => {
      this.#count++
      this.#notices?.tell(ABOUT)
    }
  }
}
