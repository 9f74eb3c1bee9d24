import { useFormatter, useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { expiryOf } from './item-state.ts'

interface Props {
  subscription: { upload?: number; download?: number; total?: number; expire?: number } | undefined
  /** Milliseconds since 1970. */
  now: number
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const
const STEP = 1024
const FULL = 0.9

/** How much of a subscription is used, and when it ends. */
export function TrafficBar({ subscription, now }: Props) {
  const t = useTranslations('subscribe')
  const format = useFormatter()
  if (!subscription) return null
  const { upload = 0, download = 0, total, expire } = subscription
  const used = upload + download
  const bytes = (count: number) => {
    const place = count < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(count) / Math.log(STEP)))
    return format.number(count / STEP ** place, { style: 'unit', unit: UNITS[place]!, maximumFractionDigits: 1 })
  }
  const expiry = expiryOf(expire, now)
  const share = total ? Math.min(1, used / total) : undefined
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs text-muted">
      {total !== undefined && total > 0 && (
        <>
          <meter
            className="min-w-40 flex-1 max-sm:basis-full"
            min={0}
            max={1}
            high={FULL}
            optimum={0}
            value={share}
            aria-label={t('traffic')}
          />
          {used / total >= FULL && (
            <span className="inline-flex items-center gap-1 text-warning tabular-nums">
              <Icon name="alert-triangle" className="size-3.5" />
              {t('left', { size: bytes(Math.max(0, total - used)) })}
            </span>
          )}
          <span className="tabular-nums">{t('used', { used: bytes(used), total: bytes(total) })}</span>
        </>
      )}
      {expire !== undefined && expiry && (
        <span
          className={
            expiry === 'later'
              ? ''
              : `inline-flex items-center gap-1 ${expiry === 'past' ? 'text-error' : 'text-warning'}`
          }
        >
          {expiry !== 'later' && <Icon name="alert-triangle" className="size-3.5" />}
          {t(expiry === 'past' ? 'expired' : 'expires', {
            date: format.dateTime(expire * 1000, { dateStyle: 'medium' }),
          })}
        </span>
      )}
    </div>
  )
}
