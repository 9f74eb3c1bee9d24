import type { FreeNode, FreeSource } from '@switchyard/contract'
import type { ListedNode } from '../../components/node-grid/listed-node.ts'

/** Free nodes as a table shows them, in the order given. Their links are not in it: they are copied unseen. */
export function freeRows(nodes: readonly FreeNode[], names: ReadonlyMap<string, string>): ListedNode[] {
  return nodes.map(({ key, name, region, protocol, host, port, sources, check: { target, results } }, at) =>
    Object.assign(
      {
        id: key,
        line: String(at + 1),
        name,
        protocol,
        server: host,
        port,
        source: sources.map((id) => names.get(id) ?? '').join(' · '),
        state: 'kept' as const,
        check: { target, results },
      },
      region === undefined ? {} : { region },
    ),
  )
}

/** The texts of those nodes that are wanted, in the order of the list: a source that any screen reads. */
export function textsOf(nodes: readonly FreeNode[], keys: readonly string[]): string {
  const wanted = new Set(keys)
  return nodes
    .filter(({ key }) => wanted.has(key))
    .map(({ text }) => text)
    .join('\n')
}

/** Those that anybody may have asked again now, of one source or of all. */
export function mayRefresh(sources: readonly FreeSource[], chosen: string | undefined, now: number): FreeSource[] {
  return sources.filter(({ id, mayRefreshAt }) => (chosen ?? id) === id && mayRefreshAt <= now)
}

/** Whether there is nothing new of any source that has nodes. */
export function areAllStale(sources: readonly FreeSource[]): boolean {
  const filled = sources.filter(({ nodes }) => nodes > 0)
  return filled.length > 0 && filled.every(({ isStale }) => isStale)
}
