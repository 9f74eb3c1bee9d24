import type { Way } from './explanation.ts'

/** A group as far as it says where a connection goes. */
export interface Crossing {
  /** The member that it takes, where it takes one for all; undefined: any of them. */
  chosen: string | undefined
  members: readonly string[]
  /** Lists of nodes that are not at hand. */
  unread: readonly string[]
}

/** Groups may lead to groups: what is deeper is a loop, or a config that nobody wrote by hand. */
const DEPTH_MAX = 100
const NODES_MAX = 10_000

/** Follows the groups from a target to its nodes. */
export function findWay(
  target: string,
  crossingOf: (name: string) => Crossing | undefined,
): { way: Way; unread: readonly string[] } {
  const groups: string[] = []
  let name = target
  for (let crossing = crossingOf(name); crossing !== undefined; crossing = crossingOf(name)) {
    if (groups.length === DEPTH_MAX || groups.includes(name)) return { way: { groups }, unread: [] }
    groups.push(name)
    const { chosen, members, unread } = crossing
    if (chosen === undefined) {
      const { nodes, missing } = nodesOf(members, crossingOf)
      const open = [...unread, ...missing]
      if (nodes.length === 1 && open.length === 0) return { way: { groups, node: nodes[0]! }, unread: [] }
      return { way: nodes.length === 0 ? { groups } : { groups, nodes }, unread: open }
    }
    name = chosen
  }
  return { way: { groups, node: name }, unread: [] }
}

/** All nodes that members may lead to. */
function nodesOf(
  members: readonly string[],
  crossingOf: (name: string) => Crossing | undefined,
): { nodes: string[]; missing: string[] } {
  const seen = new Set<string>()
  const nodes: string[] = []
  const missing = new Set<string>()
  const waiting = members.toReversed()
  for (let name = waiting.pop(); name !== undefined && seen.size < NODES_MAX; name = waiting.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    const crossing = crossingOf(name)
    if (crossing === undefined) nodes.push(name)
    else if (crossing.chosen !== undefined) waiting.push(crossing.chosen)
    else {
      for (const list of crossing.unread) missing.add(list)
      for (const member of crossing.members.toReversed()) waiting.push(member)
    }
  }
  return { nodes, missing: [...missing] }
}
