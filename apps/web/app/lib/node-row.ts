export interface RowIssue {
  code: string
  /** In the language of the page. */
  text: string
  severity: 'error' | 'warning' | 'note'
}

/**
 * One node as a table of nodes shows it: who has nodes makes such rows of them, the table draws them. A changed node is a
 * new object; an unchanged one stays the same object.
 */
export interface NodeRow {
  /** Stays the same when the data is loaded again. */
  id: string
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
  /** What becomes of the node: kept, or left out and why. */
  state: 'kept' | 'excluded' | 'disabled' | 'refused'
  /** It is kept, and connects only under a condition that cannot be checked. */
  isDoubtful?: boolean
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
}
