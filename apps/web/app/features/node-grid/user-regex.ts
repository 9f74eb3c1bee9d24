import { RE2JS, RE2JSSyntaxException } from 're2js'

/**
 * Patterns that people type run on RE2, whose time is linear in the text, never on the browser's own RegExp. RE2 has
 * no look-around and no back-references; a term is turned around with `-` instead.
 */
export const PATTERN_MAX = 512
const REPLACEMENT_MAX = 512
const TEXT_MAX = 4096

export interface CompiledRegex {
  test: (text: string) => boolean
  /** Every hit replaced; `$1` stands for the first group. */
  replace: (text: string, replacement: string) => string
}

export type RegexReason = 'long' | 'lookaround' | 'backreference' | 'syntax'

export type RegexResult = { regex: CompiledRegex; reason?: undefined } | { regex?: undefined; reason: RegexReason }

/** Makes a pattern ready to run; capital and small letters are the same unless it says `(?-i)`. */
export function compileRegex(pattern: string): RegexResult {
  if (pattern.length > PATTERN_MAX) return { reason: 'long' }
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(RE2JS.translateRegExp(pattern), RE2JS.CASE_INSENSITIVE)
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return { reason: reasonOf(pattern) }
    throw error
  }
  return {
    regex: {
      test: (text) => compiled.test(text.slice(0, TEXT_MAX)),
      replace: (text, replacement) =>
        replaceAll(compiled, text.slice(0, TEXT_MAX), replacement.slice(0, REPLACEMENT_MAX)),
    },
  }
}

const GROUP = /\$(?:(\$)|(\d{1,2})|\{(\w{1,32})\})/g

/** Written out by hand: a `$9` without such a group is empty here and an error in the library. */
function replaceAll(regex: RE2JS, text: string, replacement: string): string {
  const matcher = regex.matcher(text)
  const count = regex.groupCount()
  let out = ''
  let from = 0
  while (matcher.find()) {
    out +=
      text.slice(from, matcher.start()) +
      replacement.replace(GROUP, (_, dollar, index, name) => {
        if (dollar) return '$'
        if (name !== undefined) return Object.hasOwn(regex.namedGroups(), name) ? (matcher.group(name) ?? '') : ''
        return Number(index) <= count ? (matcher.group(Number(index)) ?? '') : ''
      })
    from = matcher.end()
    if (out.length > TEXT_MAX) break
  }
  return (out + text.slice(from)).slice(0, TEXT_MAX)
}

function reasonOf(pattern: string): RegexReason {
  const bare = pattern.replaceAll('\\\\', '')
  if (/\(\?(=|!|<=|<!)/.test(bare)) return 'lookaround'
  return /\\[1-9k]/.test(bare) ? 'backreference' : 'syntax'
}
