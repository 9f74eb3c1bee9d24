import { foldAll, foldedRanges, foldKeymap, syntaxHighlighting, unfoldAll, unfoldEffect } from '@codemirror/language'
import { gotoLine, openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension, Prec, type StateEffect, Transaction } from '@codemirror/state'
import { type Command, EditorView, getDialog, gutter, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { minimalSetup } from 'codemirror'
import type { LineMark } from '@switchyard/recipe/model'
import type { Locale } from '../../lib/locale.ts'
import { isPress } from '../../lib/shortcuts.ts'
import { listChange } from '../engine/list-change.ts'
import { type CardOptions, lineCards, openCard } from './card.ts'
import { keptIndent } from './kept-indent.ts'
import {
  type EditorLanguage,
  FOLD_MAX,
  foldHead,
  folding,
  headFold,
  languageOf,
  loadLanguage,
  type Phrases,
} from './language.ts'
import { lineLabels, markerAt, markerOf, marksField, setMarks } from './marks.ts'
import type { HintedClient } from './schema-hints.ts'
import { goBackTo, placeOf } from './scroll-place.ts'
import { HIGHLIGHT, THEME } from './theme.ts'

/** What may change while a text is shown. */
export interface EditorModes {
  readOnly: boolean
  wrap: boolean
  /** Whose config it is: its keys are explained. */
  hints?: { client: HintedClient; locale: Locale } | undefined
}

export interface EditorOptions extends EditorModes, CardOptions {
  label: string
  text: string
  marks: readonly LineMark[]
  placeholder?: string
  language?: EditorLanguage
  testId?: string
  /** The lines of a config have marks too. */
  hasMarks?: boolean
  /** Undo and redo of the whole work, in the place of the editor's own. */
  steps?: EditorSteps
  phrases: Phrases
  onChange: (text: string, isPaste: boolean) => void
}

/** What undoes and redoes what was done to a text, by typing and elsewhere. */
export interface EditorSteps {
  undo: () => void
  redo: () => void
}

/** A place of a text: lines and columns from 1. The end is behind the last character. */
export interface EditorPlace {
  line: number
  column: number
  endLine: number
  endColumn: number
}

/** What buttons beside the editor do in it. */
export type EditorCommand = 'search' | 'goToLine' | 'foldAll' | 'unfoldAll' | 'explain'

export interface Editor {
  /** Puts the editor into the page. Before this call the page does not hold it. */
  appear: () => void
  /** `headEnd`: what is above this line stays folded, if it was. */
  setText: (text: string, headEnd?: number) => void
  /** Shows the text from a line on, with what is above it folded. */
  openAt: (line: number) => void
  setMarks: (marks: readonly LineMark[]) => void
  goTo: (line: number) => void
  /** Selects what stands at a place, and scrolls there. */
  select: (place: EditorPlace) => void
  line: () => number
  caret: () => number
  show: (line: number) => void
  focus: (selection?: { from: number; to: number }) => void
  selectAll: () => void
  run: (command: EditorCommand) => void
  configure: (modes: EditorModes) => void
  text: () => string
  destroy: () => void
}

/** A longer text is told when typing pauses: to put it together takes longer than a key may. */
const REPORTED_AT_ONCE_MAX = 256 * 1024
const PAUSE_MS = 150

/** An editor in a shadow root: its styles are then no style elements of the page, which the page's policy refuses. */
export function createEditor(host: HTMLElement, options: EditorOptions): Editor {
  const { label, text, language, phrases, testId } = options
  const folds = folding(phrases)
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true })
  let shown: EditorModes = options
  let isSetting = false
  /** The next text comes from a step back or forth: its change is shown. */
  let isStepping = false
  /** The text that the editor last reported or was given. A text that is the same string need not be compared. */
  let known = text
  let notifying: ReturnType<typeof setTimeout> | undefined

  const report = (isPaste = false) => {
    clearTimeout(notifying)
    notifying = undefined
    known = view.state.doc.toString()
    options.onChange(known, isPaste)
  }
  /** Before anything is done with the text. */
  const reportRest = () => notifying !== undefined && report()
  const expectStep = () => {
    isStepping = true
    // Where there was nothing to undo, no text comes.
    setTimeout(() => (isStepping = false))
  }
  const ended = new AbortController()
  addEventListener('pagehide', reportRest, { capture: true, signal: ended.signal })

  const extensions: Extension[] = [
    minimalSetup,
    keptIndent,
    lineNumbers(),
    search({ top: true }),
    lineCards(options),
    keymap.of([
      // Here a number is what one wants to type; F3 goes to the next match.
      { key: 'Ctrl-g', run: goToLine },
      { key: 'Mod-Alt-g', run: goToLine },
      ...searchKeymap,
      ...foldKeymap,
    ]),
    EditorState.phrases.of(phrases),
    EditorView.theme(THEME),
    syntaxHighlighting(HIGHLIGHT),
    EditorView.contentAttributes.of({
      'aria-label': label,
      tabindex: '0',
      spellcheck: 'false',
      autocapitalize: 'off',
      autocorrect: 'off',
      ...(testId ? { 'data-testid': testId } : {}),
    }),
    // Lines that were pasted are read from their beginning, though the caret stands at the end of the last one.
    EditorState.transactionExtender.of((transaction) => {
      const { newDoc, newSelection, startState } = transaction
      if (!transaction.isUserEvent('input.paste') || newDoc.lines <= startState.doc.lines) return null
      return { effects: EditorView.scrollIntoView(newDoc.lineAt(newSelection.main.head).from) }
    }),
    EditorView.updateListener.of((update) => {
      if (!update.docChanged || isSetting) return
      const isPaste = update.transactions.some((one) => one.isUserEvent('input.paste') || one.isUserEvent('input.drop'))
      if (isPaste || update.state.doc.length <= REPORTED_AT_ONCE_MAX) return report(isPaste)
      clearTimeout(notifying)
      notifying = setTimeout(report, PAUSE_MS)
    }),
    EditorView.domEventHandlers({
      keydown: ({ ctrlKey, metaKey }) => void ((ctrlKey || metaKey) && reportRest()),
    }),
    marksField.init(({ doc }) => ({ marks: options.marks, words: options.statusWords, doc, since: undefined })),
    lineLabels,
    ...(options.steps ? [stepKeys(options.steps, reportRest, expectStep)] : []),
    ...(language && !options.hasMarks
      ? []
      : [
          gutter({
            class: 'cm-marks',
            lineMarker: (view, { from }) => markerAt(view.state, from),
            lineMarkerChange: ({ startState, state }) =>
              startState.field(marksField).marks !== state.field(marksField).marks,
            initialSpacer: () => markerOf('ok', ''),
            domEventHandlers: {
              click(view, block) {
                view.dispatch({ effects: openCard.of(view.state.doc.lineAt(block.from).number) })
                return true
              },
            },
          }),
        ]),
    ...(options.placeholder ? [placeholder(options.placeholder)] : []),
    modesSlot.of(modesOf(options)),
    hintsSlot.of([]),
    languageSlot.of(languageOf(language, text.length, folds)),
  ]
  const view = new EditorView({ root, state: EditorState.create({ doc: text, extensions }) })
  // Whether the text or the card itself had the focus: without it there is no card.
  view.dom.addEventListener('focusout', ({ relatedTarget }) => {
    reportRest()
    if (!(relatedTarget instanceof Node && view.dom.contains(relatedTarget)))
      setTimeout(() => view.dispatch({ effects: openCard.of(null) }))
  })

  // When a dialog closes, the focus returns to the scroll area. Nothing can be typed there, so the text takes the focus.
  view.scrollDOM.addEventListener('focus', () => view.focus())

  // Without the chunk the text just has no colours.
  if (language)
    void loadLanguage(language).then(
      (isNew) => {
        if (!isNew || ended.signal.aborted) return
        const effects = languageSlot.reconfigure(languageOf(language, view.state.doc.length, folds))
        view.dispatch({ effects })
      },
      () => undefined,
    )

  let hints: EditorModes['hints']
  let explain: Command | undefined
  const loadHints = async (wanted: EditorModes['hints']) => {
    if (wanted?.client === hints?.client && wanted?.locale === hints?.locale) return
    hints = wanted
    const loaded = wanted && (await import('./code-hints.ts')).codeHints(wanted.client, wanted.locale)
    if (hints !== wanted) return
    explain = loaded?.explain
    view.dispatch({ effects: hintsSlot.reconfigure(loaded?.extension ?? []) })
  }
  // Without the chunk the text is just not explained.
  const showHints = (wanted: EditorModes['hints']) => void loadHints(wanted).catch(() => undefined)
  showHints(options.hints)

  return {
    appear: () => root.append(view.dom),
    setText(next, headEnd) {
      if (next === known) return
      const before = view.state.doc.toString()
      known = next
      if (before === next) return
      isSetting = true
      const place = placeOf(view)
      const wasFolded = headFold(view.state) !== undefined
      const changes = changedPart(before, next)
      view.dispatch({
        changes,
        annotations: Transaction.addToHistory.of(false),
        effects: languageSlot.reconfigure(languageOf(language, next.length, folds)),
      })
      if (wasFolded && headEnd !== undefined) foldHead(view, headEnd)
      isSetting = false
      if (isStepping)
        view.dispatch({ selection: { anchor: changes.from + changes.insert.length }, scrollIntoView: true })
      else if (place) goBackTo(view, place)
    },
    openAt(line) {
      const { doc } = view.state
      if (language && doc.length <= FOLD_MAX) foldHead(view, line)
      // A text that is not folded is scrolled, as soon as it is seen.
      else whenSeen(view, () => view.dispatch({ effects: scrollTo(view, line) }), ended.signal)
      if (view.scrollDOM.clientHeight > 0 && headFold(view.state)) view.scrollDOM.scrollTop = 0
    },
    setMarks(marks) {
      // Each change of the editor makes the browser lay out the page at once.
      if (marks === view.state.field(marksField).marks) return
      view.dispatch({ effects: setMarks.of({ marks, words: options.statusWords }) })
    },
    goTo(line) {
      const place = lineAt(view.state, line)
      view.dispatch({
        selection: { anchor: place.from, head: place.to },
        effects: [
          ...unfolded(view.state, place.from, place.to),
          EditorView.scrollIntoView(place.from, { y: 'center' }),
        ],
      })
      view.dispatch({ effects: openCard.of(place.number) })
      view.focus()
    },
    select({ line, column, endLine, endColumn }) {
      const { doc } = view.state
      const offset = (line: number, column: number) => {
        const { from, to } = lineAt(view.state, line)
        return Math.min(to, from + column - 1)
      }
      const anchor = offset(line, column)
      const head = Math.min(doc.length, Math.max(anchor, offset(endLine, endColumn)))
      view.dispatch({
        selection: { anchor, head },
        effects: [...unfolded(view.state, anchor), EditorView.scrollIntoView(anchor, { y: 'center' })],
      })
      view.dispatch({ effects: openCard.of(doc.lineAt(anchor).number) })
      view.focus()
    },
    line() {
      const { doc, selection } = view.state
      const { top, bottom } = view.scrollDOM.getBoundingClientRect()
      const at = view.coordsAtPos(selection.main.head)
      if (at && at.top >= top && at.bottom <= bottom) return doc.lineAt(selection.main.head).number
      return doc.lineAt(view.lineBlockAtHeight(top - view.documentTop).from).number
    },
    caret: () => view.state.doc.lineAt(view.state.selection.main.from).number,
    show(line) {
      const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines))
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
    },
    focus(selection) {
      if (selection)
        view.dispatch({ selection: { anchor: selection.from, head: Math.min(selection.to, view.state.doc.length) } })
      view.focus()
    },
    selectAll() {
      view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } })
      view.focus()
    },
    run(command) {
      if (command !== 'search' && command !== 'goToLine') view.focus()
      if (command === 'explain') explain?.(view)
      else COMMANDS[command](view)
    },
    configure(modes) {
      if (modes.readOnly !== shown.readOnly || modes.wrap !== shown.wrap)
        view.dispatch({ effects: modesSlot.reconfigure(modesOf(modes)) })
      shown = modes
      showHints(modes.hints)
    },
    text: () => view.state.doc.toString(),
    destroy() {
      reportRest()
      ended.abort()
      view.destroy()
    },
  }
}

const languageSlot = new Compartment()
const modesSlot = new Compartment()
const hintsSlot = new Compartment()

const COMMANDS = { search: openSearchPanel, goToLine, foldAll, unfoldAll } as const

/** Asks for a line. The library looks for the focus in the document, not in a shadow root: it is brought back here. */
function goToLine(view: EditorView): boolean {
  gotoLine(view)
  const dialog = getDialog(view, 'cm-goto-line')?.dom
  const leave = () => setTimeout(() => view.focus())
  dialog?.addEventListener('keydown', ({ key }) => (key === 'Enter' || key === 'Escape') && leave())
  dialog?.addEventListener('click', ({ target }) => target instanceof HTMLButtonElement && leave())
  return true
}

/** A read-only text still has a caret: it can be walked through and copied from. */
function modesOf({ readOnly, wrap }: EditorModes): Extension {
  return [
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({ 'aria-readonly': String(readOnly) }),
    wrap ? EditorView.lineWrapping : [],
  ]
}

/** Opens what is folded over a place. */
function unfolded(state: EditorState, start: number, end = start): StateEffect<unknown>[] {
  const folds: StateEffect<unknown>[] = []
  foldedRanges(state).between(start, end, (from, to) => {
    if (start > from) folds.push(unfoldEffect.of({ from, to }))
  })
  return folds
}

/** Keys and menus of the browser that undo: all of them lead to the steps of the whole work. */
function stepKeys({ undo, redo }: EditorSteps, reportRest: () => void, expect: () => void): Extension {
  const step = (run: () => void) => () => {
    // What was typed last is a step too.
    reportRest()
    expect()
    run()
    return true
  }
  const back = step(undo)
  const forth = step(redo)
  return Prec.highest([
    EditorView.domEventHandlers({
      // A keymap takes Shift and a small z, as with Caps Lock, for z alone.
      keydown(event) {
        const isForth = isPress(event, 'mod+shift+z') || isPress(event, 'mod+y')
        if (!isForth && !isPress(event, 'mod+z')) return false
        event.preventDefault()
        return isForth ? forth() : back()
      },
      beforeinput(event) {
        const run = { historyUndo: back, historyRedo: forth }[event.inputType]
        if (!run) return false
        event.preventDefault()
        return run()
      },
    }),
  ])
}

function lineAt({ doc }: EditorState, line: number) {
  return doc.line(Math.min(Math.max(1, line), doc.lines))
}

function scrollTo(view: EditorView, line: number) {
  return EditorView.scrollIntoView(lineAt(view.state, line).from, { y: 'start', yMargin: 0 })
}

/** Runs at once, or when the editor has come into sight. */
function whenSeen({ scrollDOM }: EditorView, run: () => void, signal: AbortSignal): void {
  if (scrollDOM.clientHeight > 0) return run()
  const observer = new ResizeObserver(() => {
    if (scrollDOM.clientHeight === 0) return
    observer.disconnect()
    if (!signal.aborted) run()
  })
  observer.observe(scrollDOM)
}

/** Only what differs is replaced, so that the caret and the view stay where they are. */
function changedPart(before: string, after: string): { from: number; to: number; insert: string } {
  const { from, gone, fresh } = listChange(before, after)
  return { from, to: from + gone, insert: after.slice(from, from + fresh) }
}
