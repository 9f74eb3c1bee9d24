import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { PublishDialog } from '../../components/publish/publish-dialog.tsx'
import { call } from '../../lib/api.ts'
import { handOver } from '../../lib/handover.ts'
import { localizedPath } from '../../lib/locale.ts'
import { randomId } from '../../lib/random-id.ts'
import { showToast } from '../../lib/toasts.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ItemCard } from './item-card.tsx'
import { ItemDialog } from './item-dialog.tsx'
import { recipeOfItems } from './recipe-of-items.ts'
import { useItems, type Item } from './use-items.ts'
import { useNow } from './use-now.ts'

const NONE: readonly Item[] = []

/** The sources that are kept: added, refreshed, put together, published. */
export function ItemsTab({ onPublished }: { onPublished: () => void }) {
  const t = useTranslations('subscribe')
  const locale = useRouteLocale()
  const navigate = useNavigate()
  const now = useNow()
  const items = useItems()
  const { failure, submit, clear } = useSubmit()
  const [editing, setEditing] = useState<Item | 'new'>()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [isPublishing, setPublishing] = useState(false)
  const list = items.items ?? NONE
  const active = list.filter(({ archived }) => !archived)
  const chosen = list.filter(({ id }) => picked.has(id))
  const names = list.map(({ name }) => name)

  if (items.data === undefined)
    return items.error === undefined ? (
      <p className="text-muted">{t('loading')}</p>
    ) : (
      <EmptyState icon="circle-alert" text={t('noAnswer')}>
        <Button onClick={items.reload}>{t('retry')}</Button>
      </EmptyState>
    )

  const remove = (item: Item) =>
    submit(async () => {
      const bringBack = await items.remove(item)
      showToast({
        kind: 'undo',
        text: t('deleted', { name: item.name }),
        action: { label: t('undo'), run: () => void submit(bringBack) },
      })
    })
  const merge = () =>
    submit(async () => {
      const files = await Promise.all(
        chosen.map(async ({ id, name }) => {
          const { text } = await call('GET /api/subscriptions/:item/text', { params: { item: id }, quiet: true })
          return { id: randomId(), name, text }
        }),
      )
      handOver({ text: '', files })
      await navigate(localizedPath(locale, '/convert'))
    })

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Button look="solid" icon="plus" data-testid="new-item" onClick={() => setEditing('new')}>
          {t('newItem')}
        </Button>
        {active.length > 0 && (
          <Button
            icon="refresh-cw"
            disabled={items.asking.size > 0}
            onClick={() =>
              void submit(() => items.refresh(active.filter(({ kind }) => kind === 'address').map(({ id }) => id)))
            }
          >
            {items.asking.size > 0 ? t('refreshing', { count: items.asking.size }) : t('refreshAll')}
          </Button>
        )}
        {chosen.length > 0 && (
          <>
            <span className="text-muted">{t('picked', { count: chosen.length })}</span>
            <Button icon="arrow-left-right" onClick={() => void merge()}>
              {t('merge')}
            </Button>
            <Button icon="link" data-testid="publish-items" onClick={() => setPublishing(true)}>
              {t('publish')}
            </Button>
          </>
        )}
      </div>
      {failure && (
        <div className="mb-3">
          <FormFailure failure={failure} />
        </div>
      )}
      {list.length === 0 ? (
        <div className="card">
          <EmptyState icon="link" text={t('noItems')}>
            <Button look="solid" onClick={() => setEditing('new')}>
              {t('newItem')}
            </Button>
          </EmptyState>
        </div>
      ) : (
        <ul className="card divide-y divide-line">
          {list.map((item) => (
            <li key={item.id} className="flex items-start gap-3 p-3 sm:p-4" data-testid="item">
              <Checkbox
                checked={picked.has(item.id)}
                aria-label={t('pick', { name: item.name })}
                className="mt-1"
                onChange={(on) =>
                  setPicked(on ? picked.union(new Set([item.id])) : picked.difference(new Set([item.id])))
                }
              />
              <ItemCard
                item={item}
                now={now}
                isAsking={items.asking.has(item.id)}
                onRefresh={() => void submit(() => items.refresh([item.id]))}
                onAdopt={() => void submit(() => items.adopt(item.id))}
                onEdit={() => (clear(), setEditing(item))}
                onArchive={() =>
                  void submit(() => items.change(item.id, { revision: item.revision, archived: !item.archived }))
                }
                onDelete={() => void remove(item)}
              />
            </li>
          ))}
        </ul>
      )}
      {editing !== undefined && (
        <ItemDialog
          {...(editing === 'new' ? {} : { item: editing })}
          names={names}
          onClose={() => setEditing(undefined)}
          onSave={async (given) => {
            if (editing !== 'new') {
              const { body, userAgent = null, prefix = null, ...rest } = given
              await items.change(editing.id, {
                revision: editing.revision,
                ...rest,
                userAgent,
                prefix,
                ...(body === '' ? {} : { body }),
              })
              return
            }
            const made = await items.add(given)
            // What it holds is seen at once, not with the next round of the clock.
            if (made.kind === 'address' && made.fromServer) void submit(() => items.refresh([made.id]))
          }}
        />
      )}
      {isPublishing && (
        <PublishDialog
          name={chosen.length === 1 ? chosen[0]!.name : ''}
          note={t('publishItems', { count: chosen.length })}
          recipe={() => recipeOfItems(chosen)}
          onClose={() => setPublishing(false)}
          onPublished={onPublished}
        />
      )}
    </>
  )
}
