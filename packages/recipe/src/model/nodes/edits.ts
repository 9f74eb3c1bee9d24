import type { NodeBase } from '@switchyard/convert'
import type { JsonObject } from '@switchyard/convert/record'
import type { CommonField } from './common-field.ts'

/** What takes the place of a node as it is read, its name apart. */
export type NodeEdit =
  /** Fields when they were edited, and what they were made: the rest of the node stays as it is read. */
  | { from: Readonly<JsonObject>; to: Readonly<JsonObject> }
  /** Another node. */
  | { node: NodeBase }
  /** The node of another share link. */
  | { link: string }

/** A node as it was shown and as it is to be. */
export interface NodeChange {
  shown: NodeBase
  node: NodeBase
}

/** What fields are to be; null = the default of the client. Others stay as they are. */
export type FieldsChange = Readonly<Partial<Record<CommonField, boolean | string | null>>>

/** What a person changed about the nodes, by row key. */
export interface NodeEdits {
  deleted: readonly string[]
  disabled: readonly string[]
  names: Readonly<Record<string, string>>
  /** The name stands in `names`. */
  nodes: Readonly<Record<string, NodeEdit>>
  /** New rows and what each is a copy of. */
  clones: readonly { key: string; of: string }[]
  /** All keys in the order wanted; rows that are not in it follow what stood before them. */
  order?: readonly string[]
  /** Duplicates that stay under another name. */
  kept: readonly string[]
}

/** Every node as it was read. */
export const NO_EDITS: NodeEdits = { deleted: [], disabled: [], names: {}, nodes: {}, clones: [], kept: [] }
