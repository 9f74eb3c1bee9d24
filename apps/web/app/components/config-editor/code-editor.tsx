import { flushSync } from 'react-dom'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type Ref } from 'react'
import type { LineIssue, LineMark } from '@switchyard/recipe/model'
import type { StatusWords } from './line-sign.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import type { LineAction } from './card.ts'
import type { Editor, EditorCommand, EditorModes, EditorPlace, EditorSteps } from './editor.ts'
import type { EditorLanguage } from './language.ts'
import { usePhrases } from './use-phrases.ts'

export interface CodeEditorHandle {
  goTo: (line: number) => void
  /** Selects what stands at a place; in the plain field, its line. */
  select: (place: EditorPlace) => void
  /** The line of the cursor while it is seen, else the first line that is seen. */
  line: () => number
  /** The line where the selection begins, also out of sight. */
  caret: () => number
  /** Scrolls to a line; the focus stays where it is. */
  show: (line: number) => void
  focus: () => void
  selectAll: () => void
  run: (command: EditorCommand) => void
  text: () => string
}

interface Props {
  label: string
  value: string
  placeholder?: string
  readOnly?: boolean
  language?: EditorLanguage
  marks?: readonly LineMark[]
  /** What can be done about a line, in words. */
  actionsOf?: (line: number, issue: LineIssue) => readonly LineAction[]
  /** Words for the marks, for a screen reader. */
  statusWords?: StatusWords
  onChange?: (text: string, isPaste: boolean) => void
  /** The bar of a line was opened or closed below the text. */
  onCard?: (isOpen: boolean) => void
  wrap?: boolean
  hints?: EditorModes['hints']
  /** Where another kind of text is opened, what is above that line folded. The same kind keeps its place. */
  opening?: { kind: string; line: number | undefined } | undefined
  /** The lines of a config have marks too. */
  hasMarks?: boolean
  /** Undo and redo of the whole work, in the place of the editor's own. */
  steps?: EditorSteps
  testId?: string
  className?: string
  ref?: Ref<CodeEditorHandle>
}

const importEditor = () => import('./editor.ts')

/** Loads the editor before there is a text to show in it. */
export function preloadEditor(): () => void {
  return whenIdle(() => void importEditor().catch(() => undefined))
}

/** A text with line numbers. It is a plain field until the editor has loaded, and stays one when that fails. */
export function CodeEditor(props: Props) {
  const {
    label,
    value,
    placeholder,
    readOnly = false,
    language,
    marks = NO_MARKS,
    testId,
    wrap = false,
    className = '',
    ref,
  } = props
  const host = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const editor = useRef<Editor>(undefined)
  /** Where the plain field was sent: the editor goes there as well. */
  const wantedLine = useRef<number>(undefined)
  /** The line to show as soon as the editor has loaded. */
  const shownLine = useRef<number>(undefined)
  /** The kind of text that was opened at its place. */
  const opened = useRef<string>(undefined)
  const [isLoaded, setLoaded] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const change = useEffectEvent((text: string, isPaste: boolean) => props.onChange?.(text, isPaste))
  const undo = useEffectEvent(() => props.steps?.undo())
  const redo = useEffectEvent(() => props.steps?.redo())
  const showCard = useEffectEvent((isOpen: boolean) => props.onCard?.(isOpen))
  const actions = useEffectEvent((line: number, issue: LineIssue) => props.actionsOf?.(line, issue) ?? [])
  const phrases = useEffectEvent(usePhrases())
  const current = useEffectEvent(() => ({ value, marks }))
  const modes: EditorModes = { readOnly, wrap, hints: props.hints }
  const modesNow = useEffectEvent(() => modes)
  // Of a long text the plain field shows the beginning: the whole follows in the editor.
  const isCut = !isLoaded && !hasFailed && value.length > FIELD_MAX
  const fieldText = isCut ? value.slice(0, FIELD_MAX) : value
  const [fieldStart] = useState(fieldText)
  const typedText = useEffectEvent(() => {
    const typed = field.current?.value ?? ''
    return readOnly || isCut || typed === value ? undefined : typed
  })

  // What was typed before the page came alive.
  useEffect(() => {
    const typed = typedText()
    if (typed) change(typed, true)
  }, [])

  useEffect(() => {
    let isWanted = true
    let made: Editor | undefined
    const show = () => {
      if (!made) return
      editor.current = made
      const plain = field.current
      const hadFocus = plain !== null && document.activeElement === plain
      const selection = plain ? { from: plain.selectionStart, to: plain.selectionEnd } : undefined
      // At once: there are never two fields.
      made.appear()
      flushSync(() => setLoaded(true))
      if (hadFocus && wantedLine.current !== undefined) made.goTo(wantedLine.current)
      else if (hadFocus) made.focus(selection)
      else if (shownLine.current !== undefined) made.show(shownLine.current)
      wantedLine.current = shownLine.current = undefined
    }
    const load = () =>
      void importEditor().then(
        ({ createEditor }) => {
          if (!isWanted || !host.current) return
          made = createEditor(host.current, {
            ...modesNow(),
            label,
            text: typedText() ?? current().value,
            marks: current().marks,
            statusWords: props.statusWords ?? NO_WORDS,
            phrases: phrases(),
            onChange: change,
            onCard: showCard,
            actionsOf: actions,
            ...(placeholder ? { placeholder } : {}),
            ...(props.steps ? { steps: { undo, redo } } : {}),
            ...(props.hasMarks ? { hasMarks: true } : {}),
            ...(language ? { language } : {}),
            ...(testId ? { testId } : {}),
          }) // oxfmt-ignore
          // Making it and drawing it are tasks of their own: together they would hold the page up.
          setTimeout(show)
        },
        () => isWanted && setFailed(true),
      )
    const forget = whenIdle(load)
    return () => {
      isWanted = false
      forget()
      made?.destroy()
      made = editor.current = undefined
      opened.current = undefined
      setLoaded(false)
    }
    // Everything else reaches the editor as it changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [label, language])

  const { client, locale } = props.hints ?? {}
  useEffect(() => editor.current?.configure(modesNow()), [readOnly, wrap, client, locale, isLoaded])

  const { opening } = props
  const openingNow = useEffectEvent(() => opening)
  useEffect(() => {
    editor.current?.setText(value, openingNow()?.line)
    const shown = field.current?.value
    if (field.current && shown !== value && shown !== fieldText) field.current.value = fieldText
  }, [value, fieldText, isLoaded])
  const kind = opening?.kind
  useEffect(() => {
    if (!editor.current || kind === undefined || kind === opened.current) return
    opened.current = kind
    const line = openingNow()?.line
    if (line !== undefined) editor.current.openAt(line)
  }, [kind, isLoaded])
  useEffect(() => editor.current?.setMarks(marks), [marks, isLoaded])

  useImperativeHandle(ref, () => ({
    goTo(line) {
      if (editor.current) return editor.current.goTo(line)
      wantedLine.current = line
      if (field.current) selectLine(field.current, line)
    },
    select(place) {
      if (editor.current) return editor.current.select(place)
      wantedLine.current = place.line
      if (field.current) selectLine(field.current, place.line)
    },
    line: () => editor.current?.line() ?? 1,
    caret: () => editor.current?.caret() ?? 1,
    show(line) {
      if (editor.current) editor.current.show(line)
      else shownLine.current = line
    },
    focus: () => (editor.current ? editor.current.focus() : field.current?.focus()),
    selectAll() {
      if (editor.current) return editor.current.selectAll()
      if (!field.current) return
      if (isCut) field.current.value = value
      field.current.select()
    },
    run: (command) => editor.current?.run(command),
    text: () => editor.current?.text() ?? value,
  }))

  return (
    <div className={`relative flex min-h-0 flex-col ${className}`}>
      <div ref={host} className={isLoaded ? 'min-h-0 flex-1' : 'hidden'} data-text-field />
      {!isLoaded && (
        <textarea
          ref={field}
          aria-label={label}
          data-testid={testId}
          defaultValue={fieldStart}
          placeholder={placeholder}
          readOnly={readOnly || isCut}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          wrap={wrap ? 'soft' : 'off'}
          className="min-h-0 flex-1 resize-none bg-transparent p-3 font-mono text-[0.8125rem] leading-5 outline-offset-[-2px]"
          onChange={(event) => props.onChange?.(event.target.value, false)}
          onPaste={(event) => {
            const target = event.currentTarget
            setTimeout(() => props.onChange?.(target.value, true))
          }}
        />
      )}
    </div>
  )
}

/** A megabyte in a plain field holds the page up for most of a second while its lines are laid out. */
const FIELD_MAX = 64 * 1024
const NO_MARKS: readonly LineMark[] = []
const NO_WORDS = {
  ok: '', warn: '', 'to-fetch': '', skipped: '', duplicate: '', comment: '', notice: '', excluded: '', refused: '', disabled: '', deleted: '', partly: '',
} // oxfmt-ignore

function selectLine(field: HTMLTextAreaElement, line: number): void {
  const lines = field.value.split('\n')
  const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0)
  field.focus()
  field.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0))
}
