import { ConvertError } from '../model/convert-error.ts'
import { ISSUE_SEVERITY, type Issue } from '../model/issue.ts'
import type { GroupMapping } from './group-mapping.ts'
import { nearestNames } from '../rules/nearest-names.ts'
import { readJson } from '../text/json.ts'
import { regexArgs, type UserRegex, userRegex } from '../text/user-regex.ts'
import type { NodeBase } from '../model/node.ts'
import { regionOf } from './regions.ts'
import { findTypeByName } from './type-names.ts'
import { isRecord, type JsonObject } from '../text/record.ts'

/** One row of a mapping: nodes that fit every given field go to the group, get the name, or both. */
export interface MappingRow {
  /** A regex (RE2) over the name that the node goes by. */
  name?: string
  /** A node type by any of its names. */
  type?: string
  /** ISO code of a region, in either case. */
  region?: string
  /** Name of the source. */
  source?: string
  /** Needed where `rename` is absent. */
  group?: string
  /** The whole new name. */
  rename?: string
  /** Later rows do not look at the node any more. */
  stop?: boolean
}

/** Where nodes go and what they and the template's groups are called. */
export interface Mapping {
  nodes?: readonly MappingRow[]
  /** The group of nodes that no row takes. */
  rest?: string
  /** Names of the template's groups, and the user's names for them. */
  groups?: Readonly<Record<string, string>>
}

/** A row once it is checked. */
interface CheckedRow extends Omit<MappingRow, 'name'> {
  name?: UserRegex
}

interface CheckedMapping extends GroupMapping {
  readonly rows: readonly CheckedRow[]
  readonly rest?: string
}

/** What a mapping makes of a node. */
export interface MappedNode {
  group?: string
  /** Index of the row that gave the group; absent where none did. */
  row?: number
  /** The user's name for it, or its own. */
  name: string
}

/** Reads a mapping from JSON text. Throws ConvertError `bad-option` where it is none. */
export function readMapping(text: string): Mapping {
  const value = readJson(text)
  if (value === undefined) throw broken('mapping', { reason: 'json' })
  assertMapping(value)
  return value
}

function assertMapping(value: unknown): asserts value is Mapping {
  checkMapping(value)
}

/** Takes foreign objects as well: a mapping may come from JavaScript that no compiler saw. */
function checkMapping(value: unknown): CheckedMapping {
  if (!isRecord(value)) throw broken('mapping', { reason: 'not-an-object' })
  onlyKnown(value, ['nodes', 'rest', 'groups'], 'mapping')
  const rows = value['nodes'] ?? []
  if (!Array.isArray(rows)) throw broken('mapping.nodes', wrongType('nodes', 'list'))
  const groups = value['groups'] ?? {}
  if (!isRecord(groups)) throw broken('mapping.groups', { reason: 'not-an-object' })
  const names = Object.entries(groups).map(([from, to]): [from: string, to: string] => [
    from,
    requiredText(groups, from, 'mapping.groups', to),
  ])
  const mapping: CheckedMapping = {
    rows: rows.map((row: unknown, index) => readRow(row, `mapping.nodes[${index}]`)),
    rest: optionalText(value, 'rest', 'mapping'),
    groups: Object.fromEntries(names),
  }
  refuseCircles(mapping.groups)
  return mapping
}

/** Asks a mapping about nodes, each once and by the name it goes by, and keeps count of the rows that fitted. */
export class NodeMapper implements GroupMapping {
  readonly #mapping: CheckedMapping
  readonly #fitted = new Set<CheckedRow>()

  /** Throws ConvertError `bad-option` where the mapping cannot be meant. */
  constructor(mapping: Mapping) {
    this.#mapping = checkMapping(mapping)
  }

  get groups(): Readonly<Record<string, string>> {
    return this.#mapping.groups
  }

  /** Group and name of a node: of the first row that fits and gives one, up to a row that says stop. */
  map({ type }: NodeBase, name: string, source: string | undefined): MappedNode {
    const region = regionOf(name)
    let group: number | undefined
    let rename: string | undefined
    for (const [index, row] of this.#mapping.rows.entries()) {
      if (row.type !== undefined && row.type !== type) continue
      if (row.region !== undefined && row.region !== region) continue
      if (row.source !== undefined && row.source !== source) continue
      if (row.name !== undefined && !row.name.test(name)) continue
      this.#fitted.add(row)
      if (row.group !== undefined) group ??= index
      rename ??= row.rename
      if (row.stop) break
    }
    const named = { name: rename ?? name }
    if (group === undefined) return { group: this.#mapping.rest, ...named }
    return { group: this.#mapping.rows[group]!.group, row: group, ...named }
  }

  /** Tells of the rows that fitted no node. */
  unused(): Issue[] {
    return this.#mapping.rows.flatMap((row, index): Issue[] => {
      if (this.#fitted.has(row)) return []
      const code = 'mapping-unused'
      return [{ code, severity: ISSUE_SEVERITY[code], field: `mapping.nodes[${index}]`, args: { n: index + 1 } }]
    })
  }
}

const ROW_KEYS = ['name', 'type', 'region', 'source', 'group', 'rename', 'stop']

function readRow(row: unknown, path: string): CheckedRow {
  if (!isRecord(row)) throw broken(path, { reason: 'not-an-object' })
  onlyKnown(row, ROW_KEYS, path)
  const { stop } = row
  if (stop !== undefined && stop !== null && typeof stop !== 'boolean')
    throw broken(path, wrongType('stop', 'true or false'))
  return {
    name: readPattern(optionalText(row, 'name', path), path),
    type: readType(optionalText(row, 'type', path), path),
    region: readRegion(optionalText(row, 'region', path), path),
    source: optionalText(row, 'source', path),
    // A row may only rename; one that does nothing was meant otherwise.
    group: row['rename'] === undefined ? requiredText(row, 'group', path) : optionalText(row, 'group', path),
    rename: optionalText(row, 'rename', path),
    stop: stop === true,
  }
}

function readPattern(pattern: string | undefined, path: string): UserRegex | undefined {
  if (pattern === undefined) return undefined
  const { regex, issue } = userRegex(pattern)
  if (issue === undefined) return regex
  throw broken(`${path}.name`, { reason: issue.reason, ...regexArgs(issue) })
}

/** A type by any of its names: `ss` and `shadowsocks` are one. */
function readType(name: string | undefined, path: string): string | undefined {
  if (name === undefined) return undefined
  const type = findTypeByName(name)
  if (type === undefined) throw broken(path, { reason: 'field-value', field: 'type', value: name })
  return type
}

function readRegion(region: string | undefined, path: string): string | undefined {
  if (region === undefined || /^[a-z]{2}$/i.test(region)) return region?.toUpperCase()
  throw broken(path, { reason: 'field-value', field: 'region', value: region })
}

/** A takes the name of B and B that of A: nobody can say which one a rule means. */
function refuseCircles(groups: Readonly<Record<string, string>>): void {
  const sound = new Set<string>()
  for (const start of Object.keys(groups)) {
    const seen = new Set<string>()
    for (let name = start; Object.hasOwn(groups, name) && !sound.has(name); name = groups[name]!) {
      if (groups[name] === name) break
      if (seen.has(name)) throw broken('mapping.groups', { reason: 'mapping-circle', value: name })
      seen.add(name)
    }
    for (const name of seen) sound.add(name)
  }
}

function onlyKnown(value: JsonObject, known: readonly string[], path: string): void {
  for (const field of Object.keys(value)) {
    if (known.includes(field)) continue
    const nearest = nearestNames(field, known).join(', ')
    throw broken(path, { reason: 'field-unknown', field, ...(nearest === '' ? {} : { nearest }) })
  }
}

function requiredText(map: JsonObject, field: string, path: string, value = map[field]): string {
  if (value === undefined || value === null) throw broken(path, { reason: 'field-missing', field })
  if (typeof value !== 'string') throw broken(path, wrongType(field, 'text'))
  if (value.trim() === '') throw broken(path, { reason: 'field-empty', field })
  return value
}

function optionalText(map: JsonObject, field: string, path: string): string | undefined {
  return map[field] === undefined || map[field] === null ? undefined : requiredText(map, field, path)
}

function wrongType(field: string, expected: string): Record<string, string> {
  return { reason: 'field-type', field, expected }
}

function broken(option: string, args: Record<string, string>): ConvertError {
  return new ConvertError('bad-option', { ...args, option })
}
