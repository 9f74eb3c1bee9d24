import { Suspense, useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { FreeNodeList, FreeSource } from '@switchyard/contract'
import { useFailureWords } from '../../components/api-call/use-failure-words.ts'
import { LoadFailure } from '../../components/api-call/load-failure.tsx'
import { star } from '../../components/favourites/favourite-store.ts'
import { handOver } from '../../components/handover/handover.ts'
import { useNodeGridKeys } from '../../components/node-grid/grid/use-node-grid-keys.ts'
import { NodeGrid } from '../../components/node-grid/node-grid.tsx'
import { call } from '../../lib/api.ts'
import { localizedPath } from '../../lib/locale.ts'
import { useKeyGroup, usePageActions, type PageAction } from '../../lib/page-actions.ts'
import { randomId } from '../../lib/random-id.ts'
import { showToast } from '../../lib/toasts.ts'
import { useNow } from '../../lib/use-now.ts'
import { useOnline } from '../../lib/use-online.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { freeColumns } from './free-columns.tsx'
import { areAllStale, freeRows, mayRefresh, textsOf } from './free-rows.ts'
import { ownSites, refreshSite } from './own-site-store.ts'
import { SourceChips } from './source-chips.tsx'

const SubscribeDialog = lazyPart(() => import('./subscribe-dialog.tsx').then(({ SubscribeDialog }) => SubscribeDialog))

const NAME_MAX_LETTERS = 64
const NO_NODES: FreeNodeList['nodes'] = []

interface Props {
  sources: readonly FreeSource[]
  /** Undefined: it is on its way, or could not be had. */
  list: FreeNodeList | undefined
  error: unknown
  chosen: string | undefined
  onChoose: (source: string | undefined) => void
  onReload: () => void
}

/** The nodes as they stand in their sources: looked at, copied and sent on, never changed. */
export function FreeList({ sources, list, error, chosen, onChoose, onReload }: Props) {
  const t = useTranslations('freeNodes')
  const tr = useTranslations('reach')
  const nodes = list?.nodes ?? NO_NODES
  const names = useMemo(() => new Map(sources.map(({ id, name }) => [id, name])), [sources])
  const rows = useMemo(() => freeRows(nodes, names), [nodes, names])
  const columns = useMemo(() => freeColumns(nodes), [nodes])
  const [selected, setSelected] = useState<readonly string[]>([])
  const [isSubscribing, setSubscribing] = useState(false)
  const { actions, convert, toTable } = useSending(nodes)
  const refresh = useRefresh(sources, chosen, onReload)
  const report = useReport()
  const hasNone = selected.length === 0
  // The server serves no source of one's own.
  const served = chosen?.startsWith('own-') ? undefined : chosen
  const menu: readonly MenuEntry[] = [
    { id: 'table', label: t('toTable'), icon: 'table', disabled: hasNone, onSelect: () => toTable(selected) },
    'separator',
    ...sources
      .filter(({ id }) => (chosen ?? id) === id && !id.startsWith('own-'))
      .map(({ id, name }) => ({
        id: `report-${id}`,
        label: t('report', { name }),
        icon: 'flag' as const,
        onSelect: () => void report(id),
      })),
  ]
  usePageActions(
    useMemo<PageAction[]>(
      () => [
        { id: 'free-convert', label: t('convert'), icon: 'arrow-right', keywords: 'convert zh zhuanhuan', keys: 'mod+enter', disabled: hasNone, run: () => convert(selected) },
        { id: 'free-subscribe', label: t('subscribe'), icon: 'rss', keywords: 'subscribe dy dingyue', run: () => setSubscribing(true) },
        { id: 'free-refresh', label: t('refresh'), icon: 'refresh-cw', keywords: 'refresh sx shuaxin', disabled: refresh.isBlocked, run: refresh.run },
      ],
      [t, hasNone, convert, selected, refresh.isBlocked, refresh.run],
    ),
  ) // oxfmt-ignore
  useKeyGroup(useNodeGridKeys())
  return (
    <>
      <header className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-2 py-1.5">
        <SourceChips sources={sources} chosen={chosen} onChoose={onChoose} />
        <div className="ml-auto flex items-center gap-1">
          <IconButton
            icon="refresh-cw"
            label={refresh.label}
            disabled={refresh.isBlocked}
            data-testid="free-refresh"
            onClick={refresh.run}
          />
          <Button icon="rss" data-testid="free-subscribe" onClick={() => setSubscribing(true)}>
            {t('subscribe')}
          </Button>
          <Button
            look="solid"
            icon="arrow-right"
            disabled={hasNone}
            data-testid="free-convert"
            onClick={() => convert(selected)}
          >
            {t('convert')}
          </Button>
          <Menu
            label={t('more')}
            align="end"
            trigger={<IconButton icon="ellipsis" label={t('more')} data-testid="free-more" />}
            items={menu}
          />
        </div>
      </header>
      <p className="flex shrink-0 items-start gap-1.5 border-b border-line px-3 py-1 text-xs leading-5 text-muted">
        <Icon name="map-pin" className="mt-[3px] size-3.5" />
        <span>
          {tr('vantage', { place: list?.vantage ?? tr('thisMachine') })} · {tr('caveat')}
          {list && list.total > nodes.length && ` · ${t('cut', { shown: nodes.length, total: list.total })}`}
        </span>
      </p>
      {areAllStale(sources) && <Banner icon="history" isWarning text={t('allStale')} />}
      {list === undefined && error !== undefined ? (
        <LoadFailure error={error} onRetry={onReload} />
      ) : (
        <NodeGrid
          screen="free-nodes"
          label={t('title')}
          rows={rows}
          actions={actions}
          own={columns}
          onSelect={setSelected}
          emptyText={t(list ? 'noNodes' : 'loading')}
          className="min-h-0 flex-1"
        />
      )}
      <Suspense>
        {isSubscribing && (
          <SubscribeDialog
            source={served ?? 'all'}
            name={served === undefined ? t('allSources') : (names.get(served) ?? '')}
            onClose={() => setSubscribing(false)}
          />
        )}
      </Suspense>
    </>
  )
}

/** What is done with nodes that somebody selected. Their links are seen by nobody until they are copied. */
function useSending(nodes: FreeNodeList['nodes']) {
  const t = useTranslations('freeNodes')
  const locale = useRouteLocale()
  const navigate = useNavigate()
  const actions = useMemo(
    () => ({
      onCopyLinks: (keys: readonly string[]) =>
        void copyText(textsOf(nodes, keys)).then(
          () => showToast({ kind: 'success', text: t('copied', { n: keys.length }) }),
          () => showToast({ kind: 'error', text: t('copyFailed') }),
        ),
      onStar: (keys: readonly string[]) => {
        const wanted = new Set(keys)
        const starred = nodes
          .filter(({ key }) => wanted.has(key))
          .map(({ name, host, text }) => {
            const short = Array.from(name.trim()).slice(0, NAME_MAX_LETTERS).join('')
            return { kind: 'node' as const, id: randomId(), name: short || host, data: text }
          })
        void star(starred).then(() => showToast({ kind: 'success', text: t('starred', { n: starred.length }) }))
      },
    }),
    [nodes, t],
  )
  const convert = useCallback(
    (keys: readonly string[]) => {
      handOver({ text: textsOf(nodes, keys), files: [] })
      void navigate(localizedPath(locale, '/convert'))
    },
    [nodes, locale, navigate],
  )
  const toTable = useCallback(
    (keys: readonly string[]) => {
      handOver({ text: '', files: [], creates: { name: t('title'), text: textsOf(nodes, keys) } })
      void navigate(localizedPath(locale, '/node-table'))
    },
    [nodes, t, locale, navigate],
  )
  return { actions, convert, toTable }
}

/** A source of one's own is asked by this browser. */
function refreshOwn(source: string): Promise<void> | undefined {
  const site = ownSites.get()?.find(({ id }) => id === source)
  return site && refreshSite(site)
}

/** Has sources asked again; none before its time. */
function useRefresh(sources: readonly FreeSource[], chosen: string | undefined, onReload: () => void) {
  const t = useTranslations('freeNodes')
  const format = useFormatter()
  const now = useNow()
  const words = useFailureWords()
  const isOnline = useOnline()
  const [isBusy, setBusy] = useState(false)
  const wanted = mayRefresh(sources, chosen, now)
  const next = Math.min(...sources.filter(({ id }) => (chosen ?? id) === id).map(({ mayRefreshAt }) => mayRefreshAt))
  const run = () => {
    setBusy(true)
    void Promise.all(
      wanted.map(
        ({ id: source }) =>
          refreshOwn(source) ?? call('POST /api/free-nodes/:source/refresh', { params: { source }, quiet: true }),
      ),
    )
      .catch((error: unknown) => showToast({ kind: 'error', text: words(error).text }))
      .finally(() => {
        setBusy(false)
        onReload()
      })
  }
  return {
    run,
    isBlocked: isBusy || !isOnline || wanted.length === 0,
    label:
      wanted.length > 0 || !Number.isFinite(next)
        ? t('refresh')
        : t('refreshLater', { when: format.dateTime(next, { timeStyle: 'short' }) }),
  }
}

function useReport(): (source: string) => Promise<void> {
  const t = useTranslations('freeNodes')
  const words = useFailureWords()
  return async (source) => {
    try {
      await call('POST /api/free-nodes/:source/report', { params: { source }, quiet: true })
      showToast({ kind: 'success', text: t('reported') })
    } catch (error) {
      showToast({ kind: 'error', text: words(error).text })
    }
  }
}
