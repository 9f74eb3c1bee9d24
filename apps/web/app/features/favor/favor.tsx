import type { StarredKind } from '@switchyard/contract/kept-kinds'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Favourite, inPlace, placeBetween } from '../../components/favourites/favourite.ts'
import { changeFavourite, isSyncing, syncFavourites } from '../../components/favourites/favourite-store.ts'
import { keyOfKept } from '../../components/kept/merge-kept.ts'
import { StarButton } from '../../components/favourites/star-button.tsx'
import { useFavourites } from '../../components/favourites/use-favourites.ts'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { titleOf } from '../../page-words.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SearchField } from '../../ui/search-input.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { FavouriteRow } from './favourite-row.tsx'
import { KINDS_IN_ORDER, namedIn, SUGGESTED } from './kinds.ts'
import { SyncBox } from './sync-box.tsx'

const TABS = ['all', ...KINDS_IN_ORDER] as const

/** What a person starred, on this device, and in the account when that was chosen. */
export function Favor() {
  const t = useTranslations('favor')
  const { rows, isReady } = useFavourites()
  const locale = useRouteLocale()
  const userId = useStore(session, undefined)?.user?.id
  const [tab, setTab] = useState<'all' | StarredKind>('all')
  const [text, setText] = useState('')
  // Another device may have changed something.
  useEffect(() => {
    if (isReady && isSyncing()) void syncFavourites().catch(() => undefined)
  }, [isReady, userId])
  const all = inPlace(rows).map((favourite) => namedIn(locale, favourite))
  const shown = all.filter(
    ({ kind, name, folder = '' }) =>
      (tab === 'all' || kind === tab) && `${name} ${folder}`.toLowerCase().includes(text.trim().toLowerCase()),
  )
  return (
    <div className="flex flex-col gap-4">
      <SyncBox />
      {all.length > 0 && <SearchField label={t('search')} value={text} onChange={setText} />}
      <Tabs
        label={t('kinds')}
        name="favor"
        className="overflow-x-auto"
        tabs={TABS.map((id) => ({
          id,
          label: id === 'all' ? t('all') : t(`kind.${id}`),
          count: isReady ? all.filter(({ kind }) => id === 'all' || kind === id).length : null,
        }))}
        value={tab}
        onChange={setTab}
      />
      <TabPanel name="favor" id={tab}>
        {!isReady ? (
          <p className="text-muted">{t('loading')}</p>
        ) : all.length === 0 ? (
          <NoFavourites />
        ) : shown.length === 0 ? (
          <EmptyState icon="star" text={text ? t('noneFound') : t('noneOfKind')}>
            {text && <Button onClick={() => setText('')}>{t('clearSearch')}</Button>}
          </EmptyState>
        ) : (
          <ul className="card divide-y divide-line" aria-label={t('list')}>
            {shown.map((favourite, index) => (
              <FavouriteRow
                key={keyOfKept(favourite)}
                favourite={favourite}
                onUp={index > 0 ? () => move(favourite, shown[index - 2], shown[index - 1]) : undefined}
                onDown={
                  index < shown.length - 1 ? () => move(favourite, shown[index + 1], shown[index + 2]) : undefined
                }
              />
            ))}
          </ul>
        )}
      </TabPanel>
    </div>
  )
}

function move(favourite: Favourite, above: Favourite | undefined, below: Favourite | undefined): void {
  changeFavourite(favourite, { place: placeBetween(above, below) })
}

/** Why there is nothing, and three tools to begin with. */
function NoFavourites() {
  const t = useTranslations('favor')
  const locale = useRouteLocale()
  return (
    <>
      <EmptyState icon="star" title={t('emptyTitle')} text={t('emptyText')} />
      <ul className="card divide-y divide-line" aria-label={t('suggested')}>
        {SUGGESTED.map((tool) => (
          <li key={tool.name} className="flex items-center gap-3 px-4 py-2">
            <Icon name={tool.icon} className="size-5 text-link" />
            <span className="flex-1 font-medium">{titleOf(locale, tool)}</span>
            <StarButton kind="tool" id={tool.name} name={titleOf(locale, tool)} />
          </li>
        ))}
      </ul>
    </>
  )
}
