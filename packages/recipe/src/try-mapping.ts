import { builtinTemplate, NodeMapper, PROTOCOLS, regionOf } from '@switchyard/convert'
import { DEFAULT_LANG } from '@switchyard/convert/languages'
import type { Entry } from './list/list-entries.ts'
import { type MappingSet, namesOf } from './model/link/mapping-set.ts'
import { DEFAULT_COMMON, DEFAULT_OUTPUT_SETTINGS, DEFAULT_CLIENT } from './model/recipe.ts'
import { usableSettings } from './settings/usable-settings.ts'
import type { Lang } from '@switchyard/locale'

/** A node that a mapping was asked about. */
export interface MappedName {
  name: string
  /** Its new name. */
  to?: string
}

/** The nodes that go one way: as many as are shown, and how many there are. */
export interface MappedNodes {
  count: number
  nodes: readonly MappedName[]
}

/** What a mapping makes of nodes. */
export interface MappingTrial {
  /** What is wrong, in words, by the path of the field: `nodes.0.name`, `groups.0.from`. Such rows take no node. */
  errors: Readonly<Record<string, string>>
  /** Rows that work, and are probably not meant so. */
  warnings: Readonly<Record<string, 'twice'>>
  /** How many nodes each row sent to its group. */
  rows: readonly number[]
  total: number
  /** By group, in the order of the rows. */
  groups: readonly (MappedNodes & { group: string })[]
  /** Those that no row took. */
  rest: MappedNodes
  /** Regions of the nodes. */
  regions: readonly string[]
}

/** What a row of a mapping can name, whatever the nodes are. */
export interface MappingChoices {
  types: readonly string[]
  /** Groups of our own templates. */
  groups: readonly string[]
}

export function mappingChoices(lang: Lang): MappingChoices {
  return {
    types: PROTOCOLS.map(({ type }) => type).sort(),
    groups: builtinTemplate('full', lang).groups.map(({ name }) => name),
  }
}

/** Enough to look through. */
const SHOWN = 200

/** Says which row takes which node, by the engine that will do it. A row that cannot be used takes none. */
export function tryMapping(entries: readonly Entry[], set: MappingSet, lang: Lang = DEFAULT_LANG): MappingTrial {
  const given = { ...DEFAULT_COMMON, ...DEFAULT_OUTPUT_SETTINGS, output: DEFAULT_CLIENT }
  const { settings, errors } = usableSettings({ ...given, mapping: set.nodes, groupNames: namesOf(set.groups) }, lang)
  const indexes = new Map(set.nodes.map((row, index) => [row, index]))
  const mapper = new NodeMapper({ nodes: settings.mapping })
  const rows = set.nodes.map(() => 0)
  const groups = new Map<string, MappedName[]>()
  const counts = new Map<string, number>()
  for (const { group } of settings.mapping) if (group !== undefined) groups.set(group, [])
  const rest: { count: number; nodes: MappedName[] } = { count: 0, nodes: [] }
  const left = entries.filter((one) => !one.disabled && one.takenOut === undefined && (!one.duplicate || one.kept))
  for (const { node, name, source } of left) {
    const mapped = mapper.map(node, name, source)
    const shown: MappedName = { name, ...(mapped.name === name ? {} : { to: mapped.name }) }
    const row = mapped.row === undefined ? undefined : settings.mapping[mapped.row]
    if (row?.group === undefined) {
      rest.count++
      if (rest.nodes.length < SHOWN) rest.nodes.push(shown)
      continue
    }
    rows[indexes.get(row)!]!++
    counts.set(row.group, (counts.get(row.group) ?? 0) + 1)
    const nodes = groups.get(row.group)!
    if (nodes.length < SHOWN) nodes.push(shown)
  }
  return {
    errors: { ...ofRows(errors), ...ofAliases(errors, set) },
    warnings: repeatedAliases(set),
    rows,
    total: left.length,
    groups: [...groups].map(([group, nodes]) => ({ group, count: counts.get(group) ?? 0, nodes })),
    rest,
    regions: [...new Set(left.flatMap(({ name }) => regionOf(name) ?? []))].sort(),
  }
}

function ofRows(errors: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.entries(errors).filter(([path]) => path.startsWith('mapping.'))
  return Object.fromEntries(own.map(([path, words]) => [path.replace('mapping.', 'nodes.'), words]))
}

function ofAliases(errors: Readonly<Record<string, string>>, { groups }: MappingSet): Record<string, string> {
  return Object.fromEntries(
    groups.flatMap(({ from }, index) => {
      const words = errors[`groupNames.${from}`]
      return words === undefined ? [] : [[`groups.${index}.to`, words]]
    }),
  )
}

/** One group named twice, and two groups that get one name. */
function repeatedAliases({ groups }: MappingSet): Record<string, 'twice'> {
  const warnings: Record<string, 'twice'> = {}
  for (const key of ['from', 'to'] as const) {
    const seen = new Set<string>()
    for (const [index, { [key]: name }] of groups.entries()) {
      if (name.trim() !== '' && seen.has(name)) warnings[`groups.${index}.${key}`] = 'twice'
      seen.add(name)
    }
  }
  return warnings
}
