import { probeTarget, type ReachableServer } from '@switchyard/convert'
import { NODES_MAX } from '@switchyard/convert/limits'
import type { Lang } from '@switchyard/locale'
import {
  countSource,
  listNodes,
  NO_EDITS,
  replaceInNodes,
  type ComparedLists,
  type ExportedList,
  type Glance,
  type LineMark,
  type MappingSet,
  type MappingTrial,
  type NodeFile,
  type ListRequest,
  type NodeEdits,
  type NodeRow,
  type OtherRow,
  type ReplacedNodes,
  type Replacement,
  type SourceCounts,
  type SourceNode,
  type SourceInfo,
  type SubscriptionInfo,
  type UniqueField,
} from '@switchyard/recipe'
import { hasSameFields, listChange, type ListChange } from '../../components/engine/list-change.ts'
import { converter } from './converter.ts'

const A_MESSAGE = 1000
/** What the page was told: of a long list it only gets what changed. */
let reportedRows: readonly NodeRow[] = []
let reportedOthers: readonly OtherRow[] = []
let reportedMarks: readonly LineMark[] = []

/** In pieces: a long list at once would hold up the page while it is unpacked. */
async function report<T>(
  change: ListChange,
  list: readonly T[],
  take: (some: T[]) => Promise<void>,
): Promise<ListChange> {
  const end = change.from + change.fresh
  for (let at = change.from; at < end; at += A_MESSAGE) await take(list.slice(at, Math.min(end, at + A_MESSAGE)))
  return change
}

function isSameOther(a: OtherRow, b: OtherRow): boolean {
  return a.key === b.key && JSON.stringify(a) === JSON.stringify(b)
}

function isSameMark(a: LineMark, b: LineMark): boolean {
  if (a.line !== b.line || a.status !== b.status || a.name !== b.name) return false
  if (a.issues.length !== b.issues.length) return false
  return a.issues.every((issue, index) => hasSameFields(issue, b.issues[index]!))
}

/** FNV-1a, and the length: enough to see whether one source said the same twice. Over plain http there is no SHA-256. */
function fingerprint(text: string): string {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return `${text.length} ${(sum >>> 0).toString(36)}`
}

/** Texts, and what stands in them. */
export const list = {
  read(
    id: string,
    name: string,
    text: string,
    reported: SubscriptionInfo | undefined,
    onProgress: (entries: number) => void,
    onFirst?: (rows: NodeRow[]) => void,
  ): SourceInfo {
    return converter.read(id, name, text, reported, { onProgress, ...(onFirst ? { onFirst } : {}) })
  },
  rename: (id: string, name: string): void => converter.rename(id, name),
  forget: (id: string): void => converter.forget(id),
  marks(
    id: string,
    lang: Lang,
    edits: NodeEdits,
    keepDuplicates: boolean,
    take: (marks: LineMark[]) => Promise<void>,
  ): Promise<ListChange> {
    const before = reportedMarks
    const marks = converter.marks(id, lang, edits, keepDuplicates)
    reportedMarks = marks
    return report(listChange(before, marks, isSameMark), marks, take)
  },
  absent: (id: string, keys: string[]): string[] => converter.absent(id, keys),
  rows(request: ListRequest, take: (rows: NodeRow[]) => Promise<void>): Promise<ListChange> {
    const before = reportedRows
    const rows = converter.rows(request)
    reportedRows = rows
    return report(listChange(before, rows, hasSameFields), rows, take)
  },
  others(request: ListRequest, take: (others: OtherRow[]) => Promise<void>): Promise<ListChange> {
    const before = reportedOthers
    const others = converter.others(request)
    reportedOthers = others
    return report(listChange(before, others, isSameOther), others, take)
  },
  glance: (request: ListRequest, limit: number): Glance => converter.glance(request, limit),
  links: (request: ListRequest, keys: readonly string[]): string[] => converter.links(request, keys),
  /** What of each node can be tried without its secrets; undefined: nothing. This alone of a node may be sent to be checked. */
  targets: (
    request: ListRequest,
    keys: readonly string[],
  ): (readonly [key: string, server: ReachableServer | undefined])[] =>
    [...converter.nodes(request, keys)].map(([key, node]) => [key, probeTarget(node)]),
  repeats: (request: ListRequest, by: Exclude<UniqueField, 'name'>): string[] => converter.repeats(request, by),
  export: (request: ListRequest, keys: readonly string[], format: NodeFile): ExportedList =>
    converter.export(request, keys, format),
  compareSources: (request: ListRequest, left: string, right: string): ComparedLists =>
    converter.compareSources(request, left, right),
  replace: (request: ListRequest, keys: readonly string[], replacement: Replacement): ReplacedNodes =>
    replaceInNodes(converter.nodes(request, keys), replacement),
  tryMapping: (request: Omit<ListRequest, 'edits'> & { edits?: NodeEdits }, mapping: MappingSet): MappingTrial =>
    converter.tryMapping({ edits: NO_EDITS, ...request }, mapping),
  /** The different nodes of a text one by one, without keeping it. */
  nodes: (text: string, most: number): SourceNode[] => listNodes(text, { most, maxNodes: NODES_MAX }, fingerprint),
  /** What stands in a text, without keeping it. */
  count: (text: string): SourceCounts => countSource(text, { maxNodes: NODES_MAX }, fingerprint),
}
