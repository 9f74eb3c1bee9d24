import { type DocumentNode, openDocument } from '@switchyard/convert/texts'
import { ofText, refused, type StepIssue } from './step.ts'

const INDENTS: Readonly<Record<string, string>> = { '2': '  ', '4': '    ', tab: '\t' }

/** Numbers, escapes, the order of keys and keys that stand twice stay as they were written: only blanks change. */
export const formatJson = ofText((text, { indent = '2' }) => printed(text, INDENTS[indent] ?? '  '))

export const minifyJson = ofText((text) => printed(text, ''))

function printed(text: string, indent: string) {
  const read = readDocument(text)
  if ('issue' in read) return read
  return { data: printJson(text, read.root, indent, ''), notes: read.notes }
}

type JsonRead = { root: DocumentNode; notes: readonly StepIssue[] } | { issue: StepIssue }

/** A text as JSON, comments and trailing commas allowed, or what is wrong and where. */
export function readDocument(text: string): JsonRead {
  const document = openDocument(text, { format: 'json' })
  const { root, issue, extras } = document
  if (issue?.code === 'bad-json') {
    const msg = issue.reason
    return refused(text.trim() === '' ? 'empty' : 'json', { msg, ...document.positionOf(issue.start) })
  }
  if (issue?.code === 'too-large') return refused('too-large', { most: issue.most })
  if (root === undefined) return refused('empty')
  const n = extras.comments.length + extras.hashes.length
  return { root, notes: n === 0 ? [] : [{ code: 'json-comments', args: { n } }] }
}

/** Without an indent everything stands on one line. */
export function printJson(text: string, node: DocumentNode, indent: string, outer: string): string {
  if (node.kind !== 'map' && node.kind !== 'list') return text.slice(node.start, node.end)
  const inner = outer + indent
  const colon = indent === '' ? ':' : ': '
  const parts =
    node.kind === 'list'
      ? node.items.map(({ value }) => printJson(text, value, indent, inner))
      : node.pairs.map(
          ({ key, value }) => text.slice(key.start, key.end) + colon + printJson(text, value, indent, inner),
        )
  const [open, close] = node.kind === 'list' ? '[]' : '{}'
  if (parts.length === 0) return `${open}${close}`
  if (indent === '') return `${open}${parts.join(',')}${close}`
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${outer}${close}`
}
