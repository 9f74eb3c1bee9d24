import type { Finding, IssueArgs } from '../issue.ts'
import type { NodeBase } from './node.ts'
import { flagOf, regionOf } from './regions.ts'
import type { UniqueNames } from './unique-names.ts'

/** What the user wants names to be like. */
export interface Naming {
  prefix?: string
  /** Puts the region's flag before names that have none. */
  flag?: boolean
}

/** A node under its final name, and that it could not have the wanted one. */
export interface FinalName {
  node: NodeBase
  finding: Finding | undefined
}

/** The name that the user gave the node or that it came with, the prefix, the flag, and a suffix where that is taken. */
export function finalName(node: NodeBase, given: string, { prefix, flag }: Naming, names: UniqueNames): FinalName {
  let wanted = given
  if (prefix !== undefined && prefix !== '') wanted = prefix + wanted
  if (flag) wanted = withFlag(wanted)
  const name = names.claim(wanted)
  return { node: name === node.name ? node : { ...node, name }, finding: changeOf(wanted, name, names) }
}

function changeOf(from: string, name: string, names: UniqueNames): Finding | undefined {
  if (name === from) return undefined
  const args: IssueArgs = names.isReserved(from) ? { name, from, reason: 'name-reserved' } : { name, from }
  return { code: 'name-changed', field: 'name', kept: true, args }
}

function withFlag(name: string): string {
  const region = regionOf(name)
  const flag = region === undefined ? undefined : flagOf(region)
  return flag === undefined || name.includes(flag) ? name : `${flag} ${name}`
}
