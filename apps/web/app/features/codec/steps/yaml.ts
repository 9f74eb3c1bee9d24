import {
  type DocumentNode, fieldsOf, findIssuePlace, isMerge, keyText, openDocument, printScalar, type PrintStyle, readYaml, resolved, scalarValue,
} from '@switchyard/convert/texts' // oxfmt-ignore
import { issueOf } from '@switchyard/convert'
import type { Lang } from '@switchyard/convert/languages'
import { wordIssue } from '@switchyard/locale'
import { readDocument } from './json.ts'
import { DATA_MAX_BYTES, ofText, refused, type StepResult } from './step.ts'
import { positionIn } from './position.ts'

const STYLE: PrintStyle = {
  format: 'yaml',
  quote: 'plain',
  keyQuote: 'plain',
  colon: ': ',
  comma: ', ',
  pad: '',
  lineEnd: '\n',
  step: '  ',
  dashes: '  ',
}

/** Numbers are written as they stand in the JSON. */
export const jsonToYaml = ofText((text) => {
  const read = readDocument(text)
  if ('issue' in read) return read
  return { data: `${printYaml(read.root, '')}\n`, notes: read.notes }
})

function printYaml(given: DocumentNode, indent: string): string {
  const node = resolved(given)
  if (node.kind === 'scalar') {
    const value = scalarValue(node)
    // A number of any length, and `1e400`, as it stands.
    return node.style === 'plain' ? node.text : printScalar(value, STYLE, false)
  }
  const separator = `\n${indent}`
  if (node.kind === 'list') {
    if (node.items.length === 0) return '[]'
    return node.items.map(({ value }) => `- ${printYaml(value, `${indent}  `)}`).join(separator)
  }
  const fields = [...fieldsOf(node)]
  if (fields.length === 0) return '{}'
  return fields
    .map(([key, { value }]) => {
      const name = printScalar(key, STYLE, false)
      const inner = `${indent}  `
      const printed = printYaml(value, inner)
      const isBlock = isFilled(value)
      return isBlock ? `${name}:\n${inner}${printed}` : `${name}: ${printed}`
    })
    .join(separator)
}

function isFilled(given: DocumentNode): boolean {
  const node = resolved(given)
  return node.kind === 'list' ? node.items.length > 0 : node.kind === 'map' && node.pairs.length > 0
}

/** YAML as the engine reads it: `0123`, `yes` and `1_000` are texts. Aliases are written out, within the budget. */
export const yamlToJson = ofText((text, _options, { lang }) => {
  const { documents, issue } = readYaml(text)
  if (issue?.code === 'yaml-aliases') return refused('alias', positionIn(text, issue.at))
  if (issue !== undefined) {
    const { at, reason } = findIssuePlace(text, issue)
    if (issue.first === undefined) return broken(text, at, reason, lang)
    return refused('yaml-twice', { ...positionIn(text, issue.at), before: positionIn(text, issue.first).line })
  }
  const { root, issue: other } = openDocument(text, { format: 'yaml' })
  if (other?.code === 'too-large') return refused('too-large', { most: other.most })
  if (other !== undefined) return broken(text, other.start, other.code === 'bad-yaml' ? other.detail : '', lang)
  if (root === undefined) return refused('empty')
  const n = documents.length
  return { ...printedJson(text, root), ...(n > 1 && { notes: [{ code: 'documents', args: { n } }] }) }
})

/** The engine's words for what the parser says. */
function broken(text: string, at: number, msg: string, lang: Lang): StepResult {
  const { line, column } = positionIn(text, at)
  const issue = issueOf({ code: 'bad-yaml', field: '', kept: false, args: { line, msg } }, {})
  return refused('yaml', { message: wordIssue(issue, lang), line, column })
}

class Refusal extends Error {
  readonly result: StepResult

  constructor(result: StepResult) {
    super('refused')
    this.result = result
  }
}

/** Numbers of both languages are copied: they keep every digit. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/

function printedJson(text: string, root: DocumentNode): StepResult {
  let size = 0
  const counted = (printed: string): string => {
    size += printed.length
    if (size > DATA_MAX_BYTES) throw new Refusal(refused('too-large', { most: DATA_MAX_BYTES }))
    return printed
  }
  const print = (given: DocumentNode, outer: string): string => {
    const node = resolved(given)
    if (node.kind === 'scalar') {
      const isNumber = node.style === 'plain' && node.tag === undefined && JSON_NUMBER.test(node.text)
      return counted(isNumber ? node.text : JSON.stringify(scalarValue(node)))
    }
    const inner = `${outer}  `
    counted(inner)
    const parts: string[] = []
    if (node.kind === 'list') for (const { value } of node.items) parts.push(print(value, inner))
    else {
      const odd = node.pairs.find((pair) => keyText(pair) === undefined && !isMerge(pair))
      if (odd !== undefined) throw new Refusal(refused('yaml-key', positionIn(text, odd.from)))
      for (const [key, { value }] of fieldsOf(node))
        parts.push(`${counted(JSON.stringify(key))}: ${counted(inner) && print(value, inner)}`)
    }
    const [open, close] = node.kind === 'list' ? '[]' : '{}'
    return parts.length === 0 ? `${open}${close}` : `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${outer}${close}`
  }
  try {
    return { data: print(root, '') }
  } catch (error) {
    if (error instanceof Refusal) return error.result
    throw error
  }
}
