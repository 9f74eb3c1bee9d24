import { hasKey } from './record.ts'
import { RE2JS, RE2JSSyntaxException } from 're2js'
import { REGEX_ISSUE_CODES, type RegexIssueCode } from './regex-issue-codes.ts'
import { dotnetIssue } from './dotnet-regex.ts'

/**
 * Regexes that people type or that files bring. They run on RE2, whose time is linear in the text, never on the engine's
 * own RegExp. RE2 has no look-around and no back-references; the shapes of look-ahead that name filters are written in
 * are taken apart into patterns that must match and patterns that must not.
 */

/** Longest pattern that is run here, in UTF-16 units. */
const USER_REGEX_MAX = 512

/** The most of a text that is replaced in, and of what comes out: `(.)` to `$1$1$1` grows. */
const REPLACED_MAX = 4096

/** Longest regex of a rule line, which is compiled here but never run. */
const PATTERN_MAX = 2048

/** Why a pattern is not run: `at` of the problem names the part. */
export type RegexReason = 'regex-too-long' | 'regex-syntax' | 'regex-lookaround' | 'regex-backreference'

export interface UserRegex {
  /** Whether the pattern is found somewhere in the text. */
  test(text: string): boolean
}

export interface UserReplacer {
  /** The text with every hit replaced; `$1` stands for the first group, `${name}` for a named one, `$$` for a dollar. */
  replace(text: string, replacement: string): string
}

export interface RegexIssue {
  reason: RegexReason
  /** The part that is not understood, or the most that is allowed. */
  at?: string
  /** For `regex-syntax`: what is wrong with that part. */
  mistake?: RegexIssueCode
}

type Result<T> = { regex: T; issue?: undefined } | { regex?: undefined; issue: RegexIssue }
export type UserRegexResult = Result<UserRegex>

interface RegexOptions {
  /** Capital and small letters are the same unless the pattern says `(?-i)`. */
  ignoreCase?: boolean
}

/**
 * Makes a name filter from what the user typed: `(?i)hk|香港`, `^(?!.*(expire|traffic)).*$`, `^((?!expire).)*$`. What RE2
 * cannot run is told, not guessed.
 */
export function userRegex(pattern: string, options: RegexOptions = {}): UserRegexResult {
  const plain = compileUsers(pattern, options)
  if (plain instanceof RE2JS) return { regex: plain }
  if ('reason' in plain) return { issue: plain }

  const parts = takeApart(pattern)
  if (parts === undefined) return { issue: issueOf(pattern, plain) }
  const must: RE2JS[] = []
  const mustNot: RE2JS[] = []
  for (const part of parts) {
    const compiled = compile(part.pattern, options)
    if (!(compiled instanceof RE2JS)) return { issue: issueOf(part.pattern, compiled) }
    const list = part.negative ? mustNot : must
    list.push(compiled)
  }
  return {
    regex: { test: (text) => must.every((regex) => regex.test(text)) && !mustNot.some((regex) => regex.test(text)) },
  }
}

/** Makes a pattern whose hits are replaced: one that RE2 runs as it stands, for only that has hits. */
export function userReplacer(pattern: string, options: RegexOptions = {}): Result<UserReplacer> {
  const compiled = compileUsers(pattern, options)
  if (compiled instanceof RE2JS) {
    return { regex: { replace: (text, replacement) => replaceAll(compiled, text.slice(0, REPLACED_MAX), replacement) } }
  }
  return { issue: 'reason' in compiled ? compiled : issueOf(pattern, compiled) }
}

const GROUP = /\$(?:(\$)|(\d{1,2})|\{(\w{1,32})\})/g

/** Written out by hand: a `$9` without such a group is empty here and an error in the library. */
function replaceAll(regex: RE2JS, text: string, replacement: string): string {
  const matcher = regex.matcher(text)
  const count = regex.groupCount()
  let out = ''
  let from = 0
  while (out.length <= REPLACED_MAX && matcher.find()) {
    out +=
      text.slice(from, matcher.start()) +
      replacement.replace(GROUP, (_, dollar, index, name) => {
        if (dollar) return '$'
        if (name !== undefined) return Object.hasOwn(regex.namedGroups(), name) ? (matcher.group(name) ?? '') : ''
        return Number(index) <= count ? (matcher.group(Number(index)) ?? '') : ''
      })
    from = matcher.end()
  }
  return (out + text.slice(from)).slice(0, REPLACED_MAX)
}

/** What is wrong with a pattern that RE2 is to run (sing-box, its rule sets); undefined where it runs. */
export function re2Issue(pattern: string): RegexIssue | undefined {
  if (pattern.length > PATTERN_MAX) return { reason: 'regex-too-long', at: String(PATTERN_MAX) }
  const compiled = compileRaw(pattern)
  return compiled instanceof RE2JS ? undefined : issueOf(pattern, compiled)
}

/** What is wrong with a pattern for mihomo, whose engine reads what .NET reads; undefined where it runs. */
export function dotnetRegexIssue(pattern: string): RegexIssue | undefined {
  if (pattern.length > PATTERN_MAX) return { reason: 'regex-too-long', at: String(PATTERN_MAX) }
  const mistake = dotnetIssue(pattern)
  return mistake && { reason: 'regex-syntax', ...mistake }
}

interface PatternError {
  description: string
  /** The part of the pattern it is about. */
  at: string | null
}

function compileUsers(pattern: string, options: RegexOptions): RE2JS | PatternError | RegexIssue {
  if (pattern.length > USER_REGEX_MAX) return { reason: 'regex-too-long', at: String(USER_REGEX_MAX) }
  return compile(pattern, options)
}

function compile(pattern: string, { ignoreCase = false }: RegexOptions): RE2JS | PatternError {
  return compileRaw(RE2JS.translateRegExp(pattern), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
}

function compileRaw(pattern: string, flags = 0): RE2JS | PatternError {
  try {
    return RE2JS.compile(pattern, flags)
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    const at = error.getPattern()
    // The library writes a flag in front of the pattern; nobody typed that.
    return { description: error.getDescription(), at: flags === 0 ? at : (at?.replace(/^\(\?i\)/, '') ?? null) }
  }
}

/** A problem as the arguments of an issue, its reason apart. */
export function regexArgs({ at, mistake }: RegexIssue): { at?: string; mistake?: RegexIssueCode } {
  return { ...(at === undefined ? {} : { at }), ...(mistake === undefined ? {} : { mistake }) }
}

const LOOKS = ['(?=', '(?!', '(?<=', '(?<!']

function issueOf(pattern: string, { description, at }: PatternError): RegexIssue {
  let inClass = false
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i]
    if (char === '\\') {
      const next = pattern[i + 1] ?? ''
      if (!inClass && ((next >= '1' && next <= '9') || next === 'k')) {
        return { reason: 'regex-backreference', at: pattern.slice(i, i + 2) }
      }
      i++
    } else if (inClass) inClass = char !== ']'
    else if (char === '[') inClass = true
    else if (char === '(') {
      const look = LOOKS.find((start) => pattern.startsWith(start, i))
      if (look !== undefined) return { reason: 'regex-lookaround', at: look }
    }
  }
  const mistake = hasKey(REGEX_ISSUE_CODES, description) ? REGEX_ISSUE_CODES[description] : undefined
  return { reason: 'regex-syntax', ...(mistake ? { mistake } : {}), ...(mistake && at ? { at } : {}) }
}

interface Part {
  pattern: string
  negative: boolean
}

const TEMPERED_OPENINGS = ['((?!', '(?:(?!']
const TAKES_ANYTHING = ['', '.*', '.*$', '.*?', '.*?$']

/**
 * Takes `^(?!A)(?=B)C` apart into not `^(?:A)`, `^(?:B)` and `^C`, which is the same, because a look-ahead at the
 * start of the text is a pattern of its own; and the dot that stays clear of something, `((?!A).)*`, into not `A`.
 */
function takeApart(pattern: string): Part[] | undefined {
  const flags = leadingFlags(pattern)
  const looks: Part[] = []
  let rest = pattern.slice(flags.length)
  let anchored = false
  for (;;) {
    if (rest.startsWith('^')) {
      anchored = true
      rest = rest.slice(1)
      continue
    }
    const negative = rest.startsWith('(?!')
    if (!negative && !rest.startsWith('(?=')) break
    const end = closing(rest, 0)
    if (end < 0) return undefined
    looks.push({ pattern: rest.slice(3, end), negative })
    rest = rest.slice(end + 1)
  }
  if (!anchored) return unanchoredParts(flags, looks, rest)

  const parts = looks.map(({ pattern, negative }) => ({ pattern: `${flags}^(?:${pattern})`, negative }))
  const tempered = temperedPart(rest)
  if (tempered !== undefined) return [...parts, { ...tempered, pattern: flags + tempered.pattern }]
  if (parts.length === 0 || hasOpenAlternative(rest)) return undefined
  return TAKES_ANYTHING.includes(rest) ? parts : [...parts, { pattern: `${flags}^${rest}`, negative: false }]
}

/** `(?=.*A)(?=.*B).*` may match anywhere, which is what `A` and `B` found anywhere say; a negative one always matches. */
function unanchoredParts(flags: string, looks: readonly Part[], rest: string): Part[] | undefined {
  if (looks.length === 0 || !TAKES_ANYTHING.includes(rest)) return undefined
  const movable = looks.length === 1 || looks.every((look) => startsAnywhere(look.pattern))
  if (!movable || looks.some((look) => look.negative)) return undefined
  return looks.map(({ pattern, negative }) => ({ pattern: `${flags}(?:${pattern})`, negative }))
}

function startsAnywhere(pattern: string): boolean {
  return pattern.startsWith('.*') && !hasOpenAlternative(pattern)
}

/** `((?!A).)*$` after an anchor: A is nowhere. Without the `$` it would match the empty start of any text. */
function temperedPart(rest: string): Part | undefined {
  const opening = TEMPERED_OPENINGS.find((start) => rest.startsWith(start))
  if (opening === undefined) return undefined
  const look = closing(rest, opening.length - 3)
  if (look < 0 || rest.slice(look) !== ').)*$') return undefined
  return { pattern: rest.slice(opening.length, look), negative: true }
}

function leadingFlags(pattern: string): string {
  if (!pattern.startsWith('(?')) return ''
  let i = 2
  while (i < pattern.length && 'ims'.includes(pattern[i]!)) i++
  return i > 2 && pattern[i] === ')' ? pattern.slice(0, i + 1) : ''
}

/** Place of the parenthesis that closes the one at `start`, or -1. */
function closing(pattern: string, start: number): number {
  return scan(pattern, start, (char, depth) => char === ')' && depth === 0)
}

/** Whether a `|` stands outside all parentheses: `a|b` yes, `(a|b)` no. */
function hasOpenAlternative(pattern: string): boolean {
  return scan(pattern, 0, (char, depth) => char === '|' && depth === 0) >= 0
}

/** Place of the first character outside classes and escapes that is looked for, with the depth after it; or -1. */
function scan(pattern: string, start: number, isIt: (char: string, depth: number) => boolean): number {
  let depth = 0
  let inClass = false
  for (let i = start; i < pattern.length; i++) {
    const char = pattern[i]!
    if (char === '\\') i++
    else if (inClass) inClass = char !== ']'
    else if (char === '[') inClass = true
    else {
      if (char === '(') depth++
      else if (char === ')') depth--
      if (isIt(char, depth)) return i
    }
  }
  return -1
}
