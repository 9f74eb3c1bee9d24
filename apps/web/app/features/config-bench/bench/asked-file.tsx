import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { failureText } from '../../../components/file-save/failure-text.ts'
import { fileKey } from '../../../components/file-save/file-drafts.ts'
import { openText } from '../../../components/file-save/text-file.ts'
import { usePlaceAccount } from '../../../components/file-save/use-place-account.ts'
import { usePlaceName } from '../../../components/file-save/use-place-name.ts'
import { TokenGate } from '../../../components/git-accounts/token-gate.tsx'
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
  /** Why it was not opened. */
  onFailure: (text: string) => void
}

/** Opens the file that the address of the page names; asks for the token of its place first, where this tab has none. */
export function AskedFile({ address, onOpen, onFailure }: Props) {
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
    if ('failure' in found) return onFailure(await failureText(found.failure, locale, nameOf(place)))
    if ('noText' in found) return onFailure(t(`notOpened.${found.noText}`))
    await onOpen(found)
    const { base } = found.origin
    const saved = base && (await openText(base.bytes))
    if (!found.isDraft || typeof saved !== 'object') return
    session.saved(found.origin, saved.text)
    showToast({ kind: 'info', text: t('draftOpened') })
  })
  const place = places?.find(({ id }) => id === address.place)
  const { account, isOpen } = usePlaceAccount(place)
  const isLocked = account !== undefined && !isOpen
  const isMissing = places !== undefined && place === undefined
  const reportMissing = useEffectEvent(() => onFailure(t('notOpened.noPlace')))
  useEffect(() => {
    if (isMissing) reportMissing()
  }, [isMissing])
  useEffect(() => {
    if (place && !isLocked) void take(place)
  }, [address, place, isLocked])
  if (!account || !isLocked) return null
  return (
    <div className="border-b border-line p-3">
      <TokenGate account={account}>{null}</TokenGate>
    </div>
  )
}
