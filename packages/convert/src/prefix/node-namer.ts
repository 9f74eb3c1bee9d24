import type { BatchNaming } from '../inject/change.ts'
import { dotnetRegexIssue, type RegexIssue, type UserReplacer, userReplacer } from '../text/user-regex.ts'

/** Of a prefix or suffix, in UTF-16 units. */
export const AFFIX_MAX = 32

/** What is wrong with a naming: in which field, and why. */
export interface NamingIssue {
  /** `prefix`, `suffix`, `renames.0.pattern`. */
  field: string
  reason: 'too-long' | 'line-break' | RegexIssue['reason']
  regex?: RegexIssue
}

/** What a naming makes of names, as mihomo would. */
export interface NodeNamer {
  issues: readonly NamingIssue[]
  /** Undefined where a pattern means something to mihomo that is not run here. */
  nameOf?: (name: string) => string
}

/**
 * Reads a naming. `isOfProvider`: mihomo itself runs the patterns, so it may look around; names in the file are changed
 * here, in linear time or not at all.
 */
export function nodeNamer({ prefix, suffix, renames }: BatchNaming, isOfProvider: boolean): NodeNamer {
  const issues: NamingIssue[] = []
  for (const [field, text] of Object.entries({ prefix, suffix })) {
    if (/[\n\r\u0085\u2028\u2029]/.test(text)) issues.push({ field, reason: 'line-break' })
    else if (text.length > AFFIX_MAX) issues.push({ field, reason: 'too-long' })
  }
  const replacers: { regex: UserReplacer; target: string }[] = []
  const used = renames.filter(({ pattern }) => pattern !== '').length
  for (const [index, { pattern, target }] of renames.entries()) {
    // It is still to be filled in.
    if (pattern === '') continue
    const { regex, issue } = userReplacer(pattern)
    if (regex !== undefined) replacers.push({ regex, target })
    const wrong = isOfProvider ? dotnetRegexIssue(pattern) : issue
    if (wrong !== undefined) issues.push({ field: `renames.${index}.pattern`, reason: wrong.reason, regex: wrong })
  }
  if (issues.length > 0 || replacers.length < used) return { issues }
  return {
    issues,
    nameOf: (name) =>
      `${prefix}${replacers.reduce((now, { regex, target }) => regex.replace(now, target), name)}${suffix}`,
  }
}
