/** Spellings of texts: base64, percent, JSON and YAML with the place of everything, for who needs no node of them. */
export { base64Bytes, bytesToBase64, cleanedLength } from './text/base64.ts'
export { LineIndex } from './text/lines.ts'
export { percentDecode, percentEncode } from './text/percent.ts'
export { readYaml } from './text/yaml.ts'
export { findIssuePlace } from './text/yaml-issue-place.ts'
export { fieldsOf, findNode, isMerge, keyText, resolved, scalarValue, valueOf } from './document/document-node.ts'
export type { DocumentNode, DocumentPath } from './document/document-node.ts'
export {
  copyAlias, type EditResult, insertItems, insertPair, removeAt, renameKey, replaceValue,
} from './document/edit-document.ts' // oxfmt-ignore
export { formatText, type FormattedText } from './document/format-text.ts'
export { moveItem, movePair } from './document/move-item.ts'
export { openDocument } from './document/open-document.ts'
export { printScalar, type PrintStyle } from './document/print-value.ts'
