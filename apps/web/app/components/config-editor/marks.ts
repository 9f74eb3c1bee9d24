import {
  type ChangeDesc,
  type EditorState,
  type Line,
  MapMode,
  RangeSetBuilder,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  GutterMarker,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { brokenLink, isLink, type LineIssue, type LineMark } from '@switchyard/recipe/model'
import { signOf, statusWord, type StatusWords, toneOf } from './line-sign.ts'

/** Puts other marks in the place of all there are. */
export const setMarks = StateEffect.define<{ marks: readonly LineMark[]; words: Partial<StatusWords> }>()

/** Marks as they were reported. A long text has one for each line, and few are in sight: only those are looked up. */
interface Marks {
  /** By line, the first one first. */
  marks: readonly LineMark[]
  words: Partial<StatusWords>
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

/** The mark of the line that begins here, wherever it stood when it was reported. */
function markAt(state: EditorState, start: number): LineMark | undefined {
  const { doc, since } = state.field(marksField)
  const before = since ? since.invertedDesc.mapPos(start, -1) : start
  if (before > doc.length) return undefined
  const line = doc.lineAt(before)
  // A line that was broken off or joined has no mark until it is reported.
  const isSame = line.from === before && (!since || since.mapPos(before, -1, MapMode.TrackBefore) === start)
  return isSame ? markOf(state, line.number) : undefined
}

/** The sign of the line that begins here. */
export function markerAt(state: EditorState, start: number): StatusMarker | null {
  const mark = markAt(state, start)
  return mark ? markerOf(mark.status, statusWord(mark, state.field(marksField).words)) : null
}

/** The beginning of a line that tells whether it is a link. */
const LINK_START_MAX = 64
/** Statuses whose reason stands beside the name. */
const WRONG: ReadonlySet<LineMark['status']> = new Set(['warn', 'skipped', 'refused', 'excluded', 'duplicate'])

/** The names of the nodes before their links, and what is wrong. In a link the name is encoded and stands at the end. */
export const lineLabels = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = labelsInSight(view)
    }

    update({ docChanged, viewportChanged, startState, state, view }: ViewUpdate): void {
      const areNew = startState.field(marksField).marks !== state.field(marksField).marks
      if (docChanged || viewportChanged || areNew) this.decorations = labelsInSight(view)
    }
  },
  { decorations: ({ decorations }) => decorations },
)

/** The name of the node. A broken link has no node, so its own text gives the name. */
function nameOf(mark: LineMark, text: string): string | undefined {
  return mark.status === 'skipped' ? brokenLink(text)?.name : mark.name
}

/** The issue that explains the status of a line. */
function reasonOf({ status, issues }: LineMark): LineIssue | undefined {
  if (status === 'duplicate') return issues.find(({ code }) => code.startsWith('duplicate'))
  if (status === 'excluded' || status === 'refused') return issues.find(({ kept }) => kept === false)
  return issues[0]
}

/** An explanation in brackets at the end of a reason. The line has no room for it. The bar below the text shows it. */
const EXPLAINED = /(?:\([^()]*\)|（[^（）]*）)$/

/** Adds the name of the node, and what is wrong with the line. */
function addLabel(labels: RangeSetBuilder<Decoration>, { from, text }: Line, mark: LineMark): void {
  const name = nameOf(mark, text)
  const reason = WRONG.has(mark.status) ? reasonOf(mark)?.message.replace(EXPLAINED, '').trimEnd() : undefined
  // A line without a name leaves its place empty. Then reasons begin below each other.
  if (name || reason) labels.add(from, from, Decoration.line({ attributes: { 'data-label': name ?? '' } }))
  if (!reason) return
  const attributes = { 'data-reason': reason, 'data-status': mark.status }
  // The mark covers one character. Other marks cannot divide it, so the reason is drawn once.
  labels.add(from, from + 1, Decoration.mark({ attributes }))
}

function labelsInSight({ state, visibleRanges }: EditorView): DecorationSet {
  const names = new RangeSetBuilder<Decoration>()
  for (const { from, to } of visibleRanges)
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at)
      const mark = isLink(line.text.slice(0, LINK_START_MAX)) ? markAt(state, line.from) : undefined
      if (mark) addLabel(names, line, mark)
      at = line.to + 1
    }
  return names.finish()
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
