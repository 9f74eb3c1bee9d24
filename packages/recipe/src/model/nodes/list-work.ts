/** What is asked about whole lists of nodes beside a conversion, and what is answered. */

/** A field that differs between two nodes. The values are absent where they may be secret. */
export interface ChangedField {
  /** Where it stands in the record, with dots. */
  path: string
  left?: string
  right?: string
}

/** Two rows, one of each list, that are about the same node. */
export interface ComparedPair {
  left: string
  right: string
  fields: readonly ChangedField[]
}

/** Two lists beside each other, by the keys of their rows. Every row is in exactly one part. */
export interface ComparedLists {
  onlyLeft: readonly string[]
  onlyRight: readonly string[]
  same: readonly ComparedPair[]
  changed: readonly ComparedPair[]
}

/** What a list can be saved as: share links one a line, the same in Base64, `proxies:`, outbounds, a table. */
export const NODE_FILES = ['text', 'encoded', 'yaml', 'json', 'csv'] as const
export type NodeFile = (typeof NODE_FILES)[number]

/** A list as text, and how many of the nodes it could not say. */
export interface ExportedList {
  text: string
  left: number
}

/** Where something is looked for. */
export const REPLACED_FIELDS = ['name', 'server', 'sni', 'host', 'path'] as const
export type ReplacedField = (typeof REPLACED_FIELDS)[number]

export interface Replacement {
  find: string
  /** In a pattern, `$1` is the first group. */
  to: string
  fields: readonly ReplacedField[]
  isRegex: boolean
  matchesCase: boolean
}
