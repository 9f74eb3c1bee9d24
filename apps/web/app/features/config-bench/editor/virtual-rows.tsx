import { useVirtualizer } from '@tanstack/react-virtual'
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'

const ROW_PX = 36
const OVERSCAN = 8
/** So close to an edge a drag scrolls. */
const EDGE_PX = 40
const SCROLL_PX = 14

interface Props<Row> {
  label: string
  rows: readonly Row[]
  nameOf: (row: Row, index: number) => string
  renderRow: (row: Row, index: number) => ReactNode
  /** Opens a row. Absent: rows do not open. */
  onOpen?: (index: number) => void
  /** Absent: the order does not count, or is not whole. */
  onMove?: ((from: number, to: number) => void) | undefined
  onRemove: (index: number) => void
  onShow?: (index: number) => void
  /** Puts something new before a row. */
  onInsert?: (index: number) => void
  /** Nothing can be changed. */
  isFixed: boolean
  testId?: string
}

/**
 * Rows of any number, of which those in sight are drawn. One is dragged by its handle, or moved with Alt and an arrow, or from
 * its menu; arrows alone go from row to row.
 */
export function VirtualRows<Row>(props: Props<Row>) {
  const { label, rows, nameOf, renderRow, onOpen, onMove, onRemove, onShow, onInsert, isFixed, testId } = props
  const t = useTranslations('formEditor')
  const list = useRef<HTMLUListElement>(null)
  const [margin, setMargin] = useState(0)
  const [drag, setDrag] = useState<{ from: number; to: number }>()
  /** The row that gets the focus when the rows have changed. */
  const wanted = useRef<number>(undefined)
  const scroller = () => list.current?.closest<HTMLElement>('[data-scroller]') ?? null
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: scroller,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: margin,
  })
  // What stands above the list may grow at any time. The same number as before draws nothing anew.
  // oxlint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => {
    const outer = scroller()
    const { current } = list
    if (!outer || !current) return
    setMargin(Math.round(current.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop))
  })
  const focusRow = (index: number) => {
    virtual.scrollToIndex(index)
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row]`)?.focus())
  }
  useEffect(() => {
    const index = wanted.current
    wanted.current = undefined
    if (index !== undefined && rows.length > 0) focusRow(Math.min(index, rows.length - 1))
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows])

  const move = (from: number, to: number) => {
    if (!onMove || isFixed || to === from || to < 0 || to >= rows.length) return
    wanted.current = to
    onMove(from, to)
  }
  const remove = (index: number) => {
    wanted.current = index
    onRemove(index)
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!by || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (event.altKey) move(index, index + by)
    else if (index + by >= 0 && index + by < rows.length) focusRow(index + by)
  }
  const placeAt = (y: number) => {
    const outer = scroller()
    if (!outer || !list.current) return 0
    const { top, bottom } = outer.getBoundingClientRect()
    if (y < top + EDGE_PX) outer.scrollTop -= SCROLL_PX
    if (y > bottom - EDGE_PX) outer.scrollTop += SCROLL_PX
    const offset = y - list.current.getBoundingClientRect().top
    const item = virtual.getVirtualItemForOffset(offset + margin)
    return Math.max(0, Math.min(rows.length - 1, item?.index ?? 0))
  }
  const itemsOf = (index: number): MenuEntry[] => [
    ...(onShow ? [{ id: 'show', icon: 'file-text' as const, label: t('showInText'), onSelect: () => onShow(index) }] : []),
    ...(onInsert && !isFixed ? [{ id: 'insert', icon: 'plus' as const, label: t('insertBefore'), onSelect: () => onInsert(index) }] : []),
    ...(onMove && !isFixed
      ? [
          { id: 'up', icon: 'arrow-up' as const, label: t('up'), keys: 'alt+up', disabled: index === 0, onSelect: () => move(index, index - 1) },
          { id: 'down', icon: 'arrow-down' as const, label: t('down'), keys: 'alt+down', disabled: index === rows.length - 1, onSelect: () => move(index, index + 1) },
          { id: 'top', icon: 'arrow-up-to-line' as const, label: t('toTop'), disabled: index === 0, onSelect: () => move(index, 0) },
          { id: 'bottom', icon: 'arrow-down-to-line' as const, label: t('toBottom'), disabled: index === rows.length - 1, onSelect: () => move(index, rows.length - 1) },
        ]
      : []),
    ...(isFixed ? [] : ['separator' as const, { id: 'remove', icon: 'trash-2' as const, label: t('remove'), danger: true, onSelect: () => remove(index) }]),
  ] // oxfmt-ignore

  if (rows.length === 0) return null
  return (
    <ul ref={list} aria-label={label} className="form-rows" style={{ height: virtual.getTotalSize() }} data-testid={testId}>
      {virtual.getVirtualItems().map(({ index, start }) => {
        const row = rows[index]
        if (row === undefined) return null
        const name = nameOf(row, index)
        const drop = drag?.to === index && drag.from !== index ? (drag.to > drag.from ? 'after' : 'before') : undefined
        return (
          <li
            key={index}
            ref={virtual.measureElement}
            data-index={index}
            data-drop={drop}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            className={`form-row ${drag?.from === index ? 'opacity-60' : ''}`}
            style={{ transform: `translateY(${start - margin}px)` }}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            {onMove && !isFixed && (
              <Handle
                onDrag={(y) => setDrag(y === undefined ? undefined : { from: index, to: placeAt(y) })}
                onDrop={() => {
                  if (drag) move(drag.from, drag.to)
                  setDrag(undefined)
                }}
              />
            )}
            {onOpen ? (
              <button type="button" data-row className="form-row-main" onClick={() => onOpen(index)}>
                {renderRow(row, index)}
              </button>
            ) : (
              <span className="form-row-main" data-row tabIndex={0} role="group" aria-label={name}>
                {renderRow(row, index)}
              </span>
            )}
            {!onOpen && !isFixed && (
              <IconButton icon="x" size="small" label={t('removeNamed', { name })} onClick={() => remove(index)} />
            )}
            <Menu
              label={name}
              align="end"
              items={itemsOf(index)}
              trigger={<IconButton icon="ellipsis" size="small" label={t('actionsOf', { name })} />}
            />
          </li>
        )
      })}
    </ul>
  ) // oxfmt-ignore
}

interface HandleProps {
  /** Height of the pointer; undefined when the drag is given up. */
  onDrag: (y: number | undefined) => void
  onDrop: () => void
}

const held = (event: PointerEvent) => event.currentTarget.hasPointerCapture(event.pointerId)

/** What a row is dragged by; keys and the menu do the same. */
function Handle({ onDrag, onDrop }: HandleProps) {
  return (
    <span
      aria-hidden
      className="grid size-(--control-small) shrink-0 cursor-grab touch-none place-items-center rounded-md text-muted hover:bg-hover active:cursor-grabbing"
      onPointerDown={(event) => event.button === 0 && event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => held(event) && onDrag(event.clientY)}
      onPointerUp={(event) => held(event) && onDrop()}
      onPointerCancel={() => onDrag(undefined)}
    >
      <Icon name="grip-vertical" className="size-4" />
    </span>
  )
}
