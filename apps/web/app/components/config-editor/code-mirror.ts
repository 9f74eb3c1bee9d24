import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import {
  codeFolding,
  foldAll,
  foldedRanges,
  foldEffect,
  foldGutter,
  foldKeymap,
  ensureSyntaxTree,
  HighlightStyle,
  syntaxHighlighting,
  syntaxTree,
  unfoldAll,
  unfoldEffect,
} from '@codemirror/language'
import { gotoLine, openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension, StateEffect, StateField, Transaction } from '@codemirror/state'
import {
  type Command,
  Decoration,
  EditorView,
  getDialog,
  gutter,
  hoverTooltip,
  keymap,
  lineNumbers,
  type PanelConstructor,
  placeholder,
  type Rect,
  showPanel,
  tooltips,
  ViewPlugin,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { minimalSetup } from 'codemirror'
import { listChange } from '../engine/list-change.ts'
import type { Locale } from '../../lib/locale.ts'
import type { LineIssue, LineMark } from '@switchyard/recipe/model'
import { keptIndent } from './kept-indent.ts'
import { iconOf, signOf, statusWord, type StatusWords, toneOf } from './line-sign.ts'
import { lineLabels, markerAt, markerOf, markOf, marksField, setMarks } from './marks.ts'
import type { HintedClient } from './schema-hints.ts'

export type EditorLanguage = 'yaml' | 'json'

/** Something to do about a line. */
export interface LineAction {
  label: string
  run: () => void
}

/** What may change while a text is shown. */
export interface EditorModes {
  readOnly: boolean
  wrap: boolean
  /** Whose config it is: its keys are explained. */
  hints?: { client: HintedClient; locale: Locale } | undefined
}

export interface EditorOptions extends EditorModes {
  label: string
  text: string
  marks: readonly LineMark[]
  placeholder?: string
  language?: EditorLanguage
  testId?: string
  statusWords: StatusWords
  /** The editor's own words in the language of the page. */
  phrases: Readonly<Record<string, string>>
  onChange: (text: string, isPaste: boolean) => void
  /** The bar of a line was opened or closed below the text. */
  onCard: (isOpen: boolean) => void
  actionsOf: (line: number, issue: LineIssue) => readonly LineAction[]
}

/** What buttons beside the editor do in it. */
export type EditorCommand = 'search' | 'goToLine' | 'foldAll' | 'unfoldAll' | 'explain'

export interface Editor {
  /** `headEnd`: what is above this line stays folded, if it was. */
  setText: (text: string, headEnd?: number) => void
  /** Shows the text from a line on, with what is above it folded. */
  openAt: (line: number) => void
  setMarks: (marks: readonly LineMark[]) => void
  goTo: (line: number) => void
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

const FOLD_MAX = 1024 * 1024
const HIGHLIGHT_MAX = 2 * 1024 * 1024
/** A longer text is told when typing pauses: to put it together takes longer than a key may. */
const REPORTED_AT_ONCE_MAX = 256 * 1024
const PAUSE_MS = 150
/** The longest time that one turn of parsing may block the page. */
const PARSED_MS = 25

const CARD_LINE = Decoration.line({ class: 'cm-card-line' })

/** The issues of a line, shown in a bar below the text. */
interface LineCard {
  /** Where the line begins. */
  pos: number
  panel: PanelConstructor
}

/** An editor in a shadow root: its styles are then no style elements of the page, which the page's policy refuses. */
export function createEditor(host: HTMLElement, options: EditorOptions): Editor {
  const { label, text, language, phrases, testId } = options
  const folds = folding(phrases)
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true })
  let isSetting = false
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
  const ended = new AbortController()
  addEventListener('pagehide', reportRest, { capture: true, signal: ended.signal })

  const openCard = StateEffect.define<number | null>()
  const card = StateField.define<LineCard | null>({
    create: () => null,
    update(shown, transaction) {
      for (const effect of transaction.effects) {
        if (effect.is(openCard)) return effect.value === null ? null : cardAt(transaction.state, effect.value)
        // What is said about its line may be another thing now.
        if (effect.is(setMarks) && shown && !isSaidAgain(shown, transaction))
          return cardAt(transaction.state, transaction.state.doc.lineAt(shown.pos).number)
      }
      if (transaction.docChanged) return null
      // The line that the caret goes to tells what is to say about it.
      if (transaction.selection) return cardAtCaret(transaction.state)
      return shown
    },
    provide: (field) => [
      showPanel.from(field, (shown) => shown?.panel ?? null),
      EditorView.decorations.from(field, (shown) => Decoration.set(shown ? CARD_LINE.range(shown.pos) : [])),
    ],
  })

  const cardAt = (state: EditorState, line: number): LineCard | null => {
    const mark = markOf(state, line)
    if (!mark || !hasCard(mark) || line > state.doc.lines) return null
    return { pos: state.doc.line(line).from, panel: (view) => ({ dom: cardElement(mark, options, view) }) }
  }
  const cardAtCaret = (state: EditorState): LineCard | null => {
    const { main } = state.selection
    return main.empty ? cardAt(state, state.doc.lineAt(main.head).number) : null
  }
  const openAtCaret = (view: EditorView) => {
    view.dispatch({ effects: openCard.of(view.state.doc.lineAt(view.state.selection.main.head).number) })
  }

  const extensions: Extension[] = [
    minimalSetup,
    keptIndent,
    lineNumbers(),
    search({ top: true }),
    keymap.of([
      {
        key: 'Mod-.',
        run(view) {
          openAtCaret(view)
          view.dom.querySelector<HTMLElement>('.cm-card button')?.focus()
          return true
        },
      },
      {
        key: 'Escape',
        run(view) {
          if (!view.state.field(card)) return false
          view.dispatch({ effects: openCard.of(null) })
          return true
        },
      },
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
      focus: (_, view) => void setTimeout(() => view.hasFocus && openAtCaret(view)),
    }),
    EditorView.updateListener.of(({ startState, state }) => {
      const isOpen = state.field(card) !== null
      if (isOpen !== (startState.field(card) !== null)) options.onCard(isOpen)
    }),
    // Screen readers hear the card of a line. The line scrolls into view above the card.
    EditorView.updateListener.of(({ startState, state, view }) => {
      const now = state.field(card)
      if (!now || now.pos === startState.field(card)?.pos) return
      const mark = markOf(state, state.doc.lineAt(now.pos).number)
      const words =
        mark && [statusWord(mark, options.statusWords), ...spokenIssues(mark).map(({ message }) => message)].join('. ')
      const { head } = state.selection.main
      const at = state.doc.lineAt(head).from === now.pos ? head : now.pos
      const effects = [EditorView.scrollIntoView(at), ...(words ? [EditorView.announce.of(words)] : [])]
      setTimeout(() => view.dispatch({ effects }))
    }),
    marksField.init(({ doc }) => ({ marks: options.marks, words: options.statusWords, doc, since: undefined })),
    lineLabels,
    card,
    // A config has no line marks.
    ...(language
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
    tooltips({ tooltipSpace: spaceOf }),
    hoverTooltip((view, position) => {
      const line = view.state.doc.lineAt(position)
      const mark = markOf(view.state, line.number)
      if (!mark || !hasCard(mark) || view.state.field(card)?.pos === line.from) return null
      return { pos: line.from, end: line.to, above: true, create: () => ({ dom: cardElement(mark, options, view) }) }
    }),
    ...(options.placeholder ? [placeholder(options.placeholder)] : []),
    modesSlot.of(modesOf(options)),
    hintsSlot.of([]),
    languageSlot.of(languageOf(language, text.length, folds)),
  ]
  const view = new EditorView({ parent: root, root, state: EditorState.create({ doc: text, extensions }) })
  // Whether the text or the card itself had the focus: without it there is no card.
  view.dom.addEventListener('focusout', ({ relatedTarget }) => {
    reportRest()
    if (!(relatedTarget instanceof Node && view.dom.contains(relatedTarget)))
      setTimeout(() => view.dispatch({ effects: openCard.of(null) }))
  })

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
    setText(next, headEnd) {
      if (next === known) return
      const before = view.state.doc.toString()
      known = next
      if (before === next) return
      isSetting = true
      const place = placeOf(view)
      const wasFolded = headFold(view.state) !== undefined
      view.dispatch({
        changes: changedPart(before, next),
        annotations: Transaction.addToHistory.of(false),
        effects: languageSlot.reconfigure(languageOf(language, next.length, folds)),
      })
      if (wasFolded && headEnd !== undefined) foldHead(view, headEnd)
      isSetting = false
      if (place) goBackTo(view, place)
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
      const folds: StateEffect<unknown>[] = []
      foldedRanges(view.state).between(place.from, place.to, (from, to) => {
        if (place.from > from) folds.push(unfoldEffect.of({ from, to }))
      })
      view.dispatch({
        selection: { anchor: place.from, head: place.to },
        effects: [...folds, EditorView.scrollIntoView(place.from, { y: 'center' })],
      })
      view.dispatch({ effects: openCard.of(place.number) })
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
      view.dispatch({ effects: modesSlot.reconfigure(modesOf(modes)) })
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
      this.update()
    }

    update(): void {
      const { state, viewport } = this.view
      if (this.isPlanned || syntaxTree(state).length >= viewport.to) return
      this.isPlanned = true
      // The editor takes no change during an update.
      queueMicrotask(() => this.parse(() => this.show()))
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

const LANGUAGES: Readonly<Record<EditorLanguage, Extension>> = { yaml: yaml(), json: json() }

/** The arrow before lines that can be folded. One icon: turned down, it says that the lines are shown. */
function foldArrow(isOpen: boolean, phrases: EditorOptions['phrases']): HTMLElement {
  const arrow = element('span', isOpen ? 'cm-fold-open' : '')
  arrow.title = phrases[isOpen ? 'Fold line' : 'Unfold line'] ?? ''
  arrow.append(iconOf('chevron-right'))
  return arrow
}

/** What is folded away says how much it is. */
const folding = (phrases: EditorOptions['phrases']): Extension => [
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
/** How far a line is looked for after a change. */
const SEARCHED_LINES = 1000
/** Fewer lines are shown. */
const HEAD_MIN = 4

/** A long text costs too much to colour, and before that to fold. */
function languageOf(language: EditorLanguage | undefined, length: number, folds: Extension): Extension {
  if (!language || length > HIGHLIGHT_MAX) return []
  return [LANGUAGES[language], parsedInSight, length > FOLD_MAX ? [] : folds]
}

function lineAt({ doc }: EditorState, line: number) {
  return doc.line(Math.min(Math.max(1, line), doc.lines))
}

function scrollTo(view: EditorView, line: number) {
  return EditorView.scrollIntoView(lineAt(view.state, line).from, { y: 'start', yMargin: 0 })
}

/** What is folded away from the first line on. */
function headFold(state: EditorState): { from: number; to: number } | undefined {
  const start = state.doc.line(1).to
  let found: { from: number; to: number } | undefined
  foldedRanges(state).between(start, start, (from, to) => {
    if (from === start) found = { from, to }
  })
  return found
}

/** Folds what stands between the first line and this one. */
function foldHead(view: EditorView, line: number): void {
  const { state } = view
  const before = headFold(state)
  const effects: StateEffect<unknown>[] = before ? [unfoldEffect.of(before)] : []
  if (line >= HEAD_MIN && line <= state.doc.lines)
    effects.push(foldEffect.of({ from: state.doc.line(1).to, to: state.doc.line(line - 1).to }))
  if (effects.length > 0) view.dispatch({ effects })
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

interface Place {
  line: number
  text: string
  /** How far the line is scrolled under the upper edge. */
  offset: number
}

/** The line at the upper edge; undefined where the text is not seen. */
function placeOf(view: EditorView): Place | undefined {
  if (view.scrollDOM.clientHeight === 0) return undefined
  const height = view.scrollDOM.getBoundingClientRect().top - view.documentTop
  const { from, top } = view.lineBlockAtHeight(Math.max(0, height))
  const { number, text } = view.state.doc.lineAt(from)
  return { line: number, text, offset: height - top }
}

/** Puts the same line at the upper edge again: the nearest one that says the same, else the one of its number. */
function goBackTo(view: EditorView, { line, text, offset }: Place): void {
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

/** Only what differs is replaced, so that the caret and the view stay where they are. */
function changedPart(before: string, after: string): { from: number; to: number; insert: string } {
  const { from, gone, fresh } = listChange(before, after)
  return { from, to: from + gone, insert: after.slice(from, from + fresh) }
}

/** Whether the line that a card is of still says the same. */
function isSaidAgain({ pos }: LineCard, { startState, state }: Transaction): boolean {
  const [before, now] = [startState, state].map((each) => {
    const mark = markOf(each, state.doc.lineAt(pos).number)
    return JSON.stringify([mark?.status, mark?.issues])
  })
  return before === now
}

/** Whether there is more to say of a line than its sign does. */
function hasCard({ status, issues }: LineMark): boolean {
  return issues.length > 0 || status === 'disabled' || status === 'deleted'
}

/** What is said of a line beside its status: that of a notice is its issue in fewer words. */
function spokenIssues({ status, issues }: LineMark): readonly LineIssue[] {
  return status === 'notice' ? issues.filter(({ code }) => code !== 'info-entry') : issues
}

function cardElement(mark: LineMark, { actionsOf, statusWords }: EditorOptions, view: EditorView): HTMLElement {
  const card = element('div', 'cm-card')
  card.setAttribute('role', 'group')
  card.setAttribute('aria-label', statusWord(mark, statusWords))
  const actionsElement = (issue: LineIssue) => {
    const actions = element('div', 'cm-card-actions')
    for (const { label, run } of actionsOf(mark.line, issue)) {
      const button = element('button', '', label)
      button.type = 'button'
      button.addEventListener('click', ({ detail }) => {
        // Pressed by a key: the card may go, and the focus stays in the text.
        if (detail === 0) view.focus()
        run()
      })
      actions.append(button)
    }
    return actions
  }
  const spoken = spokenIssues(mark)
  const addIssue = (issue: LineIssue) => {
    const parts = [element('p', '', issue.message), element('code', '', issue.code), actionsElement(issue)]
    if (spoken.length === 1) return card.append(...parts)
    // Of several, each stands with its own buttons.
    const row = element('div', 'cm-card-issue')
    if (issue.inner !== undefined) row.append(element('span', '', `#${issue.inner}`))
    row.append(...parts)
    return card.append(row)
  }
  const head = element('div', 'cm-card-head')
  const state = element('strong', toneOf(mark.status))
  state.append(signOf(mark.status), ` ${statusWord(mark, statusWords)}`)
  head.append(element('span', '', view.state.phrase('Line $', mark.line)), state)
  card.append(head)
  for (const issue of mark.issues) {
    if (spoken.includes(issue)) addIssue(issue)
    else head.append(actionsElement(issue))
  }
  card.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    view.focus()
  })
  return card
}

/** Where a card may stand: it covers no tools above the text. */
function spaceOf(view: EditorView): Rect {
  const { top } = view.scrollDOM.getBoundingClientRect()
  return { left: 0, right: innerWidth, top: Math.max(0, top), bottom: innerHeight }
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  text = '',
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}

/** How wide the names before the links are. */
const NAME_COLUMN = 'min(12em, 34cqi)'
/** The greatest width of a name in a narrow pane. It applies only beside a reason. */
const NARROW_NAME = '36cqi'

export const THEME = {
  '&': { height: '100%', color: 'var(--fg)', backgroundColor: 'transparent', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: '2px solid var(--link)', outlineOffset: '-2px' },
  '.cm-scroller': {
    fontFamily: "ui-monospace, 'JetBrains Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
    lineHeight: '1.25rem',
    // The widths of the labels are parts of its width.
    containerType: 'inline-size',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--fg)' },
  '.cm-cursor': { borderLeftColor: 'var(--fg)' },
  '.cm-line': { padding: '0 12px 0 4px' },
  '.cm-gutters': {
    backgroundColor: 'var(--sunken)',
    color: 'var(--muted)',
    border: 'none',
    borderRight: '1px solid var(--line)',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 4px 0 8px', minWidth: '28px', fontVariantNumeric: 'tabular-nums' },
  '.cm-marks .cm-gutterElement': { width: '20px', textAlign: 'center', cursor: 'pointer' },
  '.cm-foldGutter .cm-gutterElement': { width: '16px', textAlign: 'center' },
  '.cm-fold-open .cm-sign': { rotate: '90deg' },
  '.cm-sign': { width: '0.875rem', height: '0.875rem', verticalAlign: '-0.125rem' },
  '.cm-tone-success': { color: 'var(--success)' },
  '.cm-tone-info': { color: 'var(--info)' },
  '.cm-tone-warning': { color: 'var(--warning)' },
  '.cm-tone-error': { color: 'var(--error)' },
  '.cm-tone-quiet': { color: 'var(--muted)' },
  '.cm-line[data-label]::before, .cm-line [data-reason]::before': {
    display: 'inline-block',
    boxSizing: 'border-box',
    height: '1.125rem',
    margin: '1px 8px 1px 0',
    padding: '0 6px',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    textOverflow: 'ellipsis',
    // The top of the line does not depend on the font.
    verticalAlign: 'top',
    // Where surfaces are forced away, the border tells it from the link.
    border: '1px solid transparent',
    borderRadius: '4px',
    backgroundColor: 'var(--hover)',
    fontFamily: 'var(--font-sans, system-ui)',
    fontSize: '0.75rem',
    lineHeight: '1rem',
  },
  // All names have one width. Then links without a reason begin below each other.
  '.cm-line[data-label]::before': { content: "attr(data-label) / ''", width: NAME_COLUMN },
  '.cm-line[data-label=""]::before': { visibility: 'hidden' },
  // A long reason is cut at the end of the pane. The card of the line shows all of it.
  '.cm-line [data-reason]::before': {
    content: "attr(data-reason) / ''",
    maxWidth: `max(6em, min(28em, 100cqi - ${NAME_COLUMN} - 3.75rem))`,
  },
  // In a narrow pane the name and the reason stand in a line above the link. All reasons begin below each other.
  '@container (width < 30rem)': {
    '.cm-line[data-label]': { position: 'relative', paddingTop: '1.5rem', paddingBottom: '0.25rem' },
    '.cm-line[data-label]::before, .cm-line [data-reason]::before': {
      position: 'absolute',
      top: '0.25rem',
      margin: '0',
    },
    '.cm-line[data-label]::before': { left: '4px', width: 'auto', maxWidth: 'calc(100cqi - 4rem)' },
    '.cm-line[data-label]:has([data-reason])::before': { maxWidth: NARROW_NAME },
    '.cm-line [data-reason]::before': {
      left: `calc(${NARROW_NAME} + 10px)`,
      maxWidth: `calc(100cqi - ${NARROW_NAME} - 4.25rem)`,
    },
    '.cm-line[data-label=""] [data-reason]::before': { left: '4px', maxWidth: 'calc(100cqi - 4rem)' },
  },
  '.cm-line :is([data-status=warn], [data-status=refused])::before': {
    color: 'var(--warning)',
    backgroundColor: 'var(--warning-soft)',
  },
  '.cm-line [data-status=skipped]::before': {
    color: 'var(--error)',
    backgroundColor: 'var(--error-soft)',
  },
  '.cm-card-line[data-label]::before': { backgroundColor: 'var(--card)' },
  '.cm-card-line': { backgroundColor: 'var(--hover)', boxShadow: 'inset 2px 0 var(--link)' },
  '.cm-placeholder': { color: 'var(--muted)', whiteSpace: 'pre-wrap' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--selected)',
  },
  '.cm-content ::selection': { backgroundColor: 'var(--selected)' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--fg)', borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '6px 32px 6px 8px', fontFamily: 'var(--font-sans, system-ui)' },
  '.cm-panel.cm-dialog': { padding: '6px 8px', fontFamily: 'var(--font-sans, system-ui)', fontSize: '0.75rem' },
  '.cm-panel input:focus-visible, .cm-panel button:focus-visible': { outline: '2px solid var(--link)' },
  '.cm-dialog label': { fontSize: 'inherit' },
  '.cm-dialog input': { width: '7em' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-dialog input, .cm-dialog button, .cm-card button': {
    font: 'inherit', fontSize: '0.75rem', color: 'var(--fg)', background: 'var(--card)', backgroundImage: 'none',
    border: '1px solid var(--control-line)', borderRadius: '6px', padding: '2px 8px', minHeight: '24px',
  }, // oxfmt-ignore
  '.cm-panel.cm-search label': {
    display: 'inline-flex', alignItems: 'center', gap: '4px', minHeight: '24px', margin: '2px 8px 2px 0', fontSize: '0.75rem',
  }, // oxfmt-ignore
  // The browser's own regexes may take for ever; those of users run on RE2 everywhere else.
  '.cm-panel.cm-search label:has([name=re])': { display: 'none' },
  '.cm-panel.cm-search input[type=checkbox]': {
    width: '16px', height: '16px', minHeight: '0', margin: '0', padding: '0', accentColor: 'var(--primary)',
  }, // oxfmt-ignore
  '.cm-panel.cm-search button[name=close], .cm-dialog .cm-dialog-close': {
    width: '24px', height: '24px', padding: '0', border: 'none', background: 'none', fontSize: '1rem', lineHeight: '1',
  }, // oxfmt-ignore
  '.cm-tooltip': {
    border: '1px solid var(--line-strong)',
    borderRadius: '8px',
    backgroundColor: 'var(--raised)',
    color: 'var(--fg)',
    boxShadow: 'var(--overlay-shadow)',
    maxWidth: 'min(360px, 90vw)',
  },
  '.cm-card': { padding: '8px 10px', fontFamily: 'system-ui, sans-serif', fontSize: '0.75rem', lineHeight: '1.5' },
  '.cm-card p': { margin: '4px 0 0', whiteSpace: 'normal' },
  '.cm-card code': { color: 'var(--muted)', fontSize: '0.6875rem' },
  '.cm-panels-bottom': { borderTop: '1px solid var(--line)', borderBottom: 'none' },
  // The page may put a button over the end of the bar.
  '.cm-panels-bottom .cm-card': {
    boxSizing: 'border-box',
    // The border above the bar is a part of the height.
    minHeight: 'calc(var(--card-height, 1px) - 1px)',
    paddingRight: 'var(--card-end, 10px)',
  },
  '.cm-panels-bottom .cm-card > *, .cm-panels-bottom .cm-card-issue > *': { margin: '0' },
  '.cm-card-issue': { flexBasis: '100%' },
  '.cm-panels-bottom .cm-card, .cm-card-head, .cm-card-issue': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2px 10px',
  },
  '.cm-card-head .cm-card-actions': { marginTop: '0' },
  '.cm-card-actions': { display: 'flex', flexWrap: 'wrap', gap: '6px', marginTop: '4px' },
  '.cm-card-actions:empty': { display: 'none' },
  '@media (width < 640px)': {
    // The margin of the sheet around the text.
    '.cm-panels-bottom .cm-card': { paddingInline: '16px' },
    '.cm-card-head:only-child': { flexGrow: '1' },
    '.cm-panels-bottom .cm-card .cm-card-actions': { marginLeft: 'auto' },
  },
  '.cm-card button': { cursor: 'pointer' },
  '.cm-card .cm-card-actions button': { minHeight: 'max(24px, var(--target))', padding: '2px 12px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '14em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px', minHeight: '24px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--selected)', color: 'var(--fg)' },
  '.cm-tooltip.cm-completionInfo': { padding: '6px 10px', fontFamily: 'system-ui, sans-serif', fontSize: '0.75rem' },
  '.cm-searchMatch': { backgroundColor: 'var(--warning-soft)', outline: '1px solid var(--warning)' },
  '.cm-foldPlaceholder': {
    background: 'var(--hover)', border: 'none', color: 'var(--muted)', font: 'inherit', fontSize: '0.75rem', lineHeight: '1rem',
    borderRadius: '4px', padding: '0 6px', margin: '0 4px', cursor: 'pointer',
  }, // oxfmt-ignore
} as const

export const HIGHLIGHT = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--info)' },
  { tag: [tags.string, tags.content], color: 'var(--fg)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning)' },
  { tag: [tags.comment, tags.punctuation, tags.separator, tags.brace, tags.squareBracket], color: 'var(--muted)' },
])
