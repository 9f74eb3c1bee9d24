import { findNode, valueOf } from '../document/document-node.ts'
import { setValue } from '../document/edit-document.ts'
import type { OpenDocument } from '../document/open-document.ts'
import type { ChangeNotes } from './change-report.ts'
import type { ConfigState } from './config-state.ts'
import { isSame } from './same-value.ts'
import { spelledPath } from './text-draft.ts'

/** Puts a value at a path, and what is missing on the way to it. A value that is there already is passed over. */
export function setOne(
  path: readonly (string | number)[],
  value: unknown,
  state: ConfigState,
  notes: ChangeNotes,
): void {
  const { draft } = state
  const there = (document: OpenDocument) => findNode(document.root, spelledPath(document, path))
  const touched = there(draft.document)
  if (touched === undefined ? draft.mayMake(path) : draft.isTouched(touched)) draft.settle()
  const before = there(draft.document)
  if (before !== undefined && isSame(valueOf(before), value)) return notes.skip()
  notes.written(
    draft.edit((document) => setValue(document, spelledPath(document, path), value), path),
    path.join('/'),
  )
}
