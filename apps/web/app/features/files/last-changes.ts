import type { FileSpace } from '../../components/places/place.ts'
import { createStore } from '../../lib/store.ts'

/** Requests at the same time: a host that counts them is asked with care. */
const AT_ONCE = 2

/** The newest change of a file. */
export interface LastChange {
  /** ISO 8601. */
  date: string
  /** What its commit says. Absent where a place keeps no commits. */
  message?: string
}

/** How files were changed last. Hosts do not list it, so it is asked for each file that is in sight. */
export class LastChanges {
  /** By path. */
  readonly known = createStore<ReadonlyMap<string, LastChange>>(new Map())
  readonly #space: FileSpace
  readonly #asked = new Set<string>()
  #wanted: readonly string[] = []
  #running = 0
  #isOff = false

  constructor(space: FileSpace) {
    this.#space = space
  }

  /** Asks for these next; what was wanted before and is out of sight is not asked any more. */
  want(paths: readonly string[]): void {
    this.#wanted = paths.filter((path) => !this.#asked.has(path))
    while (this.#running < AT_ONCE && this.#wanted.length > 0 && !this.#isOff) void this.#askOne()
  }

  /** These have changed: they are asked again. */
  forget(paths: readonly string[]): void {
    for (const path of paths) this.#asked.delete(path)
  }

  async #askOne(): Promise<void> {
    this.#running++
    try {
      for (let path = this.#next(); path !== undefined && !this.#isOff; path = this.#next()) {
        const asked = path
        const [newest] = (await this.#space.history!({ path })).items
        if (!newest) continue
        const { date, message } = newest
        this.known.set((known) => new Map(known).set(asked, { date, message: message.trim() }))
      }
    } catch {
      // The column stays empty: nobody waits for it, and more requests would meet the same.
      this.#isOff = true
    } finally {
      this.#running--
    }
  }

  #next(): string | undefined {
    const [path, ...rest] = this.#wanted
    this.#wanted = rest
    if (path !== undefined) this.#asked.add(path)
    return path
  }
}
