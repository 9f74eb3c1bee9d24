import { Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { FreeNodeList } from '@switchyard/contract'
import { LoadFailure } from '../../components/api-call/load-failure.tsx'
import { localizedPath } from '../../lib/locale.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { useNow } from '../../lib/use-now.ts'
import { useStore } from '../../lib/store.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ownSites, refreshDueSites } from './own-site-store.ts'
import { nodesOf, type OwnSite, sourceOf } from './own-sites.ts'

const importFull = () => import('./free-list.tsx').then(({ FreeList }) => FreeList)
const FreeList = lazyPart(importFull)

const NO_SITES: readonly OwnSite[] = []
const EMPTY_LIST: FreeNodeList = { sources: [], nodes: [], total: 0 }

const countNodes = (sites: readonly OwnSite[]) => sites.reduce((sum, { nodes }) => sum + nodes.length, 0)

const LOOK_AGAIN_MS = 5000

/** Nodes that the operator's sources offer to anybody. What a crawler reads of it has no node in it. */
export function FreeNodesScreen() {
  const t = useTranslations('freeNodes')
  const [source, setSource] = useState<string>()
  const all = useApi('GET /api/free-nodes', { quiet: true })
  const chosen = useApi(
    'GET /api/free-nodes',
    { search: `?source=${encodeURIComponent(source ?? '')}`, quiet: true },
    source !== undefined && !source.startsWith('own-'),
  )
  const own = useStore(ownSites, undefined) ?? NO_SITES
  const ownShown = own.filter(({ id, enabled }) => enabled && (source ?? id) === id)
  const now = useNow()
  const isOwn = own.some(({ id }) => id === source)
  const shown = source === undefined ? all : chosen
  const sources = [
    ...(all.data?.sources ?? []),
    ...own.filter(({ enabled }) => enabled).map((site) => sourceOf(site, now)),
  ]
  const list = isOwn ? EMPTY_LIST : shown.data
  useEffect(() => void refreshDueSites(), [])
  useEffect(() => {
    void importFull().catch(() => undefined)
  }, [])
  // A source that was just added may take longer than the server waits for it.
  const { data, reload } = all
  useEffect(() => {
    if (!data?.sources.some(({ state }) => state === 'waiting')) return undefined
    const timer = setTimeout(reload, LOOK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [data, reload])
  return (
    <div className="free-nodes" data-testid="free-nodes">
      <h1 className="sr-only">{t('title')}</h1>
      <p className="free-warning" data-testid="free-warning">
        <Icon name="alert-triangle" className="size-4" />
        {t('warning')}
      </p>
      {all.data === undefined && sources.length === 0 ? (
        <Waiting error={all.error} onRetry={all.reload} />
      ) : sources.length === 0 ? (
        <NoSources />
      ) : (
        <Suspense>
          <FreeList
            sources={sources}
            list={
              list && {
                ...list,
                nodes: [...list.nodes, ...nodesOf(ownShown)],
                total: list.total + countNodes(ownShown),
              }
            }
            error={shown.error}
            chosen={source}
            onChoose={setSource}
            onReload={() => {
              all.reload()
              if (source !== undefined) chosen.reload()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

function Waiting({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('freeNodes')
  if (error !== undefined) return <LoadFailure error={error} onRetry={onRetry} />
  return (
    <div className="mx-auto max-w-prose p-6 text-muted">
      <p>{t('about')}</p>
      <p className="mt-3" role="status">
        {t('loading')}
      </p>
    </div>
  )
}

function NoSources() {
  const t = useTranslations('freeNodes')
  const locale = useRouteLocale()
  return (
    <EmptyState icon="users" title={t('empty')} text={t('emptyText')}>
      <Link to={localizedPath(locale, '/settings/node-sites')} className={buttonClass('solid')}>
        {t('toSites')}
      </Link>
    </EmptyState>
  )
}
