import { Suspense, useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { handedOver } from '../../components/handover/handover.ts'
import { useFileDrop } from '../../lib/use-file-drop.ts'
import { useBackCloses } from '../../lib/use-back-closes.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { MenuEntry } from '../../ui/menu.tsx'
import { isModalOpen } from '../../ui/modal-stack.ts'
import { SlideOver } from '../../ui/slide-over.tsx'
import { Splitter } from '../../ui/splitter.tsx'
import { tabPanel } from '../../ui/tabs.tsx'
import type { CodeEditorHandle } from '../../components/config-editor/code-editor.tsx'
import type { FixTools } from './nodes/fixes.ts'
import { EmptyScreen } from './input/empty-screen.tsx'
import { FileInput } from './input/file-input.tsx'
import { Detected, InputPane, Sources } from './input/input-pane.tsx'
import { SourceBar } from './input/source-bar.tsx'
import { useAddMenu } from './input/use-add-menu.ts'
import { useAdding } from './input/use-adding.ts'
import { usePasteAnywhere } from './input/use-paste-anywhere.ts'
import type { NodesHandle, NodesSlot } from './nodes/nodes-slot.ts'
import { Track } from './nodes/track.tsx'
import { FixContext } from './nodes/use-fixes.ts'
import { ResultLine } from './options/result-line.tsx'
import { ClientMenu } from './output/client-menu.tsx'
import { MissingLists } from './output/missing-lists.tsx'
import { EditedOutputBanner } from './output/edited-output-banner.tsx'
import type { OutputHandle } from './output/output-actions.tsx'
import { OutputPane } from './output/output-pane.tsx'
import { OutputStatus } from './output/output-status.tsx'
import { useTemplateWords } from './output/target-bar.tsx'
import { usePaneSizes } from './pane-sizes.ts'
import { PaneSwitch, SideTabs, TextButton } from './pane-switch.tsx'
import { RESULT_ID, SheetHandle, useActionBar, useResultSheet } from './result-sheet.tsx'
import { ScreenDialogs, type ScreenDialog } from './screen-dialogs.tsx'
import { PrivacyLine, ScreenHeader } from './screen-header.tsx'
import { useScreenMenu } from './screen-menu.ts'
import { convertSession } from './session/session.ts'
import { SessionContext, useSession } from './session/use-convert.ts'
import { useSettingsInAddress } from './session/use-settings-in-address.ts'
import { usePlaces } from './use-places.ts'
import { useScreenActions } from './use-screen-actions.ts'

const OptionsPanel = lazyPart(() => import('./options/options-panel.tsx').then(({ OptionsPanel }) => OptionsPanel))
const UrlDialog = lazyPart(() => import('../../components/node-list/url-dialog.tsx').then(({ UrlDialog }) => UrlDialog))

/** From here on the options stand beside the result, and do not cover it. */
const DOCKED_FROM = '1440px'

interface Props {
  renderNodes: (slot: NodesSlot) => ReactNode
}

/** The convert screen: what came in, what became of it, and the result, in as many panes as there is room for. */
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
  const input = useRef<CodeEditorHandle>(null)
  const nodes = useRef<NodesHandle>(null)
  const output = useRef<OutputHandle>(null)
  const files = useRef<HTMLInputElement>(null)
  // The first page may have sent the address of a converter. Its text is taken later.
  const [dialog, setDialog] = useState<ScreenDialog | undefined>(() => {
    const address = handedOver()?.restores
    return address && { name: 'restore', address }
  })
  const [isAddingUrl, setAddingUrl] = useState(false)
  const { frame, setFrame, sizesOf } = usePaneSizes()
  const places = usePlaces(input, nodes, sizesOf)
  const {
    layout,
    isEmpty,
    hasEntries,
    view,
    side,
    foldText,
    chooseView,
    openText,
    showLine,
    isOptionsOpen,
    openOptions,
    addRule,
    closeOptions,
  } = places
  const { share, starSettings, clear } = useScreenActions({ output, openOptions, addRule, openDialog: setDialog })
  const menu = useScreenMenu({ onDialog: setDialog, onShare: share, onStar: starSettings, onClear: clear })
  const { takeFiles, append, paste } = useAdding(openText)
  const isDropping = useFileDrop({ onFiles: takeFiles, onText: append, isOff: isModalOpen })
  useSettingsInAddress(session, useRouteLocale())
  usePasteAnywhere()

  const isPanes = layout === 'panes'
  const isPhone = layout === 'phone'
  const isSheetOpen = isPhone && places.isResultOpen
  const isResultShown = isPhone ? isSheetOpen : layout !== 'tabs' || side === 'result'
  const hasRoomForOptions = useMedia(`(width >= ${DOCKED_FROM})`)
  const isResultCovered = layout === 'pair' && isOptionsOpen && !hasRoomForOptions
  const showResult = () => {
    closeOptions()
    if (isPhone) places.setResultOpen(true)
    else places.showSide('result')
  }
  useResultSheet(isSheetOpen, () => places.setResultOpen(false))
  const sheets = [
    { name: 'options', isOpen: isOptionsOpen, close: closeOptions },
    { name: 'text', isOpen: places.isTextOpen, close: places.closeText },
    { name: 'result', isOpen: isSheetOpen, close: () => places.setResultOpen(false) },
  ]
  const topSheet = isPhone ? sheets.find(({ isOpen }) => isOpen) : undefined
  useBackCloses(topSheet?.name, () => topSheet?.close())
  useActionBar(frame, hasEntries && !isSheetOpen)

  const tools = useMemo(
    (): FixTools => ({
      session,
      t,
      goToLine: showLine,
      edit: (key, hint) => nodes.current?.edit(key, hint),
      editDraft: (draft) => nodes.current?.editDraft(draft),
      pickCipher: (key) => setDialog({ name: 'cipher', key }),
      confirmChecks: (keys) => setDialog({ name: 'checks', keys }),
      restore: (address) => setDialog({ name: 'restore', address }),
    }),
    [session, t, showLine],
  )
  // What the list is given is the same every time: anything new would draw the whole of it anew.
  const showQr = useCallback((key: string) => setDialog({ name: 'qr', key }), [])
  const chooseFiles = useCallback(() => files.current?.click(), [])
  const addUrl = useCallback(() => setAddingUrl(true), [])
  const addGit = useCallback(() => setDialog({ name: 'git-file' }), [])
  const addStorage = useCallback(() => setDialog({ name: 'storage-file' }), [])

  const isTextShown = !isPhone && (!hasEntries || (isPanes ? !places.isTextFolded : view === 'text'))
  const { widths, inputSplitter, outputSplitter } = sizesOf(isTextShown, isOptionsOpen)
  const areNodesShown = hasEntries && (isPanes || isPhone || view === 'entries')
  const lead = useMemo(
    () =>
      hasEntries &&
      (isPhone ? (
        <TextButton onText={openText} />
      ) : (
        <PaneSwitch isFolding={isPanes} isTextShown={isTextShown} onFold={foldText} view={view} onView={chooseView} />
      )),
    [hasEntries, isPhone, isPanes, isTextShown, foldText, view, chooseView, openText],
  )
  const moreToAdd = useAddMenu({
    onPaste: paste,
    onFiles: chooseFiles,
    onUrl: addUrl,
    onGit: addGit,
    onStorage: addStorage,
  })
  // The clients need the whole of their line.
  const { label, disabled } = useTemplateWords()
  const ofClients: readonly MenuEntry[] = [
    { id: 'template', label, disabled, icon: 'scroll-text', onSelect: () => setDialog({ name: 'template' }) },
    { id: 'compare', label: t('compare'), icon: 'scale', onSelect: () => setDialog({ name: 'compare' }) },
  ]
  const phoneMenu: readonly MenuEntry[] = [
    { id: 'options', label: t('options'), icon: 'settings', onSelect: () => openOptions() },
    ...ofClients,
    ...menu,
  ]

  return (
    <FixContext value={tools}>
      <div className="convert" data-layout={layout}>
        <div className="shrink-0" inert={isSheetOpen}>
          <ScreenHeader
            areOptionsShown={isOptionsOpen}
            onOptions={() => (isOptionsOpen ? closeOptions() : openOptions())}
            menu={isPhone && hasEntries ? undefined : menu}
            isEmpty={isEmpty}
            isTrackAlone={isPhone && hasEntries}
          >
            {hasEntries && <Track picked={places.bucket} onPick={places.showBucket} />}
          </ScreenHeader>
          <EditedOutputBanner />
          {hasEntries && (!isResultShown || isResultCovered) && <OutputStatus isBrief />}
          {layout === 'tabs' && hasEntries && <SideTabs side={side} onSide={places.showSide} />}
        </div>
        <FileInput input={files} />
        <div
          ref={setFrame}
          className="convert-frame"
          style={{ '--pane-input': widths.input, '--pane-output': widths.output }}
        >
          {isEmpty ? (
            <EmptyScreen
              takesFocus={places.wasFilled}
              onFiles={chooseFiles}
              onUrl={addUrl}
              onWrite={places.write}
              onRestore={() => setDialog({ name: 'restore' })}
            />
          ) : (
            <div
              {...(layout === 'tabs' && hasEntries ? tabPanel('side', 'list') : {})}
              inert={isSheetOpen}
              hidden={layout === 'tabs' && side === 'result'}
              className={isPanes ? 'contents' : 'convert-left'}
            >
              {isPhone && <Sources />}
              {!isPhone && (
                <section
                  aria-label={t('panes.input')}
                  {...(isPanes || !hasEntries ? {} : tabPanel('pane', 'text'))}
                  hidden={!isTextShown}
                  className={`convert-text ${isPanes && hasEntries ? 'w-(--pane-input) flex-none' : 'flex-1'}`}
                >
                  <SourceBar lead={isTextShown && lead} onFiles={chooseFiles} onUrl={addUrl} />
                  <InputPane editor={input} />
                  {isPanes && isTextShown && <Sources />}
                </section>
              )}
              {isPanes && hasEntries && isTextShown && <Splitter {...inputSplitter} label={t('panes.inputWidth')} />}
              {hasEntries && (
                <section
                  aria-label={t('panes.nodes')}
                  {...(isPanes || isPhone ? {} : tabPanel('pane', 'entries'))}
                  hidden={!areNodesShown}
                  className="convert-nodes"
                >
                  {renderNodes({
                    handle: nodes,
                    onQr: showQr,
                    onStates: places.followStates,
                    moreToAdd,
                    areProblemsShown:
                      isResultShown && !isResultCovered && places.tab === 'problems' && places.filter === 'all',
                    lead: !isTextShown && lead,
                  })}
                  {isPanes && !isTextShown && <Sources />}
                  {isPhone && <PrivacyLine isShort className="bg-card px-3" />}
                </section>
              )}
              {!isPhone && !isPanes && <Sources />}
            </div>
          )}
          {isPanes && hasEntries && <Splitter {...outputSplitter} label={t('panes.outputWidth')} after />}
          <div
            className="convert-result"
            data-empty={!hasEntries || undefined}
            data-bar={!isResultShown || isResultCovered || undefined}
          >
            <SlideOver
              open={isOptionsOpen}
              onClose={closeOptions}
              title={
                <>
                  {t('options')}
                  <span className="block truncate text-xs font-normal text-muted tabular-nums">
                    {hasEntries && !hasRoomForOptions ? <ResultLine /> : t('opt.live')}
                  </span>
                </>
              }
              action={
                hasEntries &&
                !hasRoomForOptions && (
                  <Button size="small" onClick={showResult}>
                    {t('opt.showResult')}
                  </Button>
                )
              }
              dockedFrom={DOCKED_FROM}
              openers="[data-opens=options]"
              footer={
                <Button look="solid" onClick={closeOptions}>
                  {t('opt.done')}
                </Button>
              }
              data-testid="options"
            >
              <Suspense>
                <OptionsPanel
                  section={places.section}
                  wantedRule={places.wantedRule}
                  onTemplate={() => setDialog({ name: 'template' })}
                />
              </Suspense>
            </SlideOver>
            {hasEntries && (
              <OutputPane
                panel={
                  isPhone
                    ? { id: RESULT_ID, ...(isSheetOpen ? { role: 'dialog', 'aria-modal': true } : {}) }
                    : layout === 'tabs'
                      ? // Beside the list only its bar is there, and that is no panel of a tab.
                        isResultShown
                        ? tabPanel('side', 'result')
                        : {}
                      : {}
                }
                isShown={isResultShown && !isResultCovered}
                tab={places.tab}
                onTab={places.setTab}
                filter={places.filter}
                onFilter={places.setFilter}
                onLine={showLine}
                onNode={places.showNode}
                onRules={() => openOptions('rules')}
                onAddRule={addRule}
                onCompare={() => setDialog({ name: 'compare' })}
                onTemplate={() => setDialog({ name: 'template' })}
                onClear={clear}
                onQr={() => setDialog({ name: 'qr', key: null })}
                handle={output}
                lead={
                  (isPhone || !isResultShown) && (
                    <>
                      {!isResultShown && <MissingLists onShow={places.showLists} />}
                      {isPhone && <SheetHandle isOpen={isSheetOpen} onOpen={places.setResultOpen} />}
                      {!isResultShown && <ClientMenu />}
                    </>
                  )
                }
                phone={isPhone ? { menu: phoneMenu, isOpen: isSheetOpen } : undefined}
                className={
                  isPhone
                    ? `result-sheet ${isSheetOpen ? 'result-sheet-open' : ''}`
                    : `flex ${isResultCovered ? '' : 'flex-1'}`
                }
              />
            )}
          </div>
        </div>
        {isPhone && (
          <SlideOver
            open={places.isTextOpen}
            onClose={places.closeText}
            title={
              <>
                {t('panes.sourceText')}
                <span className="block truncate text-xs font-normal text-muted">
                  <Detected />
                </span>
              </>
            }
            flush
            data-testid="text-sheet"
          >
            <SourceBar isSheet onFiles={chooseFiles} onUrl={addUrl} />
            <InputPane editor={input} onDone={places.closeText} />
          </SlideOver>
        )}
        {isDropping && (
          <div
            className="pointer-events-none fixed inset-2 z-40 grid place-items-center rounded-lg border-2 border-dashed border-link bg-page/90 p-4 text-center font-medium"
            data-testid="drop-zone"
          >
            {t('input.drop')}
          </div>
        )}
        {isAddingUrl && (
          <Suspense>
            <UrlDialog session={session} canRefer onClose={() => setAddingUrl(false)} />
          </Suspense>
        )}
        <ScreenDialogs dialog={dialog} onClose={() => setDialog(undefined)} />
      </div>
    </FixContext>
  )
}
