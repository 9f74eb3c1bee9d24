import type { CheckReport } from '../../check/shared/check-report.ts'
import { findLoops } from '../../check/shared/find-loops.ts'
import { type DocumentNode, type DocumentPath, resolved } from '../../document/document-node.ts'
import { childOf, type ConfigPart, itemsOf } from './read-config.ts'

/** A member of a group. */
export interface Member {
  name: string
  node: DocumentNode
  path: DocumentPath
  group: ConfigPart
}

/** Names that two of them have, or that the client keeps for itself. */
export function checkUnique(parts: readonly ConfigPart[], taken: ReadonlySet<string>, report: CheckReport): void {
  const first = new Map<string, ConfigPart>()
  for (const part of parts) {
    if (part.name === '') continue
    const before = first.get(part.name)
    if (before !== undefined)
      report.add('name-taken', part.nameNode, [...part.path, 'name'], {
        name: part.name,
        of: report.lineOf(before.nameNode),
      })
    else if (taken.has(part.name)) report.add('name-taken', part.nameNode, [...part.path, 'name'], { name: part.name })
    else first.set(part.name, part)
  }
}

/** What stands under `proxies` of the groups, each with its place. */
export function membersOf(groups: readonly ConfigPart[]): Member[] {
  return groups.flatMap((group) =>
    itemsOf(childOf(group.map, 'proxies')).flatMap(([index, node]) => {
      const scalar = resolved(node)
      if (scalar.kind !== 'scalar') return []
      return [{ name: scalar.text, node, path: [...group.path, 'proxies', index], group }]
    }),
  )
}

/** Members that do not exist, each with the nearest name that is no member yet and not the group itself. */
export function checkMembers(members: readonly Member[], known: ReadonlySet<string>, report: CheckReport): void {
  const names = [...known]
  const taken = new Map<ConfigPart, Set<string>>()
  for (const { name, group } of members) {
    const others = taken.get(group)
    if (others) others.add(name)
    else taken.set(group, new Set([group.name, name]))
  }
  for (const { name, node, path, group } of members)
    if (!known.has(name))
      report.add('name-missing', node, path, { name, ...report.nearest(name, names, taken.get(group)) })
}

/** Groups that hold one another: told at the member that closes the loop. */
export function checkLoops(groups: readonly ConfigPart[], members: readonly Member[], report: CheckReport): void {
  const names = new Set(groups.map((group) => group.name))
  const links = new Map<string, string[]>(groups.map((group) => [group.name, []]))
  const first = new Map<string, Member>()
  for (const member of members) {
    const { name, group } = member
    if (!names.has(name)) continue
    links.get(group.name)!.push(name)
    const link = linkOf(group.name, name)
    if (!first.has(link)) first.set(link, member)
  }
  for (const loop of findLoops(links)) {
    const member = first.get(linkOf(loop.at(-1)!, loop[0]!))
    if (member !== undefined)
      report.add('names-loop', member.node, member.path, { names: [...loop, loop[0]!].join(' → ') })
  }
}

function linkOf(from: string, to: string): string {
  return JSON.stringify([from, to])
}
