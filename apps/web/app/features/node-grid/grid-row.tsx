import { memo, useEffect, useLayoutEffect, useRef, useState, type CSSProperties } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { tooltip } from '../../ui/tooltip.tsx'
import type { ColumnId } from './columns.ts'
import { Flag } from './flag.tsx'
import { useGrid } from './grid-context.ts'
import { NAME_MAX } from './rename.ts'
import { MASK } from './secrets.ts'
import type { NodeRow } from './types.ts'
import type { ShownColumn } from './use-columns.ts'
import { useTimedReveal } from './use-timed.ts'

export interface GridRowProps {
  row: NodeRow
  /** Place among the rows shown, from 0. */
  index: number
  /** Rows above it, the header among them. */
  rowIndex: number
  /** Place in the stored order, from 1. */
  place: number
  top: number
  columns: readonly ShownColumn[]
  /** The cell of this row that holds the tab stop. */
  active: ColumnId | undefined
  selected: boolean
  editing: boolean
  /** Rows that repeat this one. */
  repeats: number
  unfolded: boolean
  /** It repeats the row above it. */
  repeat: boolean
  dragged: boolean
  /** How far a card was swiped, in pixels. */
  swiped: number
}

const CELL =
  'relative flex min-w-0 items-center overflow-hidden px-2 bg-inherit [&:focus-visible]:z-10 focus-visible:-outline-offset-2'

/** Below it there is no room for the name of a region. */
const NAMED_REGION_PX = 96

/** One node. What it says is here; what happens is heard by the grid around it. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, rowIndex, top, columns, selected, dragged, swiped, repeat } = props
  const tone = selected ? 'bg-selected' : repeat ? 'bg-sunken hover:bg-hover' : 'bg-card hover:bg-hover'
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={selected}
      data-row={row.id}
      data-testid={`node-row-${index}`}
      className={`absolute left-0 grid h-(--grid-row) w-full border-b border-line text-sm grid-cols-(--grid-columns) [contain:strict] ${tone} ${dragged ? 'opacity-50' : ''}`}
      style={{ top, transform: swiped === 0 ? undefined : `translateX(${swiped}px)` }}
    >
      {columns.map((column, at) => (
        <Cell key={column.id} {...props} column={column} columnIndex={at + 1} />
      ))}
    </div>
  )
})

// Every row draws these: one path each, where an icon of the set is a dozen elements.
const GRIP = 'M9 5h.01M9 12h.01M9 19h.01M15 5h.01M15 12h.01M15 19h.01'
const DOTS = 'M5 12h.01M12 12h.01M19 12h.01'
const TICK = 'M20 6L9 17l-5-5'

function Strokes({ d, width = 'stroke-4' }: { d: string; width?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={`size-4 shrink-0 fill-none stroke-current [stroke-linecap:round] [stroke-linejoin:round] ${width}`}
    >
      <path d={d} />
    </svg>
  )
}

type CellProps = GridRowProps & { column: ShownColumn; columnIndex: number }

function Cell(props: CellProps) {
  const { row, column, columnIndex, active, selected, editing, place } = props
  const { t, can, movable } = useGrid()
  const shared = {
    role: 'gridcell',
    'aria-colindex': columnIndex,
    'data-column': column.id,
    style: pinStyle(column),
  } as const
  // What the tab stop is: the cell, or the one control in it.
  const focus = { tabIndex: active === column.id ? 0 : -1, 'data-active': active === column.id || undefined }
  const dim = row.state === 'kept' ? '' : 'text-muted'

  switch (column.id) {
    case 'select':
      return (
        <div {...shared} className={`${CELL} justify-center px-0`}>
          <input
            type="checkbox"
            className="checkbox"
            checked={selected}
            aria-label={t('selectRow', { name: row.name })}
            readOnly
            {...focus}
          />
        </div>
      )
    case 'drag':
      return (
        <div {...shared} className={`${CELL} justify-center px-0`}>
          <button
            type="button"
            data-act="drag"
            aria-label={t('dragRow', { name: row.name })}
            aria-disabled={!movable}
            {...tooltip(t(movable ? 'dragHint' : 'dragSorted'))}
            className={`grid size-6 shrink-0 touch-none place-items-center rounded text-muted ${movable ? 'cursor-grab' : 'cursor-not-allowed opacity-40'}`}
            {...focus}
          >
            <Strokes d={GRIP} />
          </button>
        </div>
      )
    case 'menu':
      return (
        <div {...shared} className={`${CELL} justify-center px-0`}>
          <button
            type="button"
            data-act="menu"
            aria-haspopup="menu"
            aria-label={t('menuOf', { name: row.name })}
            className="target grid size-(--control-small) place-items-center rounded-md text-muted hover:bg-hover hover:text-fg pointer-coarse:size-11"
            {...focus}
          >
            <Strokes d={DOTS} />
          </button>
        </div>
      )
    case 'name':
      return (
        <div {...shared} {...focus} className={`${CELL} @container ${edgeClass(column)} gap-1.5 font-medium ${dim}`}>
          {editing ? <NameInput key={row.id} row={row} /> : <Name {...props} />}
        </div>
      )
    case 'index':
      return (
        <div
          {...shared}
          {...focus}
          className={`${CELL} ${edgeClass(column)} justify-end text-xs text-muted tabular-nums`}
        >
          {place}
        </div>
      )
    case 'region':
      return (
        <div {...shared} {...focus} className={`${CELL} ${edgeClass(column)} gap-1.5 ${dim}`}>
          <Region code={row.region} named={column.width >= NAMED_REGION_PX} />
        </div>
      )
    case 'protocol':
      return (
        <div {...shared} {...focus} className={`${CELL} ${edgeClass(column)}`}>
          <Badge className="min-w-0 shrink">
            <span className="truncate">{row.protocol}</span>
          </Badge>
        </div>
      )
    case 'server':
      return (
        <div
          {...shared}
          {...focus}
          className={`${CELL} ${edgeClass(column)} font-mono text-xs ${dim}`}
          title={address(row)}
        >
          <span className="truncate">{row.server.includes(':') ? `[${row.server}]` : row.server}</span>
          <span className="shrink-0 text-muted">:{row.port}</span>
        </div>
      )
    case 'transport':
      return (
        <div {...shared} {...focus} className={`${CELL} ${edgeClass(column)} text-xs text-muted`}>
          <span className="truncate">{transportText(row)}</span>
        </div>
      )
    case 'source':
      return (
        <div {...shared} {...focus} className={`${CELL} ${edgeClass(column)} text-xs text-muted`} title={row.source}>
          <span className="truncate">{row.source}</span>
        </div>
      )
    case 'secret':
      return (
        <div {...shared} {...focus} className={`${CELL} ${edgeClass(column)} text-xs`}>
          {can.has('loadSecret') && <Secret key={row.id} id={row.id} />}
        </div>
      )
    case 'state':
      return (
        <div {...shared} {...focus} className={`${CELL} ${edgeClass(column)}`}>
          <State row={row} />
        </div>
      )
    case 'card':
      return (
        <div {...shared} {...focus} className={`${CELL} flex-col items-stretch justify-center gap-0.5 px-1`}>
          {editing ? <NameInput key={row.id} row={row} /> : <Card {...props} />}
        </div>
      )
    default:
      return null
  }
}

export function pinStyle({ pin }: ShownColumn): CSSProperties | undefined {
  return pin && { position: 'sticky', [pin.side]: pin.offset, zIndex: 1 }
}

export function edgeClass({ edge }: ShownColumn): string {
  return edge ? 'border-r border-line' : ''
}

function address({ server, port }: NodeRow): string {
  return server.includes(':') ? `[${server}]:${port}` : `${server}:${port}`
}

/** `ws · TLS`; plain TCP without TLS says nothing more than that. */
function transportText({ transport, security }: NodeRow): string {
  const secured = security === 'reality' ? 'REALITY' : security === 'tls' ? 'TLS' : ''
  return [transport ?? (secured ? '' : 'tcp'), secured].filter(Boolean).join(' · ')
}

function Region({ code, named }: { code: string | undefined; named: boolean }) {
  const { regionName, flags } = useGrid()
  if (!code) return <span className="text-muted">–</span>
  const name = regionName(code)
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={name}>
      {flags && <Flag code={code} />}
      <span className="shrink-0 tabular-nums">{code}</span>
      {named && name !== code && <span className="truncate text-muted">{name}</span>}
    </span>
  )
}

function Name({ row, repeats, unfolded, repeat }: CellProps) {
  const { t, stateShown, can } = useGrid()
  const struck = row.state === 'excluded' || row.state === 'refused'
  return (
    <>
      {repeat && (
        <span
          aria-hidden="true"
          className="ml-2 h-3 w-2 shrink-0 -translate-y-1 rounded-bl border-b border-l border-line-strong"
        />
      )}
      {row.isNew && <NewDot />}
      <span className={`truncate ${struck ? 'line-through decoration-muted' : ''}`} title={row.name}>
        {row.name || t('noName')}
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
          ×{repeats + 1}
          <Icon name={unfolded ? 'chevron-down' : 'chevron-right'} className="size-3" />
        </button>
      )}
      {row.differs && (
        <Badge tone="warning" icon="alert-triangle">
          {t('differs')}
        </Badge>
      )}
      {row.oldName !== undefined && <Renamed row={row} undo={can.has('onUndoRename')} />}
      {!stateShown && <State row={row} iconOnly />}
    </>
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

/** What is to say about a node, the gravest first. */
function stateOf(row: NodeRow) {
  const texts = row.problems?.map(({ text }) => text) ?? []
  const words = [row.reason, ...texts].filter((text) => text !== undefined).join('\n')
  if (row.state === 'refused') return { key: 'refused', tone: 'error', icon: 'circle-alert', words } as const
  if (row.state === 'excluded') return { key: 'excluded', tone: 'neutral', icon: 'ban', words } as const
  if (row.state === 'disabled') return { key: 'disabled', tone: 'neutral', icon: 'power', words } as const
  if (row.problems?.some(({ severity }) => severity === 'error')) {
    return { key: 'problem', tone: 'error', icon: 'circle-alert', words } as const
  }
  if (row.problems?.some(({ severity }) => severity === 'warning')) {
    return { key: 'problem', tone: 'warning', icon: 'alert-triangle', words } as const
  }
  if (row.isInfo) return { key: 'info', tone: 'info', icon: 'info', words } as const
  if (texts.length > 0) return { key: 'note', tone: 'neutral', icon: 'info', words } as const
  return undefined
}

function State({ row, iconOnly = false }: { row: NodeRow; iconOnly?: boolean }) {
  const { t, can } = useGrid()
  const state = stateOf(row)
  if (!state) {
    if (iconOnly) return null
    return (
      <span className="flex items-center gap-1 text-xs text-muted">
        <Strokes d={TICK} width="stroke-2" />
        {t('state.kept')}
      </span>
    )
  }
  const { key, tone, icon, words } = state
  const badge = (
    <>
      <Badge tone={tone} icon={icon}>
        {/* In a narrow column the name comes first: the word is then in the tip and in the menu. */}
        {iconOnly ? <span className="@max-[12rem]:sr-only">{t(`stateShort.${key}`)}</span> : t(`state.${key}`)}
      </Badge>
      {words && <span className="sr-only">{words}</span>}
    </>
  )
  if (!can.has('fixesOf') || !words) {
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

function Card(props: CellProps) {
  const { row } = props
  const { flags, regionName } = useGrid()
  return (
    <>
      <div className={`flex min-w-0 items-center gap-1.5 font-medium ${row.state === 'kept' ? '' : 'text-muted'}`}>
        {row.region && (
          <span className="flex shrink-0 items-center gap-1 text-xs text-muted" title={regionName(row.region)}>
            {flags && <Flag code={row.region} />}
            {row.region}
          </span>
        )}
        <Name {...props} />
      </div>
      <div className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
        <span className="shrink-0 font-medium">{row.protocol}</span>
        <span aria-hidden="true">·</span>
        <span className="truncate font-mono">{address(row)}</span>
        <span className="truncate max-[379px]:hidden">{transportText(row)}</span>
      </div>
    </>
  )
}

function Secret({ id }: { id: string }) {
  const { t, loadSecret } = useGrid()
  const [shown, setShown] = useTimedReveal()
  const [secret, setSecret] = useState<string>()
  useEffect(() => {
    if (!shown) setSecret(undefined)
  }, [shown])
  return (
    <>
      <span className="min-w-0 truncate font-mono">{shown && secret !== undefined ? secret : MASK}</span>
      <button
        type="button"
        tabIndex={-1}
        data-act="secret"
        aria-pressed={shown}
        aria-label={t(shown ? 'hideSecret' : 'showSecret')}
        {...tooltip(t(shown ? 'hideSecret' : 'showSecret'))}
        className="grid size-6 shrink-0 place-items-center rounded text-muted hover:bg-hover hover:text-fg"
        onClick={() => {
          if (shown) return setShown(false)
          void loadSecret?.(id).then((loaded) => {
            setSecret(loaded)
            setShown(true)
          })
        }}
      >
        <Icon name={shown ? 'eye-off' : 'eye'} className="size-3.5" />
      </button>
    </>
  )
}

/** A name being typed. Enter goes on with the next row, Esc leaves it as it was, leaving the field keeps it. */
function NameInput({ row }: { row: NodeRow }) {
  const { t, onRenamed } = useGrid()
  const input = useRef<HTMLInputElement>(null)
  const ended = useRef(false)
  useLayoutEffect(() => {
    input.current!.focus({ preventScroll: true })
    input.current!.select()
  }, [])
  const end = (name: string | null, next: boolean) => {
    if (ended.current) return
    ended.current = true
    onRenamed(row, name, next)
  }
  return (
    <input
      ref={input}
      data-rename
      aria-label={t('renameOf', { name: row.name })}
      defaultValue={row.name}
      maxLength={NAME_MAX}
      autoComplete="off"
      spellCheck={false}
      className="input h-7 px-1.5 font-medium"
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') end(event.currentTarget.value, true)
        else if (event.key === 'Escape') end(null, false)
        else if (event.key === 'F2') end(event.currentTarget.value, false)
        else return
        event.preventDefault()
      }}
      onBlur={(event) => end(event.currentTarget.value, false)}
    />
  )
}
