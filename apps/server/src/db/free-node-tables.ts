import { table } from './table.ts'

/** Sources of nodes for anybody. Times are milliseconds since 1970, yes and no are 1 and 0. */
export const FREE_NODE_TABLES = {
  free_source: table<{
    id: string
    revision: number
    place: number
    name: string
    address: string
    kind: string
    interval_ms: number
    enabled: number
    /** It stands in `FREE_NODE_SOURCES`. */
    from_settings: number
    tried_at: number | null
    next_at: number | null
    /** JSON of a `FetchState`. */
    fetch_state: string
    /** JSON: how many nodes it had at most, by the day. */
    days: string
    /** JSON of the nodes that are served. */
    nodes: string | null
    reports: number
  }>({
    since: '011-free-nodes',
    key: ['id'],
    owner: 'server',
    sealed: ['address', 'nodes'],
  }),
  /** What the last checks of a node said, by its key. */
  free_node_check: table<{ node: string; checked_at: number; checks: string }>({
    since: '011-free-nodes',
    key: ['node'],
    owner: 'server',
  }),
}
