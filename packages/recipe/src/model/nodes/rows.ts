import type { IssueCode } from '@switchyard/convert'

/** One node as the table shows it; nothing secret is in it. */
export interface NodeRow {
  key: string
  sourceId: string
  line: number
  inner?: number
  name: string
  /** The name it came with, where it has another one now. */
  renamedFrom?: string
  type: string
  server: string
  port: number
  /** ws, grpc …; '' for plain. */
  transport: string
  /** tls, reality or ''. */
  security: string
  /** ISO code. */
  region?: string
  disabled: boolean
  /** Equal or nearly equal to this one, which stands before it. */
  duplicateOf?: string
  duplicateDiffers?: boolean
  /** Where that one stands. */
  duplicatePlace?: string
  isInfo: boolean
  isClone: boolean
}

/** An entry that no node is written for, with what the list says of it; nothing secret is in it. */
export interface OtherRow {
  key: string
  sourceId: string
  line: number
  inner?: number
  /** The row that it follows in the order given; absent: it stands at the top. */
  after?: string
  /** Why it was skipped, in words. */
  skipped?: readonly { code: IssueCode; text: string; field?: string }[]
  /** What the link of a skipped entry says of its node; '' = no name, a type that nobody knows. */
  broken?: Pick<NodeRow, 'name' | 'type' | 'region'>
  /** The host of a skipped entry that is an address to fetch. */
  toFetch?: string
  /** How the text of a skipped entry without a name begins. */
  start?: string
  /** The node that was deleted. */
  deleted?: Pick<NodeRow, 'name' | 'type' | 'server' | 'port' | 'transport' | 'security' | 'region'>
}

/** What became of a row for the chosen client, where that is worth telling. */
export interface RowOutcome {
  key: string
  status: 'excluded' | 'refused' | 'warn'
  /** It is in the output and may not connect. */
  isDoubtful?: boolean
  issues: { code: IssueCode; text: string; field?: string; isTakenElsewhere?: true; isNote?: true }[]
}
