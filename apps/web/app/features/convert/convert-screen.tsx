import { Suspense, useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { SlideOver } from '../../ui/slide-over.tsx'
import { Splitter } from '../../ui/splitter.tsx'
import { tabPanel, Tabs } from '../../ui/tabs.tsx'
import type { CodeEditorHandle } from '../../components/code-editor/code-editor.tsx'
import type { FixTools } from './nodes/fixes.ts'
import { InputPane } from './input/input-pane.tsx'
import type { NodesHandle, NodesSlot } from './nodes/nodes-slot.ts'
import type { OutputHandle } from './output/output-actions.tsx'
import { OutputPane } from './output/output-pane.tsx'
import { usePaneSizes } from './pane-sizes.ts'
import { ACTIONS_ONLY, ReadSoFar, useActionBar } from './phone-bar.tsx'
import { ScreenDialogs, type ScreenDialog } from './screen-dialogs.tsx'
import { ScreenHeader } from './screen-header.tsx'
import { convertSession } from './session/session.ts'
import { Track } from './nodes/track.tsx'
import { SessionContext, useModelPart, useSession, useStatePart } from './session/use-convert.ts'
import { FixContext } from './nodes/use-fixes.ts'
import { usePasteAnywhere } from './input/use-paste-anywhere.ts'
import { usePlaces, type Step } from './use-places.ts'
import { useScreenActions } from './use-screen-actions.ts'
import { useSettingsInAddress } from './session/use-settings-in-address.ts'

const OptionsPanel = lazyPart(() => import('./options/options-panel.tsx').then(({ OptionsPanel }) => OptionsPanel))

interface Props {
  renderNodes: (slot: NodesSlot) => ReactNode
}

/** The convert screen: input, nodes and output side by side, in tabs, or in four steps. */
export function ConvertScreen(props: Props) {
  const [session] = useState(convertSession)
  return (
    <SessionContext value={session}>
      <Screen {...props} />
    </SessionContext>
  )
}

function Screen({ renderNodes }: Props) {
  const t = useTranslations('convert')
  const session = useSession()
  const sourceCount = useModelPart(({ sources }) => sources.length)
  const entryCount = useStatePart(({ result }) => result?.counts.entries ?? 0)
  const nodeCount = useStatePart(({ result }) => result?.counts.nodes ?? 0)
  const outputCount = useStatePart(({ result }) => result?.counts.output ?? 0)
  const input = useRef<CodeEditorHandle>(null)
  const nodes = useRef<NodesHandle>(null)
  const output = useRef<OutputHandle>(null)
  const [dialog, setDialog] = useState<ScreenDialog>()
  const places = usePlaces(input, nodes)
  const { layout, step, left, show, showLine, areOptionsShown, openOptions, closeOptions } = places
  const { share, clear } = useScreenActions({ output, openOptions, openDialog: setDialog })
  const { frame, widths, inputSplitter, outputSplitter } = usePaneSizes()
  useSettingsInAddress(session, useRouteLocale())
  usePasteAnywhere()
  useActionBar(frame)

  const tools = useMemo(
    (): FixTools => ({
      session,
      t,
      goToLine: showLine,
      edit: (key, hint) => nodes.current?.edit(key, hint),
      editDraft: (draft) => nodes.current?.editDraft(draft),
      pickCipher: (key) => setDialog({ name: 'cipher', key }),
      confirmChecks: (keys) => setDialog({ name: 'checks', keys }),
    }),
    [session, t, showLine],
  )
  // The same function every time: a new one would draw the whole list anew.
  const showQr = useCallback((key: string) => setDialog({ name: 'qr', key }), [])
  const slot: NodesSlot = { handle: nodes, onQr: showQr }
  const steps = [
    { id: 'input', label: t('steps.input'), count: sourceCount || undefined, testId: 'step-input' },
    { id: 'nodes', label: t('steps.nodes'), count: nodeCount || undefined, testId: 'step-nodes' },
    { id: 'options', label: t('steps.options'), testId: 'step-options' },
    { id: 'output', label: t('steps.output'), count: outputCount || undefined, testId: 'step-output' },
  ] as const
  const nextStep = steps[steps.findIndex(({ id }) => id === step) + 1]
  /** What a pane is while it is shown by a tab; beside others it is a region of its own. */
  const panelOf = (id: Step) => {
    if (layout === 'steps') return id === step ? tabPanel('step', id) : {}
    return layout === 'tabs' && id === left ? tabPanel('pane', id) : {}
  }
  const on = (id: Step) => (step === id ? 'flex' : 'hidden')
  const onLeft = (id: 'input' | 'nodes') => (left === id ? 'lg:flex' : 'lg:hidden')
  const options = (
    <Suspense>
      <OptionsPanel
        section={places.section}
        onCompare={() => setDialog({ name: 'compare' })}
        onTemplate={() => setDialog({ name: 'template' })}
      />
    </Suspense>
  )

  return (
    <FixContext value={tools}>
      <div className="convert flex min-h-[calc(100dvh-3rem-var(--bottom-bar)-var(--banners))] flex-col lg:h-[calc(100dvh-3rem-var(--banners))] lg:min-h-0">
        <ScreenHeader
          areOptionsShown={areOptionsShown}
          onOptions={() => (areOptionsShown ? closeOptions() : openOptions())}
          onDialog={setDialog}
          onShare={share}
          onClear={clear}
        />
        <Track onPick={places.showBucket} />
        <Tabs
          name="step"
          label={t('steps.label')}
          value={step}
          onChange={show}
          tabs={steps}
          className="sticky top-12 z-10 bg-page *:flex-1 lg:hidden"
        />

        <div
          ref={frame}
          className="relative flex min-h-0 flex-1 flex-col lg:flex-row"
          style={{ '--pane-input': widths.input, '--pane-output': widths.output }}
        >
          <div
            className={`min-h-0 min-w-0 flex-1 flex-col lg:max-[100rem]:flex-1 min-[100rem]:contents ${step === 'input' || step === 'nodes' ? 'flex' : 'hidden lg:flex'}`}
          >
            <Tabs
              name="pane"
              label={t('panes.label')}
              value={left}
              onChange={show}
              tabs={[
                { id: 'input', label: t('panes.input'), testId: 'pane-input' },
                { id: 'nodes', label: t('panes.nodes'), count: entryCount || undefined, testId: 'pane-nodes' },
              ]}
              className="hidden lg:max-[100rem]:flex"
            />
            <InputPane
              editor={input}
              panel={panelOf('input')}
              onRestore={() => setDialog({ name: 'restore' })}
              className={`max-lg:flex-1 lg:max-[100rem]:flex-1 min-[100rem]:w-(--pane-input) min-[100rem]:flex-none ${on('input')} ${onLeft('input')} min-[100rem]:flex`}
            />
            <Splitter {...inputSplitter} label={t('panes.inputWidth')} className="max-[100rem]:hidden" />
            <section
              aria-label={t('panes.nodes')}
              {...panelOf('nodes')}
              className={`relative min-h-0 min-w-0 flex-1 flex-col ${on('nodes')} ${onLeft('nodes')} min-[100rem]:flex`}
            >
              {renderNodes(slot)}
              <SlideOver
                open={places.isOptionsOpen}
                onClose={closeOptions}
                title={t('options')}
                openers="[data-opens=options]"
                data-testid="options"
              >
                {options}
              </SlideOver>
            </section>
          </div>
          {step === 'options' && (
            <div {...panelOf('options')} className="flex-1 px-3 pb-4 lg:hidden">
              {options}
            </div>
          )}
          <Splitter {...outputSplitter} label={t('panes.outputWidth')} after className="max-[100rem]:hidden" />
          <OutputPane
            panel={panelOf('output')}
            tab={places.tab}
            onTab={places.setTab}
            filter={places.filter}
            onFilter={places.setFilter}
            onLine={showLine}
            onNode={places.showNode}
            onRules={() => openOptions('rules')}
            onCompare={() => setDialog({ name: 'compare' })}
            onTemplate={() => setDialog({ name: 'template' })}
            onQr={() => setDialog({ name: 'qr', key: null })}
            handle={output}
            more={[
              { id: 'share', label: t('share'), icon: 'external-link', onSelect: share },
              { id: 'compare', label: t('compare'), icon: 'list-checks', onSelect: () => setDialog({ name: 'compare' }) },
            ]} // oxfmt-ignore
            lead={step === 'input' && <ReadSoFar />}
            next={
              nextStep && (
                <Button
                  icon="arrow-right"
                  className="ml-auto lg:hidden"
                  data-testid="step-next"
                  onClick={() => show(nextStep.id)}
                >
                  {nextStep.label}
                </Button>
              )
            }
            className={`flex lg:max-[100rem]:flex-1 lg:max-[100rem]:border-l lg:max-[100rem]:border-line min-[100rem]:w-(--pane-output) min-[100rem]:flex-none ${step === 'output' ? 'max-lg:flex-1' : ACTIONS_ONLY}`}
          />
        </div>
        <ScreenDialogs dialog={dialog} onClose={() => setDialog(undefined)} />
      </div>
    </FixContext>
  )
}
