import { issueOf } from '@switchyard/convert'
import type { Lang } from '@switchyard/convert/languages'
import { type DocumentNode, isMerge, keyText, fieldsOf, openDocument, resolved } from '@switchyard/convert/texts'
import { wordIssue } from '@switchyard/locale'
import { type JavaNote, JavaRefusal } from './issue.ts'
import type { InputFormat } from './options.ts'
import { readProperties, treeOfEntries } from './properties.ts'
import { plainScalar, type Scalar, type Tree } from './tree.ts'

export interface JavaInput {
  format: InputFormat
  root: Tree
  notes: JavaNote[]
}

/** What a text says. Throws `JavaRefusal` with line and column of what is wrong. */
export function readInput(text: string, given: InputFormat | 'auto', lang: Lang): JavaInput {
  if (text.trim() === '') throw new JavaRefusal('empty')
  if (text.length > LENGTH_MAX) throw new JavaRefusal('too-large', { most: LENGTH_MAX })
  const format = given === 'auto' ? formatOf(text) : given
  if (format === 'properties') return { format, root: treeOfEntries(readProperties(text)), notes: [] }
  const document = openDocument(text, { format })
  const { root, issue, documents } = document
  const positionOf: PositionOf = (at) => ({ ...document.positionOf(at) })
  if (issue?.code === 'too-large') throw new JavaRefusal('too-large', { most: issue.most })
  if (issue !== undefined) {
    const place = positionOf(issue.start)
    if (issue.code === 'bad-json') throw new JavaRefusal('json', { msg: issue.reason, ...place })
    if (issue.reason === 'too-many-aliases' || issue.reason === 'alias-circle') throw new JavaRefusal('aliases', place)
    const words = { code: 'bad-yaml', field: '', kept: false, args: { line: place.line, msg: issue.detail } } as const
    throw new JavaRefusal('yaml', { message: wordIssue(issueOf(words, {}), lang), ...place })
  }
  if (root === undefined) throw new JavaRefusal('empty')
  const notes: JavaNote[] = documents > 1 ? [{ code: 'documents', args: { n: documents } }] : []
  return { format, root: new TreeReader(format, positionOf).read(root), notes }
}

/** Characters of an input. */
const LENGTH_MAX = 2_000_000

/** The format that a text is most likely in: its first line that is no comment tells. */
export function formatOf(text: string): InputFormat {
  const line =
    text
      .split(/[\r\n]/)
      .find((one) => /^[^#!]/.test(one.trim()))
      ?.trim() ?? ''
  if (line.startsWith('{') || line.startsWith('[') || line.startsWith('//') || line.startsWith('/*')) return 'json'
  return /^[^\s:"'&*{}-][^\s:]*\s*=/.test(line) || /^[^\s:"']+:[^\s]/.test(line) ? 'properties' : 'yaml'
}

type PositionOf = (at: number) => { line: number; column: number }

class TreeReader {
  readonly #format: InputFormat
  readonly #positionOf: PositionOf
  /** What an alias stands for is read once. */
  readonly #read = new Map<DocumentNode, Tree>()

  constructor(format: InputFormat, positionOf: PositionOf) {
    this.#format = format
    this.#positionOf = positionOf
  }

  read(given: DocumentNode): Tree {
    const node = resolved(given)
    const known = this.#read.get(node)
    if (known !== undefined) return known
    const tree = this.#tree(node)
    this.#read.set(node, tree)
    return tree
  }

  #tree(node: ReturnType<typeof resolved>): Tree {
    if (node.kind === 'scalar') return scalarOf(node)
    if (node.kind === 'list') return { kind: 'list', items: node.items.map(({ value }) => this.read(value)) }
    const own = new Map<string, number>()
    for (const pair of node.pairs) {
      const key = keyText(pair)
      if (isMerge(pair)) continue
      if (key === undefined) throw new JavaRefusal('yaml-key', this.#positionOf(pair.from))
      const before = own.get(key)
      if (before !== undefined && this.#format === 'yaml')
        throw new JavaRefusal('yaml-twice', { ...this.#positionOf(pair.from), before: this.#positionOf(before).line })
      own.set(key, pair.from)
    }
    return { kind: 'map', fields: new Map([...fieldsOf(node)].map(([key, { value }]) => [key, this.read(value)])) }
  }
}

function scalarOf({ style, tag, text }: { style: string; tag: string | undefined; text: string }): Scalar {
  if (style !== 'plain' || tag === '!' || tag === '!!str') return { kind: 'scalar', type: 'text', text }
  if (text === '' || text === 'null' || text === '~') return { kind: 'scalar', type: 'null', text: '' }
  return plainScalar(text)
}
