import type { Issue, NodeIssue } from '../../model/issue.ts'
import type { SubscriptionInfo } from '../../model/report.ts'
import type { ProxyNode } from '../../protocols/index.ts'

/** One entry that became a node. */
export interface ParsedNode {
  node: ProxyNode
  /** The share link it came from, when it names this node alone. */
  link?: string
  /** Physical line in the text as given, from 1. */
  line: number
  /** Line inside a decoded body, from 1. */
  inner?: number
  /** What reading it found out; the node is kept. */
  issues: readonly NodeIssue[]
}

/** One entry that did not. */
export interface FailedEntry {
  node?: undefined
  line: number
  inner?: number
  issues: Issue[]
}

export type ParsedEntry = ParsedNode | FailedEntry

export interface ParsedCounts {
  /** `entries = nodes + skipped + comments`. */
  entries: number
  comments: number
  skipped: number
  /** Traffic and expiry, where the text tells them. */
  subscription?: SubscriptionInfo
}

export interface ParseOptions {
  /** Name of the source, for the issues. */
  source?: string
  /** Characters of the text at most; default 64 Mi. */
  maxLength?: number
  /** Default 200,000. */
  maxNodes?: number
  /** Aliases of one YAML document. Absent: as many as there are, if what they stand for is not too much. */
  maxAliases?: number
}
