import type { NodeBase } from './node.ts'

/** What an entry is to the ones before it. */
export type Sameness = { of: number; differs: boolean }

/**
 * The entries that share server, port and name with an earlier one, by index: which one, and whether they differ from it
 * in any other setting. Linear, also for equal names.
 */
export function findDuplicates(entries: readonly { node: NodeBase }[]): ReadonlyMap<number, Sameness> {
  const firstByName = new Map<string, number>()
  const firstByKey = new Map<string, number>()
  const duplicates = new Map<number, Sameness>()
  for (let index = 0; index < entries.length; index++) {
    const { node } = entries[index]!
    const sameName = firstByName.get(node.name)
    if (sameName === undefined) {
      firstByName.set(node.name, index)
      continue
    }
    const first = entries[sameName]!.node
    if (!firstByKey.has(keyOf(first))) firstByKey.set(keyOf(first), sameName)
    const key = keyOf(node)
    const of = firstByKey.get(key)
    if (of === undefined) firstByKey.set(key, index)
    else duplicates.set(index, { of, differs: !isEqual(entries[of]!.node, node) })
  }
  return duplicates
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
