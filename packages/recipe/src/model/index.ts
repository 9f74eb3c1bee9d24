/** The recipe as plain values, and every change of it: a page takes this without the engine. */
export type {
  BuiltinName,
  ClientId,
  GroupEdit,
  MappingRow,
  NodeBase,
  OutputId,
  ProxyProvider,
  RuleSetEntry,
  SingboxVersion,
  SubscriptionInfo,
  TemplateMember,
} from '@switchyard/convert'
export { SS_METHODS } from '@switchyard/convert/forms'
export type * from './build-result.ts'
export { BUILTIN } from './builtin-templates.ts'
export { versionOf, versionSettings } from './client-version.ts'
export * from './changes/change-nodes.ts'
export * from './changes/change-sources.ts'
export * from './changes/change-steps.ts'
export { filteredRegions, withFilteredRegions } from './changes/region-filter.ts'

export type * from './convert-settings.ts'
export { ISSUE_KINDS, isProblem, NO_ISSUES, type IssueKind } from './issue-kind.ts'
export { keptOf, type NodesKept } from './kept.ts'
export { NAME_MAX, PATTERN_MAX, PREFIX_MAX } from './limits.ts'
export { FRAGMENT, hasSettings, isSettingsFragment, settingsQuery, withQuery } from './link/settings-query.ts'
export {
  EMPTY_MAPPING,
  mappingSetOf,
  namesOf,
  readMappingSet,
  withMappingSet,
  writeMappingSet,
  type GroupAlias,
  type MappingSet,
} from './link/mapping-set.ts'
export { FIRST_VERSION, migrated, RECIPE_VERSION } from './migrations.ts'
export { ADDED_SOURCE, readAddedNodes } from './nodes/added-nodes.ts'
export { brokenLink, isLink, lineStart, linkStart, type BrokenLink } from './nodes/broken-link.ts'
export { COMMON_FIELDS, type CommonField } from './nodes/common-field.ts'
export { NO_EDITS, type FieldsChange, type NodeChange, type NodeEdit, type NodeEdits } from './nodes/edits.ts'
export { flagEmoji, LEADING_FLAG, parseTemplate, TEMPLATE_TOKENS, templateNamer } from './nodes/name-template.ts'
export * from './nodes/list-work.ts'
export type { NamingContext, TemplatePart, TemplateSubject } from './nodes/name-template.ts'
export type * from './nodes/node-previews.ts'
export { placeOf } from './nodes/place-of.ts'
export type * from './nodes/rows.ts'
export { tidyName } from './nodes/tidy-name.ts'
export * from './recipe.ts'
export { COMMON_SETTINGS, OUTPUT_SETTINGS, type SettingKind } from './settings.ts'
export { withSettings } from './with-settings.ts'
export * from './source-info.ts'
export { newStep, SORT_FIELDS, STEP_KINDS, UNIQUE_FIELDS } from './step.ts'
export type { NewStep, Step, StepCount, StepKind, StepMatch, UniqueField } from './step.ts'
export { freeName, numbered } from './values/free-name.ts'
export { moved } from './values/moved.ts'
export { ownValue } from './values/own-value.ts'
export { getAt, setAt } from './values/record-values.ts'
