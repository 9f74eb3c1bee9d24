import { useCallback, useState, type RefObject } from 'react'
import type { CodeEditorHandle } from '../../components/code-editor/code-editor.tsx'
import { layoutNow, useLayout } from './layout.ts'
import { useModelPart } from './session/use-convert.ts'
import { TEXT_SOURCE } from '@switchyard/recipe/model'
import type { NodesHandle } from './nodes/nodes-slot.ts'
import type { OutputTab } from './output/output-pane.tsx'
import type { IssueFilter } from './output/issue-panel.tsx'
import type { Bucket } from './nodes/track.tsx'

const FILTERS: Record<Bucket, string> = {
  entries: '',
  waiting: '',
  output: 'is:output',
  duplicates: 'is:duplicate',
  excluded: 'is:excluded',
  disabled: 'is:disabled',
  deleted: 'is:deleted',
  refused: 'is:refused',
  skipped: 'is:skipped',
  doubtful: 'is:doubtful',
}

export type Step = 'input' | 'nodes' | 'options' | 'output'

function isTyping(): boolean {
  return Boolean(document.activeElement?.closest('[contenteditable], input, textarea'))
}

/** What of the screen is shown, and the ways to each place of it, whatever the layout. */
export function usePlaces(input: RefObject<CodeEditorHandle | null>, nodes: RefObject<NodesHandle | null>) {
  const layout = useLayout()
  const [step, setStep] = useState<Step>('input')
  const [left, setLeft] = useState<'input' | 'nodes'>('input')
  const [tab, setTab] = useState<OutputTab>('preview')
  const [filter, setFilter] = useState<IssueFilter>('all')
  const [isOptionsOpen, setOptionsOpen] = useState(false)
  const [section, setSection] = useState<string>()

  // Entries that come by paste or file are looked at; who types goes on typing.
  const hasEntries = useModelPart(({ sources }) => sources.some(({ text }) => text !== ''))
  const [hadEntries, setHadEntries] = useState(hasEntries)
  if (hasEntries !== hadEntries) {
    setHadEntries(hasEntries)
    if (hasEntries && layout === 'tabs' && !isTyping()) setLeft('nodes')
    if (!hasEntries) setLeft('input')
  }

  const show = useCallback((next: Step) => {
    setStep(next)
    if (next === 'input' || next === 'nodes') setLeft(next)
  }, [])
  const showLine = useCallback(
    (sourceId: string | undefined, line: number) => {
      show('input')
      setTimeout(() => {
        if (sourceId === undefined || sourceId === TEXT_SOURCE) input.current?.goTo(line)
        // Other texts are not shown: their card is as near as one gets.
        else document.querySelector<HTMLElement>(`[data-source="${CSS.escape(sourceId)}"]`)?.focus()
      })
    },
    [input, show],
  )
  return {
    layout,
    /** The step of a phone. */
    step,
    /** The tab of the two panes on the left. */
    left,
    show,
    tab,
    setTab,
    filter,
    setFilter,
    showLine,
    showNode: (key: string) => {
      show('nodes')
      setTimeout(() => nodes.current?.reveal(key))
    },
    /** The entries that a part of the track counts. */
    showBucket: (bucket: Bucket) => {
      show('nodes')
      nodes.current?.setFilter(FILTERS[bucket])
    },
    isOptionsOpen,
    // Under the tab of the input the panel is open and not seen.
    areOptionsShown: isOptionsOpen && !(layout === 'tabs' && left === 'input'),
    section,
    openOptions: (at?: string) => {
      setSection(at)
      const layout = layoutNow()
      // The panel lies over the nodes: with two panes they have to be the one that is shown.
      if (layout === 'tabs') setLeft('nodes')
      if (layout === 'steps') setStep('options')
      else setOptionsOpen(true)
    },
    closeOptions: () => setOptionsOpen(false),
  }
}
