import { Badge } from '../../ui/badge.tsx'
import { Count } from '../../ui/count.tsx'
import { Icon } from '../../ui/icon.tsx'
import { tooltip } from '../../ui/tooltip.tsx'
import { Flag } from './flag.tsx'
import { useGrid } from './grid-context.ts'
import { isNode } from '../../lib/node-row.ts'
import { RowRepair } from './row-repair.tsx'
import { RowState } from './row-state.tsx'
import { titleOf } from './row-words.ts'
import type { NodeRow } from './types.ts'

/** Below it there is no room for the name of a region. */
const NAMED_REGION_PX = 96
/** In a narrower column the name needs the room: a state is shown as its icon, its word in the tip and in the menu. */
const WORD_PX = 192

interface Props {
  row: NodeRow
  /** Rows that repeat this one. */
  repeats: number
  unfolded: boolean
  /** It repeats the row above it. */
  repeat: boolean
  /** How wide its cell is. */
  room: number
  /** The state has a column of its own. */
  stateShown: boolean
}

/** The name, and what is to say about it where no other column does. */
export function RowName({ row, repeats, unfolded, repeat, room, stateShown }: Props) {
  const { t, can } = useGrid()
  const struck = row.state === 'excluded' || row.state === 'refused' || row.state === 'deleted'
  return (
    <>
      {repeat && (
        <span
          aria-hidden="true"
          className="ml-2 h-3 w-2 shrink-0 -translate-y-1 rounded-bl border-b border-l border-line-strong"
        />
      )}
      {row.isNew && <NewDot />}
      <span
        className={
          row.state === 'skipped'
            ? 'line-clamp-2 text-xs leading-4'
            : `truncate ${struck ? 'line-through decoration-muted' : ''}`
        }
        title={titleOf(row)}
      >
        {titleOf(row) || t('noName')}
      </span>
      {repeats > 0 && (
        <button
          type="button"
          tabIndex={-1}
          data-act="unfold"
          aria-expanded={unfolded}
          aria-label={t(unfolded ? 'fold' : 'unfold', { count: repeats + 1 })}
          {...tooltip(t(unfolded ? 'fold' : 'unfold', { count: repeats + 1 }))}
          className="badge target min-w-(--target) justify-center border-line-strong text-muted hover:bg-hover hover:text-fg"
        >
          ×<Count n={repeats + 1} />
          <Icon name={unfolded ? 'chevron-down' : 'chevron-right'} className="size-3" />
        </button>
      )}
      {row.differs && (
        <Badge tone="warning" icon="alert-triangle">
          {t('differs')}
        </Badge>
      )}
      {row.oldName !== undefined && <Renamed row={row} undo={can.has('onUndoRename')} />}
      {can.has('fixesOf') && !isNode(row) && <RowRepair key={row.id} row={row} />}
      {!stateShown && <RowState row={row} look={room < WORD_PX ? 'icon' : 'short'} />}
    </>
  )
}

export function Region({ code, room }: { code: string | undefined; room: number }) {
  const { regionName, flags } = useGrid()
  if (!code) return <span className="text-muted">–</span>
  const name = regionName(code)
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={name}>
      {flags && <Flag code={code} />}
      <span className="shrink-0 tabular-nums">{code}</span>
      {room >= NAMED_REGION_PX && name !== code && <span className="truncate text-muted">{name}</span>}
    </span>
  )
}

function NewDot() {
  const { t } = useGrid()
  return (
    <span className="grid size-3 shrink-0 place-items-center" {...tooltip(t('isNew'))}>
      <span aria-hidden="true" className="rounded-full border-4 border-info" />
      <span className="sr-only">{t('isNew')}</span>
    </span>
  )
}

function Renamed({ row, undo }: { row: NodeRow; undo: boolean }) {
  const { t } = useGrid()
  const words = t('renamedFrom', { name: row.oldName! })
  return undo ? (
    <button
      type="button"
      tabIndex={-1}
      data-act="undo-rename"
      aria-label={`${words}. ${t('undoRename')}`}
      {...tooltip(words)}
      className="grid size-6 shrink-0 place-items-center rounded text-muted hover:bg-hover hover:text-fg"
    >
      <Icon name="undo-2" className="size-3.5" />
    </button>
  ) : (
    <span className="shrink-0 text-muted" {...tooltip(words)}>
      <Icon name="pencil" className="size-3.5" />
      <span className="sr-only">{words}</span>
    </span>
  )
}
