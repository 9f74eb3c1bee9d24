import { Fragment, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useAppConfig } from '../../lib/app-config.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { IconName } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import { useTimedReveal } from '../../ui/use-timed-reveal.ts'
import { mayHelpAgent, mayHelpRelay, stateOf, type ItemState } from './item-state.ts'
import { TrafficBar } from './traffic-bar.tsx'
import type { Item, ItemStore } from './item-store.ts'

const LOOKS: Record<ItemState, { tone: Tone; icon: IconName }> = {
  never: { tone: 'neutral', icon: 'info' },
  ok: { tone: 'success', icon: 'circle-check' },
  partial: { tone: 'warning', icon: 'alert-triangle' },
  failed: { tone: 'error', icon: 'circle-alert' },
  held: { tone: 'warning', icon: 'shield-check' },
  archived: { tone: 'neutral', icon: 'ban' },
}

interface Props {
  item: Item
  place: ItemStore['place']
  now: number
  isAsking: boolean
  readBody: () => Promise<string>
  onRefresh: () => void
  /** Has the server fetch it once, where the browser may not read it. */
  onRelay: () => void
  /** Takes the answer that waits. */
  onAdopt: () => void
  onEdit: () => void
  onArchive: () => void
  onDuplicate: () => void
  /** Absent where it is the first or the last one. */
  onUp?: () => void
  onDown?: () => void
  onDelete: () => void
}

/** A source: how it stands, what it holds, and what can be done with it. */
export function ItemCard(props: Props) {
  const { item, place, now, isAsking, onRefresh, onEdit, onDelete } = props
  const t = useTranslations('subscribe')
  const format = useFormatter()
  const { relays } = useAppConfig()
  const state = stateOf(item)
  const { good, lastTry, held, failing } = item
  // The clock of the page moves once a minute, and what was just fetched is not in the future.
  const ago = (at: number) => format.relativeTime(at, { now: Math.max(now, at), style: 'narrow' })
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <div className="flex items-start gap-2">
        <span className="flex min-h-6 min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 pointer-coarse:min-h-11">
          <span className="line-clamp-2 min-w-0 font-semibold wrap-anywhere">{item.name}</span>
          <Badge {...LOOKS[state]}>{t(`state.${state}`)}</Badge>
        </span>
        <span className="flex shrink-0 items-center gap-1">
          {item.kind === 'address' && !item.archived && (
            <Button
              size="small"
              icon="refresh-cw"
              className="pointer-coarse:max-sm:w-11"
              disabled={isAsking}
              onClick={onRefresh}
            >
              <span className="max-sm:sr-only">{t(isAsking ? 'refreshingOne' : 'refresh')}</span>
            </Button>
          )}
          <Menu
            label={t('actionsFor', { name: item.name })}
            align="end"
            items={[
              { id: 'edit', label: t('edit'), icon: 'pencil', onSelect: onEdit },
              { id: 'duplicate', label: t('duplicate'), icon: 'copy-plus', onSelect: props.onDuplicate },
              ...(props.onUp
                ? [{ id: 'up', label: t('moveUp'), icon: 'arrow-up' as const, onSelect: props.onUp }]
                : []),
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
            trigger={<IconButton icon="ellipsis" size="small" label={t('actionsFor', { name: item.name })} />}
          />
        </span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 text-muted wrap-anywhere">
          {[
            item.host ?? t('kind.links'),
            good && t('holds', { nodes: good.nodes, skipped: good.skipped }),
            good && item.kind === 'address' && t('fetched', { time: ago(good.at) }),
            place === 'server' && !item.fromServer && t('notFromServer'),
          ]
            .filter(Boolean)
            .map((part, at, { length }) => (
              <Fragment key={at}>
                <span className={at > 0 ? 'whitespace-nowrap' : ''}>
                  {part}
                  {at < length - 1 && ' ·'}
                </span>{' '}
              </Fragment>
            ))}
        </p>
        <Body read={props.readBody} />
      </div>
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
          <Button size="small" disabled={isAsking} onClick={props.onRelay}>
            {t('relay')}
          </Button>
          <span>{t('relayNote')}</span>
        </p>
      )}
      {held && (
        <p className="flex flex-wrap items-center gap-2 text-warning">
          <span>{t(`held.${held.reason}`, { nodes: held.nodes, time: ago(held.since) })}</span>
          <Button size="small" onClick={props.onAdopt}>
            {t('adopt')}
          </Button>
        </p>
      )}
      <TrafficBar subscription={item.subscription} now={now} />
      {item.usedBy.length > 0 && (
        <p className="min-w-0 text-xs text-muted wrap-anywhere">
          {t('usedBy', { names: item.usedBy.map(({ name }) => name).join(t('comma')) })}
        </p>
      )}
    </div>
  )
}

type Translate = ReturnType<typeof useTranslations<'subscribe'>>

type Failure = NonNullable<NonNullable<Item['lastTry']>['failure']>

/** Why a browser got nothing where a server may get it. */
const OF_BROWSERS: ReadonlySet<Failure> = new Set<Failure>(['refused', 'not-https', 'redirected'])

function failureWords(t: Translate, failure: Failure, status = 0, place: ItemStore['place']): string {
  if (failure === 'bad-status' && (status === 401 || status === 403 || status === 404)) return t(`status.${status}`)
  // Each of that set has its words; `has` does not narrow.
  if (place === 'device' && OF_BROWSERS.has(failure)) return t(`failureHere.${failure as 'refused'}`)
  return t(`failure.${failure}`, { status })
}

/** What the item is made of: an address or links, shown for half a minute when asked for. */
function Body({ read }: { read: () => Promise<string> }) {
  const t = useTranslations('subscribe')
  const [isShown, show] = useTimedReveal()
  const [body, setBody] = useState<string>()
  const load = async () => {
    const text = await read()
    setBody(text)
    return text
  }
  return (
    <div className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 truncate text-xs text-muted">{isShown && body !== undefined ? body : '••••••••'}</code>
      <IconButton
        size="small"
        icon={isShown ? 'eye-off' : 'eye'}
        label={t(isShown ? 'hide' : 'show')}
        onClick={() =>
          isShown
            ? show(false)
            : void load().then(
                () => show(true),
                () => undefined,
              )
        }
      />
      <CopyButton iconOnly size="small" label={t('copy')} text={load} />
    </div>
  )
}
