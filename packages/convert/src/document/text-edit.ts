import type { TextRange } from './document-node.ts'

/** Puts `text` in the place of what stands from `from` to `to`. */
export interface TextEdit {
  from: number
  to: number
  text: string
}

/** What an edit of a document does to its text. */
export interface DocumentChange {
  edits: TextEdit[]
  /** Aliases that stand for what is changed: these places change with it. */
  readonly follows: TextRange[]
}

/** An edit that would not do what is asked for. */
export interface RefusedEdit {
  refused:
    | 'path-missing'
    | 'not-a-list'
    | 'not-a-map'
    | 'not-a-scalar'
    // The path leads through an alias or a merge: the change would be made where its anchor stands.
    | 'shared'
    // It holds an anchor that is used elsewhere.
    | 'anchor-used'
    // A map has the key already.
    | 'key-taken'
  places: TextRange[]
}

/** Edits in the order of the text. Those of equal places keep their order. */
export function inOrder(edits: readonly TextEdit[]): TextEdit[] {
  return edits.toSorted((a, b) => a.from - b.from || a.to - b.to)
}

/** The text with all edits made. They may come in any order, and must not overlap; equal places keep their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = ''
  let done = 0
  for (const edit of inOrder(edits)) {
    if (edit.from < done) throw new RangeError('edits overlap')
    result += text.slice(done, edit.from) + edit.text
    done = edit.to
  }
  return result + text.slice(done)
}
