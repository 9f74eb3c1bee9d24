/**
 * The engine's second front door: what is done to a config that somebody brings. It loads no writer.
 */

export { checkConfig, type CheckOptions, type CheckResult } from './check/check-config.ts'
export type { CheckFix, CheckIssue } from './check/shared/check-issue.ts'
export { type Explanation, type ExplainOptions, openExplanation } from './explain/open-explanation.ts'
export type { RouteAnswer, Need, NeededList, Passed, PlacedRule, Why } from './explain/shared/explanation.ts'
export { type RouteQuestion, type QuestionIssue, readQuestion } from './explain/shared/question.ts'
export { injectChanges, type InjectOptions, type InjectResult } from './inject/inject-changes.ts'
export type { ChangeReport } from './inject/change-report.ts'
export type { NameRename, BatchNaming, WantedChange, RulesAt } from './inject/change.ts'
export { readChanges } from './inject/read-changes.ts'
export { type NameBatch, type NamedNodes, readNameBatches } from './prefix/name-batches.ts'
export { namesOfNodes } from './prefix/names-of-nodes.ts'
export { AFFIX_MAX, type NamingIssue } from './prefix/node-namer.ts'
export { type NameCollision, prefixConfig, type PrefixedConfig, type WantedNaming } from './prefix/prefix-config.ts'
export { providersConfig } from './prefix/providers-config.ts'
export {
  type Upgrade, type UpgradeChange, upgradeConfig, type UpgradeOptions, upgradeVersions,
} from './upgrade/upgrade-config.ts' // oxfmt-ignore
export {
  compareConfigs, type CompareOptions, type ConfigComparison, type FieldDifference, type PartDifference,
  type RuleDifference,
} from './compare/compare-configs.ts' // oxfmt-ignore
export { type ConvertedList, convertLists, type GivenList, type ListOptions } from './lists/convert-lists.ts'
export { LIST_BEHAVIORS, LIST_FORMS, type ListForm } from './lists/list-forms.ts'
export {
  outlineConfig, type OutlinedConfig, type OutlineOptions, type PartOutline, type RuleOutline, type OutlinePlace,
} from './outline/outline-config.ts' // oxfmt-ignore
export { editForm, type FormChange, type FormEdit } from './config-form/edit-form.ts'
export {
  type ConfigForm, type UnreadablePlace, type FormItem, type FormList, type FormNames, type FormOptions, type FormSection,
  type FormSectionView, openForm,
} from './config-form/open-form.ts' // oxfmt-ignore
export type { AbsentField, FieldValue, FormControl, FormField, FormFields } from './config-form/form-fields.ts'
export { FORM_SECTIONS, type FormListKind, type FormSectionId, type GroupPreview } from './config-form/shared/form-layout.ts' // oxfmt-ignore
