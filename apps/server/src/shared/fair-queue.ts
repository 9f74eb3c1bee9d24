/** What waits, by person: people take turns, and of one person what came first goes first. */
export class FairQueue<Entry> {
  /** Whose turn is next stands first. A person with nothing that waits is not in it. */
  readonly #waiting = new Map<string, Set<Entry>>()
  #size = 0

  /** How many wait. */
  get size(): number {
    return this.#size
  }

  add(person: string, entry: Entry): void {
    const own = this.#waiting.get(person)
    if (own) own.add(entry)
    else this.#waiting.set(person, new Set([entry]))
    this.#size++
  }

  /** Takes the first that fits, of the first person in turn who has one; that person's next turn comes after the others. */
  take(fits: (entry: Entry) => boolean): Entry | undefined {
    for (const [person, own] of this.#waiting)
      for (const entry of own) {
        if (!fits(entry)) continue
        this.#waiting.delete(person)
        this.#waiting.set(person, own)
        this.remove(person, entry)
        return entry
      }
    return undefined
  }

  /** False: it waits no more. */
  remove(person: string, entry: Entry): boolean {
    const own = this.#waiting.get(person)
    if (!own?.delete(entry)) return false
    if (own.size === 0) this.#waiting.delete(person)
    this.#size--
    return true
  }

  /** Takes what came last of the person with whom most waits: it is the price of asking for too much. */
  takeSurplus(): Entry | undefined {
    let [person, most] = ['', new Set<Entry>()]
    for (const [each, own] of this.#waiting) if (own.size > most.size) [person, most] = [each, own]
    const last = [...most].at(-1)
    if (last !== undefined) this.remove(person, last)
    return last
  }

  /** Takes all that wait. */
  takeAll(): Entry[] {
    const all = this.#waiting
      .values()
      .flatMap((own) => own)
      .toArray()
    this.#waiting.clear()
    this.#size = 0
    return all
  }
}
