import { useTranslations } from 'use-intl'
import { useConvertState } from './use-convert.ts'

export type Bucket = 'lines' | 'nodes' | 'skipped' | 'duplicates' | 'excluded' | 'disabled' | 'refused' | 'output'

const ORDER: readonly Bucket[] = [
  'lines',
  'nodes',
  'skipped',
  'duplicates',
  'excluded',
  'disabled',
  'refused',
  'output',
]
/** After these the flow goes on. */
const ARROW_BEFORE = new Set<Bucket>(['duplicates', 'output'])

/** What became of every entry, as numbers that lead to the entries themselves. */
export function SummaryBar({ onPick }: { onPick: (bucket: Bucket) => void }) {
  const t = useTranslations('convert.summary')
  const { result, isOld } = useConvertState()
  const counts = result?.counts
  return (
    <div
      role="group"
      aria-label={t('label')}
      className={`flex min-h-9 items-center gap-x-1 overflow-x-auto px-3 text-sm whitespace-nowrap ${isOld ? 'text-muted' : ''}`}
    >
      {ORDER.map((bucket) => {
        const value = counts?.[bucket] ?? 0
        const isBad = value > 0 && (bucket === 'skipped' || bucket === 'refused')
        return (
          <span key={bucket} className="contents">
            {ARROW_BEFORE.has(bucket) && (
              <span aria-hidden="true" className="px-0.5 text-muted">
                →
              </span>
            )}
            <button
              type="button"
              data-testid={`summary-${bucket}`}
              className="inline-flex min-h-(--target) items-center gap-1 rounded-md px-1.5 hover:bg-hover"
              onClick={() => onPick(bucket)}
            >
              <span className="text-muted">{t(bucket)}</span>
              <span className={`font-semibold tabular-nums ${isBad ? 'text-warning' : ''}`}>{value}</span>
            </button>
          </span>
        )
      })}
      <span role="status" className="sr-only">
        {counts && counts.entries > 0 && !isOld ? t('live', { ...counts }) : ''}
      </span>
    </div>
  )
}
