import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { addAddresses } from './add-addresses.ts'
import { TEXT_SOURCE } from './model.ts'
import type { SourceState } from './session-state.ts'
import { SourceCard } from './source-card.tsx'
import { undoToast } from './undo-toast.ts'
import { useModel, useSession } from './use-convert.ts'

const NO_SOURCES: Readonly<Record<string, SourceState>> = {}

/** The sources in the order they are merged, and addresses that wait in the text. */
export function SourceCards() {
  const t = useTranslations('convert')
  const session = useSession()
  const { sources } = useModel()
  const states = useStore(session.sources, NO_SOURCES)
  const [said, setSaid] = useState('')
  const addresses = states[TEXT_SOURCE]?.info?.addresses ?? []
  const shown = sources.filter(({ id, text }) => id !== TEXT_SOURCE || (text !== '' && sources.length > 1))
  if (shown.length === 0 && addresses.length === 0) return null

  const add = () => {
    const n = addAddresses(session, addresses)
    if (n > 0) undoToast(session, t, t('input.sourcesAdded', { n }))
    if (n < addresses.length) showToast({ kind: 'info', text: t('line.notFound', { n: addresses.length - n }) })
  }

  return (
    <div className="max-h-[45%] shrink-0 overflow-y-auto border-t border-line">
      {addresses.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 border-b border-line bg-info-soft px-3 py-2 text-sm">
          <Icon name="network" className="size-4 text-info" />
          <span className="flex-1">{t('input.addresses', { n: addresses.length })}</span>
          <Button size="small" onClick={add}>
            {t('input.addSources')}
          </Button>
        </div>
      )}
      {shown.length > 0 && (
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
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}
