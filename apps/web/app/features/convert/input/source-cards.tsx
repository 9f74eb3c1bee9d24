import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from '../../../lib/store.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { Icon } from '../../../ui/icon.tsx'
import { type SubscriptionAddress, TEXT_SOURCE } from '@switchyard/recipe/model'
import { hostOf, isPlainHttp } from '../../../components/engine/host-of.ts'
import type { SourceState } from '../../../components/engine/desk-state.ts'
import { SourceCard } from './source-card.tsx'
import { AddressButtons, ToFetchButtons, useAddresses, useIsWaiting } from './to-fetch.tsx'
import { useModel, useSession } from '../session/use-convert.ts'

const NO_SOURCES: Readonly<Record<string, SourceState>> = {}

/** More cards than these are folded to a line: the entries need the room. */
const CARDS_SHOWN = 4

/** The sources in the order they are merged, and addresses that wait in the text. */
export function SourceCards() {
  const t = useTranslations('convert')
  const session = useSession()
  const { sources } = useModel()
  const states = useStore(session.desk.sources, NO_SOURCES)
  const [said, setSaid] = useState('')
  const addresses = useAddresses()
  const shown = sources.filter(({ id, text }) => id !== TEXT_SOURCE || (text !== '' && sources.length > 1))

  const failed = shown.filter(({ id, enabled }) => enabled && states[id]?.status === 'failed').length
  const cards = shown.length > 0 && (
    <ul aria-label={t('source.list')} className="divide-y divide-line">
      {shown.map((source, index) => (
        <SourceCard
          key={source.id}
          source={source}
          state={states[source.id]}
          index={index}
          isFirst={index === 0}
          isLast={index === shown.length - 1}
          announce={setSaid}
        />
      ))}
    </ul>
  )
  return (
    <div className="min-h-0 overflow-y-auto border-t border-line max-sm:border-t-0 max-sm:border-b">
      {addresses.length > 0 && <Addresses addresses={addresses} />}
      {shown.length > CARDS_SHOWN ? (
        <details className="group">
          <summary className="flex min-h-10 cursor-pointer items-center gap-2 px-3 text-sm hover:bg-hover focus-visible:-outline-offset-2">
            <Icon name="chevron-right" className="size-4 text-muted group-open:rotate-90" />
            <span className="font-medium">{t('source.several', { n: shown.length })}</span>
            {failed > 0 && <span className="text-error">{t('source.failing', { n: failed })}</span>}
          </summary>
          {cards}
        </details>
      ) : (
        cards
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}

const ADDRESSES_SHOWN = 5

/** Addresses that wait in the text, each with the button that makes it a source and asks it. */
function Addresses({ addresses }: { addresses: readonly SubscriptionAddress[] }) {
  const t = useTranslations('convert')
  const ta = useTranslations('nodeList.address')
  const tf = useTranslations('fetching')
  const isOnline = useOnline()
  const isWaiting = useIsWaiting()
  const more = addresses.length - ADDRESSES_SHOWN
  const isAlone = addresses.length === 1
  return (
    <section
      aria-label={t('input.addresses', { n: addresses.length })}
      data-testid="addresses"
      // Beside the list, the place of the result has the same button.
      className={`border-b border-line bg-sunken px-3 py-1 text-sm ${isWaiting ? 'addresses-waiting' : ''}`}
    >
      <ul className="flex flex-col">
        {addresses.slice(0, ADDRESSES_SHOWN).map((address) => {
          const { line, url, holds } = address
          return (
            <li key={line} className="flex min-h-9 flex-wrap items-center gap-2 py-1">
              <Icon name="network" className="size-4 text-muted" />
              <span className="min-w-0 truncate font-medium">{hostOf(url)}</span>
              <span className="min-w-16 flex-1 text-xs text-muted">
                {holds === undefined ? t('input.addressLine', { line }) : tf('holds', { n: holds })}
              </span>
              <AddressButtons address={address} size="small" isPrimary={isAlone} />
              {isPlainHttp(url) && <p className="basis-full text-xs text-muted">{ta('plain')}</p>}
            </li>
          )
        })}
      </ul>
      {!isAlone && (
        <div className="flex min-h-9 flex-wrap items-center gap-2 py-0.5">
          <span className="flex-1 text-xs text-muted">{more > 0 && t('input.moreAddresses', { n: more })}</span>
          <ToFetchButtons addresses={addresses} size="small" />
        </div>
      )}
      {!isOnline && <p className="pb-1 text-xs text-muted">{t('offline')}</p>}
    </section>
  )
}
