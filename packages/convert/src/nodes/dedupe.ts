import type { NodeBase } from './node.ts'

/** What an entry is to the ones before it. */
export type Sameness = { of: number; differs: boolean }

/**
 * For every node: undefined when it is the first with its server, port and name, else the index of the first one and
 * whether it differs from it in any other setting. Linear, also for equal names.
 */
export function findDuplicates(nodes: readonly NodeBase[]): (Sameness | undefined)[] {
  const firstByName = new Map<string, number>()
  const firstByKey = new Map<string, number>()
  return nodes.map((node, index) => {
    const sameName = firstByName.get(node.name)
    if (sameName === undefined) {
      firstByName.set(node.name, index)
      return undefined
    }
    const other = nodes[sameName]!
    if (!firstByKey.has(keyOf(other))) firstByKey.set(keyOf(other), sameName)
    const key = keyOf(node)
    const of = firstByKey.get(key)
    if (of === undefined) {
      firstByKey.set(key, index)
      return undefined
    }
    return { of, differs: !isEqual(nodes[of], node) }
  })
}

function keyOf(node: NodeBase): string {
  return `${node.server}\0${node.port}\0${node.name}`
}

function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  const a = left as Record<string, unknown>
  const b = right as Record<string, unknown>
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) if (!isEqual(a[key], b[key])) return false
  return true
}
