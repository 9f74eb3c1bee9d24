import { type DocumentNode, type DocumentPath, resolved, type TextRange } from '../../document/document-node.ts'
import { removeAt } from '../../document/edit-document.ts'
import type { OpenDocument } from '../../document/open-document.ts'
import { printScalar } from '../../document/print-value.ts'
import type { CheckFix } from './check-issue.ts'

/** Changes that mend an issue, where what was meant is certain. */

/** Puts a value in the place of a scalar, in the quotes that it needs; `asText`: in quotes if it reads as something else. */
export function replacingFix(
  document: OpenDocument,
  node: DocumentNode,
  value: string | number | boolean,
): CheckFix | undefined {
  // oxfmt-ignore
  const scalar = resolved(node)
  // Where an alias stands, others would change with it.
  if (scalar.kind !== 'scalar' || node.kind === 'alias' || scalar.tag !== undefined || scalar.anchor !== undefined) return undefined // oxfmt-ignore
  if (scalar.style === 'literal' || scalar.style === 'folded') return undefined
  // A comma without quotes stands in no brackets.
  const isInBrackets = scalar.style !== 'plain' || !scalar.text.includes(',')
  const text = printScalar(value, { ...PRINTED, format: document.format, quote: scalar.style }, isInBrackets)
  return { title: text, edits: [{ from: scalar.start, to: scalar.end, text }] }
}

const PRINTED = {
  keyQuote: 'plain',
  colon: ': ',
  comma: ', ',
  pad: '',
  lineEnd: '\n',
  step: '  ',
  dashes: '  ',
} as const

/** Puts brackets around a value that stands alone. */
export function listFix(document: OpenDocument, node: DocumentNode): CheckFix | undefined {
  const source = document.text.slice(node.start, node.end)
  if (node.kind !== 'scalar' || node.from !== node.start || !ONE_WORD.test(source)) return undefined
  return { title: `[${source}]`, edits: [{ from: node.start, to: node.end, text: `[${source}]` }] }
}

const ONE_WORD = /^(?:[\w./-]+|"[^"\\\n]*"|'[^'\n]*')$/

/** Takes out what stands at a place. */
export function cuttingFix(range: TextRange): CheckFix {
  return { title: '', edits: [{ from: range.start, to: range.end, text: '' }] }
}

/** Takes an item out of its list. */
export function removingFix(document: OpenDocument, path: DocumentPath): CheckFix | undefined {
  const result = removeAt(document, path)
  return 'refused' in result || result.follows.length > 0 ? undefined : { title: '', edits: result.edits }
}
