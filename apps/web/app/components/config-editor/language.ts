import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import {
  codeFolding,
  ensureSyntaxTree,
  foldedRanges,
  foldEffect,
  foldGutter,
  syntaxTree,
  unfoldEffect,
} from '@codemirror/language'
import type { EditorState, Extension, StateEffect } from '@codemirror/state'
import { type EditorView, ViewPlugin } from '@codemirror/view'
import { element } from './element.ts'
import { iconOf } from './line-sign.ts'
import type { RareLanguage } from './more-languages.ts'

export type EditorLanguage = 'yaml' | 'json' | RareLanguage
/** The editor's own words in the language of the page, by the English ones. */
export type Phrases = Readonly<Record<string, string>>

export const FOLD_MAX = 1024 * 1024
const HIGHLIGHT_MAX = 2 * 1024 * 1024
/** The longest time that one turn of parsing may block the page. */
const PARSED_MS = 25
/** Fewer lines are shown. */
const HEAD_MIN = 4

/**
 * Parses what is in sight, if possible before it is drawn. The library parses in the idle time of the page, and only
 * for a few seconds in all. On a busy machine, the lines below a fold then had no colours and no fold arrows.
 */
const parsedInSight = ViewPlugin.fromClass(
  class {
    readonly view: EditorView
    isPlanned = false
    isEnded = false

    constructor(view: EditorView) {
      this.view = view
      // A new editor has parsed for a turn already, and is not seen yet.
      this.plan(setTimeout)
    }

    update(): void {
      // The editor takes no change during an update.
      this.plan(queueMicrotask)
    }

    plan(later: (run: () => void) => void): void {
      const { state, viewport } = this.view
      if (this.isPlanned || syntaxTree(state).length >= viewport.to) return
      this.isPlanned = true
      later(() => this.parse(() => this.show()))
    }

    parse(show: () => void): void {
      if (this.isEnded) return
      const { state, viewport } = this.view
      if (ensureSyntaxTree(state, viewport.to, PARSED_MS)) return show()
      // The next turn goes on where this one ended. Drawing takes a turn of its own.
      setTimeout(() => this.parse(() => setTimeout(() => this.show())))
    }

    show(): void {
      if (this.isEnded) return
      this.isPlanned = false
      // The tree becomes that of the next state.
      this.view.dispatch({})
    }

    destroy(): void {
      this.isEnded = true
    }
  },
)

const LANGUAGES: Partial<Record<EditorLanguage, Extension>> = { yaml: yaml(), json: json() }

/** Loads what reads a language; false where it was there already, as those of configs are. */
export async function loadLanguage(language: EditorLanguage): Promise<boolean> {
  if (LANGUAGES[language] || language === 'yaml' || language === 'json') return false
  const { LOAD_LANGUAGE } = await import('./more-languages.ts')
  LANGUAGES[language] = await LOAD_LANGUAGE[language]()
  return true
}

/** The arrow before lines that can be folded. One icon: turned down, it says that the lines are shown. */
function foldArrow(isOpen: boolean, phrases: Phrases): HTMLElement {
  const arrow = element('span', isOpen ? 'cm-fold-open' : '')
  arrow.title = phrases[isOpen ? 'Fold line' : 'Unfold line'] ?? ''
  arrow.append(iconOf('chevron-right'))
  return arrow
}

/** What is folded away says how much it is. */
export const folding = (phrases: Phrases): Extension => [
  foldGutter({ markerDOM: (isOpen) => foldArrow(isOpen, phrases) }),
  codeFolding({
    preparePlaceholder: ({ doc }, { from, to }) => doc.lineAt(to).number - doc.lineAt(from).number,
    placeholderDOM(view, onClick, lines: number) {
      const words = view.state.phrase('$ lines', lines)
      const folded = element('span', 'cm-foldPlaceholder', `⋯ ${words}`)
      folded.title = `${view.state.phrase('unfold')}: ${words}`
      folded.addEventListener('click', onClick)
      return folded
    },
  }),
]

/** A long text costs too much to colour, and before that to fold. */
export function languageOf(language: EditorLanguage | undefined, length: number, folds: Extension): Extension {
  const known = language && LANGUAGES[language]
  if (!known || length > HIGHLIGHT_MAX) return []
  return [known, parsedInSight, length > FOLD_MAX ? [] : folds]
}

/** What is folded away from the first line on. */
export function headFold(state: EditorState): { from: number; to: number } | undefined {
  const start = state.doc.line(1).to
  let found: { from: number; to: number } | undefined
  foldedRanges(state).between(start, start, (from, to) => {
    if (from === start) found = { from, to }
  })
  return found
}

/** Folds what stands between the first line and this one. */
export function foldHead(view: EditorView, line: number): void {
  const { state } = view
  const before = headFold(state)
  const effects: StateEffect<unknown>[] = before ? [unfoldEffect.of(before)] : []
  if (line >= HEAD_MIN && line <= state.doc.lines)
    effects.push(foldEffect.of({ from: state.doc.line(1).to, to: state.doc.line(line - 1).to }))
  if (effects.length > 0) view.dispatch({ effects })
}
