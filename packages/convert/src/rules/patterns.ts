/** Patterns of rule lines as regular expressions, and their lists of numbers. */

const REGEX_SPECIAL = /[\\^$.*+?()[\]{}|]/g

/** The text as a regex that matches it alone. */
export function quoteRegex(text: string): string {
  return text.replace(REGEX_SPECIAL, '\\$&')
}

/** A pattern of `*` and `?` as a regex in which they stand for `any`. */
export function globRegex(pattern: string, any: string): string {
  let regex = ''
  for (const char of pattern) regex += char === '*' ? `${any}*` : char === '?' ? any : quoteRegex(char)
  return regex
}

/** A pattern of behavior domain with stars: each is one label, and `+.` in front is the name itself and all below. */
export function domainPatternRegex(pattern: string): string {
  const isSuffix = pattern.startsWith('+.')
  const labels = (isSuffix ? pattern.slice(2) : pattern).split('.')
  const body = labels.map((label) => (label === '*' ? '[^.]+' : quoteRegex(label))).join('\\.')
  return isSuffix ? `^(?:.+\\.)?${body}$` : `^${body}$`
}

/** `80/1000-2000` -> [[80, 80], [1000, 2000]]. */
export function numberRanges(value: string): [low: number, high: number][] {
  return value.split('/').map((part) => {
    const dash = part.indexOf('-')
    if (dash < 0) return [Number(part), Number(part)]
    return [Number(part.slice(0, dash)), Number(part.slice(dash + 1))]
  })
}
