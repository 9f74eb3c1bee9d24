import type { NodeBase, Severity } from '@switchyard/convert'

/** A line that is no node yet, as a record with what is wrong left open. */
export interface LineDraft {
  node: NodeBase
  /** Fields that have to be filled in, the first one first. */
  open: readonly string[]
}

/** One node as clients spell it; empty where the client has no such node. */
export interface NodeTexts {
  json: string
  yaml: string
}

/** A node as a link, and what is wrong with it. */
export interface LinkPreview {
  /** Absent where the node cannot be written as a link. */
  link?: string
  /** An error keeps the node from being saved. */
  issues: { code: string; text: string; severity: Severity; field?: string }[]
}

/** What a text says that should be one share link. */
export interface LinkRead<Node = NodeBase> {
  /** Absent where it is none, or more than one. */
  node?: Node
  entries: number
  issues: LinkPreview['issues']
}
