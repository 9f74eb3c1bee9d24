import type { Node } from 'jsonc-parser'
import { propertiesOf, textOf } from './json-nodes.ts'
import type { RuleReport } from './rule-report.ts'

/** Reports every tag that a rule set before has too. */
export function checkUniqueTags(sets: readonly Node[], report: RuleReport): void {
  const seen = new Map<string, number>()
  for (const set of sets) {
    const tag = set.type === 'object' ? propertiesOf(set).get('tag')?.value : undefined
    const value = tag && textOf(tag)
    if (tag === undefined || value === undefined) continue
    const of = seen.get(value)
    if (of !== undefined) report.add(tag, 'rule-value', 'tag-duplicate', { value, of, field: 'tag' })
    else seen.set(value, report.lineOf(tag))
  }
}
