import type { PrintedText, WrittenNode } from './clients/client.ts'
import type { ConvertOptions, NodeEntry } from './convert-options.ts'
import { FinalNames } from './conversion/name.ts'
import { EMPTY_REPORT, Tally } from './conversion/report.ts'
import { NodeSelection } from './conversion/select.ts'
import { type ConversionTarget, targetOf } from './conversion/target.ts'
import { type NodeToWrite, toWrite, Writing } from './conversion/write.ts'
import { issueOf } from './model/issue.ts'
import type { NodeBase } from './model/node.ts'
import type { Report, SubscriptionInfo } from './model/report.ts'
import { Duplicates } from './nodes/dedupe.ts'
import { followNewNames } from './nodes/dialers.ts'
import { BATCH } from './nodes/kind-by-kind.ts'
import { NameTable } from './nodes/name-table.ts'
import { readNode } from './nodes/node-from.ts'
import { entryFrom, isSoundEntry } from './nodes/sound-entry.ts'
import { parseEntries, readEntries, readLink } from './parse-nodes.ts'

export interface ConvertResult {
  text: string
  report: Report
}

/** A text to convert: what the user pasted, a file, a fetched subscription. */
export interface Source {
  name: string
  text: string
  subscription?: SubscriptionInfo
}

/**
 * Subscription text in, a config that the client loads out. Throws ConvertError when there is nothing to give back:
 * `no-nodes`, `no-nodes-by-name`, `no-nodes-for-clash`, `bad-template`, `bad-option`.
 */
export function convertText(sources: readonly Source[], options: ConvertOptions): ConvertResult {
  return asText(runSources(sources, options))
}

/**
 * The same for those who write a file or a socket: a text with Chinese names takes two bytes for every character in
 * memory, and these are what it is written as.
 */
export function convertToBytes(
  sources: readonly Source[],
  options: ConvertOptions,
): { bytes: Uint8Array; report: Report } {
  const { printed, report } = runSources(sources, options)
  return { bytes: typeof printed === 'string' ? new TextEncoder().encode(printed) : printed.toBytes(), report }
}

function runSources(sources: readonly Source[], options: ConvertOptions): PrintedResult {
  // A node that a caller gets may come back, and is known by its mark then.
  const readEach = options.onIssue === undefined && options.onNamed === undefined ? readEntries : parseEntries
  return run(options, {
    read: (take) => readSources(sources, options, readEach, take),
    source: sources.length === 1 ? sources[0]!.name : undefined,
    firstSuffix: 1,
    textLength: sources.reduce((sum, { text }) => sum + text.length, 0),
  })
}

/**
 * The library call with node objects: equal names become A, A_2, A_3. Whoever made the objects, each is read by
 * `nodeFrom`; one that is no node is a skipped entry with its issues.
 */
export function convert({ nodes, ...options }: ConvertOptions & { nodes: readonly unknown[] }): ConvertResult {
  return asText(
    run(options, {
      firstSuffix: 2,
      read(take) {
        const report: Report = { ...EMPTY_REPORT, entries: nodes.length, issues: [] }
        for (const value of nodes) {
          const { node, issues, name } = readNode(value)
          if (node === undefined) {
            report.skipped++
            for (const issue of issues) report.issues.push(issueOf(issue, { node: name }))
          } else {
            report.nodes++
            take({ node, issues })
          }
        }
        return report
      },
    }),
  )
}

/**
 * The call with entries that were read before, by `parseNodes`: their edits, order and switches are the caller's. A node
 * that neither a reader nor `nodeFrom` made is read by `nodeFrom` here; an entry without a node is skipped with its issues.
 */
export function convertEntries<Entry extends NodeEntry>(
  entries: readonly Entry[],
  options: ConvertOptions<Entry>,
): ConvertResult {
  const given = new Map<NodeEntry, Entry>()
  const reported: ConvertOptions<Entry> = {
    ...options,
    onIssue: (entry, issue) => options.onIssue?.(given.get(entry) ?? entry, issue),
    onNamed: options.onNamed && ((entry, name) => options.onNamed?.(given.get(entry) ?? entry, name)),
  }
  return asText(
    run(reported, {
      firstSuffix: 1,
      read(take) {
        given.clear()
        const report: Report = { ...EMPTY_REPORT, entries: entries.length, issues: [] }
        for (const entry of entries) {
          const { entry: sound, issues = [] } = isSoundEntry(entry) ? { entry } : entryFrom(entry)
          if (sound === undefined) report.skipped++
          else {
            report.nodes++
            if (sound !== entry) given.set(sound, entry)
            take(sound)
          }
          for (const issue of issues) {
            report.issues.push(issue)
            options.onIssue?.(entry, issue)
          }
        }
        return report
      },
    }),
  )
}

/** What a conversion comes to, before anybody asks for a text. */
interface PrintedResult {
  printed: PrintedText
  report: Report
}

function asText({ printed, report }: PrintedResult): ConvertResult {
  return { text: printed.toString(), report }
}

/** A list of nodes has about 1.4 times the length of its links. */
const BYTES_PER_CHARACTER = 1.5

/** What is converted. */
interface Input {
  /** Hands over the entries one by one, and reports what reading came to. It may be asked twice. */
  read: (take: (entry: NodeEntry) => void) => Report
  /** Of entries that do not name their own. */
  source?: string
  /** Equal names become A, A_2 or A, A_1. */
  firstSuffix: 1 | 2
  /** Length of all texts; absent if the caller gave nodes. */
  textLength?: number
}

/** The steps of one conversion (docs/formats/documents.md, "The order of a conversion"). */
interface Steps {
  target: ConversionTarget
  select: NodeSelection
  names: FinalNames
  write: Writing
  tally: Tally
}

function run(options: ConvertOptions, input: Input): PrintedResult {
  return stream(options, input, stepsOf(options, input)) ?? collect(input, stepsOf(options, input))
}

function stepsOf(options: ConvertOptions, { source, firstSuffix, textLength }: Input): Steps {
  const target = targetOf(options)
  const tally = new Tally(options, target, source)
  const table = new NameTable()
  // A node of the caller's need not be what its link says.
  const duplicates = new Duplicates(table, textLength === undefined ? undefined : readLink)
  const select = new NodeSelection(options, target, duplicates, tally)
  const names = new FinalNames(options, target, { source, firstSuffix }, table, select, tally)
  return { target, select, names, write: new Writing(options, target, names, tally), tally }
}

/**
 * A bare list, each node printed as soon as it is read, so that none has to be kept. Undefined where that cannot be: a
 * config has groups of all names, and a node that connects through another one needs that one's final name.
 */
function stream(
  options: ConvertOptions,
  { read, textLength }: Input,
  { target, select, names, write, tally }: Steps,
): PrintedResult | undefined {
  if (target.isConfig) return undefined
  const printer = write.startList((textLength ?? 0) * BYTES_PER_CHARACTER)
  let hasChains = false
  // No caller holds the nodes of a text, so they are renamed in place: V8 writes copies slowly, they have another shape.
  const isOurs = textLength !== undefined && target.client !== undefined && options.onNamed === undefined
  let batch: NodeToWrite<unknown>[] = []
  const counted = read((entry) => {
    if (hasChains || !select.wants(entry)) return
    const node = names.named(entry, isOurs)
    hasChains = node.dialer !== undefined
    batch.push(toWrite(node, entry))
    if (batch.length < BATCH) return
    write.printBatch(batch, printer)
    batch = []
  })
  if (hasChains) return undefined
  write.printBatch(batch, printer)
  tally.requireNodes(counted)
  return { printed: printer.finish(), report: tally.completed(counted, names.unused()) }
}

/** A config, or a list with chains: all nodes are known before the first one is written. */
function collect({ read }: Input, { target, select, names, write, tally }: Steps): PrintedResult {
  const entries: NodeEntry[] = []
  const named: NodeBase[] = []
  const counted = read((entry) => {
    if (!select.wants(entry)) return
    entries.push(entry)
    named.push(names.named(entry))
  })
  // What a node connects through is named as its file has it, or as the user sees it.
  const nodes = followNewNames(named, [(index) => entries[index]!.node.name, (index) => entries[index]!.name])
    .map((node, index) => toWrite<WrittenNode>(node, entries[index]!)) // oxfmt-ignore
  const written = write.writeAll(nodes)
  // A config of nothing is not planned.
  if (target.isConfig) tally.requireNodes(counted)
  const printed = write.print(written, nodes)
  tally.requireNodes(counted)
  return { printed, report: tally.completed(counted, names.unused()) }
}

function readSources(
  sources: readonly Source[],
  { read: { maxAliases } = {} }: ConvertOptions,
  read: typeof parseEntries,
  take: (entry: NodeEntry) => void,
): Report {
  const report: Report = { ...EMPTY_REPORT, issues: [] }
  const reported: SubscriptionInfo[] = []
  for (const source of sources) {
    const counts = read(source.text, { source: source.name, maxAliases }, (entry) => {
      if (entry.node === undefined) for (const issue of entry.issues) report.issues.push(issue)
      else {
        report.nodes++
        take(sources.length === 1 ? entry : { ...entry, source: source.name })
      }
    })
    report.entries += counts.entries
    report.comments += counts.comments
    report.skipped += counts.skipped
    const subscription = source.subscription ?? counts.subscription
    if (subscription) reported.push(subscription)
  }
  report.subscription = reported.length > 1 ? reported : (reported[0] ?? null)
  return report
}
