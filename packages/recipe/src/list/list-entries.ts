import {
  findDuplicates,
  inOrder,
  type Issue,
  type NodeEntry,
  nodeFrom,
  parseEntries,
  type NodeIssue,
  uniqueNames,
  type NodeBase,
} from '@switchyard/convert'
import type { Lang } from '@switchyard/locale'
import type { NodeEdits } from '../model/nodes/edits.ts'
import { ADDED_SOURCE } from '../model/nodes/added-nodes.ts'
import { isNodeBase, withEdit } from '../model/nodes/node-edit.ts'
import { ownValue } from '../model/values/own-value.ts'
import type { Step, StepCount } from '../model/step.ts'
import { tidyName } from '../model/nodes/tidy-name.ts'
import type { KeyedNode, SkippedEntry, SourceText } from '../read/read-source.ts'
import { issuesOf } from '../node/repairs.ts'
import { affixed, runSteps, type StepEntry } from './run-steps.ts'

/** A node of the list as the engine takes it, with what the page knows of it. */
export interface Entry extends NodeEntry, StepEntry {
  key: string
  sourceId: string
  source: string
  /** As it was read. */
  read: NodeBase
  node: NodeBase
  /** The name that it goes by in the list. */
  name: string
  line: number
  disabled: boolean
  isClone: boolean
  /** The name it came with, where it has another one now. */
  renamedFrom?: string
  /** Why what a person made of it is no node: such an entry is not written. */
  incomplete?: readonly Issue[]
  /** The one before it that it equals. */
  duplicate?: { of: string; differs: boolean }
}

/** An entry that no node is written for: it was skipped, or its node was deleted. */
export type OtherEntry = {
  sourceId: string
  /** The entry that stands before it; absent: none does. */
  after: string | undefined
} & ({ skipped: SkippedEntry; deleted?: undefined } | { deleted: KeyedNode; skipped?: undefined })

type ListedSource = Pick<SourceText, 'id' | 'name' | 'nodes'> &
  Partial<Pick<SourceText, 'skipped'>> & { prefix?: string | undefined }

/** Which of the recipe the list is made of. */
export interface ListedParts {
  steps: readonly Step[]
  edits: NodeEdits
  /** Of what the steps call regions. */
  lang: Lang
  keepDuplicates?: boolean
}

export interface List {
  /** In the wanted order, those that steps took out among them. */
  entries: Entry[]
  /** In the order given. */
  others: OtherEntry[]
  steps: readonly StepCount[]
  /** How many entries the user removed. */
  deleted: number
}

/** The nodes of all texts with what the recipe does to them: steps, then edits, then names of their own. */
export function listEntries(
  sources: readonly ListedSource[],
  { steps, edits, lang, keepDuplicates = false }: ListedParts,
): List {
  const removed = new Set(edits.deleted)
  const disabled = new Set(edits.disabled)
  const kept = new Set(edits.kept)
  const clonesOf = Map.groupBy(edits.clones, ({ of }) => of)
  const others: OtherEntry[] = []
  let deleted = 0
  let after: string | undefined
  const read = sources.flatMap((source) => {
    const { id: sourceId, nodes, skipped = [] } = source
    let reported = 0
    const reportSkipped = (nodesBefore: number) => {
      while (reported < skipped.length && skipped[reported]!.nodesBefore <= nodesBefore)
        others.push({ sourceId, after, skipped: skipped[reported++]! })
    }
    const listed = nodes.flatMap((parsed, at) => {
      reportSkipped(at)
      const clones = clonesOf.get(parsed.key) ?? []
      return [parsed.key, ...clones.map(({ key }) => key)].flatMap((key) => {
        if (removed.has(key)) {
          deleted++
          others.push({ sourceId, after, deleted: { ...parsed, key } })
          return []
        }
        after = key
        return entryOf(key, parsed, source)
      })
    })
    reportSkipped(nodes.length)
    return listed
  })
  const run = runSteps(read, steps, lang)
  for (const entry of run.entries) applyEdits(entry, edits)
  for (const entry of run.entries) entry.disabled = disabled.has(entry.key)
  const ordered = edits.order ? inOrder(run.entries, edits.order, ({ key }) => key) : [...run.entries]
  reportDuplicates(ordered)
  for (const entry of ordered) {
    const isWanted = kept.has(entry.key) || isRenamed(entry, edits)
    entry.kept = entry.isClone || (entry.duplicate !== undefined && isWanted)
  }
  nameUniquely(ordered, keepDuplicates)
  return { entries: ordered, others, steps: run.counts, deleted }
}

/** The node under the name that it goes by in the list. */
export function namedNode({ node, name }: Entry): NodeBase {
  return name === node.name ? node : { ...node, name }
}

/** An entry as it is read; its source may have a prefix for its names. */
function entryOf(key: string, parsed: KeyedNode, { id, name: source, prefix = '' }: ListedSource): Entry {
  const { node, line, inner, link, issues } = parsed
  return {
    key,
    sourceId: id,
    source,
    node,
    name: prefix === '' ? node.name : tidyName(affixed(node.name, prefix, '')) || node.name,
    ...(link === undefined ? {} : { link }),
    line,
    ...(inner === undefined ? {} : { inner }),
    issues,
    disabled: false,
    isClone: key !== parsed.key,
    read: node,
  }
}

/** What a person changed about the entry: it stands above what steps did. */
function applyEdits(entry: Entry, { nodes, names }: NodeEdits): void {
  const made = withEdit(entry.node, ownValue(nodes, entry.key), readNode)
  // Nobody but a person made what was added by hand.
  if (made !== entry.read || entry.sourceId === ADDED_SOURCE) takeMade(entry, made)
  const isStepsName = entry.name !== entry.read.name
  entry.name = ownValue(names, entry.key) ?? (isStepsName ? entry.name : entry.node.name)
  if (entry.name !== entry.read.name) entry.renamedFrom = entry.read.name
}

/** Gives the entry what steps and edits made of its node, as far as that is one: a file may say any fields. */
function takeMade(entry: Entry, made: unknown): void {
  // A link tells the fields of before; one with other fields is written anew.
  delete entry.link
  const { node, issues } = nodeFrom(made)
  if (node === undefined) entry.incomplete = issues
  // What is no node yet is shown as it is, so that a person can complete it.
  entry.node = node ?? (isNodeBase(made) ? made : entry.read)
  const found = issuesOf(entry.node, entry.issues ?? [])
  entry.issues = node === undefined ? found : [...found, ...issues.map(nodeIssueOf)]
}

function nodeIssueOf({ code, field, args }: Issue): NodeIssue {
  return { code, field, args, kept: true }
}

function readNode(link: string): NodeBase | undefined {
  let node: NodeBase | undefined
  parseEntries(link, {}, (entry) => (node ??= entry.node))
  return node
}

/** Who gives a duplicate a name of its own wants it to stay. */
function isRenamed({ key, name, node }: Entry, { names }: NodeEdits): boolean {
  return Object.hasOwn(names, key) && name !== node.name
}

/** A copy is no duplicate of what it was made of. */
function reportDuplicates(entries: readonly Entry[]): void {
  // What is no node and not switched off is refused before anything is compared with it.
  const originals = entries.filter(
    ({ isClone, takenOut, incomplete, disabled }) => !isClone && !takenOut && (!incomplete || disabled),
  )
  for (const [index, { of, differs }] of findDuplicates(originals.map(comparedNode)))
    originals[index]!.duplicate = { of: originals[of]!.key, differs }
}

/** Of what is no node, the one that it was read as is compared, as it is counted. */
function comparedNode({ incomplete, node, read }: Entry): { node: NodeBase } {
  return { node: incomplete ? read : node }
}

/** Makes names unique: the second A becomes A_1. Duplicates that are left out keep the name that they repeat. */
function nameUniquely(entries: readonly Entry[], keepDuplicates: boolean): void {
  const named = entries.filter(({ takenOut, duplicate, kept }) => !takenOut && (!duplicate || kept || keepDuplicates))
  const names = uniqueNames(named.map(({ name }) => name))
  for (const [index, entry] of named.entries()) {
    const from = entry.name
    const name = names[index]!
    if (name === from) continue
    entry.name = name
    entry.renamedFrom ??= from
    const args = { name, from }
    entry.issues = [...(entry.issues ?? []), { code: 'name-changed', field: 'name', kept: true, args }]
  }
}
