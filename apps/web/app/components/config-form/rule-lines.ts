/** Types of rules that look for what may hold commas. */
const WITH_COMMAS = /^(?:AND|OR|NOT|SUB-RULE|.+-REGEX)$/
const LIST_ITEM = /^\s*-\s+/

/** The group that a line of rules goes to, or undefined for a comment and for a line without one. */
export function groupOfRule(line: string): string | undefined {
  return partsOf(line).group
}

/** The line with its group replaced. A line that stays keeps every character. */
export function withRuleGroup(line: string, renamed: (group: string) => string): string {
  const { before, fields, at, behind, group } = partsOf(line)
  if (group === undefined || renamed(group) === group) return line
  return before + fields.with(at, renamed(group)).join(',') + behind
}

/** A line by its parts. `at`: which of the fields names the group. */
interface RuleParts {
  before: string
  fields: readonly string[]
  at: number
  behind: string
  group?: string
}

/** Parts a line at its commas, as the engine does. */
export function partsOf(line: string): RuleParts {
  const [before, rule, behind] = unwrapped(line)
  const fields = rule.split(',')
  const at = groupPlace(fields)
  const group = /^\s*#/.test(rule) ? '' : fields[at]?.trim()
  return { before, fields, at, behind, ...(group ? { group } : {}) }
}

/** Where the group of a rule is among what its commas part, as the engine reads it. */
function groupPlace(fields: readonly string[]): number {
  const type = fields[0]!.trim().toUpperCase()
  if (type === 'MATCH' || type === 'FINAL') return fields[1]?.trim() === '' ? 2 : 1
  return WITH_COMMAS.test(type) ? Math.max(2, fields.length - 1) : 2
}

/** A rule may stand as it does in a YAML list: what is before it, itself, and what is behind. */
function unwrapped(line: string): [before: string, rule: string, behind: string] {
  const start = LIST_ITEM.exec(line)?.[0].length
  if (start === undefined) return ['', line, '']
  const quote = /["']/.exec(line[start] ?? '')?.[0]
  const from = quote ? start + 1 : start
  const end = line.indexOf(quote ?? ' #', from)
  return end < 0
    ? [line.slice(0, from), line.slice(from), '']
    : [line.slice(0, from), line.slice(from, end), line.slice(end)]
}
