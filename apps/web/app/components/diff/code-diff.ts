import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { getChunks, goToNextChunk, goToPreviousChunk, MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { minimalSetup } from 'codemirror'
import type { EditorLanguage } from '../config-editor/language.ts'
import { HIGHLIGHT, THEME } from '../config-editor/theme.ts'

export interface DiffEditor {
  stat: { added: number; removed: number }
  next: () => void
  previous: () => void
  destroy: () => void
}

interface Options {
  before: string
  after: string
  language: EditorLanguage | undefined
  sideBySide: boolean
  label: string
  phrases: Readonly<Record<string, string>>
}

/** Above this a part counts as replaced: long texts that share little would hold up the page. */
const SCAN_MAX = 2000
const COMPARE_MS = 500

/** Two texts, one beside the other or one inside the other, with what is the same folded away. */
export function createDiff(
  host: HTMLElement,
  { before, after, language, sideBySide, label, phrases }: Options,
): DiffEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const shared: Extension[] = [
    minimalSetup,
    lineNumbers(),
    EditorState.readOnly.of(true),
    EditorState.phrases.of(phrases),
    // Half a pane is narrow and a node is a long line. With wrapped lines, every change in it is visible.
    EditorView.lineWrapping,
    EditorView.theme(THEME),
    EditorView.theme(DIFF_THEME),
    syntaxHighlighting(HIGHLIGHT),
    syntaxHighlighting(WHOLE_KEYS),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    language === 'yaml' ? yaml() : language === 'json' ? json() : [],
  ]
  const folded = { margin: 3, minSize: 6 }
  const diffConfig = { scanLimit: SCAN_MAX, timeout: COMPARE_MS }
  if (sideBySide) {
    const view = new MergeView({
      parent: root,
      root,
      a: { doc: before, extensions: shared },
      b: { doc: after, extensions: shared },
      collapseUnchanged: folded,
      diffConfig,
      gutter: true,
    })
    return {
      stat: statOf(view.b.state, before, after),
      next: () => void goToNextChunk(view.b),
      previous: () => void goToPreviousChunk(view.b),
      destroy: () => view.destroy(),
    }
  }
  const view = new EditorView({
    root,
    doc: after,
    extensions: [
      ...shared,
      unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: folded, diffConfig }),
      EditorView.updateListener.of(({ view: { dom } }) => putInBlocks(dom)),
    ],
  })
  putInBlocks(view.dom)
  root.append(view.dom)
  return {
    stat: statOf(view.state, before, after),
    next: () => void goToNextChunk(view),
    previous: () => void goToPreviousChunk(view),
    destroy: () => view.destroy(),
  }
}

const BLOCK_LINES = 200
const LINE_PX = 20

/** The editor draws all lines that are gone at one place, in sight or not: the browser lays out only the blocks in sight. */
function putInBlocks(dom: HTMLElement): void {
  for (const chunk of dom.querySelectorAll('.cm-deletedChunk')) {
    const gone = [...chunk.querySelectorAll(':scope > .cm-deletedLine')]
    if (gone.length <= BLOCK_LINES) continue
    for (let at = 0; at < gone.length; at += BLOCK_LINES) {
      const together = gone.slice(at, at + BLOCK_LINES)
      const block = document.createElement('div')
      block.style.contentVisibility = 'auto'
      block.style.containIntrinsicHeight = `auto ${together.length * LINE_PX}px`
      block.append(...together)
      chunk.append(block)
    }
  }
}

const lines = (text: string, from: number, to: number) =>
  from === to ? 0 : text.slice(from, to).replace(/\n$/, '').split('\n').length

function statOf(state: EditorState, before: string, after: string): DiffEditor['stat'] {
  let added = 0
  let removed = 0
  for (const { fromA, toA, fromB, toB } of getChunks(state)?.chunks ?? []) {
    removed += lines(before, fromA, Math.min(toA, before.length))
    added += lines(after, fromB, Math.min(toB, after.length))
  }
  return { added, removed }
}

/** A key such as `public-key` is not broken between two lines. */
const WHOLE_KEYS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], whiteSpace: 'nowrap' },
])

/** What is wrapped stands to the right of the first letter of a list item, so it does not look like a key of its own. */
const HANGING = '6ch'

const DIFF_THEME = {
  '&': { height: 'auto' },
  '.cm-content .cm-line, .cm-deletedChunk .cm-deletedLine': {
    paddingLeft: `calc(4px + ${HANGING})`,
    textIndent: `-${HANGING}`,
  },
  '.cm-deletedChunk': { paddingLeft: '0' },
  // Chinese names stay whole.
  '.cm-lineWrapping': { wordBreak: 'keep-all' },
  '.cm-changedLine, .cm-inlineChangedLine': { backgroundColor: 'var(--success-soft)' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--error-soft)' },
  '&.cm-merge-b .cm-changedText, .cm-insertedLine .cm-changedText, .cm-inlineChangedLine .cm-changedText': {
    background: 'color-mix(in srgb, var(--success) 20%, transparent)',
  },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'color-mix(in srgb, var(--error) 20%, transparent)',
  },
  '.cm-deletedLine del, .cm-deletedChunk del, .cm-deletedLine': { textDecoration: 'none' },
  '.cm-collapsedLines': {
    background: 'var(--sunken)',
    color: 'var(--muted)',
    padding: '2px 8px',
    fontFamily: 'system-ui, sans-serif',
    fontSize: '0.75rem',
  },
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"⋯"' },
  '.cm-changeGutter': { width: '3px' },
}
