import { useTranslations } from 'use-intl'
import type { Place } from '../places/place.ts'

/** What a place is called. That of this device has no name of its own. */
export function usePlaceName(): (place: Place) => string {
  const t = useTranslations('fileSave')
  return (place) => (place.kind === 'device' ? t('device') : place.name)
}
