import type { NodeIssue, IssueArgs } from '../model/issue.ts'
import { cleanName } from './clean-name.ts'
import type { NodeBase } from '../model/node.ts'
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
  issue: NodeIssue | undefined
}

/**
 * The name that the user gave the node or that it came with, and before it the flag and the prefix; a suffix where that
 * is taken. A flag that the name begins with stays in front: `🇯🇵 Tokyo` and the prefix `A ` give `🇯🇵 A Tokyo`.
 */
export function finalName(
  node: NodeBase,
  given: string,
  naming: Naming,
  names: UniqueNames,
  /** Whether the node may be changed; else one with another name is a copy. */
  isOurs = false,
): FinalName {
  const asked = wantedName(given, naming)
  const wanted = names.shared(cleanWanted(node.name, asked))
  const name = names.claim(wanted)
  return { node: renamed(node, name, isOurs), issue: changeOf(asked, wanted, name, names) }
}

function renamed(node: NodeBase, name: string, isOurs: boolean): NodeBase {
  if (name === node.name) return node
  if (!isOurs) return { ...node, name }
  node.name = name
  return node
}

/** What the user or a template adds is cleaned as the name was that the node came with. */
function cleanWanted(own: string, wanted: string): string {
  if (wanted === own) return own
  const name = cleanName(wanted)
  return name.trim() === '' ? own : name
}

const LEADING_FLAG = /^[\u{1f1e6}-\u{1f1ff}]{2}\s*/u

function wantedName(given: string, { prefix = '', flag = false }: Naming): string {
  const own = prefix === '' ? '' : (LEADING_FLAG.exec(given)?.[0] ?? '')
  const prefixed = prefix === '' ? given : `${own}${prefix}${given.slice(own.length)}`
  if (!flag) return prefixed
  // The prefix tells a region only where the name does not.
  const region = regionOf(given) ?? (prefix === '' ? undefined : regionOf(prefixed))
  const mark = region === undefined ? undefined : flagOf(region)
  return mark === undefined || prefixed.includes(mark) ? prefixed : `${mark} ${prefixed}`
}

function changeOf(asked: string, from: string, name: string, names: UniqueNames): NodeIssue | undefined {
  if (name === asked) return undefined
  // As for a name that came with such characters: it is not told that somebody else has it.
  if (name === from) return { code: 'name-changed', field: 'name', kept: true }
  const args: IssueArgs = names.isReserved(from) ? { name, from, reason: 'name-reserved' } : { name, from }
  return { code: 'name-changed', field: 'name', kept: true, args }
}
