import { type CompareCell, type NodesKept, versionOf } from '@switchyard/recipe/model'
import type { Model } from './model.ts'

/** What the clients are compared by; which of them is chosen makes no difference. */
const COMPARED = ['sources', 'steps', 'edits', 'common', 'perOutput'] as const

/** What each client would keep of a model. */
export interface Comparison {
  of: Pick<Model, (typeof COMPARED)[number]>
  cells: readonly CompareCell[]
}

/** Whether nothing has changed since that counts. */
export function isComparisonOf({ of }: Comparison, model: Model): boolean {
  return COMPARED.every((part) => of[part] === model[part])
}

/** The largest number of nodes that any client keeps. Clients that keep fewer nodes are amber. */
export const mostKept = (counts: Iterable<{ kept: number }>): number =>
  Math.max(...Array.from(counts, ({ kept }) => kept))

/** What the nodes of a client are counted out of: what the best client keeps, or everything while no other is counted. */
export const countedOutOf = ({ kept, leftOut }: NodesKept, most: number | undefined): number => most ?? kept + leftOut

/** How many nodes each output would have, of one with versions that of the chosen one. */
export function keptByOutput({ of, cells }: Comparison): ReadonlyMap<string, NodesKept> {
  const isChosen = ({ output, version }: CompareCell) =>
    version === undefined || version === versionOf(output, of.perOutput[output] ?? {})
  return new Map(cells.filter(isChosen).map(({ output, kept, leftOut }) => [output, { kept, leftOut }]))
}
