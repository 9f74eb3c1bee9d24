import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { failureText } from '../../../components/file-save/failure-text.ts'
import { fileKey } from '../../../components/file-save/file-drafts.ts'
import { openText } from '../../../components/file-save/text-file.ts'
import { usePlaceName } from '../../../components/file-save/use-place-name.ts'
import type { FileAddress, Place } from '../../../components/places/place.ts'
import { usePlaces } from '../../../components/places/places.ts'
import { showToast } from '../../../lib/toasts.ts'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import { openFromPlace } from './open-from-place.ts'
import { useBench } from './use-bench.ts'
import type { GivenConfig } from './panel.ts'

interface Props {
  address: FileAddress
  onOpen: (given: GivenConfig) => Promise<void>
}

/** Opens the file that the address of the page names. */
export function AskedFile({ address, onOpen }: Props) {
  const t = useTranslations('configBench')
  const locale = useRouteLocale()
  const session = useBench()
  const nameOf = usePlaceName()
  const places = usePlaces()
  const take = useEffectEvent(async (place: Place) => {
    await session.start(locale)
    const { origin } = session.config ?? {}
    // What is open of it may have changes that are not saved yet.
    if (origin?.kind === 'place' && fileKey(origin.address) === fileKey(address)) return
    const found = await openFromPlace(place, address)
    const fail = (text: string) => void showToast({ kind: 'error', text })
    if ('failure' in found) return fail(await failureText(found.failure, locale, nameOf(place)))
    if ('noText' in found) return fail(t(`notOpened.${found.noText}`))
    await onOpen(found)
    const { base } = found.origin
    const saved = base && (await openText(base.bytes))
    if (!found.isDraft || typeof saved !== 'object') return
    session.saved(found.origin, saved.text)
    showToast({ kind: 'info', text: t('draftOpened') })
  })
  useEffect(() => {
    const place = places?.find(({ id }) => id === address.place)
    if (place) void take(place)
  }, [address, places])
  return null
}
