import type { Issue } from './issue.ts'

/** Traffic and expiry as a provider reports them: bytes and unix seconds. */
export interface SubscriptionInfo {
  upload?: number
  download?: number
  total?: number
  expire?: number
}

/**
 * What became of every entry. `entries = nodes + skipped + comments` and
 * `nodes = duplicates + excluded + disabled + refused + output`.
 */
export interface Report {
  entries: number
  comments: number
  nodes: number
  skipped: number
  duplicates: number
  /** Left out because somebody wanted it so, or because the client does not have the type. */
  excluded: number
  disabled: number
  /** Left out because the client would refuse a value or could never connect. */
  refused: number
  output: number
  /** Nodes of the output that may not connect: it depends on something that we cannot check. */
  doubtful: number
  issues: Issue[]
  /** A list when several sources told one. */
  subscription: SubscriptionInfo | SubscriptionInfo[] | null
}
