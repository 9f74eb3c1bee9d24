import { lowerCase } from './regex-chars.ts'
import type { CharTest, EdgeTest, RegexNode } from './regex-tree.ts'

/**
 * Runs a regex tree over texts. All states of the pattern are followed at once, so that the time is linear in the text
 * times the pattern, and what was worked out is kept for the next text (Thompson; swtch.com/~rsc/regexp/regexp1.html). A
 * look-around is a pattern of its own, which is followed over the whole text once: a look-ahead from the end of the text.
 */
export interface Automaton {
  /** Whether the pattern is found somewhere in the text. */
  test(text: string): boolean
  /** What all calls did: characters and states that were gone through. */
  readonly steps: number
}

/** The most parts of a pattern, after `a{3}` is written out as `aaa`. */
const PARTS_MAX = 4000
/** How many states and steps of one pattern are kept, at most, until all of them are forgotten. */
const KEPT_MAX = 20_000

type CharState = { kind: 'char'; fits: CharTest; ignoresCase: boolean; next: number }
type Condition = { kind: 'edge'; isAt: EdgeTest; next: number } | { kind: 'look'; look: Look; next: number }
type State = CharState | Condition | { kind: 'fork'; next: number; other: number } | { kind: 'found' }

interface Look {
  pattern: Pattern
  isNegative: boolean
  /** Its number among the look-arounds of the whole pattern. */
  index: number
}

/** An automaton for a pattern; undefined where the pattern is too large for one. */
export function automaton(tree: RegexNode): Automaton | undefined {
  const builder = new Builder()
  try {
    return new Runner(builder.pattern(tree, false), builder.looks)
  } catch (error) {
    if (error instanceof TooLarge) return undefined
    throw error
  }
}

class TooLarge extends Error {}

class Builder {
  #parts = 0
  readonly #looks = new Map<RegexNode, Look>()

  get looks(): number {
    return this.#looks.size
  }

  pattern(node: RegexNode, isBackward: boolean): Pattern {
    const states: State[] = [{ kind: 'found' }]
    return new Pattern(states, this.#add(states, node, 0, isBackward), isBackward)
  }

  /** Adds the states of a node that lead on to `next`, and gives the first of them. */
  #add(states: State[], node: RegexNode, next: number, isBackward: boolean): number {
    if (++this.#parts > PARTS_MAX) throw new TooLarge()
    const add = (part: RegexNode, after: number): number => this.#add(states, part, after, isBackward)
    const fork = (first: number, other: number): number => states.push({ kind: 'fork', next: first, other }) - 1
    switch (node.kind) {
      case 'char':
      case 'edge':
        return states.push({ ...node, next }) - 1
      case 'look':
        return states.push({ kind: 'look', look: this.#look(node), next }) - 1
      case 'all': {
        // What is gone through last is added first.
        const parts = isBackward ? node.parts : node.parts.toReversed()
        return parts.reduce((after, part) => add(part, after), next)
      }
      case 'any':
        return node.branches.map((branch) => add(branch, next)).reduce((others, first) => fork(first, others))
      case 'repeat': {
        let start = next
        if (node.max === Number.POSITIVE_INFINITY) {
          start = fork(next, next)
          states[start] = { kind: 'fork', next: add(node.part, start), other: next }
        } else for (let i = node.min; i < node.max; i++) start = fork(add(node.part, start), next)
        for (let i = 0; i < node.min; i++) start = add(node.part, start)
        return start
      }
    }
  }

  /** A look-around that is repeated is one. */
  #look(node: RegexNode & { kind: 'look' }): Look {
    let look = this.#looks.get(node)
    if (look === undefined) {
      const pattern = this.pattern(node.part, !node.isBehind)
      look = { pattern, isNegative: node.isNegative, index: this.#looks.size }
      this.#looks.set(node, look)
    }
    return look
  }
}

class Runner implements Automaton {
  steps = 0
  readonly #pattern: Pattern
  readonly #looks: number

  constructor(pattern: Pattern, looks: number) {
    this.#pattern = pattern
    this.#looks = looks
  }

  test(text: string): boolean {
    const run = new Run(text, this.#looks)
    const isFound = this.#pattern.follow(run)
    this.steps += run.steps
    return isFound
  }
}

/** One text, and where the look-arounds are found that were asked for. */
class Run {
  steps = 0
  readonly codes: number[] = []
  readonly #found: (Uint8Array | undefined)[]

  constructor(text: string, looks: number) {
    // A read behind the end of an array makes V8 compile the reader again, each time.
    this.#found = new Array<undefined>(looks).fill(undefined)
    for (let i = 0; i < text.length; i++) {
      const code = text.codePointAt(i)!
      if (code > 0xffff) i++
      this.codes.push(code)
    }
  }

  holds(condition: Condition, at: number): boolean {
    if (condition.kind === 'edge') return condition.isAt(this.codes, at)
    const { pattern, isNegative, index } = condition.look
    let found = this.#found[index]
    if (found === undefined) {
      this.#found[index] = found = new Uint8Array(this.codes.length + 1)
      pattern.follow(this, found)
    }
    return (found[at] === 1) !== isNegative
  }
}

/** States that a character led to. Which others follow depends on the conditions that hold at a place. */
interface Reached {
  states: readonly number[]
  following: Following
}

/** A condition that is asked for and what follows from either answer; or, with nothing left to ask, what there is. */
class Following {
  condition: Condition | undefined
  met: Following | undefined
  unmet: Following | undefined
  end: End | undefined
}

interface End {
  isFound: boolean
  chars: readonly CharState[]
  after: Map<number, Reached>
}

class Pattern {
  readonly #states: readonly State[]
  readonly #start: number
  readonly #isBackward: boolean
  readonly #reached = new Map<string, Reached>()
  #kept = 0

  constructor(states: readonly State[], start: number, isBackward: boolean) {
    this.#states = states
    this.#start = start
    this.#isBackward = isBackward
  }

  /** Begins the pattern at every place of a text; ends at the first hit, or notes the places of all. */
  follow(run: Run, found?: Uint8Array): boolean {
    const { codes } = run
    let reached = this.#reach([this.#start])
    for (let step = 0; step <= codes.length; step++) {
      run.steps++
      const at = this.#isBackward ? codes.length - step : step
      const end = this.#end(reached, run, at)
      if (end.isFound) {
        if (found === undefined) return true
        found[at] = 1
      }
      if (step === codes.length) break
      const code = codes[this.#isBackward ? at - 1 : at]!
      reached = end.after.get(code) ?? this.#step(end, code, run)
    }
    return false
  }

  #step({ chars, after }: End, code: number, run: Run): Reached {
    const lower = lowerCase(code)
    const fitting = chars.filter(({ fits, ignoresCase }) => fits(ignoresCase ? lower : code))
    const reached = this.#reach([this.#start, ...fitting.map(({ next }) => next)])
    after.set(code, reached)
    this.#kept++
    run.steps += chars.length
    return reached
  }

  #reach(list: readonly number[]): Reached {
    if (this.#kept > KEPT_MAX) {
      this.#reached.clear()
      this.#kept = 0
    }
    const states = [...new Set(list)].toSorted((a, b) => a - b)
    const key = states.join()
    let reached = this.#reached.get(key)
    if (reached === undefined) {
      this.#reached.set(key, (reached = { states, following: new Following() }))
      this.#kept += states.length
    }
    return reached
  }

  #end({ states, following: first }: Reached, run: Run, at: number): End {
    let following = first
    while (following.condition !== undefined) {
      following = run.holds(following.condition, at) ? following.met! : following.unmet!
    }
    return following.end ?? this.#findEnd(states, first, run, at)
  }

  #findEnd(states: readonly number[], following: Following, run: Run, at: number): End {
    const seen = new Set<number>()
    const waiting = [...states]
    const chars: CharState[] = []
    let isFound = false
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (seen.has(index)) continue
      seen.add(index)
      const state = this.#states[index]!
      if (state.kind === 'found') isFound = true
      else if (state.kind === 'char') chars.push(state)
      else if (state.kind === 'fork') waiting.push(state.next, state.other)
      else {
        // After the same answers the same condition comes next: whatever stands here already is this one.
        following.condition ??= state
        following.met ??= new Following()
        following.unmet ??= new Following()
        const isMet = run.holds(state, at)
        following = isMet ? following.met : following.unmet
        if (isMet) waiting.push(state.next)
      }
    }
    this.#kept += seen.size
    run.steps += seen.size
    return (following.end = { isFound, chars, after: new Map() })
  }
}
