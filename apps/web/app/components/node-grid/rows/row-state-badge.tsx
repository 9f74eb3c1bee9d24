import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { tooltip } from '../../../ui/tooltip.tsx'
import { useGrid } from '../grid-context.ts'
import { stateOfRow } from './state-of-row.ts'
import type { ListedNode } from '../types.ts'
import { wordPx } from '../grid/word-width.ts'

/** What a cell and its badge need besides the word: their padding, the icon and its gap. */
const AROUND_WORD_PX = 38

interface Props {
  row: ListedNode
  /**
   * `column`: it has a column of its own, and shows its word where that fits. `name`: it stands beside the name and shows
   * its word. `icon`: it stands there without a word. Beside the name a node that is kept shows nothing.
   */
  look: 'column' | 'name' | 'icon'
  /** How wide the column is. */
  room?: number
}

export function RowStateBadge({ row, look, room = 0 }: Props) {
  const { t, can } = useGrid()
  const state = stateOfRow(row)
  if (!state) return look === 'column' && <Kept />
  const { key, tone, icon, words } = state
  const word = t(`state.${key}`)
  const hasRoom = look === 'name' || (look === 'column' && wordPx(word) + AROUND_WORD_PX <= room)
  const badge = (
    <>
      <Badge tone={tone} icon={icon} className={look === 'icon' ? 'bg-transparent! px-0!' : ''}>
        {hasRoom ? word : <span className="sr-only">{word}</span>}
      </Badge>
      {words && <span className="sr-only">{words}</span>}
    </>
  )
  // Beside the name its fixes are too, and a card is pressed as a whole.
  if (!can.has('fixesOf') || !words || look !== 'column') {
    return (
      <span className="flex min-w-0 shrink-0" {...tooltip(words || word)}>
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
