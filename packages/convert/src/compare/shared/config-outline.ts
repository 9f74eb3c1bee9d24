import type { DocumentNode } from '../../document/document-node.ts'

/** What a part of a config is; parts of one kind are told apart by their names. */
export type OutlineKind = 'node' | 'group' | 'proxy-provider' | 'rule-provider' | 'inbound' | 'dns-server'

export interface OutlinePart {
  kind: OutlineKind
  name: string
  node: DocumentNode
  /** Keys that say who it is. */
  nameKeys: readonly string[]
  /** The key under which the members of a group stand. */
  membersKey?: string
}

/** Rules that are asked in their order; `name` is empty for those of the config itself. */
export interface OutlineRules {
  name: string
  rules: { text: string; node: DocumentNode }[]
}

/** A config by what it means: parts with names, rules in order, and settings. */
export interface ConfigOutline {
  parts: OutlinePart[]
  rules: OutlineRules[]
  /** The whole config; what is a part or a rule is no setting. */
  root: DocumentNode
  /** Paths of lists that are parts or rules. */
  taken: ReadonlySet<string>
  /** In nodes and groups a number is the same as its text. */
  isWeak: boolean
}
