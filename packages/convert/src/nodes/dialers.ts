import type { NodeBase } from '../model/node.ts'

/** Nodes that connect through another one, by its name (mihomo dialer-proxy, sing-box detour). */

/**
 * The nodes with their references following the other's new name; `oldNames` give what nodes were called before, the
 * name that counts for more first.
 */
export function followNewNames(
  nodes: readonly NodeBase[],
  oldNames: readonly ((index: number) => string | undefined)[],
): readonly NodeBase[] {
  if (!nodes.some((node) => node.dialer !== undefined)) return nodes
  const newNames = new Map<string, string>()
  for (const oldName of oldNames) {
    for (const [index, node] of nodes.entries()) {
      const name = oldName(index)
      if (name !== undefined && !newNames.has(name)) newNames.set(name, node.name)
    }
  }
  return nodes.map((node) => {
    const dialer = node.dialer === undefined ? undefined : (newNames.get(node.dialer) ?? node.dialer)
    return dialer === node.dialer ? node : { ...node, dialer }
  })
}

/** Names of nodes whose chain ends outside the list or goes in a circle: in a bare list the client refuses it all. */
export function findLostChains(nodes: readonly NodeBase[]): ReadonlySet<string> {
  const dialers = new Map(nodes.map((node) => [node.name, node.dialer === 'DIRECT' ? undefined : node.dialer]))
  // Whether a chain ends well is asked once of every node on it.
  const leadsOut = new Map<string, boolean>()
  for (const start of dialers.keys()) {
    const chain: string[] = []
    let at: string | undefined = start
    while (at !== undefined && dialers.has(at) && !leadsOut.has(at)) {
      // Met again before its end is known, it is part of a circle.
      leadsOut.set(at, false)
      chain.push(at)
      at = dialers.get(at)
    }
    const isSound = at === undefined || leadsOut.get(at) === true
    for (const name of chain) leadsOut.set(name, isSound)
  }
  return new Set([...dialers.keys()].filter((name) => leadsOut.get(name) !== true))
}
