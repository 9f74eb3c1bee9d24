import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import type { IconName } from '../../ui/icons.ts'
import { keepRoom } from '../../ui/keep-room.ts'
import { useGrid } from './grid-context.ts'
import type { RowCommands } from './row-actions.ts'

interface Props {
  /** Those that are seen. */
  ids: readonly string[]
  /** How many of them are nodes. */
  nodes: number
  /** Selected, and hidden by the filter: nothing is done to them. */
  hidden: number
  /** There are nodes besides them. */
  areOthers: boolean
  commands: RowCommands
  more: readonly MenuEntry[]
  onClear: () => void
}

const keepRoomOfBar = (bar: HTMLElement | null) => (bar ? keepRoom(bar, '--bulk-bar') : undefined)

/** What can be done with the rows selected. */
export function BulkBar({ ids, nodes, hidden, areOthers, commands, more, onClear }: Props) {
  const { t, can } = useGrid()
  return (
    <div
      ref={keepRoomOfBar}
      role="toolbar"
      aria-label={t('bulk')}
      data-bulk=""
      data-testid="bulk-bar"
      className="flex flex-wrap items-center gap-x-1 bg-selected px-2 py-1"
    >
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
      {can.has('onRename') && nodes > 0 && (
        <Action
          icon="pencil"
          label={t('rename')}
          onClick={() => (nodes === 1 ? commands.rename(ids) : commands.renameMany(ids))}
        />
      )}
      {can.has('onDisable') && nodes > 0 && (
        <Action icon="power" label={t('disable')} onClick={() => commands.disable(ids, true)} />
      )}
      {can.has('onDelete') && nodes > 0 && areOthers && (
        <Action icon="filter" label={t('keepOnly')} onClick={() => commands.keepOnly(ids)} />
      )}
      {can.has('onDelete') && ids.length > 0 && (
        <Action icon="trash-2" label={t('delete')} className="text-error!" onClick={() => commands.remove(ids)} />
      )}
      {more.length > 0 && (
        <Menu
          label={t('more')}
          items={more}
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
  )
}

/** On a phone the word stands below its sign, and each has its share of the line. */
const CELL = 'max-sm:h-12 max-sm:min-w-0 max-sm:flex-1 max-sm:flex-col max-sm:gap-0.5 max-sm:px-0 max-sm:*:max-w-full'

interface ActionProps {
  icon: IconName
  label: string
  className?: string
  onClick: () => void
}

function Action({ icon, label, className = '', onClick }: ActionProps) {
  return (
    <Button look="ghost" size="small" icon={icon} className={`${CELL} ${className}`} onClick={onClick}>
      <span className="truncate">{label}</span>
    </Button>
  )
}
