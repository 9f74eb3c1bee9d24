import type { StepMatch } from '@switchyard/recipe/model'
import { isNode } from '../../lib/node-row.ts'
import type { Term } from './filter-query.ts'
import type { NameChange, NewStep, NodeRow } from './types.ts'
import type { RowIndex } from './view.ts'

/** Which nodes a step is about that is made of what is seen. */
export interface StepScope {
  match: StepMatch
  /** Those that it is about now, in their order. */
  ids: readonly string[]
}

/** What a dialog is given that makes new names: for the rows once, or as a step for what a refresh brings too. */
export interface NamesProps {
  rows: readonly NodeRow[]
  ids: readonly string[]
  /** What a step would be about; absent where nothing is kept. */
  scope: StepScope | undefined
  onRename: (changes: readonly NameChange[]) => void
  /** The choice becomes a step. */
  onKeep: (step: NewStep, names: readonly NameChange[]) => void
  onClose: () => void
}

/** The filter as a step can say it: one region, protocol or source each. What it cannot say is undefined. */
export function matchOf(terms: readonly Term[], sources: RowIndex['sources']): StepMatch | undefined {
  const match: StepMatch = {}
  for (const { key, negative, values, pattern } of terms) {
    const [value, ...others] = values
    if (negative || pattern !== undefined || value === undefined || others.length > 0) return undefined
    if (key === 'region' && match.region === undefined && /^[a-z]{2}$/.test(value)) match.region = value.toUpperCase()
    else if (key === 'proto' && match.type === undefined) match.type = value
    else if (key === 'src' && match.source === undefined) {
      const named = sources.filter((source) => source.value.toLowerCase() === value)
      if (named.length !== 1) return undefined
      match.source = named[0]!.value
    } else return undefined
  }
  return match
}

/** What the filter lets through where a step can say that; else every node. */
export function scopeOf(terms: readonly Term[], { rows, sources }: RowIndex): StepScope {
  const match = matchOf(terms, sources) ?? {}
  const { region, type, source } = match
  const ids = rows
    .filter(
      (row) =>
        isNode(row) &&
        (region === undefined || row.region === region) &&
        (type === undefined || row.protocol === type) &&
        (source === undefined || row.source === source),
    )
    .map(({ id }) => id)
  return { match, ids }
}

/** Whether these are all that a step would be about: then a change of them is meant as a rule. */
export function isWhole({ ids }: StepScope, chosen: readonly string[]): boolean {
  if (ids.length < 2) return false
  const all = new Set(chosen)
  return ids.every((id) => all.has(id))
}
