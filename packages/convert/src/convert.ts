import { DEFAULT_LANG } from './languages.ts'
import type { Client, ClientWriter, NodeListPrinter, NodeWriter, PrintedText, WrittenNode } from './clients/client.ts'
import { ConvertError } from './model/convert-error.ts'
import type { ConvertOptions, NodeEntry, ReadOptions } from './convert-options.ts'
import { isExclusion } from './model/is-exclusion.ts'
import { type NodeIssue, NodeIssues, ISSUE_SEVERITY, type Issue, issueOf } from './model/issue.ts'
import { Duplicates, type ReadLink } from './nodes/dedupe.ts'
import { findLostChains, followNewNames } from './nodes/dialers.ts'
import { cleanName } from './nodes/clean-name.ts'
import { finalName, type Naming } from './nodes/final-names.ts'
import { isInfoEntry } from './nodes/info-entry.ts'
import { BATCH, kindByKind } from './nodes/kind-by-kind.ts'
import { NodeMapper } from './nodes/mapping.ts'
import type { NodeBase } from './model/node.ts'
import { readNode } from './nodes/node-from.ts'
import { entryFrom, isSoundEntry } from './nodes/sound-entry.ts'
import { nameFilter, namesOfFilters, type UnwantedBy } from './nodes/name-filter.ts'
import { NameTable } from './nodes/name-table.ts'
import { regionOf } from './nodes/regions.ts'
import { UniqueNames } from './nodes/unique-names.ts'
import { outputFacts, type OutputId } from './outputs/facts.ts'
import { outputOf } from './outputs/index.ts'
import { parseEntries, readEntries, readLink } from './parse-nodes.ts'
import { checkSettings, type ClientSettings, testEdits } from './config/client-settings.ts'
import type { ConfigRequest } from './config/config-request.ts'
import { takenNames } from './config/groups.ts'
import { leftOutOptions } from './config/left-out-options.ts'
import { wantedVersions } from './config/wanted-versions.ts'
import type { ClientFacts } from './model/client-facts.ts'
import type { ClientId } from './clients/facts.ts'
import type { Report, SubscriptionInfo } from './model/report.ts'
import { builtinTemplate } from './templates/builtin.ts'
import { editGroups } from './templates/edit-groups.ts'
import { NodeNaming } from './templates/node-naming.ts'
import type { Template } from './templates/template.ts'

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
  const source = sources.length === 1 ? sources[0]!.name : undefined
  const length = sources.reduce((sum, { text }) => sum + text.length, 0)
  // A node that a caller gets may come back, and is known by its mark then.
  const read = options.onIssue === undefined && options.onNamed === undefined ? readEntries : parseEntries
  return run(options, source, 1, (take) => readSources(sources, options, read, take), length)
}

/**
 * The library call with node objects: equal names become A, A_2, A_3. Whoever made the objects, each is read by
 * `nodeFrom`; one that is no node is a skipped entry with its issues.
 */
export function convert({ nodes, ...options }: ConvertOptions & { nodes: readonly unknown[] }): ConvertResult {
  return asText(
    run(options, undefined, 2, (take) => {
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
    run(reported, undefined, 1, (take) => {
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

/** Hands over the entries one by one, and reports what reading came to. */
type ReadEntries = (take: (entry: NodeEntry) => void) => Report

function run(
  options: ConvertOptions,
  source: string | undefined,
  firstSuffix: 1 | 2,
  read: ReadEntries,
  /** Length of all texts; absent if the caller gave nodes. */
  textLength?: number,
): PrintedResult {
  // A node of the caller's need not be what its link says.
  const reread = textLength === undefined ? undefined : readLink
  const expectedBytes = (textLength ?? 0) * BYTES_PER_CHARACTER
  return (
    new Conversion(options, source, firstSuffix, reread).stream(read, expectedBytes) ??
    new Conversion(options, source, firstSuffix, reread).collect(read)
  )
}

const EMPTY_REPORT: Report = {
  entries: 0, comments: 0, nodes: 0, skipped: 0, duplicates: 0, excluded: 0, disabled: 0, refused: 0, output: 0,
  doubtful: 0, issues: [], subscription: null,
} // oxfmt-ignore

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

interface ConfigWriter {
  client: ClientFacts<ClientId>
  writer: ClientWriter
}

/** Step after step, as the report tells of them. */
interface IssuesByStep {
  duplicates: Issue[]
  excludes: Issue[]
  names: Issue[]
  writing: Issue[]
}

/** A node under its final name. */
interface NamedNode {
  readonly node: NodeBase
  readonly entry: NodeEntry
  /** What writing it found out. */
  issues: readonly NodeIssue[]
}

/** A node that waits for others of its kind, and its text when it is written. */
interface StreamedNode extends NamedNode {
  /** Undefined where it is refused, or not written yet. */
  printed: unknown
}

/** The same in a config or a list with chains. */
interface CollectedNode extends NamedNode {
  /** Undefined where it is refused, or not written yet. */
  written: WrittenNode | undefined
}

const NO_ISSUES: readonly NodeIssue[] = []
const typeOf = ({ node }: NamedNode): string => node.type

/** One conversion from the read nodes on (docs/formats/documents.md, "The order of a conversion"). */
class Conversion {
  readonly #options: ConvertOptions
  /** Of entries that do not name their own. */
  readonly #source: string | undefined
  readonly #template: Template
  /** The nodes are read from texts; else they are the caller's. */
  readonly #isText: boolean
  /** A whole config, not the bare nodes. */
  readonly #isConfig: boolean
  readonly #settings: ClientSettings
  readonly #excludes: ReadonlySet<string>
  readonly #unwantedBy: ((name: string) => UnwantedBy | undefined) | undefined
  /** Left out by name alone: whether the client takes their type was not asked. */
  #unwantedNames = 0
  readonly #naming: NodeNaming | undefined
  /** The prefix cleaned once, not for each node. */
  readonly #wishes: Naming
  readonly #names: UniqueNames
  readonly #mapper: NodeMapper | undefined
  /** Final name -> the group that the mapping sends the node to. */
  readonly #groups = new Map<string, string>()
  readonly #duplicates: Duplicates
  /** Entries that tell about the subscription, and their final names: the user's prefix says nothing about them. */
  readonly #infoEntries = new Set<NodeEntry>()
  readonly #infoNames = new Set<string>()
  /** Final names of nodes that may not connect. */
  readonly #doubtful = new Set<string>()
  readonly #counts = { duplicates: 0, excluded: 0, disabled: 0, refused: 0, output: 0 }
  readonly #issues: IssuesByStep = { duplicates: [], excludes: [], names: [], writing: [] }
  readonly #nodeIssues = new NodeIssues()
  /** What is written for; undefined where links are written. */
  readonly #client: Client<ClientId> | undefined
  readonly #writer: NodeWriter
  /** Who writes the config; undefined where the bare nodes are written. */
  readonly #config: ConfigWriter | undefined

  constructor(options: ConvertOptions, source: string | undefined, firstSuffix: 1 | 2, reread: ReadLink | undefined) {
    const { to, template = 'standard', lang = DEFAULT_LANG, read = {}, names: wishes = {}, groups = {} } = options
    const output = outputOf(to)
    const { client } = output
    this.#options = options
    this.#source = source
    this.#client = client
    this.#isConfig = options.output?.list !== true && client !== undefined
    const given = typeof template === 'object' ? template : builtinTemplate(template, lang)
    this.#settings =
      this.#isConfig && client !== undefined ? checkSettings(options.output?.settings ?? {}, given, client.facts) : {}
    this.#template = editGroups(
      editGroups(given, testEdits(given, this.#settings)),
      groups.edits ?? {},
      options.rules?.final,
      groups.order,
    )
    this.#excludes = excludedTypes(to, read)
    this.#unwantedBy = nameFilter(read)
    this.#naming = this.#isConfig && given.naming ? new NodeNaming(given.naming) : undefined
    this.#wishes = { prefix: cleanName(wishes.prefix ?? ''), flag: wishes.flag }
    this.#mapper = groups.mapping && new NodeMapper(groups.mapping)
    const names = new NameTable()
    this.#names = new UniqueNames(this.#takenNames(), firstSuffix, names)
    this.#duplicates = new Duplicates(names, reread)
    this.#isText = reread !== undefined
    if (client === undefined) this.#writer = output.writer
    else {
      const writer = client.writer({
        version: wantedVersions(options)[client.facts.id],
        template: this.#isConfig ? this.#template : undefined,
        claimName: (wanted) => this.#names.claim(wanted),
      })
      this.#writer = writer
      if (this.#isConfig) this.#config = { client: client.facts, writer }
    }
  }

  /**
   * A bare list, each node printed as soon as it is read, so that none has to be kept. Undefined where that cannot be:
   * a config has groups of all names, and a node that connects through another one needs that one's final name.
   */
  stream(read: ReadEntries, expectedBytes: number): PrintedResult | undefined {
    if (this.#isConfig) return undefined
    const printer = this.#writer.listPrinter(expectedBytes)
    let hasChains = false
    // No caller holds the nodes of a text, so they are renamed in place: V8 writes copies slowly, they have another shape.
    const isOurs = this.#isText && this.#client !== undefined && this.#options.onNamed === undefined
    let batch: StreamedNode[] = []
    const report = read((entry) => {
      if (hasChains || !this.#isWanted(entry)) return
      const node = this.#named(entry, isOurs)
      hasChains = node.dialer !== undefined
      batch.push({ node, entry, issues: NO_ISSUES, printed: undefined })
      if (batch.length < BATCH) return
      this.#print(batch, printer)
      batch = []
    })
    if (hasChains) return undefined
    this.#print(batch, printer)
    this.#mustHaveNodes(report)
    return { printed: printer.finish(), report: this.#completed(report) }
  }

  /** A config, or a list with chains: all nodes are known before the first one is written. */
  collect(read: ReadEntries): PrintedResult {
    const entries: NodeEntry[] = []
    const named: NodeBase[] = []
    const report = read((entry) => {
      if (!this.#isWanted(entry)) return
      entries.push(entry)
      named.push(this.#named(entry))
    })
    // What a node connects through is named as its file has it, or as the user sees it.
    const nodes = followNewNames(named, [(index) => entries[index]!.node.name, (index) => entries[index]!.name])
    const batch = nodes.map((node, index): CollectedNode => ({
      node,
      entry: entries[index]!,
      issues: NO_ISSUES,
      written: undefined,
    }))
    kindByKind(batch, typeOf, (one) => (one.written = this.#write(one)))
    for (const one of batch) this.#reportWriting(one, one.written !== undefined)
    const written = batch.flatMap((one) => one.written ?? [])
    const config = this.#config
    return config ? this.#printConfig(config, written, report) : this.#printList(written, nodes, entries, report)
  }

  #isWanted(entry: NodeEntry): boolean {
    return !this.#isDuplicate(entry) && !this.#isExcluded(entry)
  }

  #isDuplicate(entry: NodeEntry): boolean {
    if (this.#options.read?.keepDuplicates || entry.kept) return false
    const same = this.#duplicates.find(entry.node, entry.link, entry.line)
    if (same === undefined) return false
    const { of } = same
    this.#counts.duplicates++
    this.#report(this.#issues.duplicates, entry, entry.node.name, {
      code: same.differs ? 'duplicate-differs' : 'duplicate',
      kept: false,
      of,
      args: of === undefined ? undefined : { of },
    })
    return true
  }

  #isExcluded(entry: NodeEntry): boolean {
    if (entry.disabled) {
      this.#counts.disabled++
      return true
    }
    const { name = entry.node.name } = entry
    const { type } = entry.node
    const unwantedBy = this.#unwantedBy?.(name)
    if (unwantedBy !== undefined) {
      this.#counts.excluded++
      this.#unwantedNames++
      this.#report(this.#issues.excludes, entry, name, {
        code: 'excluded',
        field: 'name',
        kept: false,
        args: unwantedBy,
      })
      return true
    }
    const unwantedByTemplate = this.#naming?.unwantedBy(name)
    if (unwantedByTemplate !== undefined) {
      this.#counts.excluded++
      this.#report(this.#issues.excludes, entry, name, { code: 'excluded', kept: false, args: unwantedByTemplate })
      return true
    }
    const isInfo = isInfoEntry(name)
    const isOfType = this.#excludes.has(type)
    const isUnwantedInfo = isInfo && this.#excludes.has('info')
    const isExcluded = isOfType || isUnwantedInfo
    const { excludes } = this.#issues
    if (isInfo && !isExcluded) this.#infoEntries.add(entry)
    // A notice of an excluded type is excluded for its type, unless notices are unwanted.
    if (isInfo && (isUnwantedInfo || !isOfType))
      this.#report(excludes, entry, name, { code: 'info-entry', kept: !isExcluded })
    else if (isExcluded) this.#report(excludes, entry, name, { code: 'excluded', kept: false, args: { type } })
    if (isExcluded) this.#counts.excluded++
    return isExcluded
  }

  /** Groups and built-ins of the finished config. */
  #takenNames(): readonly string[] {
    if (this.#client === undefined) return []
    const { facts } = this.#client
    const { builtInNames } = facts.nodes
    return this.#isConfig ? [...builtInNames, ...takenNames(this.#template, facts, this.#mapper)] : builtInNames
  }

  /** The node under its final name. Issues from reading it are reported under this name. */
  #named(entry: NodeEntry, isOurs = false): NodeBase {
    const { name = entry.node.name } = entry
    const mapped = this.#mapper?.map(entry.node, name, entry.source ?? this.#source)
    // A name of the user's own mapping is not changed any more.
    const isMapped = mapped !== undefined && mapped.name !== name
    const wanted = isMapped ? mapped.name : (this.#naming?.nameOf(name) ?? name)
    const { node, issue } = finalName(entry.node, wanted, this.#wishes, this.#names, isOurs)
    if (mapped?.group !== undefined) this.#groups.set(node.name, mapped.group)
    if (this.#infoEntries.has(entry)) this.#infoNames.add(node.name)
    this.#options.onNamed?.(entry, node.name)
    const { names } = this.#issues
    if (entry.issues !== undefined) for (const found of entry.issues) this.#report(names, entry, node.name, found)
    if (issue !== undefined) this.#report(names, entry, node.name, issue)
    return node
  }

  /** Writes and prints a batch, and puts it at the end of the list in its order. */
  #print(batch: readonly StreamedNode[], printer: NodeListPrinter): void {
    kindByKind(batch, typeOf, (one) => {
      const written = this.#write(one)
      if (written === undefined) return
      // Of what was written only the text is kept: the less a batch holds, the less the runtime has to copy and to reserve.
      one.printed = printer.print(written)
    })
    for (const one of batch) {
      this.#reportWriting(one, one.printed !== undefined)
      if (one.printed !== undefined) printer.add(one.printed)
    }
  }

  /** Undefined where the node is refused. */
  #write(one: NamedNode): WrittenNode | undefined {
    const written = this.#writer.writeNode(one.node, one.entry, this.#nodeIssues)
    if (!this.#nodeIssues.isEmpty) one.issues = this.#nodeIssues.take()
    return written
  }

  /** Counts what became of a node and reports why. What the client does not have or would refuse is left out. */
  #reportWriting({ node, entry, issues }: NamedNode, isWritten: boolean): void {
    for (const issue of issues) this.#report(this.#issues.writing, entry, node.name, issue)
    if (isWritten) this.#counts.output++
    else {
      this.#counts[issues.some(isExclusion) ? 'excluded' : 'refused']++
      this.#doubtful.delete(node.name)
    }
  }

  /** A node that was written is refused after all. */
  #takeBack(name: string): void {
    this.#counts.refused++
    this.#counts.output--
    this.#doubtful.delete(name)
  }

  #printConfig({ client, writer }: ConfigWriter, written: readonly WrittenNode[], read: Report): PrintedResult {
    this.#mustHaveNodes(read)
    const { text, issues, refused } = writer.buildConfig(this.#configRequest(client, written), written)
    for (const issue of issues) this.#issues.writing.push(issue)
    for (const name of refused) this.#takeBack(name)
    this.#mustHaveNodes(read)
    return { printed: text, report: this.#completed(read) }
  }

  #configRequest(client: ClientFacts<ClientId>, written: readonly WrittenNode[]): ConfigRequest {
    const { lang = DEFAULT_LANG, groups = {}, rules = {}, singbox, clash } = this.#options
    return {
      client,
      lang,
      template: this.#template,
      nodes: written.map(({ node: { name, type, server, port }, source }) => ({
        name,
        type,
        server,
        port,
        source,
        isInfo: this.#infoNames.has(name),
        region: regionOf(name),
        group: this.#groups.get(name),
      })),
      mapping: this.#mapper,
      additionRules: rules.lines,
      ruleProviders: rules.providers ?? [],
      proxyProviders: groups.providers ?? [],
      route: singbox?.route,
      lists: rules.lists ?? new Map(),
      clashPremium: clash?.premium ?? false,
      listMirrors: rules.mirrors ?? [],
      remoteLists: singbox?.remoteLists ?? false,
      settings: this.#settings,
    }
  }

  #printList(
    written: readonly WrittenNode[],
    nodes: readonly NodeBase[],
    entries: readonly NodeEntry[],
    read: Report,
  ): PrintedResult {
    const printer = this.#writer.listPrinter(0)
    for (const one of this.#withoutLostChains(written, nodes, entries)) printer.add(printer.print(one))
    this.#mustHaveNodes(read)
    return { printed: printer.finish(), report: this.#completed(read) }
  }

  #withoutLostChains(
    written: readonly WrittenNode[],
    nodes: readonly NodeBase[],
    entries: readonly NodeEntry[],
  ): readonly WrittenNode[] {
    if (this.#client === undefined) return written
    const lost = findLostChains(written.map((one) => one.node))
    const refusal: NodeIssue = { code: 'client-refuses', field: 'dialer-proxy', kept: false }
    for (const [index, node] of nodes.entries()) {
      if (!lost.has(node.name)) continue
      this.#takeBack(node.name)
      this.#report(this.#issues.writing, entries[index]!, node.name, refusal)
    }
    return written.filter((one) => !lost.has(one.node.name))
  }

  /** No node and a provider is a valid result where groups use providers. */
  #mustHaveNodes(read: Report): void {
    const { read: wanted = {}, groups } = this.#options
    const facts = this.#client?.facts
    const { output, duplicates, disabled } = this.#counts
    if (output > 0) return
    const usesProviders = (groups?.providers ?? []).length > 0
    if (this.#isConfig && usesProviders && facts?.options.includes('providers')) return
    const hadNodes = read.nodes > duplicates + disabled + this.#unwantedNames
    if (!hadNodes && this.#unwantedNames > 0) {
      const args = { n: this.#unwantedNames, ...namesOfFilters(wanted) }
      throw new ConvertError('no-nodes-by-name', args, this.#completed(read))
    }
    throw new ConvertError((hadNodes && facts?.nodes.noneLeftCode) || 'no-nodes', {}, this.#completed(read))
  }

  /** What reading reported, and what became of the nodes. */
  #completed(read: Report): Report {
    const { duplicates, excludes, names, writing } = this.#issues
    const unused = this.#counts.output > 0 ? (this.#mapper?.unused() ?? []) : []
    const leftOut = leftOutOptions(this.#options, this.#client?.facts, this.#isConfig)
    const issues = routesLess(writing).concat(read.issues, duplicates, excludes, names, writing, unused, leftOut)
    return { ...read, ...this.#counts, doubtful: this.#doubtful.size, issues }
  }

  #report(
    issues: Issue[],
    entry: NodeEntry,
    node: string,
    { code, field, kept, doubtful, args, of }: NodeIssue & { of?: number },
  ): void {
    const { source = this.#source, line, inner } = entry
    const severity = ISSUE_SEVERITY[code]
    const issue: Issue = { source, line, inner, node, field, code, severity, kept, doubtful, of, args }
    if (doubtful) this.#doubtful.add(node)
    issues.push(issue)
    this.#options.onIssue?.(entry, issue)
  }
}

/** The issue that stands first if rule lists are missing from the config; else nothing. */
function routesLess(writing: readonly Issue[]): Issue[] {
  const missing = new Set(writing.flatMap(({ code, args }) => (code === 'list-missing' ? args?.['list'] : [])))
  if (missing.size === 0) return []
  const code = 'routes-less'
  return [{ code, severity: ISSUE_SEVERITY[code], kept: true, args: { count: missing.size } }]
}

function excludedTypes(to: OutputId, { excludes, includes = [] }: ReadOptions): ReadonlySet<string> {
  const types = new Set(excludes ?? outputFacts(to).defaultExcludes)
  for (const type of includes) types.delete(type)
  return types
}
