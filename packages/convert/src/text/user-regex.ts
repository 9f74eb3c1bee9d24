import { automaton } from './automaton.ts'
import { dotnetIssue, dotnetTree } from './dotnet-regex.ts'
import { RE2JS, RE2JSSyntaxException } from 're2js'
import { hasKey } from './record.ts'
import type { WordChars } from './regex-chars.ts'
import { REGEX_ISSUE_CODES, type RegexIssueCode } from './regex-issue-codes.ts'

/**
 * Regexes that people type or that files bring. They run in time that is linear in the text, never on the engine's own
 * RegExp: on RE2, and on an automaton of ours where they look around, which RE2 cannot.
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

const TOO_LONG: RegexIssue = { reason: 'regex-too-long', at: String(USER_REGEX_MAX) }

type Result<T> = { regex: T; issue?: undefined } | { regex?: undefined; issue: RegexIssue }
export type UserRegexResult = Result<UserRegex>

interface RegexOptions {
  /** Capital and small letters are the same unless the pattern says `(?-i)`. */
  ignoreCase?: boolean
}

interface FilterOptions extends RegexOptions {
  /** `unicode`: the pattern means what it means to mihomo. */
  wordChars?: WordChars
}

/**
 * Makes a name filter from what the user typed: `(?i)hk|香港`, `^(?!.*(expire|traffic)).*$`, `(?<!尼)日`. What cannot be
 * run in linear time (a back-reference) is told, not guessed.
 */
export function userRegex(pattern: string, options: FilterOptions = {}): UserRegexResult {
  if (pattern.length > USER_REGEX_MAX) return { issue: TOO_LONG }
  const isMihomos = options.wordChars === 'unicode'
  const plain = isMihomos ? undefined : compile(pattern, options)
  if (plain instanceof RE2JS) return { regex: plain }
  const own = ownRegex(pattern, options)
  if (own.regex !== undefined || !isMihomos) return own
  const other = compile(pattern, options)
  return other instanceof RE2JS ? { regex: other } : own
}

function ownRegex(pattern: string, { ignoreCase, wordChars = 'ascii' }: FilterOptions): UserRegexResult {
  const read = dotnetTree(pattern, { ignoreCase, wordChars })
  if (read.tree === undefined) return { issue: { reason: 'regex-syntax', ...read.issue } }
  if (read.beyond?.isBackReference) return { issue: { reason: 'regex-backreference', at: read.beyond.at } }
  if (read.beyond) return { issue: { reason: 'regex-syntax', mistake: 'perl-syntax', at: read.beyond.at } }
  const regex = automaton(read.tree)
  return regex ? { regex } : { issue: { reason: 'regex-syntax', mistake: 'too-big' } }
}

/** Makes a pattern whose hits are replaced: one that RE2 runs as it stands, for only that has hits. */
export function userReplacer(pattern: string, options: RegexOptions = {}): Result<UserReplacer> {
  if (pattern.length > USER_REGEX_MAX) return { issue: TOO_LONG }
  const compiled = compile(pattern, options)
  if (!(compiled instanceof RE2JS)) return { issue: issueOf(pattern, compiled) }
  return { regex: { replace: (text, replacement) => replaceAll(compiled, text.slice(0, REPLACED_MAX), replacement) } }
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
