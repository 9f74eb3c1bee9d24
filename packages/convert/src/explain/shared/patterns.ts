import { type UserRegex, userRegex } from '../../text/user-regex.ts'

/** What all patterns of a config may cost together, in parts: 2,000 usual ones, or forty of the largest. */
const COST_MAX = 60_000
/** What one may cost: a larger one is not run at all. */
const PATTERN_COST_MAX = 4000
const REPEAT = /\{(\d{1,9})(?:,(\d{0,9}))?\}/g

/** The regexes of a config. They are compiled when the first text comes, and bounded together: a config is anybody's text. */
export class Patterns {
  readonly #options: Parameters<typeof userRegex>[1]
  #left = COST_MAX

  constructor(options: Parameters<typeof userRegex>[1] = {}) {
    this.#options = options
  }

  /** Whether a text fits; undefined where the pattern cannot be run, or is one too many. */
  take(pattern: string): ((text: string) => boolean) | undefined {
    const cost = costOf(pattern)
    if (cost > this.#left) return undefined
    this.#left -= cost
    let compiled: { regex?: UserRegex } | undefined
    return (text) => {
      compiled ??= userRegex(pattern, this.#options)
      return compiled.regex?.test(text) === true
    }
  }
}

/** How many parts a pattern has once its repeats are written out. */
function costOf(pattern: string): number {
  let cost = pattern.length
  for (const [, least = '', most = ''] of pattern.matchAll(REPEAT)) {
    cost *= Math.max(1, Number(least), Number(most))
    if (cost > PATTERN_COST_MAX) return PATTERN_COST_MAX
  }
  return cost
}
