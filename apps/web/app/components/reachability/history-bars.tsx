import { useTranslations } from 'use-intl'
import type { ProbeResult } from '@switchyard/contract'
import { useNow } from '../../lib/use-now.ts'
import { tooltip } from '../../ui/tooltip.tsx'
import { countReached } from './check-log.ts'
import { freshnessOf } from './freshness.ts'

/**
 * The last checks, one bar each, and the same in words. Height and colour say the same: what did not answer is low.
 * Once the last one is too old they are grey.
 */
export function HistoryBars({ results }: { results: readonly ProbeResult[] }) {
  const t = useTranslations('reach')
  const now = useNow()
  if (results.length === 0) return <span className="text-xs text-muted">–</span>
  const words = t('history', countReached(results))
  return (
    <span
      className="check-bars"
      role="img"
      aria-label={words}
      data-stale={freshnessOf(results.at(-1)?.checkedAt, now) === 'stale' || undefined}
      {...tooltip(words)}
    >
      {results.map(({ checkedAt, outcome }) => (
        <span key={checkedAt} data-outcome={outcome} />
      ))}
    </span>
  )
}
