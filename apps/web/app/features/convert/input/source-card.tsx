import { Suspense, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import {
  serversIn,
  unreadIn,
  withoutSource,
  withSource,
  withSourceBack,
  withSourceMoved,
  type RecipeSource,
  type SourceKind,
} from '@switchyard/recipe/model'
import { useAppConfig } from '../../../lib/app-config.ts'
import { showToast } from '../../../lib/toasts.ts'
import { useStore } from '../../../lib/store.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { IconName } from '../../../ui/icons.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { FetchRefused } from '../../../components/fetching/fetch-refused.tsx'
import { hostOf, isPlainHttp } from '../../../components/engine/host-of.ts'
import type { SourceState } from '../../../components/engine/desk-state.ts'
import { sourceName } from './source-name.ts'
import { Age, ReferenceIssue, SourceStatus, Traffic } from './source-facts.tsx'
import { useSession } from '../session/use-convert.ts'

const SettingsDialog = lazyPart(() => import('./source-dialogs.tsx').then(({ SettingsDialog }) => SettingsDialog))
const SourceOrigin = lazyPart(() => import('./source-origin.tsx').then(({ SourceOrigin }) => SourceOrigin))
const RelayDialog = lazyPart(() =>
  import('../../../components/fetching/relay-dialog.tsx').then(({ RelayDialog }) => RelayDialog),
)

const ICONS: Record<SourceKind, IconName> = {
  text: 'file-text',
  url: 'rss',
  file: 'files',
  qr: 'qr-code',
  added: 'plus',
}

const NOTHING_FETCHED: ReadonlyMap<string, unknown> = new Map()

interface Props {
  source: RecipeSource
  state: SourceState | undefined
  index: number
  isFirst: boolean
  isLast: boolean
  /** Says something to a screen reader. */
  announce: (text: string) => void
}

/** One source: what it is, how it went, and what can be done with it. */
export function SourceCard({ source, state, index, isFirst, isLast, announce }: Props) {
  const t = useTranslations('convert.source')
  const tc = useTranslations('convert')
  const tf = useTranslations('fetching')
  const session = useSession()
  const isOnline = useOnline()
  const isFetching = useStore(session.fetching, NOTHING_FETCHED).has(source.id)
  const [dialog, setDialog] = useState<'settings' | 'relay'>()
  const card = useRef<HTMLLIElement>(null)
  const { id, kind, url, enabled, asProvider, encoding } = source
  const name = sourceName(source, t)
  const info = state?.info
  const isUnread = kind === 'url' && !asProvider && source.text === '' && state?.status !== 'loading'

  const { relays } = useAppConfig()
  const isForbidden = url !== undefined && isPlainHttp(url)
  const onRelay = relays && kind === 'url' && url !== undefined && !asProvider ? () => setDialog('relay') : undefined
  const canFetch = kind === 'url' && url !== undefined && !asProvider && !isForbidden
  const hasText = source.text !== ''

  const fetch = () => void session.fetch(id)
  /** For a button that goes with what it does: the focus stays in its card. */
  const inCard = (act: () => void) => () => {
    card.current?.focus()
    act()
  }
  const refer = (asProvider: boolean) => {
    session.change((model) => withSource(model, id, { asProvider, text: '' }))
    announce(t(asProvider ? 'nowReferenced' : 'noLongerReferenced', { name }))
  }
  const move = (by: -1 | 1) => {
    if (by < 0 ? isFirst : isLast) return
    session.change((model) => withSourceMoved(model, id, by))
    announce(t('moved', { name, place: index + 1 + by }))
  }
  const remove = () => {
    const place = session.model.sources.findIndex((one) => one.id === id)
    session.change((model) => withoutSource(model, id))
    // Held until the toast goes, whatever is done in the meantime.
    const undo = () => session.change((model) => withSourceBack(model, source, place))
    showToast({ kind: 'undo', text: t('removed', { name }), action: { label: tc('undo'), run: undo } })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (!event.altKey || by === undefined) return
    event.preventDefault()
    move(by)
  }

  return (
    <li
      ref={card}
      data-testid={`source-${index}`}
      data-source={id}
      tabIndex={-1}
      className={`px-3 py-2 text-sm focus-visible:-outline-offset-2 ${enabled ? '' : 'text-muted'}`}
      onKeyDown={onKeyDown}
    >
      <div className="flex min-h-7 flex-wrap items-center gap-x-2">
        <Icon name={ICONS[kind]} className="size-4 text-muted" />
        <span className="min-w-24 flex-1 truncate font-medium" title={name}>
          {name}
        </span>
        {info && !asProvider && (hasText || kind === 'file') && (
          <span className="text-xs whitespace-nowrap text-muted tabular-nums">
            {t('count', { n: serversIn(info) })}
            {info.notices > 0 && ` · ${t('notices', { n: info.notices })}`}
            {unreadIn(info) > 0 && ` · ${t('skipped', { n: unreadIn(info) })}`}
          </span>
        )}
        <SourceStatus source={source} state={state} />
        {isFetching && (
          <IconButton
            icon="x"
            size="small"
            label={`${t('stopFetching')}: ${name}`}
            data-testid={`source-${index}-stop`}
            onClick={inCard(() => session.cancelFetch(id))}
          />
        )}
        {canFetch && !isFetching && (hasText || state?.status === 'failed') && (
          <IconButton
            icon="refresh-cw"
            size="small"
            label={`${isOnline ? t('refresh') : tc('offline')}: ${name}`}
            disabled={state?.status === 'loading' || !isOnline}
            data-testid={`source-${index}-refresh`}
            onClick={inCard(fetch)}
          />
        )}
        <SourceMenu
          source={source}
          name={name}
          isFirst={isFirst}
          isLast={isLast}
          onFetch={canFetch ? fetch : undefined}
          onRelay={onRelay}
          onStopReferencing={() => refer(false)}
          onSettings={() => setDialog('settings')}
          onMove={move}
          onRemove={remove}
        />
      </div>
      {info?.isCut && <p className="text-xs text-warning">{tc('input.limit')}</p>}
      {encoding && encoding !== 'utf-8' && (
        <p className="text-xs text-muted">{tc('input.encoding', { encoding: ENCODING_NAMES[encoding] })}</p>
      )}
      {!asProvider && source.prefix && (
        <p className="truncate text-xs text-muted">{t('prefixIs', { prefix: source.prefix })}</p>
      )}
      {info?.subscription && <Traffic subscription={info.subscription} />}
      {canFetch && hasText && source.loadedAt !== undefined && (
        <Age at={source.loadedAt} isOld={state?.status === 'failed'} />
      )}
      {source.origin && (
        <Suspense>
          <SourceOrigin id={id} origin={source.origin} loadedAt={source.loadedAt} />
        </Suspense>
      )}
      {isUnread && canFetch && state?.status !== 'failed' && (
        <>
          <Button size="small" icon="refresh-cw" className="mt-1" disabled={!isOnline} onClick={inCard(fetch)}>
            {tf('fetchFrom', { host: hostOf(url) })}
          </Button>
          {!isOnline && <p className="mt-1 text-xs text-muted">{tc('offline')}</p>}
        </>
      )}
      {!asProvider && url !== undefined && (state?.status === 'failed' || (isForbidden && !hasText)) && (
        <FetchRefused
          url={url}
          error={state?.error}
          httpStatus={state?.httpStatus}
          isStillUsed={hasText}
          onRefer={inCard(() => refer(true))}
          onRelayed={(answer) => session.take(id, answer)}
          onPasted={(text) => session.change((model) => withSource(model, id, { text, loadedAt: Date.now() }))}
          onRetry={inCard(fetch)}
        />
      )}
      {asProvider && (
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="min-w-32 flex-1 text-xs text-muted">{tf('asProviderNote')}</p>
          <Button size="small" onClick={inCard(() => refer(false))}>
            {t('stopReferencing')}
          </Button>
        </div>
      )}
      {asProvider && enabled && <ReferenceIssue id={id} />}
      <Suspense>
        {dialog === 'settings' && <SettingsDialog source={source} onClose={() => setDialog(undefined)} />}
        {dialog === 'relay' && url !== undefined && (
          <RelayDialog url={url} onText={(answer) => session.take(id, answer)} onClose={() => setDialog(undefined)} />
        )}
      </Suspense>
    </li>
  )
}

interface MenuProps extends Pick<Props, 'source' | 'isFirst' | 'isLast'> {
  name: string
  /** Absent: there is nothing to fetch. */
  onFetch: (() => void) | undefined
  /** The same by the server. */
  onRelay: (() => void) | undefined
  onStopReferencing: () => void
  onSettings: () => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function SourceMenu({
  source,
  name,
  isFirst,
  isLast,
  onFetch,
  onRelay,
  onStopReferencing,
  onSettings,
  onMove,
  onRemove,
}: MenuProps) {
  const t = useTranslations('convert.source')
  const tc = useTranslations('convert')
  const tf = useTranslations('fetching')
  const session = useSession()
  const isOnline = useOnline()
  const { id, enabled, asProvider } = source
  return (
    <Menu
      label={t('menu')}
      align="end"
      trigger={<IconButton icon="ellipsis" size="small" label={`${t('menu')}: ${name}`} />}
      items={[
        ...(onFetch
          ? [
              {
                id: 'fetch',
                label: isOnline ? t('refresh') : tc('offline'),
                icon: 'refresh-cw' as const,
                disabled: !isOnline,
                onSelect: onFetch,
              },
            ]
          : []),
        ...(onRelay
          ? [{ id: 'relay', label: tf('relay'), icon: 'network' as const, disabled: !isOnline, onSelect: onRelay }]
          : []),
        ...(asProvider
          ? [{ id: 'ordinary', label: t('stopReferencing'), icon: 'undo-2' as const, onSelect: onStopReferencing }]
          : []),
        { id: 'settings', label: t('settings'), icon: 'pencil', onSelect: onSettings },
        {
          id: 'up', label: t('up'), icon: 'arrow-up', keys: 'alt+up', disabled: isFirst, onSelect: () => onMove(-1),
        },
        {
          id: 'down', label: t('down'), icon: 'arrow-down', keys: 'alt+down', disabled: isLast, onSelect: () => onMove(1),
        },
        {
          id: 'toggle', label: enabled ? t('disable') : t('enable'), icon: 'power',
          onSelect: () => session.change((model) => withSource(model, id, { enabled: !enabled })),
        },
        'separator',
        { id: 'remove', label: t('remove'), icon: 'trash-2', danger: true, onSelect: onRemove },
      ]} // oxfmt-ignore
    />
  )
}

const ENCODING_NAMES = {
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  gb18030: 'GB18030 (GBK)',
  big5: 'Big5',
} as const
