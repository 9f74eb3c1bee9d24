import type { EditorView } from '@codemirror/view'

/** How far a line is looked for after a change. */
const SEARCHED_LINES = 1000

export interface ScrollPlace {
  line: number
  text: string
  /** How far the line is scrolled under the upper edge. */
  offset: number
}

/** The line at the upper edge; undefined where the text is not seen. */
export function placeOf(view: EditorView): ScrollPlace | undefined {
  if (view.scrollDOM.clientHeight === 0) return undefined
  const height = view.scrollDOM.getBoundingClientRect().top - view.documentTop
  const { from, top } = view.lineBlockAtHeight(Math.max(0, height))
  const { number, text } = view.state.doc.lineAt(from)
  return { line: number, text, offset: height - top }
}

/** Puts the same line at the upper edge again: the nearest one that says the same, else the one of its number. */
export function goBackTo(view: EditorView, { line, text, offset }: ScrollPlace): void {
  const { doc } = view.state
  let found = Math.min(line, doc.lines)
  for (let away = 0; away <= SEARCHED_LINES; away++) {
    const near = [line - away, line + away].find(
      (each) => each > 0 && each <= doc.lines && doc.line(each).text === text,
    )
    if (near === undefined) continue
    found = near
    break
  }
  const top = view.lineBlockAt(doc.line(found).from).top
  const height = view.scrollDOM.getBoundingClientRect().top - view.documentTop
  view.scrollDOM.scrollTop += top + offset - height
}
