import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { showToast } from '../../lib/toasts.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { reportNotAsked } from './after-refresh.ts'
import { ItemCard } from './item-card.tsx'
import type { Item, ItemRepository } from './item-repository.ts'
import { useListDrag } from './use-list-drag.ts'
import type { Items } from './use-items.ts'

interface Props {
  store: ItemRepository
  items: Items
  now: number
  picked: ReadonlySet<string>
  submit: (work: () => Promise<unknown>) => Promise<boolean>
  onPick: (id: string, isPicked: boolean) => void
  onEdit: (item: Item) => void
  onRelay: (item: Item) => void
  onOpen: (item: Item) => void
  onPublish: (item: Item) => void
}

/** The items of one store: the same cards, wherever they are kept. */
export function ItemList({ store, items, now, picked, submit, onPick, onEdit, onRelay, onOpen, onPublish }: Props) {
  const t = useTranslations('subscribe')
  const list = useRef<HTMLUListElement>(null)
  const [said, setSaid] = useState('')
  const handles = useId()
  const handleOf = (id: string) => `${handles}-${id}`
  const ids = items.list.map(({ id }) => id)
  const moved = async (item: Item, work: () => Promise<unknown>, to: number) => {
    if (await submit(work)) setSaid(t('moved', { name: item.name, place: to + 1, count: ids.length }))
    // A row that moves in the page loses the focus.
    document.querySelector<HTMLElement>(`[id="${handleOf(item.id)}"]`)?.focus()
  }
  const step = (item: Item, by: -1 | 1) => void moved(item, () => items.step(item.id, by), ids.indexOf(item.id) + by)
  const drag = useListDrag(list, (from, to) => {
    const id = ids[from]!
    void moved(items.list[from]!, () => items.move(ids.toSpliced(from, 1).toSpliced(to, 0, id)), to)
  })
  const remove = (item: Item) =>
    submit(async () => {
      const bringBack = await items.remove(item)
      showToast({
        kind: 'undo',
        text: t('deleted', { name: item.name }),
        action: { label: t('undo'), run: () => void submit(bringBack) },
      })
    })

  return (
    <>
      <ul ref={list} className="card divide-y divide-line">
        {items.list.map((item, at) => (
          <li
            key={item.id}
            className={`flex items-start gap-3 px-3 py-2 sm:px-4 sm:py-3 ${drag.held === at ? 'opacity-50' : ''} ${
              drag.to === at ? 'shadow-[inset_0_2px_0_var(--color-primary)]' : ''
            } ${drag.to === at + 1 ? 'shadow-[inset_0_-2px_0_var(--color-primary)]' : ''}`}
            data-testid="item"
          >
            {/* Under a finger the menu moves it: a hand that scrolls would draw it. */}
            {ids.length > 1 && (
              <IconButton
                id={handleOf(item.id)}
                icon="grip-vertical"
                size="small"
                className="-mx-2 mt-[calc((var(--control)-var(--control-small))/2)] cursor-grab touch-none pointer-coarse:hidden"
                label={t('move', { name: item.name })}
                data-testid="item-handle"
                onPointerDown={(event) => drag.start(event, at)}
                onKeyDown={(event) => {
                  const by = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key]
                  if (by === undefined) return
                  event.preventDefault()
                  step(item, by)
                }}
              />
            )}
            <Checkbox
              checked={picked.has(item.id)}
              aria-label={t('pick', { name: item.name })}
              className="mt-[calc((var(--control)-1rem)/2)]"
              onChange={(on) => onPick(item.id, on)}
            />
            <ItemCard
              item={item}
              place={store.place}
              now={now}
              isAsking={items.asking.has(item.id)}
              readBody={() => store.body(item.id)}
              onRefresh={() => void submit(async () => (await items.refresh([item.id])) || reportNotAsked(t))}
              onRelay={() => onRelay(item)}
              onAdopt={() => void submit(() => items.adopt(item))}
              onOpen={() => onOpen(item)}
              onPublish={() => onPublish(item)}
              onEdit={() => onEdit(item)}
              onArchive={() =>
                void submit(() => items.change(item.id, { revision: item.revision, archived: !item.archived }))
              }
              onDuplicate={() => void submit(() => items.duplicate(item))}
              {...(at > 0 ? { onUp: () => step(item, -1) } : {})}
              {...(at < ids.length - 1 ? { onDown: () => step(item, 1) } : {})}
              onDelete={() => void remove(item)}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}
