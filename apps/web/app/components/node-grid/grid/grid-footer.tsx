import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { tooltip } from '../../../ui/tooltip.tsx'
import { useGrid } from '../grid-context.ts'
import type { RowIndex, View } from './view.ts'

interface Props {
  index: RowIndex
  view: View
  filtered: boolean
  /** The filter asks for one state alone, and on a phone the screen counts that elsewhere. */
  isOnlyState: boolean
  /** The rows stand in the order of a column: what may be done about it. */
  sorted?: { onApply: (() => void) | undefined; onKeep: (() => void) | undefined; onClear: () => void } | undefined
  /** What the filter shows is left out from now on; absent where no step can say that. */
  onLeaveOut?: (() => void) | undefined
  /** Absent: nothing is selected. */
  bulkBar: ReactNode
  cards: boolean
}

/** How many rows there are and what orders them; what can be done with the selected ones, while some are. */
export function GridFooter({ index, view, filtered, isOnlyState, onLeaveOut, sorted, bulkBar, cards }: Props) {
  const { t } = useGrid()
  // On a tablet the tab above the list has the number.
  const isPlain = !bulkBar && !sorted && !filtered
  return (
    <>
      <footer
        // On a phone the rows need the room more than a count does.
        hidden={cards && !bulkBar && !sorted && (!filtered || isOnlyState)}
        className={`${isPlain ? 'sm:max-lg:hidden' : ''} @container grid min-h-(--foot) shrink-0 border-t border-line bg-card max-sm:bottom-[calc(var(--bottom-bar)+var(--action-bar,0px))] max-sm:z-10 ${bulkBar ? 'max-sm:fixed max-sm:inset-x-0' : 'max-sm:sticky'}`}
      >
        {(!bulkBar || sorted) && (
          <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 px-3 py-1 text-xs text-muted tabular-nums">
            {/* On a phone only the track shows the number of entries. */}
            {(!cards || filtered || sorted) && (
              <span className="mr-auto truncate" data-testid="node-count">
                {filtered
                  ? t('countFiltered', { shown: view.count, total: index.rows.length })
                  : t('count', { count: index.rows.length })}
              </span>
            )}
            {onLeaveOut && !sorted && (
              <Button
                size="small"
                look="ghost"
                onClick={onLeaveOut}
                {...tooltip(t('laterNodes'))}
                data-testid="leave-out"
              >
                {t('leaveOut')}
              </Button>
            )}
            {sorted?.onKeep && (
              <Button size="small" onClick={sorted.onKeep} {...tooltip(t('laterNodes'))} data-testid="keep-sorted">
                {t('keepSorted')}
              </Button>
            )}
            {sorted?.onApply && (
              <Button size="small" onClick={sorted.onApply}>
                {t('applyOrder')}
              </Button>
            )}
            {sorted && (
              <Button size="small" look="ghost" onClick={sorted.onClear}>
                {t('clearSort')}
              </Button>
            )}
          </div>
        )}
        {bulkBar}
      </footer>
      {/* On a phone the bar of the selected rows stands at the foot of the screen, however few rows there are. */}
      {bulkBar && <div className="h-(--bulk-bar) shrink-0 sm:hidden" />}
    </>
  )
}
