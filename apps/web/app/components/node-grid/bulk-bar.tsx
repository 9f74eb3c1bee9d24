import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
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
  commands: RowCommands
  more: readonly MenuEntry[]
  onClear: () => void
}

const keepRoomOfBar = (bar: HTMLElement | null) => (bar ? keepRoom(bar, '--bulk-bar') : undefined)

/** What can be done with the rows selected. */
export function BulkBar({ ids, nodes, hidden, commands, more, onClear }: Props) {
  const { t, can } = useGrid()
  const wide = '@max-md:[&>span]:sr-only'
  return (
    <div
      ref={keepRoomOfBar}
      role="toolbar"
      aria-label={t('bulk')}
      data-testid="bulk-bar"
      className="flex h-full items-center gap-1 bg-selected px-2"
    >
      <IconButton icon="x" size="small" label={t('clearSelection')} onClick={onClear} />
      {hidden > 0 ? (
        <span className="mr-auto line-clamp-2 min-w-0 text-xs font-medium tabular-nums @max-md:leading-tight">
          {t('selectedHidden', { count: ids.length + hidden, hidden })}
        </span>
      ) : (
        <span className="mr-auto truncate text-sm font-medium tabular-nums">
          {t('selected', { count: ids.length })}
        </span>
      )}
      {can.has('onRename') && nodes > 0 && (
        <Button
          look="ghost"
          size="small"
          icon="pencil"
          className={wide}
          onClick={() => (nodes === 1 ? commands.rename(ids) : commands.renameMany(ids))}
        >
          <span>{t('rename')}</span>
        </Button>
      )}
      {can.has('onDisable') && nodes > 0 && (
        <Button look="ghost" size="small" icon="power" className={wide} onClick={() => commands.disable(ids, true)}>
          <span>{t('disable')}</span>
        </Button>
      )}
      {can.has('onDelete') && ids.length > 0 && (
        <Button
          look="ghost"
          size="small"
          icon="trash-2"
          className={`text-error ${wide}`}
          onClick={() => commands.remove(ids)}
        >
          <span>{t('delete')}</span>
        </Button>
      )}
      {more.length > 0 && (
        <Menu
          label={t('more')}
          items={more}
          side="top"
          align="end"
          trigger={<IconButton icon="ellipsis" size="small" label={t('more')} data-testid="bulk-more" />}
        />
      )}
    </div>
  )
}
