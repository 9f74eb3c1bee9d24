import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { gitFailureOf } from '../../../components/git-accounts/git-failure-of.ts'
import type { Place } from '../../../components/places/place.ts'
import { ShareCard } from '../../../components/storage/share-card.tsx'
import { StorageFailureNote } from '../../../components/storage/storage-failure-note.tsx'
import { storageKey } from '../../../components/storage/use-storage.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { Button } from '../../../ui/button.tsx'

const SHOWN_AT_ONCE = 20

/** All addresses at which others read files of a person. */
export function ShareList({ place }: { place: Place }) {
  const t = useTranslations('storage')
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const shares = useLoaded(storageKey(place, 'shares'), async () => (await place.storage!()).shares())
  if (shares.error !== undefined)
    return <StorageFailureNote failure={gitFailureOf(shares.error)} place={place} onRetry={shares.reload} />
  if (!shares.data) return null
  return (
    <section className="flex flex-col gap-3" aria-label={t('shares')} data-testid="share-list">
      <h3 className="font-medium">{t('sharesCount', { n: shares.data.length })}</h3>
      {shares.data.length === 0 && <p className="text-sm text-muted">{t('sharesNone')}</p>}
      <ul className="flex flex-col gap-3 empty:hidden">
        {shares.data.slice(0, shown).map((share) => (
          <ShareCard
            key={share.id}
            share={share}
            place={place}
            hasPath
            onChanged={(next) => shares.put((known) => known.map((one) => (one.id === next.id ? next : one)))}
            onRemoved={() => shares.put((known) => known.filter(({ id }) => id !== share.id))}
          />
        ))}
      </ul>
      {shares.data.length > shown && (
        <Button className="self-start" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {t('showMore', { n: shares.data.length - shown })}
        </Button>
      )}
    </section>
  )
}
