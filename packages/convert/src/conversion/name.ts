import { takenNames } from '../config/groups.ts'
import type { ConvertOptions, NodeEntry } from '../convert-options.ts'
import type { Issue } from '../model/issue.ts'
import type { NodeBase } from '../model/node.ts'
import { cleanName } from '../nodes/clean-name.ts'
import { finalName, type Naming } from '../nodes/final-names.ts'
import { NodeMapper } from '../nodes/mapping.ts'
import type { NameTable } from '../nodes/name-table.ts'
import { UniqueNames } from '../nodes/unique-names.ts'
import type { Tally } from './report.ts'
import type { NodeSelection } from './select.ts'
import type { ConversionTarget } from './target.ts'

/** How nodes get their final names: the mapping, the template, prefix and flag, and none twice. */
export class FinalNames {
  readonly mapper: NodeMapper | undefined
  /** Final name -> the group that the mapping sends the node to. */
  readonly groups = new Map<string, string>()
  /** Final names of entries that tell about the subscription: the user's prefix says nothing about them. */
  readonly infoNames = new Set<string>()
  readonly #options: ConvertOptions
  readonly #source: string | undefined
  readonly #target: ConversionTarget
  readonly #selection: NodeSelection
  readonly #tally: Tally
  /** The prefix cleaned once, not for each node. */
  readonly #wishes: Naming
  readonly #unique: UniqueNames

  constructor(
    options: ConvertOptions,
    target: ConversionTarget,
    { source, firstSuffix }: { source: string | undefined; firstSuffix: 1 | 2 },
    table: NameTable,
    selection: NodeSelection,
    tally: Tally,
  ) {
    const { names: wishes = {}, groups = {} } = options
    this.#options = options
    this.#source = source
    this.#target = target
    this.#selection = selection
    this.#tally = tally
    this.mapper = groups.mapping && new NodeMapper(groups.mapping)
    this.#wishes = { prefix: cleanName(wishes.prefix ?? ''), flag: wishes.flag }
    this.#unique = new UniqueNames(namesOfConfig(target, this.mapper), firstSuffix, table)
  }

  /** The node under its final name. Issues from reading it are reported under this name. */
  named(entry: NodeEntry, isOurs = false): NodeBase {
    const { name = entry.node.name } = entry
    const mapped = this.mapper?.map(entry.node, name, entry.source ?? this.#source)
    // A name of the user's own mapping is not changed any more.
    const isMapped = mapped !== undefined && mapped.name !== name
    const wanted = isMapped ? mapped.name : (this.#target.naming?.nameOf(name) ?? name)
    const { node, issue } = finalName(entry.node, wanted, this.#wishes, this.#unique, isOurs)
    if (mapped?.group !== undefined) this.groups.set(node.name, mapped.group)
    if (this.#selection.isInfo(entry)) this.infoNames.add(node.name)
    this.#options.onNamed?.(entry, node.name)
    if (entry.issues !== undefined)
      for (const found of entry.issues) this.#tally.report('names', entry, node.name, found)
    if (issue !== undefined) this.#tally.report('names', entry, node.name, issue)
    return node
  }

  /** A name of its own for something else than a node. */
  claim(wanted: string): string {
    return this.#unique.claim(wanted)
  }

  /** Lines of the mapping that no node was for. */
  unused(): readonly Issue[] {
    return this.#tally.counts.output > 0 ? (this.mapper?.unused() ?? []) : []
  }
}

/** Groups and built-ins of the finished config. */
function namesOfConfig(
  { client, isConfig, template }: ConversionTarget,
  mapper: NodeMapper | undefined,
): readonly string[] {
  if (client === undefined) return []
  const { builtInNames } = client.facts.nodes
  return isConfig ? [...builtInNames, ...takenNames(template, client.facts, mapper)] : builtInNames
}
