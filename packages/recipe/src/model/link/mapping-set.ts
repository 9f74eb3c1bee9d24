import type { MappingRow } from '@switchyard/convert'
import { isRecord, recordsOf } from '@switchyard/convert/record'
import type { Recipe } from '../recipe.ts'
import { NAME_MAX } from '../limits.ts'
import { mappingRow } from '../mapping-row.ts'
import { listOf, recordOf, text } from '../values/value-kind.ts'
import { checkedAs } from './checked.ts'

/** A group of the template, and what it is called instead. */
export interface GroupAlias {
  from: string
  to: string
}

/** A mapping that is kept apart from any conversion: the rows as they are typed, finished or not. */
export interface MappingSet {
  nodes: readonly MappingRow[]
  /** Where nodes go that no row takes; absent: where the template has them. */
  rest?: string
  groups: readonly GroupAlias[]
}

const LINE = text('line', NAME_MAX)

export const EMPTY_MAPPING: MappingSet = { nodes: [], groups: [] }

/** A mapping of a file; undefined where the text is none. The terminal's `--mapping` takes the same files. */
export function readMappingSet(text: string): MappingSet | undefined {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(given) || !['nodes', 'rest', 'groups'].some((key) => Object.hasOwn(given, key))) return undefined
  const nodes = checkedAs(listOf(mappingRow), given['nodes'] ?? [])
  const rest = checkedAs(LINE, given['rest'] ?? '')
  const groups = checkedAs(recordOf(LINE), recordOfAliases(given['groups']))
  if (nodes === undefined || rest === undefined || groups === undefined) return undefined
  return { nodes, ...(rest === '' ? {} : { rest }), groups: aliasesOf(groups) }
}

/** The mapping as a file: names that are still to be filled in are not in it. */
export function writeMappingSet({ nodes, rest, groups }: MappingSet): string {
  const set = { nodes, ...(rest ? { rest } : {}), groups: namesOf(groups) }
  return `${JSON.stringify(set, undefined, 2)}\n`
}

/** The mapping of a recipe. */
export function mappingSetOf({ common: { mapping, rest, groupNames } }: Recipe): MappingSet {
  return { nodes: mapping, ...(rest ? { rest } : {}), groups: aliasesOf(groupNames) }
}

/** A recipe with a mapping in place of its own. */
export function withMappingSet<R extends Recipe>(recipe: R, { nodes, rest, groups }: MappingSet): R {
  const { rest: _, ...common } = recipe.common
  return { ...recipe, common: { ...common, mapping: nodes, ...(rest ? { rest } : {}), groupNames: namesOf(groups) } }
}

/** Names of groups as the settings have them. Of equal ones the first counts. */
export function namesOf(groups: readonly GroupAlias[]): Record<string, string> {
  const names = new Map<string, string>()
  for (const { from, to } of groups) if (from.trim() !== '' && to.trim() !== '' && !names.has(from)) names.set(from, to)
  return Object.fromEntries(names)
}

const aliasesOf = (names: Readonly<Record<string, string>>): GroupAlias[] =>
  Object.entries(names).map(([from, to]) => ({ from, to }))

/** As a file has it, and as it is kept while it is typed. */
function recordOfAliases(given: unknown): unknown {
  if (!Array.isArray(given)) return given ?? {}
  return Object.fromEntries(recordsOf(given).map(({ from, to }) => [String(from), to]))
}
