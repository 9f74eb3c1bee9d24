import type { ConvertOptions, NodeEntry, ReadOptions } from '../convert-options.ts'
import type { Duplicates } from '../nodes/dedupe.ts'
import { isInfoEntry } from '../nodes/info-entry.ts'
import { nameFilter, type UnwantedBy } from '../nodes/name-filter.ts'
import { outputFacts, type OutputId } from '../outputs/facts.ts'
import type { NodeNaming } from '../templates/node-naming.ts'
import type { Tally } from './report.ts'
import type { ConversionTarget } from './target.ts'

/** Which of the read nodes are wanted: none twice, none that was switched off or left out. */
export class NodeSelection {
  readonly #keepsDuplicates: boolean
  readonly #duplicates: Duplicates
  readonly #excludes: ReadonlySet<string>
  readonly #unwantedBy: ((name: string) => UnwantedBy | undefined) | undefined
  readonly #naming: NodeNaming | undefined
  readonly #tally: Tally
  /** Entries that tell about the subscription. */
  readonly #infoEntries = new Set<NodeEntry>()

  constructor({ to, read = {} }: ConvertOptions, { naming }: ConversionTarget, duplicates: Duplicates, tally: Tally) {
    this.#keepsDuplicates = read.keepDuplicates === true
    this.#duplicates = duplicates
    this.#excludes = excludedTypes(to, read)
    this.#unwantedBy = nameFilter(read)
    this.#naming = naming
    this.#tally = tally
  }

  /** Counts and reports an entry that is not wanted. */
  wants(entry: NodeEntry): boolean {
    return !this.#isDuplicate(entry) && !this.#isExcluded(entry)
  }

  /** Whether a wanted entry tells about the subscription. */
  isInfo(entry: NodeEntry): boolean {
    return this.#infoEntries.has(entry)
  }

  #isDuplicate(entry: NodeEntry): boolean {
    if (this.#keepsDuplicates || entry.kept) return false
    const same = this.#duplicates.find(entry.node, entry.link, entry.line)
    if (same === undefined) return false
    const { of } = same
    this.#tally.counts.duplicates++
    this.#tally.report('duplicates', entry, entry.node.name, {
      code: same.differs ? 'duplicate-differs' : 'duplicate',
      kept: false,
      of,
      args: of === undefined ? undefined : { of },
    })
    return true
  }

  #isExcluded(entry: NodeEntry): boolean {
    const { counts } = this.#tally
    if (entry.disabled) {
      counts.disabled++
      return true
    }
    const { name = entry.node.name } = entry
    const { type } = entry.node
    const unwantedBy = this.#unwantedBy?.(name)
    if (unwantedBy !== undefined) {
      counts.excluded++
      this.#tally.unwantedNames++
      this.#tally.report('excludes', entry, name, { code: 'excluded', field: 'name', kept: false, args: unwantedBy })
      return true
    }
    const unwantedByTemplate = this.#naming?.unwantedBy(name)
    if (unwantedByTemplate !== undefined) {
      counts.excluded++
      this.#tally.report('excludes', entry, name, { code: 'excluded', kept: false, args: unwantedByTemplate })
      return true
    }
    const isInfo = isInfoEntry(name)
    const isOfType = this.#excludes.has(type)
    const isUnwantedInfo = isInfo && this.#excludes.has('info')
    const isExcluded = isOfType || isUnwantedInfo
    if (isInfo && !isExcluded) this.#infoEntries.add(entry)
    // A notice of an excluded type is excluded for its type, unless notices are unwanted.
    if (isInfo && (isUnwantedInfo || !isOfType))
      this.#tally.report('excludes', entry, name, { code: 'info-entry', kept: !isExcluded })
    else if (isExcluded) this.#tally.report('excludes', entry, name, { code: 'excluded', kept: false, args: { type } })
    if (isExcluded) counts.excluded++
    return isExcluded
  }
}

function excludedTypes(to: OutputId, { excludes, includes = [] }: ReadOptions): ReadonlySet<string> {
  const types = new Set(excludes ?? outputFacts(to).defaultExcludes)
  for (const type of includes) types.delete(type)
  return types
}
