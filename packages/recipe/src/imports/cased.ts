/** A filter of another program as one of ours. Case does not count in ours; in theirs it does unless they say so. */
export function cased(pattern: string): string {
  if (pattern.startsWith('(?i)')) return pattern.slice('(?i)'.length)
  return /[a-z]/i.test(pattern) && !pattern.startsWith('(?') && !pattern.startsWith('^(?') ? `(?-i)${pattern}` : pattern
}
