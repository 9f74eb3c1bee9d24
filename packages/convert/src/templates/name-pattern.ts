import { userRegex } from '../text/user-regex.ts'

/** Whether a node name is meant. */
export type NamePattern = (name: string) => boolean

/**
 * A name filter of a user or a template as a test, or undefined when it cannot be read. RE2 has no lookaround, but one
 * form is everywhere: `^(?=.*(HK|TW))(?!.*(x2|x3)).*$`, which says no more than "has this, has not that".
 */
export function namePattern(text: string): NamePattern | undefined {
  const whole = tester(text)
  if (whole) return whole
  const { flags, body } = splitFlags(text)
  const conditions: NamePattern[] = []
  let rest = body.startsWith('^') ? body.slice(1) : body
  for (;;) {
    const part = lookahead(rest)
    if (!part) break
    const test = tester(flags + part.pattern)
    if (!test) return undefined
    conditions.push(part.negative ? name => !test(name) : test)
    rest = part.rest
  }
  if (conditions.length === 0) return undefined
  if (rest !== '' && !/^\.[*+]\$?$|^\$$/.test(rest)) {
    const last = namePattern(flags + rest)
    if (!last) return undefined
    conditions.push(last)
  }
  return name => conditions.every(test => test(name))
}

/** Several filters as mihomo joins them: with backticks. A name is meant when one of them takes it. */
export function namePatterns(text: string): NamePattern[] | undefined {
  const tests = text.split('`').map(namePattern)
  return tests.every(test => test !== undefined) ? tests : undefined
}

function tester(pattern: string): NamePattern | undefined {
  const regex = userRegex(pattern)
  return regex && (name => regex.test(name))
}

function splitFlags(text: string): { flags: string; body: string } {
  const flags = /^\(\?[ims]+\)/.exec(text)?.[0] ?? ''
  return { flags, body: text.slice(flags.length) }
}

/** The lookahead that a pattern starts with: `(?!.*X)rest`, `(?=.*X)rest` or `((?!X).)*rest`. */
function lookahead(text: string): { negative: boolean; pattern: string; rest: string } | undefined {
  const guarded = text.startsWith('((?!')
  const start = guarded ? 1 : 0
  if (!text.startsWith('(?!', start) && !text.startsWith('(?=', start)) return undefined
  const end = closing(text, start)
  if (end < 0) return undefined
  const inner = text.slice(start + 3, end)
  if (guarded) {
    const rest = text.slice(end + 1)
    const tail = /^\.\)[*+]/.exec(rest)?.[0]
    return tail ? { negative: true, pattern: inner, rest: rest.slice(tail.length) } : undefined
  }
  const floating = /^\.\*\??/.exec(inner)?.[0] ?? ''
  // Without `.*` the condition holds at the start of the name.
  const pattern = floating ? inner.slice(floating.length) : `^(?:${inner})`
  return { negative: text[start + 2] === '!', pattern, rest: text.slice(end + 1) }
}

/** Index of the parenthesis that closes the one at `open`, or -1. */
function closing(text: string, open: number): number {
  let depth = 0
  let inClass = false
  for (let i = open; i < text.length; i++) {
    const char = text[i]
    if (char === '\\') i++
    else if (inClass) inClass = char !== ']'
    else if (char === '[') inClass = true
    else if (char === '(') depth++
    else if (char === ')' && --depth === 0) return i
  }
  return -1
}
