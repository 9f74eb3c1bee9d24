import { leftOutOptions } from '../config/left-out-options.ts'
import type { ConvertOptions, NodeEntry } from '../convert-options.ts'
import { ConvertError } from '../model/convert-error.ts'
import { ISSUE_SEVERITY, type Issue, type NodeIssue } from '../model/issue.ts'
import type { Report } from '../model/report.ts'
import { namesOfFilters } from '../nodes/name-filter.ts'
import type { ConversionTarget } from './target.ts'

export const EMPTY_REPORT: Report = {
  entries: 0, comments: 0, nodes: 0, skipped: 0, duplicates: 0, excluded: 0, disabled: 0, refused: 0, output: 0,
  doubtful: 0, issues: [], subscription: null,
} // oxfmt-ignore

type Step = 'duplicates' | 'excludes' | 'names' | 'writing'

/** What became of the nodes: counted and reported, step after step. */
export class Tally {
  readonly counts = { duplicates: 0, excluded: 0, disabled: 0, refused: 0, output: 0 }
  /** Left out by name alone: whether the client takes their type was not asked. */
  unwantedNames = 0
  /** Step after step, as the report lists them. */
  readonly issues: Record<Step, Issue[]> = { duplicates: [], excludes: [], names: [], writing: [] }
  readonly #options: ConvertOptions
  readonly #target: ConversionTarget
  /** Of entries that do not name their own. */
  readonly #source: string | undefined
  /** Final names of nodes that may not connect. */
  readonly #doubtful = new Set<string>()

  constructor(options: ConvertOptions, target: ConversionTarget, source: string | undefined) {
    this.#options = options
    this.#target = target
    this.#source = source
  }

  /** Something happened to a node in one of the steps. */
  report(
    step: Step,
    entry: NodeEntry,
    node: string,
    { code, field, kept, doubtful, args, of }: NodeIssue & { of?: number },
  ): void {
    const { source = this.#source, line, inner } = entry
    const severity = ISSUE_SEVERITY[code]
    const issue: Issue = { source, line, inner, node, field, code, severity, kept, doubtful, of, args }
    if (doubtful) this.#doubtful.add(node)
    this.issues[step].push(issue)
    this.#options.onIssue?.(entry, issue)
  }

  countWritten(): void {
    this.counts.output++
  }

  /** The client does not have what the node of this name is, or would refuse it. */
  countLeftOut(name: string, as: 'excluded' | 'refused'): void {
    this.counts[as]++
    this.#doubtful.delete(name)
  }

  /** A node that was written is refused after all. */
  takeBack(name: string): void {
    this.counts.output--
    this.countLeftOut(name, 'refused')
  }

  /** Throws if nothing is left. No node and a provider is a valid result where groups use providers. */
  requireNodes(read: Report): void {
    const { read: wanted = {}, groups } = this.#options
    const { client, isConfig } = this.#target
    const { output, duplicates, disabled } = this.counts
    if (output > 0) return
    const usesProviders = (groups?.providers ?? []).length > 0
    if (isConfig && usesProviders && client?.facts.options.includes('providers')) return
    const hadNodes = read.nodes > duplicates + disabled + this.unwantedNames
    if (!hadNodes && this.unwantedNames > 0) {
      const args = { n: this.unwantedNames, ...namesOfFilters(wanted) }
      throw new ConvertError('no-nodes-by-name', args, this.completed(read))
    }
    throw new ConvertError((hadNodes && client?.facts.nodes.noneLeftCode) || 'no-nodes', {}, this.completed(read))
  }

  /** What reading reported, and what became of the nodes. */
  completed(read: Report, unusedMappings: readonly Issue[] = []): Report {
    const { duplicates, excludes, names, writing } = this.issues
    const leftOut = leftOutOptions(this.#options, this.#target.client?.facts, this.#target.isConfig)
    const issues = routesLess(writing).concat(
      read.issues,
      duplicates,
      excludes,
      names,
      writing,
      unusedMappings,
      leftOut,
    )
    return { ...read, ...this.counts, doubtful: this.#doubtful.size, issues }
  }
}

/** The issue that stands first if rule lists are missing from the config; else nothing. */
function routesLess(writing: readonly Issue[]): Issue[] {
  const missing = new Set(writing.flatMap(({ code, args }) => (code === 'list-missing' ? args?.['list'] : [])))
  if (missing.size === 0) return []
  const code = 'routes-less'
  return [{ code, severity: ISSUE_SEVERITY[code], kept: true, args: { count: missing.size } }]
}
