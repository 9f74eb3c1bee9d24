import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useGrid } from '../grid-context.ts'

/** What rows are waited for. */
export interface Awaited {
  text: string
  onCancel: () => void
}

interface Props {
  columns: number
  awaited: Awaited | undefined
  /** Why there are none when no filter hides them. */
  emptyText?: string | undefined
  /** Absent: no node can be added here. */
  onAdd: (() => void) | undefined
  /** Absent: there is no filter that could be taken away. */
  onClearFilter: (() => void) | undefined
}

/** In the place of rows: why there are none. */
export function NoRows({ columns, awaited, emptyText, onAdd, onClearFilter }: Props) {
  const { t } = useGrid()
  return (
    <div className="absolute inset-x-0 top-8" role="row" aria-rowindex={2}>
      <div role="gridcell" aria-colspan={columns}>
        {onClearFilter ? (
          <EmptyState icon="filter" text={t('noMatch')}>
            <Button onClick={onClearFilter}>{t('clearFilter')}</Button>
          </EmptyState>
        ) : awaited ? (
          <EmptyState icon="network" text={awaited.text}>
            <ProgressBar label={awaited.text} className="w-full max-w-60" />
            <Button onClick={awaited.onCancel}>{t('cancel')}</Button>
          </EmptyState>
        ) : (
          <EmptyState icon="network" text={emptyText ?? t('noRows')}>
            {onAdd && (
              <Button icon="plus" onClick={onAdd}>
                {t('addNode')}
              </Button>
            )}
          </EmptyState>
        )}
      </div>
    </div>
  )
}
