import type { IssueCode, Severity, SubscriptionInfo } from '@switchyard/convert'

/** What is known of a text before it is converted. */

export type TextKind = 'links' | 'base64' | 'yaml' | 'json' | 'conf' | 'mixed' | 'empty' | 'unknown'

/** How a line of a text was read. */
export type ReadStatus = 'ok' | 'warn' | 'to-fetch' | 'skipped' | 'duplicate' | 'comment'

/** How a line of a text ended: what the editor's gutter shows. `notice`: its provider tells something by it. */
export type LineStatus = ReadStatus | 'notice' | 'excluded' | 'refused' | 'disabled' | 'deleted'

/** What there is to say about a line, the gravest first. */
export interface LineMark {
  line: number
  status: LineStatus
  /** The name of the node, if the line became one node. */
  name?: string
  issues: readonly LineIssue[]
  /** The line holds several entries, and not all of them ended as its status says. */
  isPartly?: true
}

export interface LineIssue {
  code: IssueCode
  severity?: Severity
  message: string
  field?: string
  /** Line inside the Base64 that the line holds, from 1. */
  inner?: number
  /** Row of the node that the line became. */
  key?: string
  kept?: boolean
  isTakenElsewhere?: true
}

/** An address that a line says, or holds as its parameter. */
export interface SubscriptionAddress {
  line: number
  /** The line itself, without the space around. */
  text: string
  url: string
  /** It is the address of a converter, and so many addresses and links stand in it. */
  holds?: number
}

/** What a text turned out to be. */
export interface SourceInfo {
  kind: TextKind
  lines: number
  entries: number
  nodes: number
  /** How many of the nodes tell of traffic or expiry and are no servers. */
  notices: number
  skipped: number
  comments: number
  /** Addresses of subscriptions among its lines; they count as skipped until they are fetched. */
  addresses: SubscriptionAddress[]
  subscription?: SubscriptionInfo
  isCut: boolean
}

/** How many entries of a text could not be read: an address that waits to be fetched is none of them. */
export const unreadIn = ({ skipped, addresses }: Pick<SourceInfo, 'skipped' | 'addresses'>): number =>
  skipped - addresses.length

/** How many servers a text gives: what its provider tells of traffic or expiry is none. */
export const serversIn = ({ nodes, notices }: Pick<SourceInfo, 'nodes' | 'notices'>): number => nodes - notices

/** One line of a first look at a text; nothing secret is in it. */
export type GlanceEntry =
  | { state: 'node'; line: number; name: string; type: string; region?: string }
  /** `of`: the line of the first one. */
  | { state: 'duplicate'; line: number; name: string; type: string; region?: string; of: number }
  /** `name`: the one that its link gives, else how its text begins; '' where that may hold a secret. */
  | { state: 'skipped'; line: number; name: string; region?: string; message: string }
  /** An address that is not fetched; `name`: its host. */
  | { state: 'to-fetch'; line: number; name: string; region?: undefined }

/** A first look at texts: a few entries, and how many there are of what. */
export interface Glance {
  entries: readonly GlanceEntry[]
  /** Nodes by protocol, the most first; notices of a provider are none. */
  types: readonly { type: string; count: number }[]
  /** `entries = nodes + notices + duplicates + toFetch + skipped` */
  counts: Record<'entries' | 'nodes' | 'notices' | 'duplicates' | 'toFetch' | 'skipped', number>
  /** Addresses of subscriptions that are not fetched. */
  addresses: readonly SubscriptionAddress[]
  /** There was more than is read. */
  isCut: boolean
}
