/** A place where two lists of lines differ: lines `fromA` to `toA` of the one stand for `fromB` to `toB` of the other. */
export interface Hunk {
  fromA: number
  toA: number
  fromB: number
  toB: number
}

const NO_PAIR = -1
/** Steps that a text without unique lines may cost before the rest counts as replaced. */
const EDITS_MAX = 400
/** How often a line may be looked at, on average, before the rest counts as replaced. */
const LOOKS_A_LINE = 60

/**
 * How lines differ, as a person would say it: lines that stand once on each side hold both together (patience), what is
 * left between them is compared step by step (Myers). The work is bounded: at worst a part counts as replaced whole.
 */
export function diffLines(a: readonly string[], b: readonly string[]): Hunk[] {
  return hunksOf(new Pairing(a, b).pairs, b.length)
}

function hunksOf(pairs: Int32Array, lengthB: number): Hunk[] {
  const hunks: Hunk[] = []
  let fromA = 0
  let fromB = 0
  for (let at = 0; at <= pairs.length; at++) {
    const pair = at === pairs.length ? lengthB : pairs[at]!
    if (pair === NO_PAIR) continue
    if (at > fromA || pair > fromB) hunks.push({ fromA, toA: at, fromB, toB: pair })
    fromA = at + 1
    fromB = pair + 1
  }
  return hunks
}

type Range = readonly [fromA: number, toA: number, fromB: number, toB: number]

/** For every line of the one side its partner on the other. */
class Pairing {
  readonly pairs: Int32Array
  readonly #a: Int32Array
  readonly #b: Int32Array
  readonly #countA: Int32Array
  readonly #countB: Int32Array
  readonly #placeB: Int32Array
  #looks: number

  constructor(a: readonly string[], b: readonly string[]) {
    const words = new Map<string, number>()
    const number = (line: string) => {
      const known = words.get(line)
      if (known !== undefined) return known
      words.set(line, words.size)
      return words.size - 1
    }
    this.#a = Int32Array.from(a, number)
    this.#b = Int32Array.from(b, number)
    this.pairs = new Int32Array(a.length).fill(NO_PAIR)
    this.#countA = new Int32Array(words.size)
    this.#countB = new Int32Array(words.size)
    this.#placeB = new Int32Array(words.size)
    this.#looks = LOOKS_A_LINE * (a.length + b.length + 1)
    const open: Range[] = [[0, a.length, 0, b.length]]
    for (let range = open.pop(); range; range = open.pop()) this.#pair(range, open)
  }

  #pair(range: Range, open: Range[]): void {
    const [fromA, toA, fromB, toB] = this.#trimmed(range)
    if (fromA === toA || fromB === toB) return
    this.#looks -= toA - fromA + (toB - fromB)
    if (this.#looks < 0) return
    const anchors = this.#anchors([fromA, toA, fromB, toB])
    if (anchors.length === 0) return this.#compare(fromA, toA, fromB, toB)
    let lastA = fromA
    let lastB = fromB
    for (const [atA, atB] of anchors) {
      this.pairs[atA] = atB
      open.push([lastA, atA, lastB, atB])
      lastA = atA + 1
      lastB = atB + 1
    }
    open.push([lastA, toA, lastB, toB])
  }

  /** Pairs what is equal at both ends; what is left. */
  #trimmed([fromA, toA, fromB, toB]: Range): Range {
    while (fromA < toA && fromB < toB && this.#a[fromA] === this.#b[fromB]) this.pairs[fromA++] = fromB++
    while (fromA < toA && fromB < toB && this.#a[toA - 1] === this.#b[toB - 1]) this.pairs[--toA] = --toB
    return [fromA, toA, fromB, toB]
  }

  /** Lines that stand once on each side and in the same order, as many as possible. */
  #anchors([fromA, toA, fromB, toB]: Range): [number, number][] {
    for (let at = fromA; at < toA; at++) this.#countA[this.#a[at]!]!++
    for (let at = fromB; at < toB; at++) {
      this.#countB[this.#b[at]!]!++
      this.#placeB[this.#b[at]!] = at
    }
    const shared: [number, number][] = []
    for (let at = fromA; at < toA; at++) {
      const word = this.#a[at]!
      if (this.#countA[word] === 1 && this.#countB[word] === 1) shared.push([at, this.#placeB[word]!])
    }
    for (let at = fromA; at < toA; at++) this.#countA[this.#a[at]!] = 0
    for (let at = fromB; at < toB; at++) this.#countB[this.#b[at]!] = 0
    return longestRise(shared)
  }

  /** Myers' greedy comparison, E. W. Myers 1986, "An O(ND) Difference Algorithm", given up after so many edits. */
  #compare(fromA: number, toA: number, fromB: number, toB: number): void {
    const lengthA = toA - fromA
    const lengthB = toB - fromB
    const most = Math.min(lengthA + lengthB, EDITS_MAX)
    const furthest = new Int32Array(2 * most + 3)
    const trace: Int32Array[] = []
    for (let edits = 0; edits <= most; edits++) {
      trace.push(furthest.slice())
      this.#looks -= edits + 1
      if (this.#looks < 0) return
      for (let k = -edits; k <= edits; k += 2) {
        const down = k === -edits || (k !== edits && furthest[most + k]! < furthest[most + k + 2]!)
        let x = down ? furthest[most + k + 2]! : furthest[most + k]! + 1
        while (x < lengthA && x - k < lengthB && this.#a[fromA + x] === this.#b[fromB + x - k]) x++
        furthest[most + 1 + k] = x
        if (x >= lengthA && x - k >= lengthB) return this.#walkBack(trace, most, lengthA, lengthB, fromA, fromB)
      }
    }
  }

  #walkBack(trace: readonly Int32Array[], most: number, x: number, y: number, fromA: number, fromB: number): void {
    for (let edits = trace.length - 1; edits > 0; edits--) {
      const before = trace[edits]!
      const k = x - y
      const down = k === -edits || (k !== edits && before[most + k]! < before[most + k + 2]!)
      const lastK = down ? k + 1 : k - 1
      const lastX = before[most + 1 + lastK]!
      const lastY = lastX - lastK
      const startX = down ? lastX : lastX + 1
      while (x > startX) this.pairs[fromA + --x] = fromB + --y
      x = lastX
      y = lastY
    }
    while (x > 0) this.pairs[fromA + --x] = fromB + --y
  }
}

/** The longest part of the pairs, ordered by their first number, whose second numbers rise. */
function longestRise(pairs: readonly [number, number][]): [number, number][] {
  const tops: number[] = []
  const before = new Int32Array(pairs.length)
  for (const [index, [, value]] of pairs.entries()) {
    let low = 0
    let high = tops.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[tops[middle]!]![1] < value) low = middle + 1
      else high = middle
    }
    before[index] = low === 0 ? NO_PAIR : tops[low - 1]!
    tops[low] = index
  }
  const found: [number, number][] = []
  for (let at = tops.at(-1) ?? NO_PAIR; at !== NO_PAIR; at = before[at]!) found.push(pairs[at]!)
  return found.toReversed()
}
