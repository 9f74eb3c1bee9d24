/** The recipe as plain values, and every change of it: a page takes this without the engine. */
export { ADDED_SOURCE, readAddedNodes } from './added-nodes.ts'
export { BUILTIN } from './builtin-templates.ts'
export type * from './conversion-types.ts'
export { freeName, numbered } from './free-name.ts'
export { FIRST_VERSION, migrated, RECIPE_VERSION } from './migrations.ts'
export { flagEmoji, LEADING_FLAG, parseTemplate, TEMPLATE_TOKENS, templateNamer } from './name-template.ts'
export type { NamingContext, TemplatePart, TemplateRow } from './name-template.ts'
export { NAME_MAX, PATTERN_MAX, PREFIX_MAX } from './limits.ts'
export { NO_EDITS } from './no-edits.ts'
export { ownValue } from './own-value.ts'
export { placeOf } from './place-of.ts'
export * from './recipe.ts'
export { getAt, setAt } from './record-values.ts'
export { FRAGMENT, hasSettings, isSettingsFragment, settingsQuery, withQuery } from './settings-query.ts'
export {
  newStep,
  SORT_FIELDS,
  STEP_KINDS,
  UNIQUE_FIELDS,
  withoutStep,
  withStep,
  withStepAdded,
  withStepMoved,
} from './steps.ts'
export { COMMON_FIELDS } from './step.ts'
export type { CommonField, NewStep, Step, StepCount, StepKind, StepMatch } from './step.ts'
export { SS_METHODS } from '@switchyard/convert/forms'
export { tidyName } from './tidy-name.ts'
