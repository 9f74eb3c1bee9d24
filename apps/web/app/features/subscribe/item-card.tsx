import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAppConfig } from '../../lib/app-config.ts'
import { showToast } from '../../lib/toasts.ts'
import { useAgo } from '../../lib/use-ago.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton, copyText } from '../../ui/copy-button.tsx'
import { Dotted } from '../../ui/dotted.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { IconName } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import { useTimedReveal } from '../../ui/use-timed-reveal.ts'
import { mayHelpAgent, mayHelpRelay, stateOf, type ItemState } from './item-state.ts'
import { heldWords } from './held-words.ts'
import { TrafficBar } from './traffic-bar.tsx'
import type { Item, ItemRepository } from './item-repository.ts'

const LOOKS: Record<Exclude<ItemState, 'ok'>, { tone: Tone; icon: IconName }> = {
  never: { tone: 'neutral', icon: 'info' },
  partial: { tone: 'warning', icon: 'alert-triangle' },
  failed: { tone: 'error', icon: 'circle-alert' },
  held: { tone: 'warning', icon: 'shield-check' },
  archived: { tone: 'neutral', icon: 'ban' },
}

interface Props {
  item: Item
  place: ItemRepository['place']
  now: number
  isAsking: boolean
  readBody: () => Promise<string>
  onRefresh: () => void
  /** Has the server fetch it once, where the browser may not read it. */
  onRelay: () => void
  /** Takes the answer that waits. */
  onAdopt: () => void
  /** Shows its nodes on the convert screen. */
  onOpen: () => void
  onPublish: () => void
  onEdit: () => void
  onArchive: () => void
  onDuplicate: () => void
  /** Absent where it is the first or the last one. */
  onUp?: () => void
  onDown?: () => void
  onDelete: () => void
}

/** How an item stands, where it does not stand as it should. */
function StateBadge({ item }: { item: Item }) {
  const t = useTranslations('subscribe')
  const state = stateOf(item)
  return state === 'ok' ? null : <Badge {...LOOKS[state]}>{t(`state.${state}`)}</Badge>
}

/** A source: how it stands, what it holds, and what can be done with it. */
export function ItemCard(props: Props) {
  const { item, place, now, isAsking, onRefresh, onEdit, onDelete } = props
  const t = useTranslations('subscribe')
  const { relays } = useAppConfig()
  const { good, lastTry, held, failing } = item
  const ago = useAgo(now)
  const body = useBody(props.readBody)
  const isPhone = useMedia(PHONE)
  const hasNodes = good !== undefined || item.kind === 'links'
  const isAskable = item.kind === 'address' && !item.archived
  const refreshWord = t(isAsking ? 'refreshingOne' : 'refresh')
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 text-xs/5 sm:grid-cols-[minmax(0,auto)_1fr_auto] sm:gap-x-4 sm:text-sm">
      <span className="flex min-h-(--control) min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <button
          type="button"
          className="target line-clamp-2 min-w-0 text-left text-base font-semibold wrap-anywhere enabled:hover:underline"
          disabled={!hasNodes}
          onClick={props.onOpen}
        >
          {item.name}
        </button>
        <StateBadge item={item} />
      </span>
      {/* On a phone the whole width below the name is theirs. */}
      <Dotted
        className="wrap-anywhere text-muted max-sm:col-span-2 max-sm:row-start-2"
        parts={[
          good && t('holds', { nodes: good.nodes, skipped: good.skipped }),
          good && item.kind === 'address' && t('fetched', { time: ago(good.at) }),
          place === 'server' && !item.fromServer && t('notFromServer'),
          item.usedBy.length > 0 && t('usedBy', { names: item.usedBy.map(({ name }) => name).join(t('comma')) }),
        ]}
      />
      <span className="flex items-center self-start sm:gap-2">
        {isAskable &&
          (isPhone ? (
            <IconButton icon="refresh-cw" label={refreshWord} disabled={isAsking} onClick={onRefresh} />
          ) : (
            <Button icon="refresh-cw" disabled={isAsking} onClick={onRefresh}>
              {refreshWord}
            </Button>
          ))}
        <Menu
          label={t('actionsFor', { name: item.name })}
          align="end"
          items={[
            {
              id: 'open',
              label: t('openInConvert'),
              icon: 'arrow-left-right',
              disabled: !hasNodes,
              onSelect: props.onOpen,
            },
            {
              id: 'publish',
              label: t(place === 'server' ? 'publish' : 'publishAfterMove'),
              icon: 'link',
              disabled: place !== 'server',
              onSelect: props.onPublish,
            },
            { id: 'edit', label: t('edit'), icon: 'pencil', onSelect: onEdit },
            { id: 'duplicate', label: t('duplicate'), icon: 'copy-plus', onSelect: props.onDuplicate },
            {
              id: 'show',
              label: t(body.shown === undefined ? 'showBody' : 'hideBody'),
              icon: body.shown === undefined ? 'eye' : 'eye-off',
              onSelect: body.toggle,
            },
            { id: 'copy', label: t('copyBody'), icon: 'copy', onSelect: body.copy },
            ...(props.onUp ? [{ id: 'up', label: t('moveUp'), icon: 'arrow-up' as const, onSelect: props.onUp }] : []),
            ...(props.onDown
              ? [{ id: 'down', label: t('moveDown'), icon: 'arrow-down' as const, onSelect: props.onDown }]
              : []),
            {
              id: 'archive',
              label: t(item.archived ? 'unarchive' : 'archive'),
              icon: 'ban',
              onSelect: props.onArchive,
            },
            'separator',
            {
              id: 'delete',
              label: item.usedBy.length > 0 ? t('deleteUsed') : t('delete'),
              icon: 'trash-2',
              danger: true,
              disabled: item.usedBy.length > 0,
              onSelect: onDelete,
            },
          ]}
          trigger={<IconButton icon="ellipsis" label={t('actionsFor', { name: item.name })} />}
        />
      </span>
      <div className="col-span-full flex min-w-0 flex-col gap-1">
        <span className="flex min-w-0 items-center gap-1 text-muted">
          <span className="min-w-0 truncate">{item.host ?? t('kind.links')}</span>
          {/* On a phone the menu of the row has these two. */}
          <span className="flex items-center max-sm:hidden">
            <code aria-hidden="true" className="px-1">
              ••••••••
            </code>
            <IconButton
              size="small"
              icon={body.shown === undefined ? 'eye' : 'eye-off'}
              label={t(body.shown === undefined ? 'show' : 'hide')}
              onClick={body.toggle}
            />
            <CopyButton iconOnly size="small" label={t('copy')} text={body.load} />
          </span>
        </span>
        {body.shown !== undefined && <code className="wrap-anywhere whitespace-pre-wrap">{body.shown}</code>}
        {lastTry?.result === 'failed' && (
          <p className="text-error">
            {lastTry.failure ? failureWords(t, lastTry.failure, lastTry.status, place) : t('failed')}
            {failing && failing.times > 1 && t('failingSince', { time: ago(failing.since), times: failing.times })}
            {good ? t(place === 'device' ? 'lastGoodHere' : 'lastGoodServed', { time: ago(good.at) }) : ''}
            {place === 'server' && mayHelpAgent(item) && (
              <button type="button" className="target text-link-plain ml-1" onClick={onEdit}>
                {t('tryAgent')}
              </button>
            )}
          </p>
        )}
        {place === 'device' && relays && mayHelpRelay(item) && (
          <p className="flex flex-wrap items-center gap-2 text-muted">
            <Button disabled={isAsking} onClick={props.onRelay}>
              {t('relay')}
            </Button>
            <span>{t('relayNote')}</span>
          </p>
        )}
        {held && (
          <p className="flex flex-wrap items-center gap-2 text-warning">
            <span>{heldWords(t, item, ago)}</span>
            <Button onClick={props.onAdopt}>{t('adopt')}</Button>
          </p>
        )}
        <TrafficBar subscription={item.subscription} now={now} />
      </div>
    </div>
  )
}

type Translate = ReturnType<typeof useTranslations<'subscribe'>>

type Failure = NonNullable<NonNullable<Item['lastTry']>['failure']>

/** Why a browser got nothing where a server may get it. */
const OF_BROWSERS: ReadonlySet<Failure> = new Set<Failure>(['refused', 'not-https', 'redirected'])

function failureWords(t: Translate, failure: Failure, status = 0, place: ItemRepository['place']): string {
  if (failure === 'bad-status' && (status === 401 || status === 403 || status === 404)) return t(`status.${status}`)
  // Each of that set has its words; `has` does not narrow.
  if (place === 'device' && OF_BROWSERS.has(failure)) return t(`failureHere.${failure as 'refused'}`)
  return t(`failure.${failure}`, { status })
}

/** What the item is made of: an address or links, shown for half a minute when asked for. */
function useBody(read: () => Promise<string>) {
  const t = useTranslations('ui')
  const [isShown, show] = useTimedReveal()
  const [body, setBody] = useState<string>()
  const load = async () => {
    const text = await read()
    setBody(text)
    return text
  }
  return {
    shown: isShown ? body : undefined,
    load,
    toggle: () =>
      isShown
        ? show(false)
        : void load().then(
            () => show(true),
            () => undefined,
          ),
    copy: () =>
      void copyText(load).then(
        () => showToast({ kind: 'success', text: t('copied') }),
        () => showToast({ kind: 'error', text: t('failed') }),
      ),
  }
}
