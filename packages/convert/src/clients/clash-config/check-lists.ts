import type { CheckReport } from '../../check/shared/check-report.ts'
import { listFormatOf } from '../../rules/list-format.ts'
import { readRuleList, type RuleListForm } from '../../rules/rule-list.ts'
import { type ConfigPart, textOf } from './read-config.ts'

const BEHAVIORS: readonly RuleListForm['behavior'][] = ['classical', 'domain', 'ipcidr']

/** Looks at the rule lists whose texts are at hand: what of them is no rule is passed over by the client. */
export function checkLists(
  providers: readonly ConfigPart[],
  lists: ReadonlyMap<string, string>,
  report: CheckReport,
): void {
  for (const { name, nameNode, map, path } of providers) {
    const text = lists.get(textOf(map, 'url') ?? '') ?? lists.get(textOf(map, 'path') ?? '')
    const behavior = BEHAVIORS.find((one) => one === textOf(map, 'behavior'))
    const format = listFormatOf(textOf(map, 'format'), textOf(map, 'url'))
    if (text === undefined || behavior === undefined) continue
    // Of a compiled list, the text is what it was made of.
    const { rules, issues } = readRuleList(text, { behavior, format: format === 'mrs' ? 'text' : format })
    for (const { code, args } of issues)
      report.add(code, nameNode, path, { ...args, list: name }, { severity: 'warning' })
    if (rules.length === 0) report.add('list-empty', nameNode, path, { list: name })
  }
}
