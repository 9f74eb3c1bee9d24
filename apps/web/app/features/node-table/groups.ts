import { isNode, type ListedNode } from '../../components/node-grid/listed-node.ts'

/** By what the nodes are put together. */
export const GROUPINGS = ['region', 'protocol', 'source'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** Nodes that have the same in common; '' = those of which it is not known. */
export interface NodeGroup {
  value: string
  count: number
}

const valueOf = (row: ListedNode, by: Grouping): string => row[by] ?? ''

/** The groups, the largest first; of equal ones the one that came first. What is no node is in none. */
export function groupsOf(rows: readonly ListedNode[], by: Grouping): NodeGroup[] {
  const counts = new Map<string, number>()
  for (const row of rows) if (isNode(row)) counts.set(valueOf(row, by), (counts.get(valueOf(row, by)) ?? 0) + 1)
  const groups = [...counts].map(([value, count]) => ({ value, count }))
  return groups.sort((a, b) => Number(a.value === '') - Number(b.value === '') || b.count - a.count)
}

/** The nodes of one group. */
export function inGroup(rows: readonly ListedNode[], by: Grouping, value: string): ListedNode[] {
  return rows.filter((row) => isNode(row) && valueOf(row, by) === value)
}
