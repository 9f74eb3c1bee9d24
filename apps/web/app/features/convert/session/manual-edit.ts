import { listChange } from '../../../components/engine/list-change.ts'
import type { Hunk } from '../../../components/diff/line-diff.ts'
import { movedConflicts, type Conflict } from '../../../components/diff/merge-texts.ts'
import type { ManualEdit, Model } from './model.ts'

export function editOf({ manual, output }: Model): ManualEdit | undefined {
  return manual[output]
}

export function withEdit(model: Model, edit: ManualEdit | undefined): Model {
  const { [model.output]: _, ...others } = model.manual
  return { ...model, manual: edit ? { ...others, [model.output]: edit } : others }
}

/** The model after a person typed; a text as it was generated is no change. */
export function withTyped(model: Model, generated: string, text: string): Model {
  const edit = editOf(model) ?? { base: generated, text: generated, isKept: false, conflicts: [] }
  if (text === edit.text) return model
  if (text === edit.base) return withEdit(model, undefined)
  return withEdit(model, { ...edit, text, conflicts: movedConflicts(edit.conflicts, [changedLines(edit.text, text)]) })
}

/** Settles a conflict: what was typed stays, or what was generated takes its place. */
export function settled(edit: ManualEdit, conflict: Conflict, side: 'mine' | 'theirs'): ManualEdit {
  const others = edit.conflicts.filter((one) => one !== conflict)
  if (side === 'mine') return { ...edit, conflicts: others }
  const lines = edit.text.split('\n')
  const at = conflict.line - 1
  lines.splice(at, conflict.mine.length, ...conflict.theirs)
  const hunk = { fromA: at, toA: at + conflict.mine.length, fromB: at, toB: at + conflict.theirs.length }
  return { ...edit, text: lines.join('\n'), conflicts: movedConflicts(others, [hunk]) }
}

/** The lines between what two texts have in common at their beginnings and ends. */
export function changedLines(before: string, after: string): Hunk {
  const { from: head, gone, fresh } = listChange(before, after)
  const from = newlines(before, 0, head)
  const removed = before.slice(head, head + gone)
  const added = after.slice(head, head + fresh)
  // Whole lines that come or go touch no other.
  const isWhole = startsLine(before, head) && [removed, added].every((part) => part === '' || part.endsWith('\n'))
  const rest = isWhole ? 0 : 1
  return { fromA: from, toA: from + newlines(removed) + rest, fromB: from, toB: from + newlines(added) + rest }
}

const startsLine = (text: string, at: number) => at === 0 || text[at - 1] === '\n'

export function newlines(text: string, from = 0, to = text.length): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++
  return count
}
