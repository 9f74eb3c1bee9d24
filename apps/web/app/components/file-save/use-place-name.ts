import { useTranslations } from 'use-intl'
import type { Place } from '../places/place.ts'

/** What a place is called. Those that everybody has are named by us. */
export function usePlaceName(): (place: Place) => string {
  const t = useTranslations('fileSave')
  return (place) => (place.name === '' && place.kind !== 'git' ? t(place.kind) : place.name)
}
