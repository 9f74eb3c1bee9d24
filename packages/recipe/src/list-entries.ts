import { findDuplicates, inOrder, type NodeEntry, UniqueNames } from '@switchyard/convert'
import type { NodeEdits, ProxyNode } from './model/conversion-types.ts'
import type { KeyedNode, SourceText } from './read-source.ts'
import { withEdit } from './model/node-edit.ts'
import { ownValue } from './model/own-value.ts'
import { findingsOf } from './repairs.ts'

/** A node of the list as the engine takes it, with what the page knows of it. */
export interface Entry extends NodeEntry {
  key: string
  sourceId: string
  /** The name that it goes by in the list. */
  name: string
  line: number
  disabled: boolean
  isClone: boolean
  /** The name it came with, where it has another one now. */
  renamedFrom?: string
  /** The one before it that it equals. */
  duplicate?: { of: string; differs: boolean }
}

type ListedSource = Pick<SourceText, 'id' | 'name' | 'nodes'>

/** The nodes of all texts in the wanted order, with their edits, under names of their own. */
export function listEntries(
  sources: readonly ListedSource[],
  edits: NodeEdits,
  { keepDuplicates = false }: { keepDuplicates?: boolean } = {},
): Entry[] {
  const removed = new Set(edits.removed)
  const disabled = new Set(edits.disabled)
  const kept = new Set(edits.kept)
  const clonesOf = Map.groupBy(edits.clones, ({ of }) => of)
  const entries = sources.flatMap((source) =>
    source.nodes.flatMap((parsed) => {
      const clones = clonesOf.get(parsed.key) ?? []
      const keys = [parsed.key, ...clones.map(({ key }) => key)]
      return keys.filter((key) => !removed.has(key)).map((key) => entryOf(key, parsed, source, edits))
    }),
  )
  for (const entry of entries) entry.disabled = disabled.has(entry.key)
  const ordered = edits.order ? inOrder(entries, edits.order, ({ key }) => key) : entries
  tellDuplicates(ordered)
  for (const entry of ordered) {
    const isWanted = kept.has(entry.key) || isRenamed(entry, edits)
    entry.kept = entry.isClone || (entry.duplicate !== undefined && isWanted)
  }
  nameUniquely(ordered, keepDuplicates)
  return ordered
}

/** The node under the name that it goes by in the list. */
export function namedNode({ node, name }: Entry): ProxyNode {
  return name === node.name ? node : { ...node, name }
}

function entryOf(key: string, parsed: KeyedNode, { id, name: source }: ListedSource, edits: NodeEdits): Entry {
  const node = withEdit(parsed.node, ownValue(edits.nodes, key))
  const isEdited = node !== parsed.node
  const name = ownValue(edits.names, key) ?? node.name
  return {
    key,
    sourceId: id,
    source,
    node,
    name,
    // A link tells the fields of before; one with other fields is written anew.
    ...(!isEdited && parsed.link !== undefined ? { link: parsed.link } : {}),
    line: parsed.line,
    ...(parsed.inner === undefined ? {} : { inner: parsed.inner }),
    findings: isEdited ? findingsOf(node, parsed.findings) : parsed.findings,
    disabled: false,
    isClone: key !== parsed.key,
    ...(name === parsed.node.name ? {} : { renamedFrom: parsed.node.name }),
  }
}

/** Who gives a duplicate a name of its own wants it to stay. */
function isRenamed({ key, name, node }: Entry, { names }: NodeEdits): boolean {
  return Object.hasOwn(names, key) && name !== node.name
}

/** A copy is no duplicate of what it was made of. */
function tellDuplicates(entries: readonly Entry[]): void {
  const originals = entries.filter(({ isClone }) => !isClone)
  for (const [index, { of, differs }] of findDuplicates(originals))
    originals[index]!.duplicate = { of: originals[of]!.key, differs }
}

/** The parsing list: the second A becomes A_1. Duplicates that go keep their name: they are told by it. */
function nameUniquely(entries: readonly Entry[], keepDuplicates: boolean): void {
  const names = new UniqueNames([])
  for (const entry of entries) {
    if (entry.duplicate && !entry.kept && !keepDuplicates) continue
    const from = entry.name
    const name = names.claim(from)
    if (name === from) continue
    entry.name = name
    entry.renamedFrom ??= from
    const args = { name, from }
    entry.findings = [...(entry.findings ?? []), { code: 'name-changed', field: 'name', kept: true, args }]
  }
}
