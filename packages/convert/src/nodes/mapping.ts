import { ConvertError } from '../convert-error.ts'
import type { GroupMapping, GroupedNode } from '../platforms/config.ts'
import { readJson } from '../text/json.ts'
import { type UserRegex, userRegex } from '../text/user-regex.ts'
import { isMap } from './fields.ts'

/** One row of `--mapping`: nodes that fit every given field go to the group, or get another name. */
interface MappingRow {
  name?: UserRegex
  type?: string
  region?: string
  source?: string
  group?: string
  rename?: string
  /** Later rows do not look at the node any more. */
  stop: boolean
}

/** Where nodes go and what they and the template's groups are called. */
export interface Mapping extends GroupMapping {
  /** The user's name for a node, or its own. */
  rename(node: GroupedNode): string
}

/**
 * Reads `{nodes:[{name?, type?, region?, source?, group, rename?, stop?}], rest: group, groups:{old: new}}`. `name` is a
 * regex over the node's name; `rename` replaces the whole name. Throws ConvertError `bad-option`.
 */
export function readMapping(text: string): Mapping {
  const value = readJson(text)
  if (!isMap(value)) throw new ConvertError('bad-option', { option: 'mapping' })
  const rows = value['nodes'] ?? []
  if (!Array.isArray(rows)) throw new ConvertError('bad-option', { option: 'mapping.nodes' })
  const list = rows.map((row: unknown, index) => readRow(row, `mapping.nodes[${index}]`))
  const rest = optionalText(value['rest'], 'mapping.rest')
  const groups = value['groups'] ?? {}
  if (!isMap(groups)) throw new ConvertError('bad-option', { option: 'mapping.groups' })
  const names = Object.entries(groups).map(([from, to]): [string, string] => [
    from,
    optionalText(to, `mapping.groups.${from}`) ?? from,
  ])
  return {
    groups: Object.fromEntries(names),
    assign: (node) => firstAnswer(list, node, (row) => row.group) ?? rest,
    rename: (node) => firstAnswer(list, node, (row) => row.rename) ?? node.name,
  }
}

function firstAnswer(
  rows: readonly MappingRow[],
  node: GroupedNode,
  ask: (row: MappingRow) => string | undefined,
): string | undefined {
  for (const row of rows) {
    if (!fits(row, node)) continue
    const answer = ask(row)
    if (answer !== undefined) return answer
    if (row.stop) return undefined
  }
  return undefined
}

function fits(row: MappingRow, node: GroupedNode): boolean {
  if (row.type !== undefined && row.type !== node.type) return false
  if (row.region !== undefined && row.region !== node.region) return false
  if (row.source !== undefined && row.source !== node.source) return false
  return row.name === undefined || row.name.test(node.name)
}

function readRow(row: unknown, path: string): MappingRow {
  if (!isMap(row)) throw new ConvertError('bad-option', { option: path })
  const pattern = optionalText(row['name'], `${path}.name`)
  const result = pattern === undefined ? undefined : userRegex(pattern)
  if (result?.problem) throw new ConvertError('bad-option', { option: `${path}.name`, reason: result.problem.reason })
  return {
    name: result?.regex,
    type: optionalText(row['type'], `${path}.type`),
    region: optionalText(row['region'], `${path}.region`)?.toUpperCase(),
    source: optionalText(row['source'], `${path}.source`),
    group: optionalText(row['group'], `${path}.group`),
    rename: optionalText(row['rename'], `${path}.rename`),
    stop: row['stop'] === true,
  }
}

function optionalText(value: unknown, option: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  throw new ConvertError('bad-option', { option })
}
