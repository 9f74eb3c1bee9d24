import type { NodeCheck } from '../reachability/node-check.ts'

export interface RowIssue {
  code: string
  /** In the language of the page. */
  text: string
  severity: 'error' | 'warning' | 'note'
}

/** What becomes of an entry: a node that is kept, or left out and why; or no node at all. */
export type RowState = 'kept' | 'duplicate' | 'excluded' | 'disabled' | 'refused' | 'to-fetch' | 'skipped' | 'deleted'

/**
 * One node as a table of nodes shows it: who has nodes makes such rows of them, the table draws them. A changed node is a
 * new object; an unchanged one stays the same object.
 */
export interface ListedNode {
  /** Stays the same when the data is loaded again. */
  id: string
  /** Where it stands in its text; behind the initial of its source where there are several. */
  line: string
  name: string
  /** ISO 3166 code in capitals: JP. */
  region?: string
  /** vless, hysteria2 … */
  protocol: string
  server: string
  port: number
  /** ws, grpc … ; absent = plain TCP or UDP. */
  transport?: string
  security?: 'tls' | 'reality'
  /** Name of where it came from. */
  source: string
  /**
   * Skipped: no node could be read. There is no server; name, region and protocol are those that its link says, if any.
   * To fetch: the address of a subscription, whose name is its host.
   */
  state: RowState
  /** It is kept, and connects only under a condition that cannot be checked. */
  isDoubtful?: boolean
  /** How the text of a skipped entry without a name begins. */
  start?: string
  /** Why it is left out, in words. */
  reason?: string
  issues?: readonly RowIssue[]
  /** The name before the user, or the unique naming, changed it. */
  oldName?: string
  /** The row this one repeats (server, port and name are equal). */
  duplicateOf?: string
  /** It repeats a row but differs in another setting. */
  differs?: boolean
  isNew?: boolean
  /** Traffic left, expiry, a web site: no node to connect to. */
  isInfo?: boolean
  /** Whether its server answers, where the screen asks for that. */
  check?: NodeCheck
}

/** Whether the row stands for a node of the list: others were skipped or deleted, or are to be fetched, and nothing can be done to them as nodes. */
export function isNode({ state }: Pick<ListedNode, 'state'>): boolean {
  return state !== 'skipped' && state !== 'to-fetch' && state !== 'deleted'
}

/** Whether nothing is written for the entry and the row says why. */
export function isLeftOut({ state }: Pick<ListedNode, 'state'>): boolean {
  return state !== 'kept' && state !== 'disabled' && state !== 'deleted'
}
