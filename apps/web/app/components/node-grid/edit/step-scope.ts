import type { StepMatch } from '@switchyard/recipe/model'
import { isNode } from '../listed-node.ts'
import type { Term } from '../filter/filter-query.ts'
import type { NameChange, NewStep, ListedNode } from '../types.ts'
import type { RowIndex } from '../grid/view.ts'

/** Which nodes a step is about that is made of what is seen. */
export interface StepScope {
  match: StepMatch
  /** Those that it is about now, in their order. */
  ids: readonly string[]
}

/** What a dialog is given that makes new names: for the rows once, or as a step for what a refresh brings too. */
export interface NamesProps {
  rows: readonly ListedNode[]
  ids: readonly string[]
  /** What a step would be about; absent where nothing is kept. */
  scope: StepScope | undefined
  onRename: (changes: readonly NameChange[]) => void
  /** The choice becomes a step. */
  onKeep: (step: NewStep, names: readonly NameChange[]) => void
  onClose: () => void
}

/** A step takes a name as a pattern. */
const PATTERN_SIGNS = /[\\^$.*+?()[\]{}|]/

/** The filter as a step can say it: one region, protocol, source or word of the name each. What it cannot say is undefined. */
export function matchOf(terms: readonly Term[], sources: RowIndex['sources']): StepMatch | undefined {
  const match: StepMatch = {}
  for (const { key, negative, values, pattern } of terms) {
    const [value, ...others] = values
    if (pattern !== undefined || value === undefined || others.length > 0) return undefined
    if (key === 'is' && value === 'info' && match.info === undefined) match.info = !negative
    else if (negative) return undefined
    else if (key === 'region' && match.region === undefined && /^[a-z]{2}$/.test(value))
      match.region = value.toUpperCase()
    else if (key === 'proto' && match.type === undefined) match.type = value
    else if (key === 'name' && match.name === undefined && !PATTERN_SIGNS.test(value)) match.name = value
    else if (key === 'src' && match.source === undefined) {
      const named = sources.filter((source) => source.value.toLowerCase() === value)
      if (named.length !== 1) return undefined
      match.source = named[0]!.value
    } else return undefined
  }
  return match
}

/**
 * What a step is to match that leaves out what the filter shows. A bare word is one of the name, and a name is said,
 * where all nodes that are seen have it there, and had it before they were renamed: a step knows no name given by hand.
 */
export function leftOutOf(
  terms: readonly Term[],
  sources: RowIndex['sources'],
  seen: readonly ListedNode[],
): StepMatch | undefined {
  const named = terms.map((term): Term => (term.key === 'any' && !term.negative ? { ...term, key: 'name' } : term))
  const match = matchOf(named, sources)
  if (!match || Object.keys(match).length === 0) return undefined
  const { name } = match
  if (name === undefined) return match
  const hasIt = (text: string) => text.toLowerCase().includes(name)
  const nodes = seen.filter(isNode)
  const areNamedSo = nodes.every((row) => hasIt(row.name) && hasIt(row.oldName ?? row.name))
  return nodes.length > 0 && areNamedSo ? match : undefined
}

/** What the filter lets through where a step can say that; else every node. */
export function scopeOf(terms: readonly Term[], { rows, sources }: Pick<RowIndex, 'rows' | 'sources'>): StepScope {
  const match = matchOf(terms, sources) ?? {}
  const { region, type, source, name, info } = match
  const ids = rows
    .filter(
      (row) =>
        isNode(row) &&
        (region === undefined || row.region === region) &&
        (type === undefined || row.protocol === type) &&
        (source === undefined || row.source === source) &&
        (name === undefined || row.name.toLowerCase().includes(name)) &&
        (info === undefined || (row.isInfo ?? false) === info),
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
