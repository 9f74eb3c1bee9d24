import { Suspense, useCallback, useMemo, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { HOUR_MS } from '@switchyard/sources/spans'
import { useFailureWords } from '../../components/api-call/use-failure-words.ts'
import { changeUiSettings, uiSettings } from '../../components/kept-settings/ui-settings.ts'
import { isNode } from '../../components/node-grid/listed-node.ts'
import { useNodeGridKeys } from '../../components/node-grid/grid/use-node-grid-keys.ts'
import { NodeGrid } from '../../components/node-grid/node-grid.tsx'
import { SourceList } from '../../components/node-list/source-list.tsx'
import { undoToast } from '../../components/node-list/undo-toast.ts'
import type { Imports } from '../../components/node-list/use-imports.tsx'
import { useListActions, useListHistory, useSourceNames } from '../../components/node-list/use-list.ts'
import { useListedNodes } from '../../components/node-list/use-listed-nodes.ts'
import { useReading } from '../../components/node-list/use-reading.tsx'
import { useSending } from '../../components/node-list/use-sending.ts'
import { useKeyGroup, usePageActions, type PageAction } from '../../lib/page-actions.ts'
import { showToast } from '../../lib/toasts.ts'
import { useBackCloses } from '../../lib/use-back-closes.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { SlideOver } from '../../ui/slide-over.tsx'
import { CheckDrawer } from './check-drawer.tsx'
import { CheckTerms } from './check-terms.tsx'
import { CutAnswer } from './check-batches.ts'
import type { CheckState } from './check-state.ts'
import type { LiveNodesSession } from './live-session.ts'
import { TallyTiles } from './tally-tiles.tsx'
import { useChecks } from './use-checks.ts'
import { useSchedule } from './use-schedule.ts'
import { useTerms } from './use-terms.ts'

const ConsentDialog = lazyPart(() => import('./consent-dialog.tsx').then(({ ConsentDialog }) => ConsentDialog))
const ScheduleDialog = lazyPart(() => import('./schedule-dialog.tsx').then(({ ScheduleDialog }) => ScheduleDialog))
const QrDialog = lazyPart(() => import('../../components/node-list/qr-dialog.tsx').then(({ QrDialog }) => QrDialog))

/** What is further off is said with its day. */
const HALF_DAY_MS = 12 * HOUR_MS

type OpenDialog = { name: 'consent'; ids: readonly string[] } | { name: 'schedule' } | { name: 'qr'; key: string }
type Panel = { name: 'sources' } | { name: 'checks'; id: string }

interface Props {
  session: LiveNodesSession
  imports: Imports
  onKept: () => void
}

/** The nodes once there are some: how many stand how, the table, and what can be done with them. */
export function FullList({ session, imports, onKept }: Props) {
  const t = useTranslations('liveNodes')
  const tl = useTranslations('nodeList')
  const tr = useTranslations('reach')
  const { canUndo } = useListHistory()
  const names = useSourceNames()
  const rows = useListedNodes(session.desk, names)
  const { awaited, halted } = useReading(rows.length === 0)
  const { state, checked, inView, counts, filter, sorting } = useChecks(session, rows)
  const terms = useTerms()
  const { schedule, nextAt } = useSchedule(session, terms.isSignedIn)
  const [selected, setSelected] = useState<readonly string[]>([])
  const [dialog, setDialog] = useState<OpenDialog>()
  const [panel, setPanel] = useState<Panel>()
  useBackCloses(panel?.name, () => setPanel(undefined))
  const toConvert = useSending('/convert')

  const isOnline = useOnline()
  const mayCheck = terms.data?.mayCheck === true && isOnline
  /** What a person selected, else all. */
  const wanted = useCallback(
    () => (selected.length > 0 ? selected : rows.filter(isNode).map(({ id }) => id)),
    [selected, rows],
  )
  const check = useCallback(
    (ids: readonly string[]) => {
      if (!mayCheck || session.checks.get().run) return
      if (session.targetsOf(ids).length === 0) return void showToast({ kind: 'info', text: t('nothingToCheck') })
      if (uiSettings.get().checksAgreed) void session.check(ids)
      else setDialog({ name: 'consent', ids })
    },
    [mayCheck, session, t],
  )
  const showQr = useCallback((key: string) => setDialog({ name: 'qr', key }), [])
  const listActions = useListActions({ onQr: showQr, onExport: noExport })
  const gridActions = useMemo(() => {
    const { onDelete, onCopyLinks, onStar, onShowQr, loadEntry, fixesOf, onRename } = listActions
    return {
      onDelete, onCopyLinks, onStar, onShowQr, loadEntry, fixesOf, onRename,
      ...(mayCheck ? { onCheck: check } : {}),
      onShowChecks: (id: string) => setPanel({ name: 'checks', id }),
    } // oxfmt-ignore
  }, [listActions, check, mayCheck])

  const isRunning = state.run !== undefined
  const checkAll = () => check(wanted())
  const clear = () => {
    session.clear()
    undoToast(session, tl('undo'), t('cleared'))
  }
  const send = () => toConvert(selected.length > 0 ? selected : filteredKeys(inView, rows.length))
  const ways: readonly MenuEntry[] = useWays(imports, onKept)
  const menu: readonly MenuEntry[] = [
    { id: 'schedule', label: t('schedule.title'), icon: 'history', onSelect: () => setDialog({ name: 'schedule' }) },
    {
      id: 'hide', label: t('hideUnreachable'), icon: 'eye-off', checked: filter.hidesUnreachable,
      onSelect: () => filter.setHidesUnreachable(!filter.hidesUnreachable),
    },
    { id: 'convert', label: t('toConvert'), icon: 'arrow-right', onSelect: send },
    'separator',
    ...ways,
    'separator',
    { id: 'clear', label: t('clear'), icon: 'trash-2', danger: true, onSelect: clear },
  ] // oxfmt-ignore
  // oxlint-disable react/exhaustive-deps -- the functions read what is current when they run
  usePageActions(
    useMemo<PageAction[]>(
      () => [
        { id: 'live-undo', label: tl('undo'), icon: 'undo-2', keywords: 'undo cx chexiao', keys: 'mod+z', run: () => session.undo() },
        isRunning
          ? { id: 'live-stop', label: t('stop'), icon: 'x', keywords: 'stop tz tingzhi', keys: 'mod+enter', run: () => session.stop() }
          : { id: 'live-check', label: t('checkAll'), icon: 'network', keywords: 'check test jc jiance', keys: 'mod+enter', run: checkAll },
        { id: 'live-schedule', label: t('schedule.title'), icon: 'history', keywords: 'schedule ds dingshi', run: () => setDialog({ name: 'schedule' }) },
        { id: 'live-convert', label: t('toConvert'), icon: 'arrow-right', keywords: 'convert zh zhuanhuan', run: send },
        { id: 'live-sources', label: t('sources', { n: names.size }), icon: 'list', keywords: 'sources ly laiyuan', run: () => setPanel({ name: 'sources' }) },
      ],
      [t, tl, session, isRunning, wanted, check, inView],
    ),
  ) // oxfmt-ignore
  // oxlint-enable react/exhaustive-deps
  useKeyGroup(useNodeGridKeys())

  const shownCheck = panel?.name === 'checks' ? checked.find(({ id }) => id === panel.id) : undefined
  return (
    <>
      <header className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-2 py-1.5">
        <TallyTiles counts={counts} shown={filter.shown} onShow={filter.setShown} />
        <div className="ml-auto flex items-center gap-1">
          <IconButton icon="undo-2" label={tl('undo')} keys="mod+z" disabled={!canUndo} data-testid="undo" onClick={() => session.undo()} />
          <Button icon="list" aria-expanded={panel?.name === 'sources'} data-opens="sources" onClick={() => setPanel({ name: 'sources' })}>
            <span className="max-sm:sr-only">{t('sources', { n: names.size })}</span>
          </Button>
          {isRunning ? (
            <Button look="solid" icon="x" data-testid="stop" onClick={() => session.stop()}>
              {t('stop')}
            </Button>
          ) : (
            <Button look="solid" icon="network" disabled={!mayCheck} data-testid="check" onClick={checkAll}>
              {selected.length > 0 ? t('check') : t('checkAll')}
            </Button>
          )}
          <Menu
            label={t('more')}
            align="end"
            trigger={<IconButton icon="ellipsis" label={t('more')} data-testid="live-more" />}
            items={menu}
          />
        </div>
      </header>
      <CheckTerms />
      <p role="status" className="sr-only">
        {isRunning ? t('running') : state.log.size > 0 ? t('done', counts) : ''}
      </p>
      <RunLine state={state} schedule={schedule} nextAt={nextAt} onSchedule={() => setDialog({ name: 'schedule' })} />
      <Ended state={state} session={session} onRetry={checkAll} />
      {halted}
      <div className="relative flex min-h-0 min-w-0 flex-1">
        <NodeGrid
          screen="live-nodes"
          label={t('title')}
          rows={inView}
          actions={gridActions}
          own={sorting.own}
          onSorted={sorting.onSorted}
          onSelect={setSelected}
          moreToAdd={ways}
          emptyText={t(filter.shown === undefined ? 'nothing' : 'nothingSo', { status: filter.shown ? tr(`tally.${filter.shown}`) : '' })}
          awaited={awaited}
          lead={
            sorting.sortAnew && (
              <Button icon="arrow-up-down" data-testid="sort-anew" onClick={sorting.sortAnew}>
                {t('sortAnew')}
              </Button>
            )
          }
          className="min-h-0 flex-1"
        />
        <SlideOver
          open={panel?.name === 'sources'}
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
              items={ways}
            />
          }
        >
          <SourceList />
        </SlideOver>
        <SlideOver open={shownCheck?.check !== undefined} onClose={() => setPanel(undefined)} title={shownCheck?.name}>
          {shownCheck?.check && <CheckDrawer check={shownCheck.check} />}
        </SlideOver>
      </div>
      <Suspense>
        {dialog?.name === 'consent' && (
          <ConsentDialog
            vantage={terms.data?.vantage ?? tr('thisMachine')}
            onClose={() => setDialog(undefined)}
            onAgree={() => {
              changeUiSettings({ checksAgreed: true })
              setDialog(undefined)
              void session.check(dialog.ids)
            }}
          />
        )}
        {dialog?.name === 'schedule' && (
          <ScheduleDialog schedule={schedule} targets={session.targetsOf(wanted())} onClose={() => setDialog(undefined)} />
        )}
        {dialog?.name === 'qr' && <QrDialog desk={session.desk} nodeKey={dialog.key} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </>
  ) // oxfmt-ignore
}

const noExport = () => undefined

/** Undefined: all of them, with every edit. */
function filteredKeys(inView: readonly { id: string }[], all: number): readonly string[] | undefined {
  return inView.length === all ? undefined : inView.map(({ id }) => id)
}

function useWays(imports: Imports, onKept: () => void): readonly MenuEntry[] {
  const t = useTranslations('liveNodes')
  const ti = useTranslations('listImport')
  return [
    { id: 'paste', label: ti('paste'), icon: 'clipboard-paste', onSelect: imports.paste },
    { id: 'file', label: ti('file'), icon: 'files', onSelect: imports.files },
    { id: 'url', label: ti('url'), icon: 'rss', onSelect: imports.url },
    { id: 'kept', label: t('kept.open'), icon: 'star', onSelect: onKept },
  ]
}

interface RunProps {
  state: CheckState
  schedule: ReturnType<typeof useSchedule>['schedule']
  nextAt: number | undefined
  onSchedule: () => void
}

/** What is under way, and what goes on by the clock. */
function RunLine({ state: { run }, schedule, nextAt, onSchedule }: RunProps) {
  const t = useTranslations('liveNodes')
  const format = useFormatter()
  if (!run && !schedule) return null
  const done = run ? run.wanted - run.awaited.size : 0
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 border-b border-line px-3 py-1 text-xs">
      {run && (
        <span className="flex items-center gap-2 tabular-nums" data-testid="check-progress">
          <ProgressBar value={done / run.wanted} label={t('checking')} className="w-32" />
          {t('progress', { done, of: run.wanted })}
        </span>
      )}
      {schedule && (
        <span className="flex items-center gap-2 text-muted" data-testid="schedule-line">
          {t('schedule.line', { n: schedule.targets.length, minutes: schedule.everyMinutes })}
          {nextAt !== undefined && t('schedule.next', { time: format.dateTime(nextAt, { timeStyle: 'short' }) })}
          <Button size="small" look="ghost" onClick={onSchedule}>
            {t('schedule.change')}
          </Button>
        </span>
      )}
    </div>
  )
}

/** Why the last run did not check all: a limit of the server, or it broke off. It stays until the next run. */
function Ended({ state: { left, failure }, session, onRetry }: { state: CheckState; session: LiveNodesSession; onRetry: () => void }) {
  const t = useTranslations('liveNodes')
  const format = useFormatter()
  const words = useFailureWords()
  if (failure !== undefined)
    return (
      <Banner icon="circle-alert" isWarning text={failure instanceof CutAnswer ? t('cut') : words(failure).text}>
        <Button size="small" onClick={onRetry}>
          {t('retry')}
        </Button>
      </Banner>
    )
  if (!left) return null
  const isToday = left.retryAt !== undefined && left.retryAt - Date.now() < HALF_DAY_MS
  const at =
    left.retryAt === undefined
      ? ''
      : format.dateTime(left.retryAt, { ...(isToday ? {} : { dateStyle: 'short' as const }), timeStyle: 'short' })
  return (
    <Banner icon="info" text={<span data-testid="left">{t('left', { n: left.keys.length, when: at === '' ? 'no' : 'yes', time: at })}</span>}>
      <Button size="small" onClick={() => void session.checkLeft()}>
        {t('goOn')}
      </Button>
    </Banner>
  )
} // oxfmt-ignore
