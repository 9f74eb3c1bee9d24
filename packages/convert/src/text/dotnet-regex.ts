import { RE2JS } from 're2js'
import type { RegexIssueCode } from './regex-issue-codes.ts'

/**
 * Whether mihomo's regex engine takes a pattern. The engine (regexp2) reads what .NET reads: look-around, atomic and
 * balancing groups, back-references, conditions, comments. It refuses what RE2 has beyond that: `(?P<n>a)`, `\Q…\E`.
 * Only the syntax is read here, in one pass; nothing is run.
 */
export interface DotnetIssue {
  mistake: RegexIssueCode
  /** The part of the pattern it is about. */
  at: string
}

/** What the engine refuses in a pattern; undefined where it takes it. */
export function dotnetIssue(pattern: string): DotnetIssue | undefined {
  try {
    new DotnetReader(pattern).read()
    return undefined
  } catch (error) {
    if (error instanceof Refused) return { mistake: error.mistake, at: error.at }
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
  /** White space and `#` comments mean nothing. */
  x: boolean
  /** Only named groups capture. */
  n: boolean
}

interface Group {
  /** What holds again behind it. */
  outer: Options
  /** Place of its parenthesis. */
  at: number
  /** `(?(condition)yes|no)`: waits for its condition, or has it and takes one `|`. */
  condition?: 'open' | 'closed'
  bars: number
}

const INT_MAX = 2147483647
const CODE_POINT_MAX = 0x10ffff
const WORD = /[\p{L}\p{Mn}\p{Nd}\p{Pc}\u200C\u200D]/u
const DIGIT = /[0-9]/
const HEX = /[0-9a-f]/i
const BLANK = /[\t\n\v\f\r ]/
const OPTION = /[imnsxdu]/i
const PLAIN_ESCAPES = 'bBAGZzwWsSdD'
const CONTROL_ESCAPES = 'abefnrtv'
const CATEGORIES: ReadonlySet<string> = new Set(
  'C Cc Cf Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs'.split(' '),
)

class DotnetReader {
  readonly #chars: readonly string[]
  #at = 0
  #options: Options = { x: false, n: false }
  readonly #groups: Group[] = []
  /** Whether something stands before that a quantifier can repeat. */
  #unit: 'none' | 'some' | 'repeated' = 'none'
  #isCondition = false
  #unnamed = 0
  readonly #numbers = new Set<number>()
  readonly #names = new Set<string>()
  /** Groups that are spoken of; they may come later. */
  readonly #references: { name: string | number; at: string; orOctal: boolean }[] = []

  constructor(pattern: string) {
    this.#chars = Array.from(pattern)
  }

  read(): void {
    for (;;) {
      this.#skipBlank()
      const char = this.#peek()
      if (char === undefined) break
      this.#item(char)
    }
    const open = this.#groups.at(-1)
    if (open !== undefined) this.#refuse('parenthesis-open', open.at)
    this.#checkReferences()
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
      return
    }
    if (char === '[') this.#charSet(at)
    else if (char === '\\') this.#escape(at)
    this.#unit = 'some'
  }

  #quantifier(char: string): void {
    const at = this.#at
    if (this.#unit !== 'some') this.#refuse(this.#unit === 'none' ? 'repeat-nothing' : 'repeat-twice', at)
    this.#at++
    if (char === '{') {
      const min = this.#decimal(at)
      const max = this.#peek() === ',' ? this.#upperBound(at) : min
      this.#at++
      if (min > max) this.#refuse('repeat-count', at)
    }
    this.#skipBlank()
    if (this.#peek() === '?') this.#at++
    this.#unit = 'repeated'
  }

  #upperBound(at: number): number {
    this.#at++
    return this.#peek() === '}' ? INT_MAX : this.#decimal(at)
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
    if (char === ':' || char === '=' || char === '!' || char === '>') return this.#push(outer, at)
    if (char === '<' || char === "'") {
      const next = this.#peek()
      if (char === '<' && (next === '=' || next === '!')) this.#at++
      else this.#name(char === '<' ? '>' : "'", at, isCondition)
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
    }
    if (this.#peek() !== close) this.#refuse('capture-name', at)
    this.#at++
    if (typeof own === 'number') this.#numbers.add(own)
    else if (own !== undefined) this.#names.add(own)
  }

  #conditional(outer: Options, at: number): void {
    const first = this.#peek() ?? ''
    if (DIGIT.test(first)) {
      const name = this.#decimal(at)
      if (this.#peek() !== ')') this.#refuse('perl-syntax', at)
      this.#at++
      this.#references.push({ name, at: this.#shown(at), orOctal: false })
      return this.#push(outer, at, 'closed')
    }
    const start = this.#at
    const word = this.#word()
    // The name of a group, or a pattern of plain letters: both are taken.
    if (word !== '' && this.#peek() === ')') {
      this.#at++
      return this.#push(outer, at, 'closed')
    }
    this.#at = start - 1
    if (this.#peek(1) === '?' && this.#peek(2) === '#') this.#refuse('perl-syntax', at)
    this.#push(outer, at, 'open')
    this.#isCondition = true
  }

  #push(outer: Options, at: number, condition?: Group['condition']): void {
    this.#groups.push({ outer, at, condition, bars: 0 })
    this.#unit = 'none'
  }

  #close(at: number): void {
    const group = this.#groups.pop()
    if (group === undefined) return this.#refuse('parenthesis-closed', at)
    if (group.condition === 'open') this.#refuse('perl-syntax', at)
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
      else if (char === 'x' || char === 'X') this.#options = { ...this.#options, x: on }
      else if (char === 'n' || char === 'N') this.#options = { ...this.#options, n: on }
      this.#at++
    }
  }

  #escape(at: number): void {
    const char = this.#peek()
    if (char === undefined) return this.#refuse('backslash-last', at)
    if (PLAIN_ESCAPES.includes(char)) this.#at++
    else if (char === 'p' || char === 'P') this.#property(at)
    else if (char === 'k') {
      this.#at++
      const close = this.#peek() === '<' ? '>' : this.#peek() === "'" ? "'" : undefined
      this.#at++
      if (close === undefined || !this.#namedReference(close, at)) this.#refuse('capture-name', at)
    } else if ((char === '<' || char === "'") && this.#peek(1) !== undefined) {
      const start = this.#at++
      // What is no name is the character itself.
      if (!this.#namedReference(char === '<' ? '>' : "'", at)) this.#at = start + 1
    } else if (char >= '1' && char <= '9') {
      const name = this.#decimal(at)
      this.#references.push({ name, at: this.#shown(at), orOctal: name > 9 && char <= '7' })
    } else this.#charEscape(at)
  }

  #namedReference(close: string, at: number): boolean {
    const first = this.#peek() ?? ''
    const name = DIGIT.test(first) ? this.#decimal(at) : this.#word()
    if (name === '' || this.#peek() !== close) return false
    this.#at++
    this.#references.push({ name, at: this.#shown(at), orOctal: false })
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
  #property(at: number): void {
    this.#at++
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
    if (!CATEGORIES.has(name) && !isScript(name)) this.#refuse('escape', at)
  }

  #charSet(at: number): void {
    if (this.#peek() === '^') this.#at++
    let previous: number | undefined
    for (let isFirst = true; ; isFirst = false) {
      const char = this.#peek()
      if (char === undefined) return this.#refuse('bracket-open', at)
      const place = this.#at++
      if (char === ']' && !isFirst) return
      let code = char.codePointAt(0)!
      let isEscaped = false
      if (char === '\\' && this.#peek() !== undefined) {
        const kind = this.#peek()!
        if ('dDsSwWpP'.includes(kind)) {
          if (previous !== undefined) this.#refuse('class-range', place)
          if (kind === 'p' || kind === 'P') this.#property(place)
          else this.#at++
          continue
        }
        if (kind === '-') {
          this.#at++
          continue
        }
        code = this.#charEscape(place)
        isEscaped = true
      } else if (char === '[' && this.#peek() === ':' && previous === undefined) this.#skipPosixName()
      if (previous !== undefined) {
        if (char === '[' && !isEscaped && !isFirst) this.#subtraction(place)
        else if (previous > code) this.#refuse('class-range', place)
        previous = undefined
      } else if (this.#peek() === '-' && this.#peek(1) !== undefined && this.#peek(1) !== ']') {
        previous = code
        this.#at++
      } else if (char === '-' && !isEscaped && !isFirst && this.#peek() === '[') {
        this.#at++
        this.#subtraction(place)
      }
    }
  }

  /** `[a-z-[aeiou]]`: it must be the last thing. */
  #subtraction(at: number): void {
    this.#charSet(at)
    if (this.#peek() !== undefined && this.#peek() !== ']') this.#refuse('class-range', at)
  }

  /** `[:alpha:]` is passed over, and means the characters it is written with. */
  #skipPosixName(): void {
    const start = this.#at++
    if (this.#peek() === '^') this.#at++
    this.#word()
    if (this.#peek() === ':' && this.#peek(1) === ']') this.#at += 2
    else this.#at = start
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

  #refuse(mistake: RegexIssueCode, at: number): never {
    throw new Refused(mistake, this.#shown(at))
  }
}

/** Scripts go by the same names in Go, whose tables both engines have. */
function isScript(name: string): boolean {
  if (!/^[A-Z]\w{2,30}$/.test(name) || name === 'Any' || name === 'Assigned') return false
  try {
    RE2JS.compile(`\\p{${name}}`)
    return true
  } catch {
    return false
  }
}
