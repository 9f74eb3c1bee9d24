/** A saved conversion: sources, edits and settings, and what becomes of them. */
export * from './model/index.ts'
export { apply, ApplyError, listsFor } from './apply.ts'
export type { Applied, AppliedRow, ApplyInput, GivenText } from './apply.ts'
export { draftOfLine } from './node/line-draft.ts'
export { type HeadFacts, headComment } from './result/head-comment.ts'
export { checkOptions } from './check-options.ts'
export { checkTemplate } from './result/check-template.ts'
export { changedItems } from './result/changed-items.ts'
export { type ChangeCounts, countChanges, type NamedConfig } from './result/count-changes.ts'
export { checkText } from './result/check-text.ts'
export { countFields, setFields } from './node/common-fields.ts'
export type { FieldsChanged } from './node/common-fields.ts'
export { ALL_COLUMNS } from './result/compare-cell.ts'
export { countSource } from './read/count-source.ts'
export { listNodes } from './read/list-nodes.ts'
export type { SourceNode } from './read/list-nodes.ts'
export { isListOrTemplate } from './read/is-list-or-template.ts'
export type { SourceCounts } from './read/count-source.ts'
export { Converter } from './converter.ts'
export type { ListRequest } from './converter.ts'
export { replaceInNodes } from './list/replace-in-nodes.ts'
export type { ReplacedNodes } from './list/replace-in-nodes.ts'
export { textsOf } from './node/node-texts.ts'
export { previewNode } from './node/preview-node.ts'
export { readOneLink } from './node/read-one-link.ts'
export { cipherField, ciphersFor, withChecks } from './node/repairs.ts'
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
export { readConverterAddress } from './imports/converter-address.ts'
export { readImport } from './imports/read-import.ts'
export { readRecipe, writeRecipe } from './file/recipe-file.ts'
export type { ReadRecipe, RecipeOptions, RefusedRecipe, WrittenRecipe } from './file/recipe-file.ts'
export type { RecipeReport } from './result/run-conversion.ts'
export { mappingChoices } from './try-mapping.ts'
export type { MappedName, MappedNodes, MappingChoices, MappingTrial } from './try-mapping.ts'
export { usableSettings } from './settings/usable-settings.ts'
