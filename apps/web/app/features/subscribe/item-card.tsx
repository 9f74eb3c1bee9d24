import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { call } from '../../lib/api.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { IconName } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import { useTimedReveal } from '../../ui/use-timed-reveal.ts'
import { mayHelpAgent, stateOf, type ItemState } from './item-state.ts'
import { TrafficBar } from './traffic-bar.tsx'
import type { Item } from './use-items.ts'

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
  now: number
  isAsking: boolean
  onRefresh: () => void
  /** Takes the answer that waits. */
  onAdopt: () => void
  onEdit: () => void
  onArchive: () => void
  onDelete: () => void
}

/** A source: how it stands, what it holds, and what can be done with it. */
export function ItemCard({ item, now, isAsking, onRefresh, onAdopt, onEdit, onArchive, onDelete }: Props) {
  const t = useTranslations('subscribe')
  const format = useFormatter()
  const state = stateOf(item)
  const { good, lastTry, held, failing } = item
  // The clock of the page moves once a minute, and what was just fetched is not in the future.
  const ago = (at: number) => format.relativeTime(at, Math.max(now, at))
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 truncate font-semibold">{item.name}</span>
        <Badge {...LOOKS[state]}>{t(`state.${state}`)}</Badge>
        <span className="ml-auto flex items-center gap-1">
          {item.kind === 'address' && !item.archived && (
            <Button size="small" icon="refresh-cw" disabled={isAsking} onClick={onRefresh}>
              {t(isAsking ? 'refreshingOne' : 'refresh')}
            </Button>
          )}
          <Menu
            label={t('actionsFor', { name: item.name })}
            align="end"
            items={[
              { id: 'edit', label: t('edit'), icon: 'pencil', onSelect: onEdit },
              { id: 'archive', label: t(item.archived ? 'unarchive' : 'archive'), icon: 'ban', onSelect: onArchive },
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
      <p className="text-muted">
        {[
          item.host ?? t('kind.links'),
          good && t('holds', { nodes: good.nodes, skipped: good.skipped }),
          good && item.kind === 'address' && t('fetched', { time: ago(good.at) }),
          !item.fromServer && t('notFromServer'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {lastTry?.result === 'failed' && (
        <p className="text-error">
          {lastTry.failure ? failureWords(t, lastTry.failure, lastTry.status) : t('failed')}
          {failing && failing.times > 1 && t('failingSince', { time: ago(failing.since), times: failing.times })}
          {good ? t('lastGoodServed', { time: ago(good.at) }) : ''}
          {mayHelpAgent(item) && (
            <button type="button" className="target text-link-plain ml-1" onClick={onEdit}>
              {t('tryAgent')}
            </button>
          )}
        </p>
      )}
      {held && (
        <p className="flex flex-wrap items-center gap-2 text-warning">
          <span>{t(`held.${held.reason}`, { nodes: held.nodes, time: ago(held.since) })}</span>
          <Button size="small" onClick={onAdopt}>
            {t('adopt')}
          </Button>
        </p>
      )}
      <TrafficBar subscription={item.subscription} now={now} />
      <Body item={item} />
      {item.usedBy.length > 0 && (
        <p className="text-xs text-muted">
          {t('usedBy', { names: item.usedBy.map(({ name }) => name).join(t('comma')) })}
        </p>
      )}
    </div>
  )
}

type Translate = ReturnType<typeof useTranslations<'subscribe'>>

function failureWords(t: Translate, failure: NonNullable<NonNullable<Item['lastTry']>['failure']>, status = 0): string {
  if (failure === 'bad-status' && (status === 401 || status === 403 || status === 404)) return t(`status.${status}`)
  return t(`failure.${failure}`, { status })
}

/** What the item is made of: an address or links, shown for half a minute when asked for. */
function Body({ item }: { item: Item }) {
  const t = useTranslations('subscribe')
  const [isShown, show] = useTimedReveal()
  const [body, setBody] = useState<string>()
  const load = async () => {
    const answer = await call('GET /api/subscriptions/:item/body', { params: { item: item.id } })
    setBody(answer.body)
    return answer.body
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
