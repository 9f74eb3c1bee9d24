import { hasFreePayload } from './rule-types.ts'

/** A name in a rule line, and where it begins. */
export interface RuleName {
  is: 'target' | 'rule-set'
  name: string
  at: number
}

const PARAMS: ReadonlySet<string> = new Set(['no-resolve', 'src'])
const INNER_RULE_SET = /RULE-SET[ ]*,[ ]*([^,()]+)/gi

/** What tells a rule line from most others: its value. Empty where it has none. */
export function ruleValueIn(line: string): string {
  const [, value = '', action] = line.split(',', 3)
  return action === undefined ? '' : value.trim()
}

/** The names that a rule line of Clash or mihomo holds: where it leads to, and the lists that it looks at. */
export function namesInRule(line: string): RuleName[] {
  const first = line.indexOf(',')
  if (first < 0) return []
  const type = line.slice(0, first).trim().toUpperCase()
  const found: RuleName[] = []
  const add = (is: RuleName['is'], start: number, end: number) => {
    const text = line.slice(start, end)
    const name = text.trim()
    if (name !== '') found.push({ is, name, at: start + text.indexOf(name) })
  }
  const starts = [first + 1]
  for (let at = line.indexOf(',', first + 1); at >= 0; at = line.indexOf(',', at + 1)) starts.push(at + 1)
  const endOf = (index: number) => (starts[index + 1] ?? line.length + 1) - 1
  const field = (index: number) => line.slice(starts[index], endOf(index)).trim()
  if (hasFreePayload(type)) {
    const last = starts.length - 1
    for (const match of line.slice(0, starts[last]).matchAll(INNER_RULE_SET)) {
      const start = match.index + match[0].length - match[1]!.length
      add('rule-set', start, start + match[1]!.length)
    }
    if (type !== 'SUB-RULE') add('target', starts[last]!, line.length)
  } else if (type === 'MATCH' || type === 'FINAL') {
    const index = field(0) === '' && starts.length > 1 ? 1 : 0
    add('target', starts[index]!, endOf(index))
  } else if (starts.length > 1 && !PARAMS.has(field(1).toLowerCase())) {
    if (type === 'RULE-SET') add('rule-set', starts[0]!, endOf(0))
    add('target', starts[1]!, endOf(1))
  }
  return found
}
