import type { ReactNode } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { tooltip } from '../../../ui/tooltip.tsx'
import { Flag } from './flag.tsx'
import { useGrid } from '../grid-context.ts'
import { isLeftOut } from '../listed-node.ts'
import type { ColumnId } from '../columns/columns.ts'
import { RowRepair } from './row-repair.tsx'
import { RowStateBadge } from './row-state-badge.tsx'
import { detailOf, isNameless, whyLeftOut } from './row-words.ts'
import type { ListedNode } from '../types.ts'

/** Below it there is no room for the name of a region. */
const NAMED_REGION_PX = 140
/** In a narrower column the name needs the room: a state is shown as its icon, its word in the tip and in the menu. */
const WORD_PX = 192
/** In a narrower one there is one way to mend it, the others are in the menu. */
const FIXES_PX = 420

interface Props {
  row: ListedNode
  /** How wide its cell is. */
  room: number
  columnsShown: ReadonlySet<ColumnId>
}

/** The name cell. It also shows the values that have no column. */
export function RowName({ row, room, columnsShown }: Props) {
  const { twoLines } = useGrid()
  const state = !columnsShown.has('state') && (
    <RowStateBadge row={row} look={isLeftOut(row) || room < WORD_PX ? 'icon' : 'name'} />
  )
  const name = isNameless(row) ? <OnlyReason row={row} /> : <Named row={row} flag={!columnsShown.has('region')} />
  if (twoLines) return <TwoLines {...{ row, room, name, state }} />
  return (
    <>
      {name}
      {!isLeftOut(row) && <RowRepair row={row} few={room < FIXES_PX} />}
      {state}
    </>
  )
}

interface TwoLinesProps extends Pick<Props, 'row' | 'room'> {
  name: ReactNode
  /** Absent: it has a column. */
  state: ReactNode
}

/**
 * An entry that is not written shows its state before the reason. Other rows show the state at the end. The repair button
 * always stands in the middle of both lines. A long reason is cut. The tip and the opened entry show it whole.
 */
function TwoLines({ row, room, name, state }: TwoLinesProps) {
  const leftOut = isLeftOut(row)
  const sign = leftOut && state
  return (
    <>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex min-w-0 items-center gap-1.5 leading-5">
          {isNameless(row) && sign}
          {name}
        </span>
        {!isNameless(row) && <RowDetail row={row} sign={sign} />}
      </span>
      <RowRepair row={row} few={room < FIXES_PX} />
      {!leftOut && state}
    </>
  )
}

/** The address cell of an entry that is not written. It shows the reason and the repair buttons. */
export function ReasonCell({ row, room }: { row: ListedNode; room: number }) {
  return (
    <>
      {!isNameless(row) && <Reason row={row} />}
      <RowRepair row={row} few={room < FIXES_PX} />
    </>
  )
}

interface NamedProps {
  row: ListedNode
  flag: boolean
}

/** The name with its signs. An entry without a name shows how its text begins. */
export function Named({ row, flag }: NamedProps) {
  const { t, can, flags } = useGrid()
  if (row.start !== undefined)
    return (
      <span className="truncate font-mono text-xs font-normal sm:text-[0.8125rem]" title={row.start}>
        {row.start}
      </span>
    )
  // Only a deleted name has a line through it. Such a line makes small Chinese letters hard to read.
  const look = row.state === 'deleted' ? 'line-through decoration-muted' : ''
  return (
    <>
      {row.isNew && <NewDot />}
      {flags && flag && row.region && <Flag code={row.region} />}
      <span className={`truncate ${look}`} title={row.name}>
        {shownName(row, flags) || t('noName')}
      </span>
      {row.differs && (
        <Badge tone="warning" icon="alert-triangle">
          {t('differs')}
        </Badge>
      )}
      {row.oldName !== undefined && <Renamed row={row} undo={can.has('onUndoRename')} />}
    </>
  )
}

/** The reason, shown instead of a missing name. It has one or two lines. */
export function OnlyReason({ row }: { row: ListedNode }) {
  return (
    <span className="line-clamp-2 min-w-0 text-xs leading-4 font-normal" title={row.reason}>
      {whyLeftOut(row, useGrid())}
    </span>
  )
}

interface DetailProps {
  row: ListedNode
  /** The state, when it has no column. */
  sign: ReactNode
}

/** The second line of a row. A node shows protocol, address and transport. An entry that is not written shows the reason. */
function RowDetail({ row, sign }: DetailProps) {
  const grid = useGrid()
  const leftOut = isLeftOut(row)
  const detail = leftOut ? whyLeftOut(row, grid) : detailOf(row, grid)
  if (detail === '') return null
  const words = (
    <span
      // The name alone is the label of the cell. This text is its description.
      aria-hidden={!leftOut}
      className="truncate text-xs leading-4 font-normal text-muted"
      title={leftOut ? row.reason : undefined}
    >
      {detail}
    </span>
  )
  if (!sign) return words
  return (
    <span className="flex h-4 min-w-0 items-center gap-1">
      {sign}
      {words}
    </span>
  )
}

/** Why nothing is written for an entry. */
function Reason({ row }: { row: ListedNode }) {
  return (
    <span className="min-w-0 truncate font-sans text-xs leading-4 font-normal text-muted" title={row.reason}>
      {row.reason}
    </span>
  )
}

const LEADING_FLAG = /^([\u{1f1e6}-\u{1f1ff}])([\u{1f1e6}-\u{1f1ff}])\s*/u
const REGIONAL_A = 0x1f1e6
const LETTER_A = 65

/** A flag that a name begins with is drawn beside its region, so the name goes without. */
function shownName(row: ListedNode, flags: boolean): string {
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
      <span className="min-w-6 shrink-0">{code}</span>
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

function Renamed({ row, undo }: { row: ListedNode; undo: boolean }) {
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
