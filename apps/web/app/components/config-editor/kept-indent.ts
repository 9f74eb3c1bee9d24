import { type EditorState, type Extension, Prec, type StateCommand, StateField } from '@codemirror/state'
import { keymap } from '@codemirror/view'

/** The text of a line in front of which something is typed: where it begins now, and what it was indented by. */
interface Pushed {
  pos: number
  indent: string
}

const pushed = StateField.define<Pushed | null>({
  create: () => null,
  update(before, { docChanged, changes, startState }) {
    if (!docChanged) return before
    const start = lineStart(startState)
    // Blanks that are typed in front belong to what is typed.
    const next = start && start.pos !== before?.pos ? start : before
    return next && { ...next, pos: changes.mapPos(next.pos, 1) }
  },
})

/** Where the text of a line begins, if the caret stands there. */
function lineStart(state: EditorState): Pushed | undefined {
  const { main, ranges } = state.selection
  const line = state.doc.lineAt(main.from)
  const indent = state.sliceDoc(line.from, main.from)
  const behind = state.sliceDoc(main.to, state.doc.lineAt(main.to).to)
  return ranges.length === 1 && indent.trim() === '' && behind.trim() !== '' ? { pos: main.to, indent } : undefined
}

/**
 * Enter before the text of a line: the text keeps its indent. Indented anew, a key of the whole config becomes one below
 * the key above it as soon as somebody types an item of that key in front of it.
 */
export const enterKeepingIndent: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false
  const { main } = state.selection
  const start = lineStart(state)
  const typedBefore = state.field(pushed)
  const kept = start ?? (main.empty && typedBefore?.pos === main.head ? typedBefore : undefined)
  if (!kept) return false
  // A line of blanks alone keeps none of them.
  const from = start ? state.doc.lineAt(main.from).from : main.from
  const insert = state.lineBreak + kept.indent
  dispatch(
    state.update({
      changes: { from, to: main.to, insert },
      selection: { anchor: from + insert.length },
      scrollIntoView: true,
      userEvent: 'input',
    }),
  )
  return true
}

/** Enter never moves the text behind the caret to another level. */
export const keptIndent: Extension = [pushed, Prec.high(keymap.of([{ key: 'Enter', run: enterKeepingIndent }]))]
