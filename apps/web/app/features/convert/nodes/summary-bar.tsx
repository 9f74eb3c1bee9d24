import { useTranslations } from 'use-intl'
import { Count } from '../../../ui/count.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { tooltip } from '../../../ui/tooltip.tsx'
import { useStore } from '../../../lib/store.ts'
import { type NodeRow, countedSources } from '@switchyard/recipe/model'
import type { SourceState } from '../session/session-state.ts'
import { useConvertState, useModel, useSession } from '../session/use-convert.ts'

type Count = 'lines' | 'nodes' | 'skipped' | 'duplicates' | 'excluded' | 'disabled' | 'refused' | 'output'
export type Bucket = Count | 'doubtful'

const ORDER: readonly Count[] = ['lines', 'nodes', 'skipped', 'duplicates', 'excluded', 'disabled', 'refused', 'output']
/** After these the flow goes on. */
const ARROW_BEFORE = new Set<Count>(['duplicates', 'output'])

const NO_SOURCES: Readonly<Record<string, SourceState>> = {}
const NO_ROWS: readonly NodeRow[] = []

/** What is known of the entries before a result is made of them. */
function useReadCounts(): Partial<Record<Count, number>> {
  const session = useSession()
  const sources = useStore(session.sources, NO_SOURCES)
  const rows = useStore(session.rows, NO_ROWS)
  const infos = countedSources(useModel()).flatMap(({ id }) => sources[id]?.info ?? [])
  const sum = (of: 'lines' | 'skipped') => infos.reduce((total, info) => total + info[of], 0)
  return { lines: sum('lines'), nodes: rows.length, skipped: sum('skipped') }
}

/** What became of every entry, as numbers that lead to the entries themselves. */
export function SummaryBar({ onPick }: { onPick: (bucket: Bucket) => void }) {
  const t = useTranslations('convert.summary')
  const { result, isOld, status } = useConvertState()
  const read = useReadCounts()
  const counts = result?.counts
  const doubtful = status === 'manual' ? 0 : (counts?.doubtful ?? 0)
  return (
    <div
      role="group"
      aria-label={t('label')}
      className={`px-3 text-sm max-sm:grid max-sm:grid-cols-[repeat(auto-fill,minmax(max(4.5rem,25%),1fr))] max-sm:px-2 max-sm:py-1 sm:flex sm:py-0.5 sm:min-h-9 sm:flex-wrap sm:items-center sm:gap-x-1 ${isOld ? 'text-muted' : ''}`}
    >
      {ORDER.map((bucket) => {
        const value = status === 'manual' ? read[bucket] : (counts?.[bucket] ?? 0)
        const isBad = (value ?? 0) > 0 && (bucket === 'skipped' || bucket === 'refused')
        const tone = isBad ? 'text-warning' : value === 0 ? 'max-sm:text-muted max-sm:font-normal' : ''
        return (
          <span key={bucket} className="max-sm:contents sm:inline-flex sm:items-center sm:gap-x-1">
            {ARROW_BEFORE.has(bucket) && (
              <span aria-hidden="true" className="px-0.5 text-muted max-sm:hidden">
                →
              </span>
            )}
            <button
              type="button"
              data-testid={`summary-${bucket}`}
              className="inline-flex min-h-(--target) items-center gap-x-1 rounded-md px-1.5 hover:bg-hover max-sm:flex-col max-sm:justify-center max-sm:py-1"
              onClick={() => onPick(bucket)}
            >
              <span className="text-muted max-sm:text-xs">{t(bucket)}</span>
              <span className={`font-semibold tabular-nums ${tone}`}>
                {value === undefined ? '–' : <Count n={value} />}
              </span>
            </button>
            {bucket === 'output' && doubtful > 0 && (
              <button
                type="button"
                data-testid="summary-doubtful"
                className="inline-flex min-h-(--target) items-center justify-center gap-x-1 rounded-md px-1.5 text-warning hover:bg-hover max-sm:text-xs"
                onClick={() => onPick('doubtful')}
                {...tooltip(t('doubtfulHint'))}
              >
                <Icon name="alert-triangle" className="size-4" />
                {t('doubtful', { n: doubtful })}
              </button>
            )}
          </span>
        )
      })}
      <span role="status" className="sr-only">
        {counts && counts.entries > 0 && !isOld && status !== 'manual' ? t('live', { ...counts }) : ''}
      </span>
    </div>
  )
}
