import type { RuleListForm } from '../rules/rule-list.ts'

/** The forms that a list can be written in; `srs` is compiled, for sing-box. */
export const LIST_FORMS = ['surge', 'mihomo-text', 'mihomo-yaml', 'sing-box', 'srs', 'xray'] as const
export type ListForm = (typeof LIST_FORMS)[number]

/** What entries of a text list are: rule lines, names, or address blocks. */
export const LIST_BEHAVIORS: readonly RuleListForm['behavior'][] = ['classical', 'domain', 'ipcidr']
