import { useCallback, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { TEXT_SOURCE, textOf } from '@switchyard/recipe/model'
import { handedOver } from '../../components/handover/handover.ts'
import { useStore } from '../../lib/store.ts'
import { changeUiSettings, uiSettings, type UiSettings } from '../../components/kept-settings/ui-settings.ts'
import type { CodeEditorHandle } from '../../components/config-editor/code-editor.tsx'
import type { SpelledFlag } from '../../components/node-grid/filter/filter-query.ts'
import { useLayout } from './layout.ts'
import type { NodesHandle } from './nodes/nodes-slot.ts'
import type { TrackPart } from './nodes/track.tsx'
import type { IssueFilter } from './output/issue-panel.tsx'
import type { WantedRule } from './options/rules-section.tsx'
import type { OutputTab } from './output/output-pane.tsx'
import type { PaneSizes } from './pane-sizes.ts'
import type { Model } from './session/model.ts'
import type { ConvertSession } from './session/session.ts'
import { useModelPart, useSession } from './session/use-convert.ts'

/** The state that the filter of the list has for each part of the track. */
const STATES = {
  output: 'output',
  duplicates: 'duplicate',
  excluded: 'excluded',
  disabled: 'disabled',
  deleted: 'deleted',
  refused: 'refused',
  toFetch: 'to-fetch',
  skipped: 'skipped',
  doubtful: 'doubtful',
} as const satisfies Partial<Record<TrackPart, SpelledFlag>>
type BucketOfState = keyof typeof STATES
// `Object.keys` returns strings. These are the keys of the record above.
const BUCKETS = Object.keys(STATES) as BucketOfState[]

const hasState = (bucket: TrackPart): bucket is BucketOfState => bucket in STATES

/** What the left pane shows: the list, or the text it was read from. */
export type PaneView = 'entries' | 'text'
/** Where only one of the two has room. */
export type PaneSide = 'list' | 'result'

const NONE: UiSettings = {}

function isTyping(): boolean {
  return Boolean(document.activeElement?.closest('[data-text-field], [contenteditable], input, textarea'))
}

/** Whether there is anything to convert: an address that was not asked yet counts. */
function hasSources(model: Model): boolean {
  return model.sources.length > 1 || (model.sources.length === 1 && (textOf(model) !== '' || !isOnlyText(model)))
}

function isOnlyText({ sources }: Model): boolean {
  return sources[0]?.id === TEXT_SOURCE
}

/** Where there are many, their cards may be folded away. */
function focusCard(sourceId: string): void {
  const card = document.querySelector<HTMLElement>(`[data-source="${CSS.escape(sourceId)}"]`)
  card?.closest('details')?.setAttribute('open', '')
  card?.focus()
}

/** The line of the text that a row of the list was read from. */
function lineOfRow({ desk: { rows, others } }: ConvertSession, key: string | undefined): number | undefined {
  const row = [...rows.get(), ...others.get()].find((each) => each.key === key)
  return row?.sourceId === TEXT_SOURCE ? row.line : undefined
}

/** The last row of the list that begins at a line of the text, or above it. */
function rowOfLine({ desk: { rows, others } }: ConvertSession, line: number): string | undefined {
  let found: { key: string; line: number } | undefined
  for (const row of [...rows.get(), ...others.get()])
    if (row.sourceId === TEXT_SOURCE && row.line <= line && row.line > (found?.line ?? 0)) found = row
  return found?.key
}

/** What of the screen is shown, and the ways to each place of it, whatever the layout. */
export function usePlaces(
  input: RefObject<CodeEditorHandle | null>,
  nodes: RefObject<NodesHandle | null>,
  sizesOf: (isTextShown: boolean) => PaneSizes,
) {
  const session = useSession()
  const widest = useLayout()
  const { convertView = 'entries', convertTextFolded = true } = useStore(uiSettings, NONE)
  /** What something other than the switch asked for: it is not kept. */
  const [wantedView, setWantedView] = useState<PaneView>()
  // The first page may have asked for the problems. Its text is taken later.
  const [wantsProblems] = useState(() => handedOver()?.shows === 'problems')
  const [side, setSide] = useState<PaneSide>(wantsProblems ? 'result' : 'list')
  const [isTextOpen, setTextOpen] = useState(false)
  const [isResultOpen, setResultOpen] = useState(wantsProblems)
  const [isWriting, setWriting] = useState(false)
  const [tab, setTab] = useState<OutputTab>(wantsProblems ? 'problems' : 'preview')
  const [filter, setFilter] = useState<IssueFilter>('all')
  const [isOptionsOpen, setOptionsOpen] = useState(false)
  const [bucket, setBucket] = useState<TrackPart>()
  const followStates = useCallback(
    (states: readonly SpelledFlag[]) => setBucket(BUCKETS.find((bucket) => states.includes(STATES[bucket]))),
    [],
  )
  const [section, setSection] = useState<string>()
  const [wantedRule, setWantedRule] = useState<WantedRule>()
  const view = wantedView ?? convertView
  const isTextFolded = convertTextFolded && wantedView !== 'text'
  // The options take the room of a pane: text and list share one until they are closed, and nothing of that is kept.
  const isSharing = widest === 'panes' && isOptionsOpen && !sizesOf(!isTextFolded).hasRoomForAll
  const layout = isSharing ? 'pair' : widest
  const isListShown =
    layout === 'panes' || layout === 'phone' || (view === 'entries' && (layout !== 'tabs' || side === 'list'))
  const shownBucket = isListShown ? bucket : undefined

  // Entries that come by paste or file are looked at. Who types goes on typing, and so does who typed the last letter away.
  const hasEntries = useModelPart(hasSources)
  const [hadEntries, setHadEntries] = useState(hasEntries)
  const [wasFilled, setWasFilled] = useState(hasEntries)
  if (hasEntries !== hadEntries) {
    setHadEntries(hasEntries)
    setWasFilled(true)
    const goesOn = isTyping() && (isWriting || hadEntries)
    setWriting(!hasEntries && goesOn)
    if (!goesOn) setWantedView(undefined)
    if (!hasEntries) {
      setSide('list')
      setResultOpen(false)
    }
  }

  const showText = useCallback(() => {
    // At once: what goes to a line of it needs it to be there.
    flushSync(() => {
      setSide('list')
      setResultOpen(false)
      if (layout === 'phone') setTextOpen(true)
      else setWantedView('text')
    })
  }, [layout])
  const showList = useCallback(() => {
    flushSync(() => {
      setSide('list')
      setResultOpen(false)
      setTextOpen(false)
      if (layout !== 'panes') setWantedView('entries')
    })
  }, [layout])
  const showLine = useCallback(
    (sourceId: string | undefined, line: number) => {
      const isOfText = sourceId === undefined || sourceId === TEXT_SOURCE
      // Other texts are not shown: their card is as near as one gets.
      if (!isOfText && layout === 'phone') showList()
      else showText()
      setTimeout(() => {
        if (isOfText) input.current?.goTo(line)
        else focusCard(sourceId)
      })
    },
    [input, layout, showText, showList],
  )

  /** The other of the two, at the same line; which one is kept for this device. */
  const chooseView = useCallback(
    (next: PaneView) => {
      const line = next === 'text' ? lineOfRow(session, nodes.current?.current()) : undefined
      const row = next === 'entries' && input.current ? rowOfLine(session, input.current.line()) : undefined
      flushSync(() => {
        setWantedView(isSharing ? next : undefined)
        if (!isSharing) changeUiSettings({ convertView: next })
      })
      // A frame later it has its size.
      requestAnimationFrame(() => {
        if (line !== undefined) input.current?.show(line)
        if (row !== undefined) nodes.current?.show(row)
      })
    },
    [session, input, nodes, isSharing],
  )
  const foldText = useCallback((convertTextFolded: boolean) => {
    setWantedView(undefined)
    changeUiSettings({ convertTextFolded })
  }, [])
  const openText = useCallback(() => {
    const line = lineOfRow(session, nodes.current?.current())
    showText()
    if (line !== undefined) setTimeout(() => input.current?.show(line))
  }, [session, input, nodes, showText])

  const openOptions = (at?: string) => {
    setSection(at)
    setOptionsOpen(true)
    // Of text and list, the list follows what is chosen.
    if (widest === 'panes' && !isOptionsOpen) setWantedView('entries')
  }

  return {
    layout,
    /** Nothing is shown but what one can begin with. */
    isEmpty: !hasEntries && !isWriting,
    /** There were entries, and they are gone. */
    wasFilled: wasFilled && !hasEntries,
    hasEntries,
    view,
    chooseView,
    isTextFolded,
    foldText,
    side,
    showSide: setSide,
    isTextOpen,
    openText,
    closeText: () => setTextOpen(false),
    isResultOpen: isResultOpen && hasEntries,
    setResultOpen,
    /** Leads to the question about rule lists. On a phone Problems has no room for it. */
    showLists: () => {
      setTab('preview')
      if (layout === 'phone') setResultOpen(true)
      else setSide('result')
    },
    /** The text is typed: it may be empty, and there is a place for it. */
    write: () => {
      flushSync(() => setWriting(true))
      showText()
      setTimeout(() => input.current?.focus())
    },
    tab,
    setTab,
    filter,
    setFilter,
    showLine,
    showNode: (key: string) => {
      showList()
      setTimeout(() => nodes.current?.reveal(key))
    },
    /** The part of the track that filters the list. Undefined: none does, or the list is not on the screen. */
    bucket: shownBucket,
    followStates,
    /** Filters the list to the entries of one part of the track. A second call for the same part shows all parts. */
    showBucket: (wanted: TrackPart) => {
      showList()
      if (!hasState(wanted)) nodes.current?.clearFilter()
      else nodes.current?.showState(wanted === shownBucket ? undefined : STATES[wanted])
    },
    isOptionsOpen,
    section,
    wantedRule,
    openOptions,
    /** Opens the options at a new rule, to this group or to any. */
    addRule: (group?: string) => {
      openOptions('rules')
      setWantedRule({ group })
    },
    closeOptions: () => {
      setWantedRule(undefined)
      setOptionsOpen(false)
      if (widest === 'panes') setWantedView(undefined)
    },
  }
}
