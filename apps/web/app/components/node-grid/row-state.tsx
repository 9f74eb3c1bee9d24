import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { tooltip } from '../../ui/tooltip.tsx'
import { useGrid } from './grid-context.ts'
import { stateOfRow } from './state-of-row.ts'
import type { NodeRow } from './types.ts'

interface Props {
  row: NodeRow
  /**
   * In a column of its own, where that is narrow as a sign; or beside the name with a short word or none. There a node
   * that is kept says nothing.
   */
  look: 'full' | 'sign' | 'short' | 'icon'
}

export function RowState({ row, look }: Props) {
  const { t, can } = useGrid()
  const state = stateOfRow(row)
  if (!state) return (look === 'full' || look === 'sign') && <Kept />
  const { key, tone, icon, words } = state
  const badge = (
    <>
      <Badge tone={tone} icon={icon}>
        {look === 'full' ? (
          t(`state.${key}`)
        ) : (
          <span className={look === 'short' ? undefined : 'sr-only'}>{t(`stateShort.${key}`)}</span>
        )}
      </Badge>
      {words && <span className="sr-only">{words}</span>}
    </>
  )
  // Beside the name its fixes are too, and a card is pressed as a whole.
  if (!can.has('fixesOf') || !words || look === 'short' || look === 'icon') {
    return (
      <span className="min-w-0 shrink-0" {...tooltip(words || t(`state.${key}`))}>
        {badge}
      </span>
    )
  }
  // What can be done about it stands in the menu, that of the row.
  return (
    <button
      type="button"
      tabIndex={-1}
      data-act="state"
      aria-haspopup="menu"
      className="relative grid min-w-0 shrink-0 place-items-center rounded-md after:absolute after:-inset-1 pointer-coarse:after:-inset-3"
      {...tooltip(words)}
    >
      {badge}
    </button>
  )
}

function Kept() {
  const { t } = useGrid()
  return (
    <span className="flex items-center gap-1 text-xs text-muted">
      <Icon name="check" className="size-4" />
      <span className="sr-only">{t('state.kept')}</span>
    </span>
  )
}
