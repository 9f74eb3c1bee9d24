import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { tooltip } from '../../ui/tooltip.tsx'
import { Flag } from './flag.tsx'
import { useGrid } from './grid-context.ts'
import { isLeftOut } from '../../lib/node-row.ts'
import type { ColumnId } from './columns.ts'
import { RowRepair } from './row-repair.tsx'
import { RowState } from './row-state.tsx'
import { addressOf } from './row-words.ts'
import type { NodeRow } from './types.ts'

/** Below it there is no room for the name of a region. */
const NAMED_REGION_PX = 96
/** In a narrower column the name needs the room: a state is shown as its icon, its word in the tip and in the menu. */
const WORD_PX = 192
/** In a narrower one there is one way to mend it, the others are in the menu. */
const FIXES_PX = 420

interface Props {
  row: NodeRow
  /** How wide its cell is. */
  room: number
  /** What has a column of its own; absent: it is a card, which has a second line for the rest. */
  columnsShown?: ReadonlySet<ColumnId>
  /** No other cell of the row says its protocol. */
  saysProtocol?: boolean
}

/** The name, and what is to say about it where no other column does. */
export function RowName({ row, room, columnsShown, saysProtocol = false }: Props) {
  const { t, can, flags, saysAddress } = useGrid()
  const struck = row.state === 'excluded' || row.state === 'refused' || row.state === 'deleted'
  const leftOut = isLeftOut(row)
  const isLine = columnsShown !== undefined
  const isHere = (id: ColumnId) => isLine && !columnsShown.has(id)
  const name = shownName(row, flags) || (row.state === 'skipped' ? '' : t('noName'))
  return (
    <>
      {row.isNew && <NewDot />}
      {flags && row.region && isHere('region') && <Flag code={row.region} />}
      {name && (
        <span
          className={`truncate ${leftOut && isLine ? 'max-w-[45%] shrink-0' : ''} ${struck ? 'line-through decoration-muted' : ''}`}
          title={row.name}
        >
          {name}
        </span>
      )}
      {row.differs && (
        <Badge tone="warning" icon="alert-triangle">
          {t('differs')}
        </Badge>
      )}
      {row.oldName !== undefined && <Renamed row={row} undo={can.has('onUndoRename')} />}
      {saysProtocol && row.protocol && !leftOut && (
        <span aria-hidden="true" className="min-w-0 shrink-[99] truncate text-xs font-normal text-muted">
          {row.protocol}
        </span>
      )}
      {saysAddress && isLine && !leftOut && row.server !== '' && <Address row={row} />}
      {leftOut && isLine && <RowReason row={row} few={room < FIXES_PX} saysProtocol={saysProtocol} />}
      {!leftOut && <RowRepair row={row} few={!isLine} />}
      {(!isLine || !columnsShown.has('state')) && (
        <RowState row={row} look={isLine && room < (leftOut ? FIXES_PX : WORD_PX) ? 'icon' : 'short'} />
      )}
    </>
  )
}

/** Where there is too little room for a useful part of it, it goes to the next line, out of sight. */
function Address({ row }: { row: NodeRow }) {
  return (
    <span
      aria-hidden="true"
      className="flex h-4 min-w-0 flex-1 flex-wrap overflow-hidden text-xs leading-4 font-normal text-muted"
    >
      <span className="h-4 w-px" />
      <span className="min-w-0 max-w-max flex-[1_1_4.5rem] truncate">{addressOf(row)}</span>
    </span>
  )
}

interface ReasonProps {
  row: NodeRow
  few: boolean
  saysProtocol?: boolean
}

/** Why nothing is written for a node, and what can be done about it. */
export function RowReason({ row, few, saysProtocol = false }: ReasonProps) {
  return (
    <>
      {/* One line from right to left: what has no room beside the reason goes to the next one, out of sight. */}
      <span className="flex h-4 min-w-0 flex-row-reverse flex-wrap justify-end gap-x-1.5 overflow-hidden text-xs leading-4 font-normal text-muted">
        <span className="max-w-full truncate" title={row.reason}>
          {row.reason}
        </span>
        {saysProtocol && <span aria-hidden="true">{row.protocol}</span>}
      </span>
      <RowRepair row={row} few={few} />
    </>
  )
}

const LEADING_FLAG = /^([\u{1f1e6}-\u{1f1ff}])([\u{1f1e6}-\u{1f1ff}])\s*/u
const REGIONAL_A = 0x1f1e6
const LETTER_A = 65

/** A flag that a name begins with is drawn beside its region, so the name goes without. */
function shownName(row: NodeRow, flags: boolean): string {
  const { name } = row
  if (!flags || row.region === undefined) return name
  const [flag = '', ...letters] = LEADING_FLAG.exec(name) ?? []
  const code = letters.map((letter) => String.fromCharCode(letter.codePointAt(0)! - REGIONAL_A + LETTER_A)).join('')
  return code === row.region ? name.slice(flag.length) : name
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
  const { t, labelOf } = useGrid()
  const words = labelOf.renamedFrom(row.oldName!)
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
