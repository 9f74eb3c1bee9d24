import { injectChanges } from '../inject/inject-changes.ts'
import type { BatchNaming, WantedChange } from '../inject/change.ts'
import type { Issue } from '../model/issue.ts'
import { type NameBatch, type NamedNodes, readNameBatches } from './name-batches.ts'
import { type NamingIssue, nodeNamer } from './node-namer.ts'

/** What a batch is to be called. */
export interface WantedNaming {
  /** Absent: the nodes that stand in the file. */
  provider?: string
  naming: BatchNaming
}

/** A name before and after; without `to` where only mihomo can say. */
export interface NameSample {
  from: string
  to?: string
}

/** A name that several nodes, or a node and a group, would have. */
export interface NameCollision {
  name: string
  /** The batches of it, by provider; '' for the nodes of the file. */
  batches: readonly string[]
  /** A group or mihomo itself has the name, too. */
  isTaken: boolean
}

export interface PrefixedConfig {
  text: string
  /** Of each batch, in the order given: what is wrong with its naming, and its first names. */
  batches: { issues: readonly NamingIssue[]; samples: NameSample[] }[]
  collisions: NameCollision[]
  /** All there are; the list may be cut. */
  collisionCount: number
  /** What could not be done. */
  issues: Issue[]
}

const SAMPLES = 3
const COLLISIONS_SHOWN = 100

/**
 * Gives every batch of a config its names: a provider says so in its `override`, nodes that stand in the file are renamed
 * with all that names them. Nothing else of the text changes. A naming that is wrong is left out.
 */
export async function prefixConfig(
  config: string,
  { batches, taken }: NamedNodes,
  wanted: readonly WantedNaming[],
): Promise<PrefixedConfig> {
  const changes: WantedChange[] = []
  const results: PrefixedConfig['batches'] = []
  const users = new Map<string, Map<string, number>>()
  for (const batch of batches) {
    const { naming } = wanted.find(({ provider }) => provider === batch.provider) ?? batch
    const { issues, nameOf } = nodeNamer(naming, batch.provider !== undefined)
    if (issues.length === 0) changes.push(changeOf(batch, naming, nameOf))
    // What is left out leaves the names as the config has them.
    const applied = issues.length === 0 ? nameOf : nodeNamer(batch.naming, true).nameOf
    const names = batch.names ?? []
    results.push({
      issues,
      samples: names.slice(0, SAMPLES).map((from) => (applied === undefined ? { from } : { from, to: applied(from) })),
    })
    const label = batch.provider ?? ''
    if (applied === undefined) continue
    for (const name of names) {
      const to = applied(name)
      const of = users.get(to) ?? new Map<string, number>()
      users.set(to, of.set(label, (of.get(label) ?? 0) + 1))
    }
  }
  const { text, changes: reports, issue } = await injectChanges(config, changes, { client: 'mihomo' })
  // A node keeps its name where another one has the new name: the text says what came of it.
  const inFile = (await readNameBatches(text))?.batches.find(({ provider }) => provider === undefined)?.names
  const ofFile = results[batches.findIndex(({ provider }) => provider === undefined)]
  if (inFile && ofFile) ofFile.samples = ofFile.samples.map(({ from }, at) => ({ from, to: inFile[at]! }))
  const reserved = new Set(taken)
  const collisions = [...users].flatMap(([name, of]): NameCollision[] => {
    const count = [...of.values()].reduce((sum, one) => sum + one, 0)
    const isTaken = reserved.has(name)
    return count > 1 || isTaken ? [{ name, batches: [...of.keys()], isTaken }] : []
  })
  return {
    text,
    batches: results,
    collisions: collisions.slice(0, COLLISIONS_SHOWN),
    collisionCount: collisions.length,
    issues: issue === undefined ? reports.flatMap(({ issues }) => issues) : [{ kept: false, ...issue }],
  }
}

function changeOf(
  { provider, names = [] }: NameBatch,
  naming: BatchNaming,
  nameOf: ((name: string) => string) | undefined,
): WantedChange {
  if (provider !== undefined) {
    const renames = naming.renames.filter(({ pattern }) => pattern !== '')
    return { kind: 'name-provider', provider, naming: { ...naming, renames } }
  }
  return { kind: 'rename-nodes', names: new Map(names.map((name) => [name, nameOf?.(name) ?? name])) }
}
