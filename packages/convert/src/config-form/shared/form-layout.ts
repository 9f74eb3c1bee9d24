import type { KeyDialect } from '../../check/shared/key-checker.ts'
import type { DocumentPath, MapNode } from '../../document/document-node.ts'
import type { PartKind } from '../../inject/shared/config-editor.ts'
import type { KeyTable } from '../../model/key-rules.ts'

/** What a config is about, in the order in which it is shown. */
export const FORM_SECTIONS = [
  'general', 'dns', 'inbounds', 'nodes', 'providers', 'groups', 'rules', 'rule-sets', 'experimental',
] as const // oxfmt-ignore
export type FormSectionId = (typeof FORM_SECTIONS)[number]

/** What the items of a list are. */
export type FormListKind = PartKind | 'rule' | 'dns-rule'

/** A list of parts, or a map of them by name. */
export interface FormListLayout {
  path: DocumentPath
  kind: FormListKind
  /** Those items that stand here; all where it is absent. */
  holds?: (item: MapNode) => boolean
}

export interface FormSectionLayout {
  id: FormSectionId
  /** Maps whose keys are fields here: those named, or all that stand nowhere else. */
  maps: readonly { path: DocumentPath; keys?: readonly string[] }[]
  lists: readonly FormListLayout[]
}

/** How the config of a client is laid out as a form. */
export interface FormLayout {
  /** The keys at the top. */
  keys: KeyTable
  dialect: KeyDialect
  /** The key that says what an item is called. */
  nameKey: string
  sections: readonly FormSectionLayout[]
  /** Texts of which one is meant, where the client's own keys take any: by path, without places in lists. */
  choices: Readonly<Record<string, readonly string[]>>
  /** What a key begins with when it is added, by path. */
  firstValues: Readonly<Record<string, unknown>>
  /** A new item of a list. `near`: names that it may be made of, the most usual first. */
  newItem(kind: FormListKind, type: string, name: string, near: readonly string[]): unknown
  /** Types of which new items may be, the usual one first. */
  newTypes(kind: FormListKind): readonly string[]
  /** Whom a group has, as far as the file tells; undefined where there is no such group. */
  membersOf(root: MapNode, name: string): GroupPreview | undefined
}

/** The members of a group, with those that its filters find. */
export interface GroupPreview {
  members: readonly string[]
  /** Providers whose nodes are not at hand. */
  unread: readonly string[]
}
