/** A saved conversion: sources, edits and settings, and what becomes of them. */
export * from './model/index.ts'
export { apply, ApplyError, listsFor } from './apply.ts'
export type { Applied, AppliedRow, ApplyInput, GivenText } from './apply.ts'
export { draftOfLine } from './line-draft.ts'
export { type Head, headComment } from './head-comment.ts'
export { checkOptions } from './check-options.ts'
export { checkTemplate } from './check-template.ts'
export { checkText } from './check-text.ts'
export { countFields, setFields } from './common-fields.ts'
export type { FieldsChanged } from './common-fields.ts'
export { ALL_COLUMNS } from './compare-cell.ts'
export { countSource } from './count-source.ts'
export type { SourceCounts } from './count-source.ts'
export { Converter } from './converter.ts'
export type { ListRequest } from './converter.ts'
export { textsOf } from './node-texts.ts'
export { previewNode } from './preview-node.ts'
export { readOneLink } from './read-one-link.ts'
export { cipherField, ciphersFor, withChecks } from './repairs.ts'
export { IMPORT_NOTES } from './imports/found.ts'
export type {
  FoundImport,
  FoundItem,
  FoundRecipe,
  ImportMistake,
  ImportNote,
  LeftOut,
  ReadImport,
} from './imports/found.ts'
export { readImport } from './imports/read-import.ts'
export { readRecipe, writeRecipe } from './recipe-file.ts'
export type { ReadRecipe, RecipeOptions, RefusedRecipe, WrittenRecipe } from './recipe-file.ts'
export type { RecipeReport } from './run-conversion.ts'
export { usableSettings } from './usable-settings.ts'
