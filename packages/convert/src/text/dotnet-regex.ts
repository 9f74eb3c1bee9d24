import {
  CHARS,
  type CharClass,
  categoryTest,
  classTest,
  EDGES,
  isCased,
  isNoLineFeed,
  lowerCase,
  not,
  wordEdge,
  type WordChars,
} from './regex-chars.ts'
import type { RegexIssueCode } from './regex-issue-codes.ts'
import type { CharTest, EdgeTest, RegexNode } from './regex-tree.ts'

/**
 * Patterns in the language of mihomo's regex engine. The engine (regexp2) reads what .NET reads: look-around, atomic and
 * balancing groups, back-references, conditions, comments. It refuses what RE2 has beyond that: `(?P<n>a)`, `\Q…\E`.
 * A pattern is read in one pass; nothing is run here.
 */
export interface DotnetIssue {
  mistake: RegexIssueCode
  /** The part of the pattern it is about. */
  at: string
}

/** The first part of a pattern that no automaton can run. */
export interface BeyondAutomata {
  isBackReference: boolean
  at: string
}

export type DotnetTree =
  | { tree: RegexNode; beyond: BeyondAutomata | undefined }
  | { tree?: undefined; issue: DotnetIssue }

export interface DotnetOptions {
  /** Capital and small letters are the same unless the pattern says `(?-i)`. */
  ignoreCase?: boolean
  wordChars?: WordChars
}

/** What the engine refuses in a pattern; undefined where it takes it. */
export function dotnetIssue(pattern: string): DotnetIssue | undefined {
  const read = dotnetTree(pattern)
  return read.tree === undefined ? read.issue : undefined
}

/** Reads a pattern. The tree lacks what groups capture and how greedy they are: neither decides whether a text fits. */
export function dotnetTree(pattern: string, options: DotnetOptions = {}): DotnetTree {
  const reader = new DotnetReader(pattern, options)
  try {
    return { tree: reader.read(), beyond: reader.beyond }
  } catch (error) {
    if (error instanceof Refused) return { issue: { mistake: error.mistake, at: error.at } }
    throw error
  }
}

class Refused extends Error {
  readonly mistake: RegexIssueCode
  readonly at: string

  constructor(mistake: RegexIssueCode, at: string) {
    super(mistake)
    this.mistake = mistake
    this.at = at
  }
}

interface Options {
  i: boolean
  /** `^` and `$` stand at every line. */
  m: boolean
  /** The dot takes line feeds too. */
  s: boolean
  /** White space and `#` comments mean nothing. */
  x: boolean
  /** Only named groups capture. */
  n: boolean
}

/** What was read of a group: its alternatives, and the parts of the last one. */
interface Content {
  branches: RegexNode[]
  parts: RegexNode[]
}

interface Group {
  /** What holds again behind it. */
  outer: Options
  /** What stands before it. */
  before: Content
  look?: Look
  /** Place of its parenthesis. */
  at: number
  /** `(?(condition)yes|no)`: waits for its condition, or has it and takes one `|`. */
  condition?: 'open' | 'closed'
  bars: number
}

type Look = Pick<RegexNode & { kind: 'look' }, 'isBehind' | 'isNegative'>

const NOTHING: RegexNode = { kind: 'all', parts: [] }
const INT_MAX = 2147483647
const CODE_POINT_MAX = 0x10ffff
const WORD = /[\p{L}\p{Mn}\p{Nd}\p{Pc}\u200C\u200D]/u
const DIGIT = /[0-9]/
const HEX = /[0-9a-f]/i
const BLANK = /[\t\n\v\f\r ]/
const OPTION = /[imnsxdu]/i
const CONTROL_ESCAPES = 'abefnrtv'
const HYPHEN = 45
/** These are one where case does not count. */
const CASED = /^L[lut]$/

class DotnetReader {
  readonly #chars: readonly string[]
  readonly #wordChars: WordChars
  #at = 0
  #options: Options
  readonly #groups: Group[] = []
  #content: Content = { branches: [], parts: [] }
  beyond: BeyondAutomata | undefined
  /** Whether something stands before that a quantifier can repeat. */
  #unit: 'none' | 'some' | 'repeated' = 'none'
  #isCondition = false
  #unnamed = 0
  readonly #numbers = new Set<number>()
  readonly #names = new Set<string>()
  /** Groups that are spoken of; they may come later. */
  readonly #references: { name: string | number; at: string; orOctal: boolean }[] = []

  constructor(pattern: string, { ignoreCase = false, wordChars = 'unicode' }: DotnetOptions) {
    this.#chars = Array.from(pattern)
    this.#wordChars = wordChars
    this.#options = { i: ignoreCase, m: false, s: false, x: false, n: false }
  }

  read(): RegexNode {
    for (;;) {
      this.#skipBlank()
      const char = this.#peek()
      if (char === undefined) break
      this.#item(char)
    }
    const open = this.#groups.at(-1)
    if (open !== undefined) this.#refuse('parenthesis-open', open.at)
    this.#checkReferences()
    return nodeOf(this.#content)
  }

  #item(char: string): void {
    const at = this.#at
    if (char === '*' || char === '+' || char === '?' || (char === '{' && this.#isTrueQuantifier())) {
      return this.#quantifier(char)
    }
    this.#at++
    if (char === '(') return this.#open(at)
    if (char === ')') return this.#close(at)
    if (char === '|') {
      const group = this.#groups.at(-1)
      if (group?.condition === 'closed' && ++group.bars > 1) this.#refuse('perl-syntax', at)
      this.#unit = 'none'
      this.#content.branches.push({ kind: 'all', parts: this.#content.parts })
      this.#content.parts = []
      return
    }
    this.#content.parts.push(this.#part(char, at))
    this.#unit = 'some'
  }

  #part(char: string, at: number): RegexNode {
    const { m, s } = this.#options
    if (char === '[') return this.#char(this.#charSet(at))
    if (char === '\\') return this.#escape(at)
    if (char === '^') return edge(m ? EDGES.lineStart : EDGES.textStart)
    if (char === '$') return edge(m ? EDGES.lineEnd : EDGES.lastLineEnd)
    return this.#char(char === '.' ? (s ? () => true : isNoLineFeed) : this.#same(char.codePointAt(0)!))
  }

  #char(fits: CharTest): RegexNode {
    return { kind: 'char', fits, ignoresCase: this.#options.i }
  }

  #same(code: number): CharTest {
    const wanted = this.#options.i ? lowerCase(code) : code
    return (one) => one === wanted
  }

  #quantifier(char: string): void {
    const at = this.#at
    if (this.#unit !== 'some') this.#refuse(this.#unit === 'none' ? 'repeat-nothing' : 'repeat-twice', at)
    this.#at++
    let min = char === '+' ? 1 : 0
    let max = char === '?' ? 1 : Number.POSITIVE_INFINITY
    if (char === '{') {
      min = this.#decimal(at)
      max = this.#peek() === ',' ? this.#upperBound(at) : min
      this.#at++
      if (min > max) this.#refuse('repeat-count', at)
    }
    this.#skipBlank()
    if (this.#peek() === '?') this.#at++
    this.#unit = 'repeated'
    this.#content.parts.push({ kind: 'repeat', part: this.#content.parts.pop()!, min, max })
  }

  #upperBound(at: number): number {
    this.#at++
    return this.#peek() === '}' ? Number.POSITIVE_INFINITY : this.#decimal(at)
  }

  #isTrueQuantifier(): boolean {
    let ahead = this.#digitsFrom(1)
    if (ahead === 1) return false
    if (this.#peek(ahead) === ',') ahead = this.#digitsFrom(ahead + 1)
    return this.#peek(ahead) === '}'
  }

  /** How far ahead the digits end that begin there. */
  #digitsFrom(ahead: number): number {
    while (DIGIT.test(this.#peek(ahead) ?? '')) ahead++
    return ahead
  }

  #open(at: number): void {
    const outer = { ...this.#options }
    if (this.#peek() !== '?' || this.#peek(1) === ')') {
      if (!this.#options.n && !this.#isCondition) this.#unnamed++
      this.#isCondition = false
      return this.#push(outer, at)
    }
    const parent = this.#groups.at(-1)
    const isCondition = this.#isCondition
    this.#isCondition = false
    this.#at++
    const char = this.#peek()
    this.#at++
    if (char === ':') return this.#push(outer, at)
    if (char === '=' || char === '!')
      return this.#push(outer, at, { look: { isBehind: false, isNegative: char === '!' } })
    if (char === '>') {
      this.#isBeyond(at)
      return this.#push(outer, at)
    }
    if (char === '<' || char === "'") {
      const next = this.#peek()
      if (char === '<' && (next === '=' || next === '!')) {
        this.#at++
        return this.#push(outer, at, { look: { isBehind: true, isNegative: next === '!' } })
      }
      this.#name(char === '<' ? '>' : "'", at, isCondition)
      return this.#push(outer, at)
    }
    if (char === '(') return this.#conditional(outer, at)
    this.#at--
    if (parent?.condition !== 'open') this.#scanOptions()
    const end = this.#peek()
    this.#at++
    if (end === ')') {
      if (isCondition) this.#refuse('perl-syntax', at)
      this.#unit = 'none'
      return
    }
    if (end !== ':') this.#refuse('perl-syntax', at)
    this.#push(outer, at)
  }

  /** `name>`, `5>`, `name-other>`, `-other>`. */
  #name(close: string, at: number, isCondition: boolean): void {
    if (isCondition) this.#refuse('capture-name', at)
    let own: string | number | undefined
    const first = this.#peek() ?? ''
    if (DIGIT.test(first)) {
      own = this.#decimal(at)
      if (own === 0) this.#refuse('capture-name', at)
    } else if (WORD.test(first)) own = this.#word()
    else if (first !== '-') this.#refuse('capture-name', at)
    if (this.#peek() === '-') {
      this.#at++
      const other = this.#peek() ?? ''
      if (!WORD.test(other)) this.#refuse('capture-name', at)
      const name = DIGIT.test(other) ? this.#decimal(at) : this.#word()
      this.#references.push({ name, at: this.#shown(at), orOctal: false })
      this.#isBeyond(at)
    }
    if (this.#peek() !== close) this.#refuse('capture-name', at)
    this.#at++
    if (typeof own === 'number') this.#numbers.add(own)
    else if (own !== undefined) this.#names.add(own)
  }

  #conditional(outer: Options, at: number): void {
    this.#isBeyond(at)
    const first = this.#peek() ?? ''
    if (DIGIT.test(first)) {
      const name = this.#decimal(at)
      if (this.#peek() !== ')') this.#refuse('perl-syntax', at)
      this.#at++
      this.#references.push({ name, at: this.#shown(at), orOctal: false })
      return this.#push(outer, at, { condition: 'closed' })
    }
    const start = this.#at
    const word = this.#word()
    // The name of a group, or a pattern of plain letters: both are taken.
    if (word !== '' && this.#peek() === ')') {
      this.#at++
      return this.#push(outer, at, { condition: 'closed' })
    }
    this.#at = start - 1
    if (this.#peek(1) === '?' && this.#peek(2) === '#') this.#refuse('perl-syntax', at)
    this.#push(outer, at, { condition: 'open' })
    this.#isCondition = true
  }

  #push(outer: Options, at: number, kind: Pick<Group, 'condition' | 'look'> = {}): void {
    this.#groups.push({ outer, at, before: this.#content, ...kind, bars: 0 })
    this.#content = { branches: [], parts: [] }
    this.#unit = 'none'
  }

  #close(at: number): void {
    const group = this.#groups.pop()
    if (group === undefined) return this.#refuse('parenthesis-closed', at)
    if (group.condition === 'open') this.#refuse('perl-syntax', at)
    const part = nodeOf(this.#content)
    this.#content = group.before
    this.#content.parts.push(group.look ? { kind: 'look', part, ...group.look } : part)
    this.#options = group.outer
    this.#unit = 'some'
    const parent = this.#groups.at(-1)
    if (parent?.condition !== 'open') return
    parent.condition = 'closed'
    this.#unit = 'none'
  }

  #scanOptions(): void {
    let on = true
    for (let char = this.#peek(); char !== undefined; char = this.#peek()) {
      if (char === '-') on = false
      else if (char === '+') on = true
      else if (!OPTION.test(char)) return
      else this.#options = { ...this.#options, [char.toLowerCase()]: on }
      this.#at++
    }
  }

  #escape(at: number): RegexNode {
    const char = this.#peek()
    if (char === undefined) return this.#refuse('backslash-last', at)
    const fits = this.#classEscape(char, at)
    if (fits) return this.#char(fits)
    const isAt = this.#edgeEscape(char)
    if (isAt) {
      this.#at++
      return edge(isAt)
    }
    if (char === 'k') {
      this.#at++
      const close = this.#peek() === '<' ? '>' : this.#peek() === "'" ? "'" : undefined
      this.#at++
      if (close === undefined || !this.#namedReference(close, at)) this.#refuse('capture-name', at)
      return NOTHING
    }
    if ((char === '<' || char === "'") && this.#peek(1) !== undefined) {
      const start = this.#at++
      if (this.#namedReference(char === '<' ? '>' : "'", at)) return NOTHING
      // What is no name is the character itself.
      this.#at = start + 1
      return this.#char(this.#same(char.codePointAt(0)!))
    }
    if (char >= '1' && char <= '9') {
      const name = this.#decimal(at)
      this.#references.push({ name, at: this.#shown(at), orOctal: name > 9 && char <= '7' })
      this.#isBeyond(at, true)
      return NOTHING
    }
    return this.#char(this.#same(this.#charEscape(at)))
  }

  #edgeEscape(char: string): EdgeTest | undefined {
    if (char === 'A' || char === 'G') return EDGES.textStart
    if (char === 'z') return EDGES.textEnd
    if (char === 'Z') return EDGES.lastLineEnd
    const isWordEdge = wordEdge(CHARS[this.#wordChars].w)
    if (char === 'b') return isWordEdge
    return char === 'B' ? (codes, at) => !isWordEdge(codes, at) : undefined
  }

  /** `\d`, `\S`, `\p{Han}`, in brackets too. */
  #classEscape(char: string, at: number): CharTest | undefined {
    if (!'dDsSwWpP'.includes(char)) return undefined
    // The letters of the line above, in lower case.
    const kind = char.toLowerCase() as 'd' | 's' | 'w' | 'p'
    this.#at++
    const fits = kind === 'p' ? this.#property(at) : CHARS[this.#wordChars][kind]
    return kind === char ? fits : not(fits)
  }

  #namedReference(close: string, at: number): boolean {
    const first = this.#peek() ?? ''
    const name = DIGIT.test(first) ? this.#decimal(at) : this.#word()
    if (name === '' || this.#peek() !== close) return false
    this.#at++
    this.#references.push({ name, at: this.#shown(at), orOctal: false })
    this.#isBeyond(at, true)
    return true
  }

  /** A character that is written with a backslash; its number. */
  #charEscape(at: number): number {
    const char = this.#peek()
    if (char === undefined) return this.#refuse('backslash-last', at)
    if (char >= '0' && char <= '7') return this.#octal()
    this.#at++
    if (char === 'x' && this.#peek() === '{') return this.#hexInBraces(at)
    if (char === 'x') return this.#hex(2, at)
    if (char === 'u') return this.#hex(4, at)
    if (char === 'c') {
      const control = (this.#peek() ?? '').toUpperCase()
      this.#at++
      if (control < '@' || control > '_' || control.length !== 1) this.#refuse('escape', at)
      return control.charCodeAt(0) - 64
    }
    const index = CONTROL_ESCAPES.indexOf(char)
    if (index >= 0) return [7, 8, 27, 12, 10, 13, 9, 11][index]!
    if (WORD.test(char)) this.#refuse('escape', at)
    return char.codePointAt(0)!
  }

  #octal(): number {
    let value = 0
    for (let count = 0; count < 3; count++) {
      const char = this.#peek() ?? ''
      if (char < '0' || char > '7' || char === '') break
      value = value * 8 + Number(char)
      this.#at++
    }
    return value & 0xff
  }

  #hex(digits: number, at: number): number {
    const text = this.#chars.slice(this.#at, this.#at + digits)
    if (text.length < digits || !text.every((char) => HEX.test(char))) this.#refuse('escape', at)
    this.#at += digits
    return Number.parseInt(text.join(''), 16)
  }

  #hexInBraces(at: number): number {
    this.#at++
    let value = 0
    const start = this.#at
    for (let char = this.#peek(); char !== '}'; char = this.#peek()) {
      if (char === undefined || !HEX.test(char)) return this.#refuse('escape', at)
      value = value * 16 + Number.parseInt(char, 16)
      if (value > CODE_POINT_MAX) this.#refuse('escape', at)
      this.#at++
    }
    if (this.#at === start) this.#refuse('escape', at)
    this.#at++
    return value
  }

  /** `\pL`, `\p{Han}`. */
  #property(at: number): CharTest {
    const first = this.#peek() ?? ''
    this.#at++
    let name = first
    if (first === '{') {
      const start = this.#at
      while (WORD.test(this.#peek() ?? '') || this.#peek() === '-') this.#at++
      name = this.#chars.slice(start, this.#at).join('')
      if (this.#peek() !== '}') this.#refuse('escape', at)
      this.#at++
    }
    const fits = this.#options.i && CASED.test(name) ? isCased : categoryTest(name)
    return fits ?? this.#refuse('escape', at)
  }

  /** `[^a-z\d-[x]]`. */
  #charSet(at: number): CharTest {
    const isNegated = this.#peek() === '^'
    if (isNegated) this.#at++
    const set: CharClass = { ranges: [], others: [], isNegated }
    let previous: number | undefined
    let negated: string | undefined
    for (let isFirst = true; ; isFirst = false) {
      const char = this.#peek()
      if (char === undefined) return this.#refuse('bracket-open', at)
      const place = this.#at++
      if (char === ']' && !isFirst) return classTest(set, this.#options.i)
      let code = char.codePointAt(0)!
      let isEscaped = false
      const escaped = char === '\\' ? this.#peek() : undefined
      if (escaped !== undefined) {
        const fits = this.#classEscape(escaped, place)
        if (fits !== undefined) {
          if (previous !== undefined) this.#refuse('class-range', place)
          // regexp2 asks nothing behind `\D`, only its opposite: `[^\W\d]` takes digits.
          const isAsked = negated === undefined || escaped === negated.toLowerCase()
          if (isAsked || this.#wordChars === 'ascii') set.others.push(fits)
          if ('DSWP'.includes(escaped)) negated ??= escaped
          continue
        }
        if (escaped === '-') {
          this.#at++
          set.ranges.push([HYPHEN, HYPHEN])
          continue
        }
        code = this.#charEscape(place)
        isEscaped = true
      } else if (char === '[' && this.#peek() === ':' && previous === undefined) this.#skipPosixName()
      if (previous !== undefined) {
        const isSubtraction = char === '[' && !isEscaped && !isFirst
        if (!isSubtraction && previous > code) this.#refuse('class-range', place)
        set.ranges.push([previous, isSubtraction ? previous : code])
        if (isSubtraction) set.without = this.#subtraction(place)
        previous = undefined
      } else if (this.#peek() === '-' && this.#peek(1) !== undefined && this.#peek(1) !== ']') {
        previous = code
        this.#at++
      } else if (char === '-' && !isEscaped && !isFirst && this.#peek() === '[') {
        this.#at++
        set.without = this.#subtraction(place)
      } else set.ranges.push([code, code])
    }
  }

  /** `[a-z-[aeiou]]`: it must be the last thing. */
  #subtraction(at: number): CharTest {
    const fits = this.#charSet(at)
    if (this.#peek() !== undefined && this.#peek() !== ']') this.#refuse('class-range', at)
    return fits
  }

  /** `[:alpha:]` is passed over, and means the characters it is written with. */
  #skipPosixName(): void {
    const start = this.#at++
    if (this.#peek() === '^') this.#at++
    this.#word()
    if (this.#peek() === ':' && this.#peek(1) === ']') {
      this.#at += 2
      if (this.#wordChars === 'ascii') this.#isBeyond(start)
    } else this.#at = start
  }

  /** Comments, and in x mode white space. */
  #skipBlank(): void {
    for (;;) {
      const char = this.#peek()
      if (this.#options.x && char !== undefined && BLANK.test(char)) this.#at++
      else if (this.#options.x && char === '#') {
        while (this.#peek() !== undefined && this.#peek() !== '\n') this.#at++
      } else if (char === '(' && this.#peek(1) === '?' && this.#peek(2) === '#') {
        const start = this.#at
        while (this.#peek() !== undefined && this.#peek() !== ')') this.#at++
        if (this.#peek() === undefined) this.#refuse('parenthesis-open', start)
        this.#at++
      } else return
    }
  }

  #checkReferences(): void {
    const numbers = new Set([0, ...this.#numbers])
    for (let number = 1; number <= this.#unnamed; number++) numbers.add(number)
    let free = this.#unnamed + 1
    for (const _ of this.#names) {
      while (numbers.has(free)) free++
      numbers.add(free)
    }
    for (const { name, at, orOctal } of this.#references) {
      const isThere = typeof name === 'number' ? numbers.has(name) || orOctal : this.#names.has(name)
      if (!isThere) throw new Refused('group-missing', at)
    }
  }

  #decimal(at: number): number {
    let value = 0
    for (let char = this.#peek() ?? ''; DIGIT.test(char); char = this.#peek() ?? '') {
      value = value * 10 + Number(char)
      if (value > INT_MAX) this.#refuse('repeat-count', at)
      this.#at++
    }
    return value
  }

  #word(): string {
    const start = this.#at
    while (WORD.test(this.#peek() ?? '')) this.#at++
    return this.#chars.slice(start, this.#at).join('')
  }

  #peek(ahead = 0): string | undefined {
    return this.#chars[this.#at + ahead]
  }

  #shown(at: number): string {
    return this.#chars.slice(at, Math.max(this.#at, at + 1)).join('')
  }

  #isBeyond(at: number, isBackReference = false): void {
    this.beyond ??= { at: this.#shown(at), isBackReference }
  }

  #refuse(mistake: RegexIssueCode, at: number): never {
    throw new Refused(mistake, this.#shown(at))
  }
}

function nodeOf({ branches, parts }: Content): RegexNode {
  const last: RegexNode = { kind: 'all', parts }
  return branches.length === 0 ? last : { kind: 'any', branches: [...branches, last] }
}

function edge(isAt: EdgeTest): RegexNode {
  return { kind: 'edge', isAt }
}
