import type { ClientWriter, NodeListPrinter, NodeWriter, PrintedText, WrittenNode } from '../clients/client.ts'
import type { ConfigRequest } from '../config/config-request.ts'
import type { ClientId } from '../clients/facts.ts'
import { wantedVersions } from '../config/wanted-versions.ts'
import type { ConvertOptions, NodeEntry } from '../convert-options.ts'
import { DEFAULT_LANG } from '../languages.ts'
import type { ClientFacts } from '../model/client-facts.ts'
import { isExclusion } from '../model/is-exclusion.ts'
import { type NodeIssue, NodeIssues } from '../model/issue.ts'
import type { NodeBase } from '../model/node.ts'
import { findLostChains } from '../nodes/dialers.ts'
import { kindByKind } from '../nodes/kind-by-kind.ts'
import { regionOf } from '../nodes/regions.ts'
import type { FinalNames } from './name.ts'
import type { Tally } from './report.ts'
import type { ConversionTarget } from './target.ts'

/** A node under its final name, and what is made of it. */
export interface NodeToWrite<Made> {
  readonly node: NodeBase
  readonly entry: NodeEntry
  /** What writing it found out. */
  issues: readonly NodeIssue[]
  /** Undefined where it is refused, or not written yet. */
  made: Made | undefined
}

const NO_ISSUES: readonly NodeIssue[] = []

/** A node that waits to be written. */
export function toWrite<Made>(node: NodeBase, entry: NodeEntry): NodeToWrite<Made> {
  return { node, entry, issues: NO_ISSUES, made: undefined }
}

/** Writes nodes, lists and the config, and reports what the client would not take. */
export class Writing {
  readonly #options: ConvertOptions
  readonly #target: ConversionTarget
  readonly #names: FinalNames
  readonly #tally: Tally
  readonly #nodeIssues = new NodeIssues()
  readonly #writer: NodeWriter
  /** Who writes the config; undefined where the bare nodes are written. */
  readonly #config: { client: ClientFacts<ClientId>; writer: ClientWriter } | undefined

  constructor(options: ConvertOptions, target: ConversionTarget, names: FinalNames, tally: Tally) {
    const { output, isConfig, template } = target
    this.#options = options
    this.#target = target
    this.#names = names
    this.#tally = tally
    const { client } = output
    if (client === undefined) this.#writer = output.writer
    else {
      const writer = client.writer({
        version: wantedVersions(options)[client.facts.id],
        template: isConfig ? template : undefined,
        claimName: (wanted) => names.claim(wanted),
      })
      this.#writer = writer
      if (isConfig) this.#config = { client: client.facts, writer }
    }
  }

  /** `expectedBytes`: how long the text may become. */
  startList(expectedBytes: number): NodeListPrinter {
    return this.#writer.listPrinter(expectedBytes)
  }

  /** Writes and prints a batch, and puts it at the end of the list in its order. */
  printBatch(batch: readonly NodeToWrite<unknown>[], printer: NodeListPrinter): void {
    // Of what was written only the text is kept: the less a batch holds, the less the runtime has to copy and to reserve.
    this.#make(batch, (written) => printer.print(written))
    for (const { made } of batch) if (made !== undefined) printer.add(made)
  }

  /** The nodes as the client has them, without those that it refuses. */
  writeAll(nodes: readonly NodeToWrite<WrittenNode>[]): WrittenNode[] {
    this.#make(nodes, (written) => written)
    return nodes.flatMap(({ made }) => made ?? [])
  }

  /** Everything that was written as one text: a config, or a list in which every chain has its end. */
  print(written: readonly WrittenNode[], nodes: readonly NodeToWrite<WrittenNode>[]): PrintedText {
    if (this.#config) {
      const { client, writer } = this.#config
      const request = { client, ...configRequest(this.#options, this.#target, this.#names, written) }
      const { text, issues, refused } = writer.buildConfig(request, written)
      this.#tally.issues.writing.push(...issues)
      for (const name of refused) this.#tally.takeBack(name)
      return text
    }
    const printer = this.startList(0)
    for (const one of this.#withoutLostChains(written, nodes)) printer.add(printer.print(one))
    return printer.finish()
  }

  #make<Made>(nodes: readonly NodeToWrite<Made>[], finish: (written: WrittenNode) => Made): void {
    kindByKind(nodes, typeOf, (one) => {
      const written = this.#writer.writeNode(one.node, one.entry, this.#nodeIssues)
      if (!this.#nodeIssues.isEmpty) one.issues = this.#nodeIssues.take()
      if (written !== undefined) one.made = finish(written)
    })
    for (const { node, entry, issues, made } of nodes) {
      for (const issue of issues) this.#tally.report('writing', entry, node.name, issue)
      if (made !== undefined) this.#tally.countWritten()
      else this.#tally.countLeftOut(node.name, issues.some(isExclusion) ? 'excluded' : 'refused')
    }
  }

  #withoutLostChains(
    written: readonly WrittenNode[],
    nodes: readonly NodeToWrite<WrittenNode>[],
  ): readonly WrittenNode[] {
    if (this.#target.client === undefined) return written
    const lost = findLostChains(written.map((one) => one.node))
    const refusal: NodeIssue = { code: 'client-refuses', field: 'dialer-proxy', kept: false }
    for (const { node, entry } of nodes) {
      if (!lost.has(node.name)) continue
      this.#tally.takeBack(node.name)
      this.#tally.report('writing', entry, node.name, refusal)
    }
    return written.filter((one) => !lost.has(one.node.name))
  }
}

const typeOf = ({ node }: { readonly node: NodeBase }): string => node.type

function configRequest(
  options: ConvertOptions,
  { settings, template }: ConversionTarget,
  names: FinalNames,
  written: readonly WrittenNode[],
): Omit<ConfigRequest, 'client'> {
  const { lang = DEFAULT_LANG, groups = {}, rules = {}, singbox, clash } = options
  return {
    lang,
    template,
    nodes: written.map(({ node: { name, type, server, port }, source }) => ({
      name,
      type,
      server,
      port,
      source,
      isInfo: names.infoNames.has(name),
      region: regionOf(name),
      group: names.groups.get(name),
    })),
    mapping: names.mapper,
    additionRules: rules.lines,
    ruleProviders: rules.providers ?? [],
    proxyProviders: groups.providers ?? [],
    route: singbox?.route,
    lists: rules.lists ?? new Map(),
    clashPremium: clash?.premium ?? false,
    expandsLists: rules.expand ?? false,
    listMirrors: rules.mirrors ?? [],
    remoteLists: singbox?.remoteLists ?? false,
    settings,
  }
}
