import { type EditorState, type Extension, StateEffect, StateField, type Transaction } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  hoverTooltip,
  keymap,
  type PanelConstructor,
  type Rect,
  showPanel,
  tooltips,
} from '@codemirror/view'
import type { LineIssue, LineMark } from '@switchyard/recipe/model'
import { element } from './element.ts'
import { signOf, statusWord, type StatusWords, toneOf } from './line-sign.ts'
import { markOf, setMarks } from './marks.ts'

/** Something to do about a line. */
export interface LineAction {
  label: string
  run: () => void
}

export interface CardOptions {
  statusWords: StatusWords
  /** The bar of a line was opened or closed below the text. */
  onCard: (isOpen: boolean) => void
  actionsOf: (line: number, issue: LineIssue) => readonly LineAction[]
}

/** The issues of a line, shown in a bar below the text. */
interface LineCard {
  /** Where the line begins. */
  pos: number
  panel: PanelConstructor
}

/** Opens the bar of a line, or closes it. */
export const openCard = StateEffect.define<number | null>()

const CARD_LINE = Decoration.line({ class: 'cm-card-line' })

/** What is to say about a line: in a bar below the text for the line of the caret, beside the pointer for any other. */
export function lineCards(options: CardOptions): Extension {
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

  return [
    card,
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
    ]),
    EditorView.domEventHandlers({
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
    tooltips({ tooltipSpace: spaceOf }),
    hoverTooltip((view, position) => {
      const line = view.state.doc.lineAt(position)
      const mark = markOf(view.state, line.number)
      if (!mark || !hasCard(mark) || view.state.field(card)?.pos === line.from) return null
      return { pos: line.from, end: line.to, above: true, create: () => ({ dom: cardElement(mark, options, view) }) }
    }),
  ]
}

function openAtCaret(view: EditorView): void {
  view.dispatch({ effects: openCard.of(view.state.doc.lineAt(view.state.selection.main.head).number) })
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

function cardElement(mark: LineMark, { actionsOf, statusWords }: CardOptions, view: EditorView): HTMLElement {
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
