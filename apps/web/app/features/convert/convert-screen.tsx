import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath } from '../../lib/locale.ts'
import { usePageActions, type PageAction } from '../../lib/page-actions.ts'
import { isTextField } from '../../lib/shortcuts.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { isModalOpen } from '../../ui/modal-stack.ts'
import { SlideOver } from '../../ui/slide-over.tsx'
import { Splitter } from '../../ui/splitter.tsx'
import { tabPanel, Tabs } from '../../ui/tabs.tsx'
import { addFiles } from './add-files.ts'
import type { CodeEditorHandle } from './code-editor.tsx'
import { turnChecksOn, type Draft, type FieldHint, type FixTools } from './fixes.ts'
import { InputPane, joined } from './input-pane.tsx'
import { layoutNow, useLayout } from './layout.ts'
import { TEXT_SOURCE, withText } from './model.ts'
import { OutputPane, type OutputTab } from './output-pane.tsx'
import { usePaneSizes } from './pane-sizes.ts'
import type { ProblemFilter } from './problems.tsx'
import { hasMoreThanLink, settingsLink } from './settings-link.ts'
import { convertSession } from './session.ts'
import type { SourceState } from './session-state.ts'
import { SummaryBar, type Bucket } from './summary-bar.tsx'
import { undoToast } from './undo-toast.ts'
import { SessionContext, useHistoryState, useModelPart, useSession, useStatePart } from './use-convert.ts'
import { FixContext } from './use-fixes.ts'
import { useSettingsInAddress } from './use-settings-in-address.ts'

const OptionsPanel = lazy(() =>
  import('./options/options-panel.tsx').then(({ OptionsPanel }) => ({ default: OptionsPanel })),
)
const CompareDialog = lazy(() =>
  import('./compare-dialog.tsx').then(({ CompareDialog }) => ({ default: CompareDialog })),
)
const CipherDialog = lazy(() => import('./cipher-dialog.tsx').then(({ CipherDialog }) => ({ default: CipherDialog })))
const QrDialog = lazy(() => import('./qr-dialog.tsx').then(({ QrDialog }) => ({ default: QrDialog })))
const TemplateDialog = lazy(() =>
  import('./template-dialog.tsx').then(({ TemplateDialog }) => ({ default: TemplateDialog })),
)
const RestoreDialog = lazy(() =>
  import('./restore-dialog.tsx').then(({ RestoreDialog }) => ({ default: RestoreDialog })),
)

type Step = 'input' | 'nodes' | 'options' | 'output'
type DialogName = 'compare' | 'restore' | 'template'

/** What the screen asks of the node list. */
export interface NodesHandle {
  reveal: (key: string) => boolean
  setFilter: (text: string) => void
  edit: (key: string, hint?: FieldHint) => void
  editDraft(draft: Draft): void
}

export interface NodesSlot {
  handle: Ref<NodesHandle>
  onQr: (key: string) => void
}

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
  const locale = useRouteLocale()
  const sourceCount = useModelPart(({ sources }) => sources.length)
  const nodeCount = useStatePart(({ result }) => result?.counts.nodes ?? 0)
  const outputCount = useStatePart(({ result }) => result?.counts.output ?? 0)
  const { canUndo, canRedo } = useHistoryState()
  const [step, setStep] = useState<Step>('input')
  const [left, setLeft] = useState<'input' | 'nodes'>('input')
  const [isOptionsOpen, setOptionsOpen] = useState(false)
  const [section, setSection] = useState<string>()
  const [tab, setTab] = useState<OutputTab>('preview')
  const [filter, setFilter] = useState<ProblemFilter>('all')
  const [dialog, setDialog] = useState<DialogName>()
  const [qrKey, setQrKey] = useState<string | null>()
  const input = useRef<CodeEditorHandle>(null)
  const copy = useRef<() => void>(null)
  const nodes = useRef<NodesHandle>(null)
  const [cipherKey, setCipherKey] = useState<string>()
  const [unchecked, setUnchecked] = useState<readonly string[]>()
  const isRemembered = useStore(session.remembered, false)
  const panes = usePaneSizes()
  const layout = useLayout()
  // Under the tab of the input the panel is open and not seen.
  const areOptionsShown = isOptionsOpen && !(layout === 'tabs' && left === 'input')
  useSettingsInAddress(session, locale)
  useUndoKeys()
  usePasteAnywhere()
  useActionBar(panes.frame)

  const show = (next: Step) => {
    setStep(next)
    if (next === 'input' || next === 'nodes') setLeft(next)
  }
  const showLine = (sourceId: string | undefined, line: number) => {
    show('input')
    setTimeout(() => {
      if (sourceId === undefined || sourceId === TEXT_SOURCE) input.current?.goTo(line)
      // Other texts are not shown: their card is as near as one gets.
      else document.querySelector<HTMLElement>(`[data-source="${CSS.escape(sourceId)}"]`)?.focus()
    })
  }
  const showNode = (key: string) => {
    show('nodes')
    setTimeout(() => nodes.current?.reveal(key))
  }
  const pick = (bucket: Bucket) => {
    if (bucket === 'lines') show('input')
    else if (bucket === 'nodes' || bucket === 'disabled') {
      show('nodes')
      nodes.current?.setFilter(bucket === 'nodes' ? '' : 'is:disabled')
    } else {
      show('output')
      setTab(bucket === 'output' ? 'preview' : 'problems')
      if (bucket !== 'output') setFilter(bucket)
    }
  }
  const goToLine = useEffectEvent(showLine)
  const tools = useMemo(
    (): FixTools => ({
      session,
      t,
      goToLine: (...place) => goToLine(...place),
      edit: (key, hint) => nodes.current?.edit(key, hint),
      editDraft: (draft) => nodes.current?.editDraft(draft),
      pickCipher: setCipherKey,
      confirmChecks: setUnchecked,
    }),
    [session, t],
  )
  const openOptions = (at?: string) => {
    setSection(at)
    // The panel lies over the nodes: with two panes they have to be the one that is shown.
    const layout = layoutNow()
    if (layout === 'tabs') setLeft('nodes')
    if (layout === 'steps') setStep('options')
    else setOptionsOpen(true)
  }
  const share = async () => {
    const link = settingsLink(session.model, location)
    try {
      await copyText(link)
      showToast({ kind: 'success', text: t(hasMoreThanLink(session.model) ? 'sharedPart' : 'shared') })
    } catch {
      showToast({ kind: 'info', text: link })
    }
  }
  const clear = () => {
    session.clear()
    undoToast(session, t, t('cleared'))
  }

  const actions = useMemo(
    (): PageAction[] => [
      { id: 'convert-copy', label: t('output.copy'), icon: 'copy', keys: 'mod+alt+c', run: () => copy.current?.() },
      { id: 'convert-undo', label: t('undo'), icon: 'undo-2', keys: 'mod+z', run: () => !isTyping() && session.undo() },
      {
        id: 'convert-redo',
        label: t('redo'),
        icon: 'undo-2',
        keys: 'mod+shift+z',
        run: () => !isTyping() && session.redo(),
      },
      { id: 'convert-options', label: t('options'), icon: 'settings', run: () => openOptions() },
      { id: 'convert-compare', label: t('compare'), icon: 'list-checks', run: () => setDialog('compare') },
      {
        id: 'convert-generate',
        label: t('status.generate'),
        icon: 'zap',
        keys: 'mod+enter',
        run: () => session.generate(),
      },
      { id: 'convert-template', label: t('template.title'), icon: 'file-text', run: () => setDialog('template') },
      { id: 'convert-share', label: t('share'), icon: 'external-link', run: () => void share() },
      { id: 'convert-restore', label: t('restore'), icon: 'history', run: () => setDialog('restore') },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the functions read what is current when they run
    [t, session],
  )
  usePageActions(actions)

  const slot: NodesSlot = { handle: nodes, onQr: setQrKey }
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

  return (
    <FixContext value={tools}>
      <div className="convert flex min-h-[calc(100dvh-3rem-var(--bottom-bar)-var(--banners))] flex-col lg:h-[calc(100dvh-3rem-var(--banners))] lg:min-h-0">
        <header className="flex items-center gap-x-1 border-b border-line px-3 py-1.5">
          <h1 className="sr-only">{t('title')}</h1>
          <Link
            to={localizedPath(locale, '/privacy')}
            className="inline-flex min-h-(--target) min-w-0 items-center gap-1.5 text-xs leading-4 text-muted hover:text-fg"
          >
            <Icon name="lock" className="size-3.5" />
            <span className="underline decoration-line-strong underline-offset-4 max-sm:hidden">{t('privacy')}</span>
            <span className="underline decoration-line-strong underline-offset-4 sm:hidden">{t('privacyShort')}</span>
          </Link>
          <span className="flex-1" />
          <IconButton
            icon="undo-2"
            label={t('undo')}
            keys="mod+z"
            disabled={!canUndo}
            data-testid="action-undo"
            onClick={() => session.undo()}
          />
          <IconButton
            icon="undo-2"
            className="-scale-x-100"
            label={t('redo')}
            keys="mod+shift+z"
            disabled={!canRedo}
            data-testid="action-redo"
            onClick={() => session.redo()}
          />
          <Button
            icon="settings"
            className="max-lg:hidden"
            aria-expanded={areOptionsShown}
            data-testid="options-open"
            onClick={() => (areOptionsShown ? setOptionsOpen(false) : openOptions())}
          >
            {t('options')}
          </Button>
          <Menu
            label={t('more')}
            align="end"
            trigger={<IconButton icon="ellipsis" label={t('more')} data-testid="convert-more" />}
            items={[
            { id: 'share', label: t('share'), icon: 'external-link', onSelect: () => void share() },
            { id: 'restore', label: t('restore'), icon: 'history', onSelect: () => setDialog('restore') },
            { id: 'compare', label: t('compare'), icon: 'list-checks', onSelect: () => setDialog('compare') },
            'separator',
            {
              id: 'remember', label: t('remember'), checked: isRemembered,
              onSelect: () => {
                session.remember(!isRemembered)
                showToast({ kind: 'info', text: t('rememberNote') })
              },
            },
            { id: 'clear', label: t('clear'), icon: 'trash-2', danger: true, onSelect: clear },
          ]} // oxfmt-ignore
          />
        </header>
        <div className="border-b border-line">
          <SummaryBar onPick={pick} />
        </div>

        <Tabs
          name="step"
          label={t('steps.label')}
          value={step}
          onChange={show}
          tabs={steps}
          className="sticky top-12 z-10 bg-page *:flex-1 lg:hidden"
        />

        <div
          ref={panes.frame}
          className="relative flex min-h-0 flex-1 flex-col lg:flex-row"
          style={{ '--pane-input': panes.input, '--pane-output': panes.output } as React.CSSProperties}
        >
          <div
            className={`min-h-0 min-w-0 flex-1 flex-col lg:max-xl:flex-1 xl:contents ${step === 'input' || step === 'nodes' ? 'flex' : 'hidden lg:flex'}`}
          >
            <Tabs
              name="pane"
              label={t('panes.label')}
              value={left}
              onChange={show}
              tabs={[
                { id: 'input', label: t('panes.input'), testId: 'pane-input' },
                { id: 'nodes', label: t('panes.nodes'), count: nodeCount || undefined, testId: 'pane-nodes' },
              ]}
              className="hidden lg:max-xl:flex"
            />
            <InputPane
              editor={input}
              panel={panelOf('input')}
              onRestore={() => setDialog('restore')}
              className={`max-lg:flex-1 lg:max-xl:flex-1 xl:w-(--pane-input) xl:flex-none ${on('input')} ${onLeft('input')} xl:flex`}
            />
            <Splitter {...panes.inputSplitter} label={t('panes.inputWidth')} className="max-xl:hidden" />
            <section
              aria-label={t('panes.nodes')}
              {...panelOf('nodes')}
              className={`relative min-h-0 min-w-0 flex-1 flex-col ${on('nodes')} ${onLeft('nodes')} xl:flex`}
            >
              {renderNodes(slot)}
              <SlideOver
                open={isOptionsOpen}
                onClose={() => setOptionsOpen(false)}
                title={t('options')}
                place="parent"
                data-testid="options"
              >
                <Suspense>
                  <OptionsPanel
                    section={section}
                    onCompare={() => setDialog('compare')}
                    onTemplate={() => setDialog('template')}
                  />
                </Suspense>
              </SlideOver>
            </section>
          </div>
          {step === 'options' && (
            <div {...panelOf('options')} className="flex-1 px-3 pb-4 lg:hidden">
              <Suspense>
                <OptionsPanel
                  section={section}
                  onCompare={() => setDialog('compare')}
                  onTemplate={() => setDialog('template')}
                />
              </Suspense>
            </div>
          )}
          <Splitter {...panes.outputSplitter} label={t('panes.outputWidth')} after className="max-xl:hidden" />
          <OutputPane
            panel={panelOf('output')}
            tab={tab}
            onTab={setTab}
            filter={filter}
            onFilter={setFilter}
            onLine={showLine}
            onNode={showNode}
            onRules={() => openOptions('rules')}
            onCompare={() => setDialog('compare')}
            onTemplate={() => setDialog('template')}
            onQr={() => setQrKey(null)}
            copyRef={copy}
            more={[
              { id: 'share', label: t('share'), icon: 'external-link', onSelect: () => void share() },
              { id: 'compare', label: t('compare'), icon: 'list-checks', onSelect: () => setDialog('compare') },
            ]}
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
            className={`flex lg:max-xl:flex-1 lg:max-xl:border-l lg:max-xl:border-line xl:w-(--pane-output) xl:flex-none ${step === 'output' ? 'max-lg:flex-1' : ACTIONS_ONLY}`}
          />
        </div>

        <Suspense>
          {dialog === 'compare' && <CompareDialog onClose={() => setDialog(undefined)} />}
          {dialog === 'template' && <TemplateDialog onClose={() => setDialog(undefined)} />}
          {dialog === 'restore' && <RestoreDialog onClose={() => setDialog(undefined)} />}
          {qrKey !== undefined && <QrDialog nodeKey={qrKey} onClose={() => setQrKey(undefined)} />}
          {cipherKey !== undefined && <CipherDialog nodeKey={cipherKey} onClose={() => setCipherKey(undefined)} />}
        </Suspense>
        {unchecked && (
          <ConfirmDialog
            title={t('checks.title', { n: unchecked.length })}
            text={t('checks.text')}
            confirm={t('checks.confirm')}
            onConfirm={() => void turnChecksOn(unchecked, tools)}
            onClose={() => setUnchecked(undefined)}
          />
        )}
      </div>
    </FixContext>
  )
}

/** On a phone the buttons of the result are there in every step. */
const ACTIONS_ONLY = 'max-lg:sticky max-lg:bottom-(--bottom-bar) max-lg:z-10 max-lg:[&>:not([data-actions])]:hidden'

/** On a phone: what was made of the input, where the nodes themselves are a step away. */
function ReadSoFar() {
  const t = useTranslations('convert.steps')
  const sources = useStore(useSession().sources, NO_SOURCES)
  const infos = Object.values(sources).flatMap(({ info }) => info ?? [])
  const nodes = infos.reduce((sum, info) => sum + info.nodes, 0)
  const skipped = infos.reduce((sum, info) => sum + info.skipped, 0)
  return (
    <p role="status" className="w-full text-sm tabular-nums empty:hidden lg:hidden" data-testid="read-so-far">
      {nodes + skipped > 0 && t('read', { nodes, skipped })}
    </p>
  )
}

const NO_SOURCES: Readonly<Record<string, SourceState>> = {}

/** Room that the bar with the buttons takes, for what is shown above it. */
function useActionBar(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const bar = frame.current?.querySelector('[data-actions]')
    if (!bar) return
    const { style } = document.documentElement
    const phone = matchMedia('(width < 1024px)')
    const measure = () => style.setProperty('--action-bar', `${phone.matches ? bar.clientHeight : 0}px`)
    const observer = new ResizeObserver(measure)
    observer.observe(bar)
    phone.addEventListener('change', measure)
    return () => {
      observer.disconnect()
      phone.removeEventListener('change', measure)
      style.removeProperty('--action-bar')
    }
  }, [frame])
}

/** Ctrl+Z outside of text fields. */
function useUndoKeys(): void {
  const session = useSession()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.key.toLowerCase() !== 'z' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey
      )
        return
      if (isModalOpen() || isTextField(event.target) || isEditor(event.target)) return
      event.preventDefault()
      if (event.shiftKey) session.redo()
      else session.undo()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [session])
}

/** Ctrl+V anywhere on the page, also with a picture, when no field has the focus. */
function usePasteAnywhere(): void {
  const session = useSession()
  const t = useTranslations('convert')
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      // What lies below a dialog is not to be changed unseen.
      if (isModalOpen()) return
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length > 0) {
        event.preventDefault()
        void addFiles(session, files, t)
        return
      }
      if (event.defaultPrevented || isTextField(event.target) || isEditor(event.target)) return
      const text = event.clipboardData?.getData('text') ?? ''
      if (text === '') return
      event.preventDefault()
      const before = session.model.sources.find(({ id }) => id === TEXT_SOURCE)?.text ?? ''
      session.change((model) => withText(model, joined(before, text)), 'paste')
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [session, t])
}

/** In an editor Ctrl+Z belongs to what was typed there. */
const isTyping = (): boolean => isEditor(document.activeElement)

/** The editors live in shadow roots: from outside only their host is seen. */
function isEditor(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-text-field]') !== null
}
