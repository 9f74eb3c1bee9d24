import { countSteps, type Steps } from './count-steps.ts'

/** Makes an input with `count` of something, and gives back the work with it. */
export type WorkOf = (count: number) => () => unknown

/** By what the work for the second half of an input is more than that for its second quarter. */
export interface Growth {
  what: string
  client: string
  factor: number
}

/** What is made once and kept is no growth, so work is done with a few first. */
const FIRST_SIZE = 8
const QUICK_SIZE = 30
/**
 * Short inputs with a factor between `min` and `max` are taken as linear. `max` is 2.2 because the factor of one piece of work is 2.24
 * with 30 items and 2.8 with 150. `min` is there because a limit may stop the work early, which makes the factor small.
 */
const PLAINLY_LINEAR = { min: 1.9, max: 2.2 }
/** Work with a higher factor is counted again, with inputs that are up to `MOST_TIMES` times as long. */
const SUSPICIOUS = 2.5
const MOST_TIMES = 3

/**
 * Counts what a piece of work does, so that growth is tested without a clock: calls and rounds of loops, and how many characters
 * and items built-in functions go through. The same work gives the same number on every machine. Has to be made before the code
 * to be counted is loaded.
 */
export class WorkCounter {
  readonly #steps: Steps = countSteps()

  constructor() {
    countBuiltIns((steps) => {
      this.#steps.count += steps
    })
  }

  /**
   * Divides the work for the second half of an input by the work for its second quarter: 2 = linear, 4 = quadratic. It uses
   * inputs of `size`, twice `size` and four times `size`. With `isQuick` it counts short inputs first. If their work is linear,
   * it does not count the long ones.
   */
  async growth(workOf: WorkOf, size: number, isQuick: boolean): Promise<number> {
    await workOf(FIRST_SIZE)()
    if (isQuick) {
      const quick = await this.#factor(workOf, QUICK_SIZE)
      if (quick >= PLAINLY_LINEAR.min && quick <= PLAINLY_LINEAR.max) return quick
    }
    let factor = await this.#factor(workOf, size)
    // A factor can be too large by chance, when a limit lies between two sizes. Quadratic work has a large factor each time, and
    // longer inputs show it more clearly.
    for (let times = 2; times <= MOST_TIMES && factor > SUSPICIOUS; times++) {
      factor = Math.min(factor, await this.#factor(workOf, size * times))
    }
    return factor
  }

  async #factor(workOf: WorkOf, size: number): Promise<number> {
    const works = [size, size * 2, size * 4].map(workOf)
    const counts: number[] = []
    for (const work of works) {
      this.#steps.count = 0
      await work()
      counts.push(this.#steps.count)
    }
    const [one = 0, two = 0, four = 0] = counts
    // Less than one step for each item is no growth.
    return Math.round(((four - two) / Math.max(size, two - one)) * 100) / 100
  }
}

/** What a call of a built-in goes through, by what it was called on and with, and what came of it. */
type Cost = (self: unknown, args: readonly unknown[], result: unknown) => number

const ofSelf: Cost = (self) => lengthOf(self)
const ofFirst: Cost = (_, [first]) => lengthOf(first)
const ofResult: Cost = (_, __, result) => lengthOf(result)
const ofSearch: Cost = (self, [, from = 0], found) =>
  (found === -1 ? lengthOf(self) : Number(found) + 1) - Math.max(0, Number(from))

/** Cutting a text and adding to one or to a list are not among them: V8 does these in no time that grows. */
const COSTS: readonly [owner: object, cost: Cost, ...names: string[]][] = [
  [String.prototype, ofSearch, 'indexOf'],
  [String.prototype, (self, [piece], found) => (found === true ? String(self).indexOf(String(piece)) + 1 : lengthOf(self)), 'includes'],
  [String.prototype, (self, [, from = lengthOf(self)], found) => Math.min(lengthOf(self), Number(from)) - Number(found), 'lastIndexOf'],
  [String.prototype, ofSelf, 'replaceAll', 'split', 'trim', 'toLowerCase', 'normalize'],
  [Array.prototype, ofSearch, 'indexOf'],
  [Array.prototype, ofSelf, 'includes', 'join', 'shift', 'unshift'],
  // What stands behind the place is moved.
  [Array.prototype, (self, [start]) => Math.max(0, lengthOf(self) - Number(start)), 'splice'],
  [Array.prototype, ofResult, 'slice', 'concat'],
  [JSON, ofFirst, 'parse'],
  [JSON, ofResult, 'stringify'],
  [Object, ofResult, 'keys', 'values', 'entries'],
  [Object, ofFirst, 'fromEntries'],
  [TextEncoder.prototype, ofFirst, 'encode', 'encodeInto'],
  [TextDecoder.prototype, ofResult, 'decode'],
] // oxfmt-ignore

function countBuiltIns(add: (steps: number) => void): void {
  for (const [owner, cost, ...names] of COSTS) for (const name of names) wrap(owner, name, cost, add)
  countRegexes(add)
  countCollections(add)
}

/** Puts a function in the place of a method that does the same and tells what it cost. */
function wrap(owner: object, name: string, cost: Cost, add: (steps: number) => void): void {
  const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown
  let isInside = false
  Reflect.defineProperty(owner, name, {
    configurable: true,
    writable: true,
    value(this: unknown, ...args: unknown[]): unknown {
      const result = Reflect.apply(original, this, args)
      // A cost may be found with the same method.
      if (isInside) return result
      isInside = true
      add(cost(this, args, result))
      isInside = false
      return result
    },
  })
}

/** All methods that look for a regex end up here. */
function countRegexes(add: (steps: number) => void): void {
  const original: (text: string) => RegExpExecArray | null = Reflect.get(RegExp.prototype, 'exec')
  Reflect.defineProperty(RegExp.prototype, 'exec', {
    configurable: true,
    writable: true,
    value(this: RegExp, text: string): RegExpExecArray | null {
      const from = this.global || this.sticky ? this.lastIndex : 0
      const found = Reflect.apply(original, this, [text])
      const isTied = this.sticky || (this.source.startsWith('^') && !this.multiline)
      if (found !== null) add(found.index - from + found[0].length)
      else add(isTied ? 1 : text.length - from)
      return found
    },
  })
}

function countCollections(add: (steps: number) => void): void {
  globalThis.Set = class<T> extends Set<T> {
    constructor(items?: Iterable<T> | null) {
      super(items)
      add(this.size)
    }
  }
  globalThis.Map = class<K, V> extends Map<K, V> {
    constructor(items?: Iterable<readonly [K, V]> | null) {
      super(items)
      add(this.size)
    }
  }
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  if ('length' in value) return Number(value.length)
  return 'size' in value ? Number(value.size) : 0
}
