/** Names with a number behind those that are taken. It remembers where it stopped, so that many equal names take no longer. */
export class FreeNames {
  readonly #separator: string
  readonly #first: number
  readonly #next = new Map<string, number>()

  constructor(separator: string, first: number) {
    this.#separator = separator
    this.#first = first
  }

  /** The name itself, or with the lowest number behind it that is free: `HK`, `HK_1`. A name that was free once is taken from then on. */
  of(name: string, isTaken: (name: string) => boolean): string {
    let free = name
    let number = this.#next.get(name) ?? this.#first
    while (isTaken(free)) free = `${name}${this.#separator}${number++}`
    this.#next.set(name, number)
    return free
  }
}
