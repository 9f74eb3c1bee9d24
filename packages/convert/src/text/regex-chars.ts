import { RE2JS } from 're2js'
import type { CharTest, EdgeTest } from './regex-tree.ts'

/** Whose letters, digits and blanks `\w`, `\d`, `\s` and `\b` know: those of all scripts (mihomo) or ASCII (RE2, PCRE). */
export type WordChars = 'unicode' | 'ascii'

/** What stands in brackets: `[^a-z\d-[x]]`. */
export interface CharClass {
  ranges: [first: number, last: number][]
  others: CharTest[]
  isNegated: boolean
  without?: CharTest
}

const LINE_FEED = 10

export const CHARS: Readonly<Record<WordChars, Readonly<Record<'d' | 's' | 'w', CharTest>>>> = {
  unicode: {
    d: charTest(/\p{Nd}/u),
    s: charTest(/\p{White_Space}/u),
    w: charTest(/[\p{L}\p{Mn}\p{Nd}\p{Pc}\u200C\u200D]/u),
  },
  ascii: { d: charTest(/\d/), s: charTest(/[\t-\r ]/), w: charTest(/\w/) },
}

/** Capital, small and title letters. */
export const isCased = charTest(/[\p{Lu}\p{Ll}\p{Lt}]/u)

export const isNoLineFeed: CharTest = (code) => code !== LINE_FEED

export const EDGES = {
  textStart: (_, at) => at === 0,
  textEnd: (codes, at) => at === codes.length,
  lastLineEnd: (codes, at) => at === codes.length || (at === codes.length - 1 && codes[at] === LINE_FEED),
  lineStart: (codes, at) => at === 0 || codes[at - 1] === LINE_FEED,
  lineEnd: (codes, at) => at === codes.length || codes[at] === LINE_FEED,
} as const satisfies Record<string, EdgeTest>

/** Where a word begins or ends. */
export function wordEdge(isWordChar: CharTest): EdgeTest {
  return (codes, at) => (at > 0 && isWordChar(codes[at - 1]!)) !== (at < codes.length && isWordChar(codes[at]!))
}

/** The characters that another test does not take. */
export function not(fits: CharTest): CharTest {
  return (code) => !fits(code)
}

function charTest(regex: RegExp): CharTest {
  return (code) => regex.test(String.fromCodePoint(code))
}

/** A Unicode category or script by the name that Go has for it; undefined for any other. */
export function categoryTest(name: string): CharTest | undefined {
  if (!CATEGORIES.has(name) && !SCRIPT.test(name)) return undefined
  let regex: RE2JS
  try {
    regex = RE2JS.compile(`\\p{${name}}`)
  } catch {
    return undefined
  }
  const known = new Map<number, boolean>()
  return (code) => {
    let fits = known.get(code)
    if (fits === undefined) known.set(code, (fits = regex.test(String.fromCodePoint(code))))
    return fits
  }
}

const CATEGORIES: ReadonlySet<string> = new Set(
  'C Cc Cf Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs'.split(' '),
)
/** `Any` and `Assigned` are RE2's alone. */
const SCRIPT = /^(?!(?:Any|Assigned)$)[A-Z]\w{2,30}$/

/** A class as a test. Without case the ranges take the capital of the character too, and single characters their own. */
export function classTest({ ranges, others, isNegated, without }: CharClass, ignoresCase: boolean): CharTest {
  const singles = new Set<number>()
  const spans: [number, number][] = []
  for (const [first, last] of ranges) {
    if (first < last) spans.push([first, last])
    else singles.add(ignoresCase ? lowerCase(first) : first)
  }
  const isSpanned: CharTest = (code) => spans.some(([first, last]) => first <= code && code <= last)
  return (code) => {
    const isIn =
      singles.has(code) ||
      isSpanned(code) ||
      (ignoresCase && spans.length > 0 && isSpanned(upperCase(code))) ||
      others.some((fits) => fits(code))
    return isIn !== isNegated && without?.(code) !== true
  }
}

/** The one small letter that Go has for a character: a text never changes its length. */
export function lowerCase(code: number): number {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? code + 0x20 : code
  return String.fromCodePoint(code).toLowerCase().codePointAt(0)!
}

function upperCase(code: number): number {
  const upper = String.fromCodePoint(code).toUpperCase()
  const first = upper.codePointAt(0)!
  return upper.length === String.fromCodePoint(first).length ? first : code
}
