import type { Finding } from '../issue.ts'
import type { Mapping } from './mapping.ts'
import type { NodeBase } from './node.ts'
import { flagOf, regionOf } from './regions.ts'
import type { UniqueNames } from './unique-names.ts'

/** What the user wants names to be like. */
export interface Naming {
  mapping?: Mapping
  prefix?: string
  /** Puts the region's flag before names that have none. */
  flag?: boolean
}

/** A node under its final name, and that it could not have the wanted one. */
export interface FinalName {
  node: NodeBase
  finding: Finding | undefined
}

/** The user's renaming, the prefix, the flag, and a suffix where the name is taken. */
export function finalName(node: NodeBase, source: string | undefined, naming: Naming, names: UniqueNames): FinalName {
  const { mapping, prefix, flag } = naming
  let wanted = node.name
  if (mapping !== undefined)
    wanted = mapping.rename({ name: wanted, type: node.type, server: node.server, source, region: regionOf(wanted) })
  if (prefix !== undefined && prefix !== '') wanted = prefix + wanted
  if (flag) wanted = withFlag(wanted)
  const name = names.claim(wanted)
  const finding: Finding | undefined =
    name === wanted ? undefined : { code: 'name-changed', field: 'name', kept: true, args: { name, from: wanted } }
  return { node: name === node.name ? node : { ...node, name }, finding }
}

function withFlag(name: string): string {
  const region = regionOf(name)
  const flag = region === undefined ? undefined : flagOf(region)
  return flag === undefined || name.includes(flag) ? name : `${flag} ${name}`
}
