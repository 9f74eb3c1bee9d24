import { Suspense, useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { handOver } from '../../components/handover/handover.ts'
import { useNodeGridKeys } from '../../components/node-grid/grid/use-node-grid-keys.ts'
import { NodeGrid } from '../../components/node-grid/node-grid.tsx'
import { reportGone } from '../../components/node-list/report-gone.ts'
import { undoToast } from '../../components/node-list/undo-toast.ts'
import { useListedNodes } from '../../components/node-list/use-listed-nodes.ts'
import { useReading } from '../../components/node-list/use-reading.tsx'
import { useSending } from '../../components/node-list/use-sending.ts'
import { localizedPath } from '../../lib/locale.ts'
import { newWindow, useCurrentOutput } from '../../lib/new-window.ts'
import { useKeyGroup, usePageActions, type PageAction } from '../../lib/page-actions.ts'
import { showToast } from '../../lib/toasts.ts'
import { useBackCloses } from '../../lib/use-back-closes.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { SlideOver } from '../../ui/slide-over.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { GroupList, useGroupName, type ShownGroup } from './group-list.tsx'
import { inGroup } from './groups.ts'
import { SourceList } from '../../components/node-list/source-list.tsx'
import { keptKeys } from './split-groups.ts'
import type { Imports } from '../../components/node-list/use-imports.tsx'
import { useSourceNames, useList, useListActions, useListHistory } from '../../components/node-list/use-list.ts'

const CompareView = lazyPart(() => import('./compare-view.tsx').then(({ CompareView }) => CompareView))
const ExportDialog = lazyPart(() => import('./export-dialog.tsx').then(({ ExportDialog }) => ExportDialog))
const ReplaceDialog = lazyPart(() => import('./replace-dialog.tsx').then(({ ReplaceDialog }) => ReplaceDialog))
const RepeatsDialog = lazyPart(() => import('./repeats-dialog.tsx').then(({ RepeatsDialog }) => RepeatsDialog))
const SplitDialog = lazyPart(() => import('./split-dialog.tsx').then(({ SplitDialog }) => SplitDialog))
const QrDialog = lazyPart(() => import('../../components/node-list/qr-dialog.tsx').then(({ QrDialog }) => QrDialog))

/** From here on the groups stand beside the table. */
const GROUPS_BESIDE = '(width >= 1024px)'

type OpenDialog =
  | { name: 'export' | 'replace'; keys: readonly string[] }
  | { name: 'repeats' | 'split' }
  | { name: 'qr'; key: string }

/** The table once there are lists in it. */
export function FullTable({ imports }: { imports: Imports }) {
  const t = useTranslations('nodeTable')
  const tl = useTranslations('nodeList')
  const session = useList()
  const { canUndo, canRedo } = useListHistory()
  const names = useSourceNames()
  const rows = useListedNodes(session.desk, names)
  const groupName = useGroupName()
  const isWide = useMedia(GROUPS_BESIDE)
  const [view, setView] = useState<'list' | 'compare'>('list')
  const [shown, setShown] = useState<ShownGroup>({ by: 'region' })
  const [selected, setSelected] = useState<readonly string[]>([])
  const [dialog, setDialog] = useState<OpenDialog>()
  const [panel, setPanel] = useState<'sources' | 'groups'>()
  // In a narrow window a panel covers the table.
  useBackCloses(isWide ? undefined : panel, () => setPanel(undefined))
  const toConvert = useSending('/convert')
  const toLive = useSending('/live-nodes')
  const keep = useKeeping()
  const { awaited, halted } = useReading(rows.length === 0)

  const inView = useMemo(() => (shown.value === undefined ? rows : inGroup(rows, shown.by, shown.value)), [rows, shown])
  /** What is selected, else all that is kept of what is shown. */
  const wanted = useCallback(() => (selected.length > 0 ? selected : keptKeys(inView)), [selected, inView])
  const output = useMemo(
    () => ({
      read: async () =>
        (await session.desk.askOfNodes((api, request) => api.list.export(request, wanted(), 'text'))).text,
    }),
    [session, wanted],
  )
  useCurrentOutput(rows.length > 0 ? output : undefined)
  const repeats = useMemo(() => rows.filter(({ state }) => state === 'duplicate').length, [rows])
  // What the table is given is the same every time: anything new would draw the whole of it anew.
  const showQr = useCallback((key: string) => setDialog({ name: 'qr', key }), [])
  const showExport = useCallback((keys: readonly string[]) => setDialog({ name: 'export', keys }), [])
  const gridActions = useListActions({ onQr: showQr, onExport: showExport })
  const actions = useTableCommands({
    wanted,
    openDialog: setDialog,
    openPanel: setPanel,
    showView: setView,
    imports,
    keep: useCallback(() => void keep(wanted()), [keep, wanted]),
    toLive: useCallback(
      () => toLive(shown.value === undefined && selected.length === 0 ? undefined : wanted()),
      [toLive, shown.value, selected.length, wanted],
    ),
    toConvert: useCallback(
      () => toConvert(shown.value === undefined && selected.length === 0 ? undefined : wanted()),
      [toConvert, shown.value, selected.length, wanted],
    ),
  })

  const groups = (
    <GroupList
      rows={rows}
      shown={shown}
      onShow={(next) => {
        setShown(next)
        setSelected([])
        if (!isWide && next.value !== undefined) setPanel(undefined)
      }}
      onSplit={() => setDialog({ name: 'split' })}
    />
  )
  return (
    <>
      <header className="flex shrink-0 flex-wrap items-center gap-1 border-b border-line px-2 py-1.5">
        <Tabs
          label={t('views')}
          name="table"
          value={view}
          onChange={setView}
          className="tabs-inline mr-auto"
          tabs={[
            { id: 'list', label: t('list') },
            { id: 'compare', label: t('compare.title'), testId: 'view-compare' },
          ]}
        />
        <IconButton icon="undo-2" label={tl('undo')} keys="mod+z" disabled={!canUndo} data-testid="undo" onClick={() => session.undo()} />
        <IconButton icon="redo-2" label={t('redo')} keys="mod+shift+z" disabled={!canRedo} data-testid="redo" onClick={() => session.redo()} />
        <Button icon="list" aria-expanded={panel === 'sources'} data-opens="sources" data-testid="sources-open" onClick={() => setPanel('sources')}>
          <span className="max-sm:sr-only">{t('sources', { n: names.size })}</span>
        </Button>
        <Button icon="download" className="max-sm:hidden" data-testid="export-open" onClick={actions.exportNodes}>
          {t('export.short')}
        </Button>
        <Button look="solid" icon="arrow-right" className="max-sm:hidden" data-testid="to-convert" onClick={actions.send}>
          {t('toConvert')}
        </Button>
        <Menu
          label={t('more')}
          align="end"
          trigger={<IconButton icon="ellipsis" label={t('more')} data-testid="table-more" />}
          items={actions.menu}
        />
      </header>
      {halted}
      <div className="relative flex min-h-0 min-w-0 flex-1">
        {view === 'list' && isWide && (
          <aside aria-label={t('group.title')} className="node-table-groups">
            {groups}
          </aside>
        )}
        <TabPanel name="table" id={view} className="flex min-h-0 min-w-0 flex-1 flex-col">
          {view === 'compare' ? (
            <Suspense>
              <CompareView
                rows={rows}
                actions={gridActions}
                onAdd={() => setPanel('sources')}
                onSample={imports.sample}
              />
            </Suspense>
          ) : (
            <NodeGrid
              screen="node-table"
              label={t('title')}
              rows={inView}
              actions={gridActions}
              onSelect={setSelected}
              moreToAdd={actions.ways}
              emptyText={t('nothing')}
              awaited={awaited}
              lead={
                <>
                  {!isWide && (
                    <Button icon="filter" data-opens="groups" data-testid="groups-open" onClick={() => setPanel('groups')}>
                      <span className={shown.value === undefined ? 'max-sm:sr-only' : ''}>
                        {shown.value === undefined ? t('group.title') : groupName(shown.by, shown.value)}
                      </span>
                    </Button>
                  )}
                  {repeats > 0 && (
                    <Button icon="equal" className="max-sm:hidden" data-testid="repeats-open" onClick={() => setDialog({ name: 'repeats' })}>
                      {t('repeats.short', { n: repeats })}
                    </Button>
                  )}
                </>
              }
              className="min-h-0 flex-1"
            />
          )}
        </TabPanel>
        <SlideOver
          open={panel === 'sources'}
          onClose={() => setPanel(undefined)}
          title={t('sources', { n: names.size })}
          openers="[data-opens=sources]"
          action={
            <Menu
              label={t('add')}
              align="end"
              trigger={
                <Button size="small" icon="plus">
                  {t('add')}
                </Button>
              }
              items={actions.ways}
            />
          }
          data-testid="source-panel"
        >
          <SourceList />
        </SlideOver>
        <SlideOver
          open={panel === 'groups' && !isWide}
          onClose={() => setPanel(undefined)}
          title={t('group.title')}
          openers="[data-opens=groups]"
        >
          {groups}
        </SlideOver>
      </div>
      <Suspense>
        {dialog?.name === 'export' && <ExportDialog keys={dialog.keys} onClose={() => setDialog(undefined)} />}
        {dialog?.name === 'replace' && <ReplaceDialog keys={dialog.keys} onClose={() => setDialog(undefined)} />}
        {dialog?.name === 'split' && (
          <SplitDialog rows={rows} by={shown.by} onClose={() => setDialog(undefined)} />
        )}
        {dialog?.name === 'repeats' && <RepeatsDialog onClose={() => setDialog(undefined)} />}
        {dialog?.name === 'qr' && <QrDialog desk={session.desk} nodeKey={dialog.key} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </>
  ) // oxfmt-ignore
}

/** Takes the nodes to where lists are kept; there it is asked under which name and in which place. */
function useKeeping() {
  const session = useList()
  const t = useTranslations('nodeTable')
  const tl = useTranslations('nodeList')
  const locale = useRouteLocale()
  const navigate = useNavigate()
  return useCallback(
    async (keys: readonly string[]) => {
      const written = await session.desk
        .askOfNodes((api, request) => api.list.export(request, keys, 'text'))
        .catch(reportGone(tl('noAnswer')))
      if (!written) return
      const { text, left } = written
      if (left > 0) showToast({ kind: text === '' ? 'error' : 'info', text: t('export.left', { n: left }) })
      if (text === '') return
      const { sources } = session.model
      handOver({
        text: '',
        files: [],
        keeps: { name: sources.length === 1 ? sources[0]!.name : t('keptName'), body: text },
      })
      void navigate(localizedPath(locale, '/subscribe'))
    },
    [session, t, tl, locale, navigate],
  )
}

interface Commands {
  wanted: () => readonly string[]
  openDialog: (dialog: OpenDialog) => void
  openPanel: (panel: 'sources') => void
  showView: (view: 'compare') => void
  imports: Imports
  keep: () => void
  toConvert: () => void
  toLive: () => void
}

/** What is done with the lists as a whole. The menu, the palette and the shortcuts know it. */
function useTableCommands({ wanted, openDialog, openPanel, showView, imports, keep, toConvert, toLive }: Commands) {
  const t = useTranslations('nodeTable')
  const tl = useTranslations('nodeList')
  const ti = useTranslations('listImport')
  const ts = useTranslations('shell')
  const session = useList()
  const isPhone = useMedia(PHONE)
  const exportNodes = () => openDialog({ name: 'export', keys: wanted() })
  const replace = () => openDialog({ name: 'replace', keys: wanted() })
  const repeats = () => openDialog({ name: 'repeats' })
  const clear = () => {
    session.clear()
    undoToast(session, tl('undo'), t('cleared'))
  }
  const ways: readonly MenuEntry[] = [
    { id: 'paste', label: ti('paste'), icon: 'clipboard-paste', onSelect: imports.paste },
    { id: 'file', label: ti('file'), icon: 'files', onSelect: imports.files },
    { id: 'url', label: ti('url'), icon: 'rss', onSelect: imports.url },
  ]
  const menu: readonly MenuEntry[] = [
    ...(isPhone ? [{ id: 'convert', label: t('toConvert'), icon: 'arrow-right' as const, onSelect: toConvert }] : []),
    { id: 'replace', label: t('replace.short'), icon: 'search', onSelect: replace },
    { id: 'repeats', label: t('repeats.title'), icon: 'equal', onSelect: repeats },
    { id: 'export', label: t('export.short'), icon: 'download', onSelect: exportNodes },
    { id: 'keep', label: t('keep'), icon: 'rss', onSelect: keep },
    { id: 'live', label: t('toLive'), icon: 'network', onSelect: toLive },
    'separator',
    { id: 'new', label: ts('new'), icon: 'plus', onSelect: () => newWindow.set({ kind: 'node-list' }) },
    { id: 'clear', label: t('clear'), icon: 'trash-2', danger: true, onSelect: clear },
  ]
  // oxlint-disable react/exhaustive-deps -- the functions read what is current when they run
  usePageActions(
    useMemo<PageAction[]>(
      () => [
        { id: 'table-undo', label: tl('undo'), icon: 'undo-2', keywords: 'undo cx chexiao', keys: 'mod+z', run: () => session.undo() },
        { id: 'table-redo', label: t('redo'), icon: 'redo-2', keywords: 'redo cz chongzuo', keys: 'mod+shift+z', run: () => session.redo() },
        { id: 'table-replace', label: t('replace.short'), icon: 'search', keywords: 'find replace cz th chazhao tihuan', run: replace },
        { id: 'table-repeats', label: t('repeats.title'), icon: 'equal', keywords: 'duplicates dedupe qc quchong chongfu', run: repeats },
        { id: 'table-export', label: t('export.short'), icon: 'download', keywords: 'export csv save dc daochu xiazai', keys: 'mod+s', run: exportNodes },
        { id: 'table-compare', label: t('compare.title'), icon: 'list-checks', keywords: 'compare diff bj bijiao duibi', run: () => showView('compare') },
        { id: 'table-sources', label: t('sourceList'), icon: 'list', keywords: 'sources ly laiyuan', run: () => openPanel('sources') },
        { id: 'table-convert', label: t('toConvert'), icon: 'arrow-right', keywords: 'convert send zh zhuanhuan', keys: 'mod+enter', run: toConvert },
        { id: 'table-live', label: t('toLive'), icon: 'network', keywords: 'live check zxjd zaixian jc jiance', run: toLive },
        { id: 'table-keep', label: t('keep'), icon: 'rss', keywords: 'save keep subscription bc baocun dy dingyue', run: keep },
        { id: 'table-clear', label: t('clear'), icon: 'trash-2', keywords: 'clear all qk qingkong', run: clear },
      ],
      [t, tl, session, wanted, keep, toConvert, toLive],
    ),
  ) // oxfmt-ignore
  // oxlint-enable react/exhaustive-deps
  useKeyGroup(useNodeGridKeys())
  return { exportNodes, menu, ways, send: toConvert }
}
