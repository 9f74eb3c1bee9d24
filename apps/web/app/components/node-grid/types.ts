import type { ReactNode } from 'react'
import type { OwnColumnId } from './columns/own-columns.ts'
import type { ListedNode } from './listed-node.ts'
import type { SpelledFlag } from './filter/filter-query.ts'
import type { CommonField, FieldsChange, LinkPreview, LinkRead, NewStep, NodeTexts } from '@switchyard/recipe/model'

/** What a grid of nodes is given and what it reports. It fetches nothing and asks no engine. */

export type { CommonField, FieldsChange, LinkPreview, LinkRead, NewStep, NodeTexts, ListedNode }

/** Rows that go, in their order, before another row; null = to the end. */
export interface RowMove {
  ids: readonly string[]
  before: string | null
}

export interface NameChange {
  id: string
  name: string
}

/** The node record of the engine, seen as plain data. */
export type NodeRecord = Record<string, unknown> & { type: string; name: string; server: string; port: number }

/** What an entry says, and what is read of it; no node where that fails. */
export interface EntryText {
  text: string
  node?: NodeRecord
}

/** What the person asked for. A callback that is not given takes its button, menu entry and key with it. */
export interface NodeGridActions {
  onRename?: (changes: readonly NameChange[]) => void
  /** Names made by a template or a pattern, or with a flag before them. */
  onRenameMany?: (changes: readonly NameChange[]) => void
  /** The nodes of a region are left out, those that come later too. `name`: what the region is called. */
  onExcludeRegion?: (region: string, name: string) => void
  onUndoRename?: (ids: readonly string[]) => void
  onDisable?: (ids: readonly string[], disabled: boolean) => void
  onDelete?: (ids: readonly string[]) => void
  onMove?: (move: RowMove) => void
  /** The sorted view becomes the order: every id, in its new place. */
  onApplyOrder?: (ids: readonly string[]) => void
  /** How many of the rows have each field that can be set for many. */
  countFields?: (ids: readonly string[]) => Promise<Readonly<Record<CommonField, number>>>
  onSetFields?: (ids: readonly string[], change: FieldsChange) => void
  /**
   * What was asked for becomes steps: they hold for nodes that come later too. `names`: what the first of them makes of
   * the names that are there.
   */
  onKeepSteps?: (steps: readonly NewStep[], names?: readonly NameChange[]) => void
  /** A node that was typed in. */
  onAdd?: (node: NodeRecord) => void
  onCopyLinks?: (ids: readonly string[]) => void
  /** They become favourites. */
  onStar?: (ids: readonly string[]) => void
  onExport?: (ids: readonly string[]) => void
  /** Whether their servers answer is tried. */
  onCheck?: (ids: readonly string[]) => void
  /** What every check of a node found. */
  onShowChecks?: (id: string) => void
  onShowQr?: (id: string) => void
  onClone?: (ids: readonly string[]) => void
  /** The record behind a row. */
  loadNode?: (id: string) => Promise<NodeRecord | undefined>
  previewLink?: (node: NodeRecord) => Promise<LinkPreview>
  onSave?: (id: string, node: NodeRecord, shown: NodeRecord) => void
  readLink?: (text: string) => Promise<LinkRead<NodeRecord>>
  /** `node`: what the link says. */
  onReplaceLink?: (id: string, link: string, node: NodeRecord) => void
  /** What is to be seen of one entry; undefined where its text is not at hand. */
  loadEntry?: (id: string) => Promise<EntryText | undefined>
  /** An entry says something else now. `node`: what that is read as. */
  onSaveEntry?: (id: string, text: string, node: NodeRecord) => void
  /** A record as clients read it. */
  writeTexts?: (node: NodeRecord) => Promise<NodeTexts>
  /** What can be done about what is wrong with a row. */
  fixesOf?: (id: string) => readonly RowFix[]
  /** Information entries are left out from now on. */
  onExcludeInfo?: (ids: readonly string[]) => void
}

/** Columns that a screen adds. The same object while neither what they say nor the order by them changes. */
export interface OwnColumns {
  ids: ReadonlySet<OwnColumnId>
  cell: (row: ListedNode, column: OwnColumnId) => ReactNode
  /** The same in short, for a card on a phone. */
  card: (row: ListedNode) => ReactNode
  /** By what rows are sorted; those with nothing come last. */
  sortKey: (row: ListedNode, column: OwnColumnId) => string
}

/** Something that can be done about what is wrong with a row. */
export interface RowFix {
  id: string
  label: string
  run: () => void
}

/** What is wrong with which field of a record. */
export interface FieldHint {
  field?: string
  text: string
}

/** A record that is no row yet, to be filled in. */
export interface RecordDraft {
  node: NodeRecord
  hint: FieldHint
  onSave: (node: NodeRecord) => void
}

export interface NodeGridHandle {
  /** Shows a row, whatever the filter, and puts the focus on it. False when there is no such row. */
  reveal: (id: string) => boolean
  /** Scrolls to a row that the filter lets through and makes it the tab stop; the focus stays where it is. */
  show: (id: string) => void
  /** The row with the tab stop while it is seen, else the first row that is seen. */
  current: () => string | undefined
  clearFilter: () => void
  /** Shows only the rows of this state. Undefined: the rows of every state. The words of the filter stay. */
  showState: (state: SpelledFlag | undefined) => void
  /** Opens the fields of a row, on the one that something is wrong with. */
  edit: (id: string, hint?: FieldHint) => void
  editDraft: (draft: RecordDraft) => void
}
