import { type ChangeDesc, type EditorState, MapMode, StateEffect, StateField, type Text } from '@codemirror/state'
import { GutterMarker } from '@codemirror/view'
import type { LineMark } from '@switchyard/recipe/model'
import { signOf, toneOf } from './line-sign.ts'

type StatusWords = Readonly<Partial<Record<LineMark['status'], string>>>

/** Puts other marks in the place of all there are. */
export const setMarks = StateEffect.define<{ marks: readonly LineMark[]; words: StatusWords }>()

/** Marks as they were reported. A long text has one for each line, and few are in sight: only those are looked up. */
interface Marks {
  /** By line, the first one first. */
  marks: readonly LineMark[]
  words: StatusWords
  /** The text when they were reported, and what has changed since: a mark stays with its line. */
  doc: Text
  since: ChangeDesc | undefined
}

/** What the lines are marked with. */
export const marksField = StateField.define<Marks>({
  create: ({ doc }) => ({ marks: [], words: {}, doc, since: undefined }),
  update(shown, transaction) {
    let next = shown
    if (transaction.docChanged) {
      const { desc } = transaction.changes
      next = { ...shown, since: shown.since ? shown.since.composeDesc(desc) : desc }
    }
    for (const effect of transaction.effects)
      if (effect.is(setMarks)) next = { ...effect.value, doc: transaction.state.doc, since: undefined }
    return next
  },
})

/** The mark that was reported for the line of this number. */
export function markOf(state: EditorState, line: number): LineMark | undefined {
  const { marks } = state.field(marksField)
  let [from, to] = [0, marks.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (marks[middle]!.line < line) from = middle + 1
    else to = middle
  }
  return marks[from]?.line === line ? marks[from] : undefined
}

/** The sign of the line that begins here, wherever it stood when it was reported. */
export function markerAt(state: EditorState, start: number): StatusMarker | null {
  const { words, doc, since } = state.field(marksField)
  const before = since ? since.invertedDesc.mapPos(start, -1) : start
  if (before > doc.length) return null
  const line = doc.lineAt(before)
  // A line that was broken off or joined has no sign until it is reported.
  const isSame = line.from === before && (!since || since.mapPos(before, -1, MapMode.TrackBefore) === start)
  const mark = isSame ? markOf(state, line.number) : undefined
  return mark ? markerOf(mark.status, words[mark.status] ?? '') : null
}

class StatusMarker extends GutterMarker {
  readonly status: LineMark['status']
  readonly words: string

  constructor(status: LineMark['status'], words: string) {
    super()
    this.status = status
    this.words = words
  }

  override eq(other: StatusMarker): boolean {
    return other.status === this.status && other.words === this.words
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span')
    element.className = `cm-mark cm-mark-${this.status} ${toneOf(this.status)}`
    element.append(signOf(this.status))
    element.title = this.words
    return element
  }
}

const markers = new Map<string, StatusMarker>()

/** The sign of a line, the same object for equal ones. */
export function markerOf(status: LineMark['status'], words: string): StatusMarker {
  const key = `${status} ${words}`
  const marker = markers.get(key) ?? new StatusMarker(status, words)
  markers.set(key, marker)
  return marker
}
