import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import type { IconName } from '../../../ui/icons.ts'
import { keepRoom } from '../../../ui/keep-room.ts'
import { useLetterRoom } from '../../../ui/use-letter-room.ts'
import { useGrid } from '../grid-context.ts'
import type { RowCommands } from './row-actions.ts'
import { wordPx } from '../grid/word-width.ts'

interface Props {
  /** Those that are seen. */
  ids: readonly string[]
  /** How many of them are nodes. */
  nodes: number
  /** Selected, and hidden by the filter: nothing is done to them. */
  hidden: number
  /** There are nodes besides them. */
  areOthers: boolean
  /** On a phone each button has an equal share of one line. */
  cards: boolean
  commands: RowCommands
  more: readonly MenuEntry[]
  onClear: () => void
}

const keepRoomOfBar = (bar: HTMLElement | null) => (bar ? keepRoom(bar, '--bulk-bar') : undefined)

interface Action {
  id: string
  icon: IconName
  label: string
  /** Fewer words, for a phone. */
  brief?: string
  danger?: boolean
  onSelect: () => void
}

/** What can be done with the rows selected. */
export function BulkBar({ ids, nodes, hidden, areOthers, cards, commands, more, onClear }: Props) {
  const { t } = useGrid()
  const line = useRef<HTMLDivElement>(null)
  const room = useLetterRoom(line)
  const actions = useBulkActions({ ids, nodes, areOthers, commands })
  const shown = cards
    ? actions.filter(({ label, brief = label }) => fitsCell(brief, room / (actions.length + 1)))
    : actions
  const rest = actions.filter((action) => !shown.includes(action))
  const others = more.filter((entry) => entry === 'separator' || !actions.some(({ id }) => id === entry.id))
  return (
    <div
      ref={keepRoomOfBar}
      role="toolbar"
      aria-label={t('bulk')}
      data-bulk=""
      data-testid="bulk-bar"
      className="grid items-center bg-selected px-1 py-1 sm:px-2"
    >
      <div ref={line} className="flex flex-wrap items-center gap-x-1">
        <div className="flex min-w-0 flex-1 items-center gap-1 @max-xl:basis-full">
          <IconButton icon="x" size="small" label={t('clearSelection')} onClick={onClear} />
          <span
            className={`min-w-0 font-medium tabular-nums ${hidden > 0 ? 'line-clamp-2 text-xs leading-tight' : 'truncate text-sm'}`}
          >
            {hidden > 0
              ? t('selectedHidden', { count: ids.length + hidden, hidden })
              : t('selected', { count: ids.length })}
          </span>
        </div>
        {shown.map(({ id, icon, label, brief = label, danger, onSelect }) => (
          <Button
            key={id}
            look="ghost"
            size="small"
            icon={icon}
            className={`${CELL} ${danger ? 'text-error!' : ''}`}
            onClick={onSelect}
          >
            {cards ? brief : label}
          </Button>
        ))}
        {rest.length + others.length > 0 && (
          <Menu
            label={t('more')}
            items={[...rest, ...others]}
            side="top"
            align="end"
            trigger={
              <Button look="ghost" size="small" icon="ellipsis" className={CELL} data-testid="bulk-more">
                <span className="sm:sr-only">{t('more')}</span>
              </Button>
            }
          />
        )}
      </div>
    </div>
  )
}

/** The few that are asked for most. */
function useBulkActions({ ids, nodes, areOthers, commands }: Pick<Props, 'ids' | 'nodes' | 'areOthers' | 'commands'>) {
  const { t, can } = useGrid()
  // Rows that nobody changes are there to be taken along.
  const isFixed = !can.has('onRename') && !can.has('onDelete')
  const all: readonly (Action | false)[] = [
    isFixed &&
      can.has('onCopyLinks') &&
      nodes > 0 && { id: 'copy', icon: 'copy', label: t('copyLinks'), onSelect: () => commands.copyLinks(ids) },
    isFixed &&
      can.has('onStar') &&
      nodes > 0 && { id: 'star', icon: 'star', label: t('star'), onSelect: () => commands.star(ids) },
    can.has('onCheck') &&
      nodes > 0 && { id: 'check', icon: 'network', label: t('check'), onSelect: () => commands.check(ids) },
    can.has('onRename') &&
      nodes > 0 && {
        id: 'rename',
        icon: 'pencil',
        label: t('rename'),
        onSelect: () => (nodes === 1 ? commands.rename(ids) : commands.renameMany(ids)),
      },
    can.has('onDisable') &&
      nodes > 0 && {
        id: 'disable',
        icon: 'power',
        label: t('disable'),
        onSelect: () => commands.disable(ids, true),
      },
    can.has('onDelete') &&
      nodes > 0 &&
      areOthers && {
        id: 'keep-only',
        icon: 'list-checks',
        label: t('keepOnly'),
        brief: t('keepOnlyBrief'),
        onSelect: () => commands.keepOnly(ids),
      },
    can.has('onDelete') &&
      ids.length > 0 && {
        id: 'delete',
        icon: 'trash-2',
        label: t('delete'),
        danger: true,
        onSelect: () => commands.remove(ids),
      },
  ]
  return all.filter((action) => action !== false)
}

/** On a phone the word stands below its sign, and each has its share of the line. */
const CELL = 'max-sm:h-12 max-sm:min-w-0 max-sm:flex-1 max-sm:flex-col max-sm:gap-0.5 max-sm:px-0'
const GAP_PX = 4

/** Whether a word has room in its share: what has none stands in the menu. */
function fitsCell(label: string, cellPx: number): boolean {
  return wordPx(label) + GAP_PX <= cellPx
}
