import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { expiryOf } from './item-state.ts'
import type { Item } from './item-repository.ts'
import { LITTLE_LEFT_FROM, lowSources, trafficOf } from './traffic.ts'
import { useBytes } from './use-bytes.ts'

const NONE: readonly Item[] = []

interface Props {
  subscription: Item['subscription']
  /** Milliseconds since 1970. */
  now: number
  /** The sources whose traffic this is the sum of. */
  of?: readonly Item[]
}

/** How much of a subscription is used, and when it ends. Bars are equally wide wherever they stand, so that they compare. */
export function TrafficBar({ subscription, now, of = NONE }: Props) {
  const t = useTranslations('subscribe')
  const format = useFormatter()
  const bytes = useBytes()
  if (!subscription) return null
  const { expire } = subscription
  const traffic = trafficOf(subscription)
  const expiry = expiryOf(expire, now)
  const summed = of.filter((item) => item.subscription !== undefined).length
  const low = summed > 1 ? lowSources(of) : []
  // Of several sources the first one that ends is named.
  const ending = summed > 1 ? of.filter((item) => item.subscription?.expire === expire) : NONE
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-xs/5 text-muted sm:gap-y-1 sm:text-sm">
      {traffic && (
        <meter
          className="w-full max-sm:mt-1 sm:w-40 lg:w-48"
          min={0}
          max={1}
          // The bar is amber when one of the sources has little traffic left.
          high={low.length > 0 ? 0 : LITTLE_LEFT_FROM}
          optimum={0}
          value={Math.min(1, traffic.used / traffic.total)}
          aria-label={t('traffic')}
        />
      )}
      {/* Usage and expiry stay together. Without room beside the bar they are below it; on a phone each has a line. */}
      <span className="flex flex-wrap gap-x-4 gap-y-1 max-sm:basis-full max-sm:flex-col max-sm:gap-y-0">
        {traffic && <Usage traffic={traffic}>{summed > 1 && t('ofSources', { count: summed })}</Usage>}
        {expire !== undefined && expiry && (
          <Warned isWarning={expiry === 'soon'} isError={expiry === 'past'} className="tabular-nums">
            {t(expiry === 'past' ? 'expired' : 'expires', {
              date: format.dateTime(expire * 1000, { dateStyle: 'medium' }),
            })}
            {ending.length > 0 && t('expiryOf', { names: ending.map(({ name }) => name).join(t('comma')) })}
          </Warned>
        )}
      </span>
      {low.map(({ id, name, left }) => (
        <Warned key={id} isWarning className="basis-full wrap-anywhere max-sm:-mt-2">
          {t('lowSource', { name, left: bytes(left) })}
        </Warned>
      ))}
    </div>
  )
}

interface UsageProps {
  traffic: NonNullable<ReturnType<typeof trafficOf>>
  className?: string
  /** Words behind it. */
  children?: ReactNode
}

/** How much of how much is used, and what is left where that is little. */
export function Usage({ traffic: { used, total, left, isLow }, className = '', children }: UsageProps) {
  const t = useTranslations('subscribe')
  const bytes = useBytes()
  return (
    <Warned isWarning={isLow} className={`tabular-nums ${className}`}>
      {t(isLow ? 'usedAndLeft' : 'used', { used: bytes(used, total), total: bytes(total), left: bytes(left) })}
      {children}
    </Warned>
  )
}

interface WarnedProps {
  isWarning?: boolean
  isError?: boolean
  className?: string
  children: ReactNode
}

/** A fact, with a sign where it asks for a person. */
function Warned({ isWarning = false, isError = false, className = '', children }: WarnedProps) {
  const tone = isError ? 'text-error' : isWarning ? 'text-warning' : ''
  return (
    <span className={`inline-flex items-center gap-1 ${tone} ${className}`}>
      {tone !== '' && <Icon name="alert-triangle" className="size-3.5 shrink-0" />}
      <span>{children}</span>
    </span>
  )
}
