import { applyEdits } from '@switchyard/convert/edits'
import { clientFacts } from '@switchyard/convert/facts'
import { Suspense, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { CodeEditor, type CodeEditorHandle } from '../../../components/config-editor/code-editor.tsx'
import { useWrap } from '../../../components/config-editor/use-wrap.ts'
import { askConfigEngine } from '../../../components/engine/config-engine.ts'
import { undoToast } from '../../../components/node-list/undo-toast.ts'
import { useCurrentOutput } from '../../../lib/new-window.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import type { WordedIssue } from '../../../workers/tasks/config.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Splitter } from '../../../ui/splitter.tsx'
import { TabPanel, tabPanel, Tabs } from '../../../ui/tabs.tsx'
import { type PanelId, PANELS } from '../panels.ts'
import { changedLine } from './changed-line.ts'
import { BenchHead } from './bench-head.tsx'
import { type DoorName, panelOf } from './doors.ts'
import { withFixes } from './fixes.ts'
import { HealthStrip } from './health-strip.tsx'
import { marksOf } from '../../../components/config-editor/issue-marks.ts'
import type { BenchPanel, BenchPanelProps, OpenConfig, TextPlace } from './panel.ts'
import { PanelBoundary } from './panel-boundary.tsx'
import { useBench, useChecked } from './use-bench.ts'
import { usePanelWidth } from './use-panel-width.ts'
import { useBenchActions } from './use-bench-actions.ts'
import type { Opening } from './use-opening.tsx'
import { useOldForms } from './use-upgrade.ts'

/** From here on a panel stands beside the text, and from there on the line between them can be moved. */
const BESIDE = '(width >= 1024px)'
const MOVABLE = '(width >= 1280px)'
const TEXT = 'text'
const PlaceOfConfig = lazyPart(() => import('./place-of-config.tsx').then((part) => part.PlaceOfConfig))
const PARTS = PANELS.map(({ id, load }) => ({ id, Part: lazyPart<BenchPanelProps>(load) }))
const offered: readonly BenchPanel<PanelId>[] = PANELS

type PartId = PanelId | typeof TEXT

interface Props {
  door: DoorName
  config: OpenConfig
  opening: Opening
}

/** The text of the open config with a panel beside it; in a narrow window one of the two. */
export function OpenConfigView({ door, config, opening }: Props) {
  const t = useTranslations('configBench')
  const session = useBench()
  const checked = useChecked()
  const locale = useRouteLocale()
  const isBeside = useMedia(BESIDE, true)
  const isMovable = useMedia(MOVABLE, true)
  const { setFrame, splitter } = usePanelWidth()
  const [wrap] = useWrap()
  const editor = useRef<CodeEditorHandle>(null)
  const [chosen, setChosen] = useState<PartId>()
  const [said, setSaid] = useState('')

  const panels = offered.filter(({ clients }) => clients?.includes(config.client) ?? true)
  const ids: PartId[] = panels.map(({ id }) => id)
  const tabs: readonly PartId[] = isBeside ? ids : [TEXT, ...ids]
  // Who comes to inject begins there; who comes to edit sees the text.
  const first = isBeside || panelOf(door) === 'inject' ? panelOf(door) : TEXT
  const shown = tabs.find((id) => id === chosen) ?? tabs.find((id) => id === first) ?? tabs[0] ?? TEXT
  const isTextShown = isBeside || shown === TEXT

  const { result } = checked ?? {}
  const issues = result?.issues
  const marks = useMemo(() => (issues ? marksOf(issues) : []), [issues])
  const output = useMemo(() => ({ read: () => Promise.resolve(config.text) }), [config.text])
  useCurrentOutput(output)

  const show = ({ line, column, endLine = line, endColumn }: TextPlace) => {
    // In a narrow window the text is shown first.
    if (!isTextShown) flushSync(() => setChosen(TEXT))
    if (column === undefined || endColumn === undefined) editor.current?.goTo(line)
    else editor.current?.select({ line, column, endLine, endColumn })
  }
  const change = (of: string, text: string, words: string) => {
    const isDone = session.change(of, text)
    if (!isDone) return false
    setSaid(words)
    // The text beside the panel shows what was done, once it has it.
    if (isBeside) requestAnimationFrame(() => editor.current?.show(changedLine(of, text)))
    return true
  }
  const fix = ({ edits }: NonNullable<WordedIssue['fix']>, line: number) =>
    change(checked?.of.text ?? '', applyEdits(config.text, edits), t('health.fixed', { line }))
  const fixAll = () => {
    const { text, fixed } = withFixes(config.text, issues ?? [])
    if (change(checked?.of.text ?? '', text, '')) undoToast(session, t('undo'), t('health.fixedAll', { n: fixed }))
  }
  const oldForms = useOldForms(askConfigEngine, config)
  const [save, setSave] = useState<{ run: () => void }>()
  const actions = useBenchActions({ config, opening, editor, saveToPlace: save?.run })
  const { language } = clientFacts(config.client).file
  return (
    <>
      <BenchHead config={config} opening={opening} actions={actions} />
      {config.origin.kind === 'place' && (
        <Suspense>
          <PlaceOfConfig config={config} onSave={setSave} />
        </Suspense>
      )}
      <HealthStrip
        config={config}
        checked={checked}
        oldForms={oldForms}
        onUpgrade={() => setChosen('upgrade')}
        onShow={show}
        onFix={fix}
        onFixAll={fixAll}
        onAgain={() => session.checkAgain()}
      />
      <p role="status" className="sr-only">
        {said}
      </p>
      {!isBeside && <PanelTabs {...{ tabs, shown }} onChange={setChosen} />}
      <div className="bench-frame" ref={setFrame} data-movable={isMovable || undefined}>
        <div className="bench-text" hidden={!isTextShown} {...(isBeside ? {} : tabPanel('bench', TEXT))}>
          <CodeEditor
            ref={editor}
            label={t('textOf', { name: config.name })}
            value={config.text}
            testId="bench-editor"
            className="min-h-0 flex-1"
            wrap={wrap}
            hasMarks
            marks={marks}
            statusWords={{ ...NO_WORDS, skipped: t('health.severity.error'), warn: t('health.severity.warning'), notice: t('health.severity.note') }}
            actionsOf={(line, { message }) => {
              const found = issues?.find((one) => one.line === line && one.message === message)
              return found?.fix ? [{ label: t('health.fix'), run: () => fix(found.fix!, line) }] : []
            }}
            steps={{ undo: () => session.undo(), redo: () => session.redo() }}
            hints={{ client: config.client, locale }}
            onChange={(text) => session.type(text)}
            {...(language === 'text' ? {} : { language })}
          />
        </div>
        {isMovable && <Splitter {...splitter} label={t('panelWidth')} controls="bench-panel" after />}
        {(isBeside || shown !== TEXT) && (
          <div
            id="bench-panel"
            className="bench-panel"
            style={isMovable ? { flex: `0 0 ${splitter.size}px` } : undefined}
          >
            {isBeside && <PanelTabs {...{ tabs, shown }} onChange={setChosen} />}
            <TabPanel name="bench" id={shown} className="bench-panel-body">
              <PanelBoundary key={shown}>
                <Suspense>
                  {PARTS.map(
                    ({ id, Part }) =>
                      id === shown && <Part key={id} {...{ config, issues, change, show }} ask={askConfigEngine} />,
                  )}
                </Suspense>
              </PanelBoundary>
            </TabPanel>
          </div>
        )}
      </div>
    </>
  ) // oxfmt-ignore
}

const NO_WORDS = {
  ok: '', 'to-fetch': '', duplicate: '', comment: '', excluded: '', refused: '', disabled: '', deleted: '', partly: '',
} // oxfmt-ignore

interface TabsProps {
  tabs: readonly PartId[]
  shown: PartId
  onChange: (id: PartId) => void
}

function PanelTabs({ tabs, shown, onChange }: TabsProps) {
  const t = useTranslations('configBench.panel')
  return (
    <Tabs
      label={t('label')}
      name="bench"
      className="tabs-bar"
      value={shown}
      onChange={onChange}
      tabs={tabs.map((id) => ({ id, label: t(id), testId: `bench-tab-${id}` }))}
    />
  )
}
