import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { localizedPath } from '../../lib/locale.ts'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { hostsOf, PlaceIcon, usePlaceName } from './place-name.tsx'
import { queryOfFolder } from './folder-address.ts'
import type { FilePlace } from './use-file-places.ts'

interface Props {
  places: readonly FilePlace[]
  /** The id of the one that is shown. */
  shown: string | undefined
  /** The kind of host that the screen is for. */
  host: string | undefined
}

const rootOf = (place: string) => queryOfFolder({ place, root: '', ref: '', path: '' })

/** All places, and the ways to those that are not connected yet. */
export function PlaceRail({ places, shown, host }: Props) {
  const t = useTranslations('files')
  const nameOf = usePlaceName()
  const locale = useRouteLocale()
  const missing = hostsOf(host).filter(({ id }) => !places.some(({ account }) => account?.host === id))
  return (
    <nav aria-label={t('places')} className="files-rail" data-testid="place-rail">
      {places.map((one) => (
        <Link
          key={one.place.id}
          to={rootOf(one.place.id)}
          aria-current={one.place.id === shown ? 'true' : undefined}
          className="files-rail-entry"
        >
          <PlaceIcon at={one} />
          <span className="min-w-0 flex-1 truncate">{nameOf(one)}</span>
          {!one.isOpen && <Icon name="lock" className="size-3.5 text-muted" />}
        </Link>
      ))}
      {missing.map(({ id, name }) => (
        <Link key={id} to={localizedPath(locale, `/settings/${id}`)} className="files-rail-entry text-muted">
          <Icon name="plus" />
          <span className="min-w-0 flex-1 truncate">{t('connect', { host: name })}</span>
        </Link>
      ))}
    </nav>
  )
}

/** The same on a narrow screen. */
export function PlaceSelect({ places, shown, onGo }: Omit<Props, 'host'> & { onGo: (place: string) => void }) {
  const t = useTranslations('files')
  const nameOf = usePlaceName()
  return (
    <Select
      aria-label={t('places')}
      className="max-w-36 lg:hidden"
      value={shown ?? ''}
      choices={places.map((one) => ({ value: one.place.id, label: nameOf(one) }))}
      onChange={onGo}
    />
  )
}
