import { moved } from '@switchyard/recipe/moved'
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
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

interface Props<Row> {
  label: string
  rows: readonly Row[]
  /** What a row is called where it is told about. */
  nameOf: (row: Row, index: number) => string
  /** Beside the name in the row's head. */
  renderHead: (row: Row, index: number) => ReactNode
  children: (row: Row, index: number) => ReactNode
  onMove: (from: number, to: number) => void
  /** With the words for what was done. Absent: rows are not taken away here. */
  onRemove?: (index: number, done: string) => void
  /** Whether a row is still to be filled in, when it first appears. */
  isUnfinished: (row: Row, index: number) => boolean
  /** Behind the row's head: what acts on the row and is not for every list. */
  renderActions?: (row: Row, index: number) => ReactNode
  /** The row that a link led to: it is opened, focused and marked. Another object leads there again. */
  linked?: { index: number } | undefined
  testId: string
}

/** Rows that open, and whose order counts: dragged by the handle, or moved with Alt and an arrow, or with the buttons. */
export function OrderedRows<Row>(props: Props<Row>) {
  const { label, rows, nameOf, renderHead, children, onMove, onRemove, isUnfinished, renderActions, linked, testId } =
    props
  const t = useTranslations('configForm')
  const list = useRef<HTMLUListElement>(null)
  const [ids, setIds] = useState<Ids>(() => {
    const { added: _, ...first } = resized({ list: [], next: 0, opened: new Set() }, rows, isUnfinished)
    return first
  })
  if (ids.list.length !== rows.length) setIds(resized(ids, rows, isUnfinished))
  const [drag, setDrag] = useState<{ from: number; to: number }>()
  const [said, setSaid] = useState('')
  const focused = useRef<HTMLElement>(null)

  // A row that changes its place loses the focus on the way.
  useLayoutEffect(() => {
    if (focused.current?.isConnected) focused.current.focus()
    focused.current = null
  })
  const added = ids.added === undefined ? undefined : `${testId}-${ids.added}`
  useEffect(() => {
    if (added) document.getElementById(added)?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [added])
  useEffect(() => {
    if (!linked) return
    setIds((now) => ({ ...now, opened: new Set([...now.opened, now.list[linked.index] ?? -1]) }))
    const row = list.current?.children[linked.index]
    row?.scrollIntoView({ block: 'center' })
    row?.querySelector<HTMLElement>('button[aria-expanded]')?.focus({ preventScroll: true })
  }, [linked])

  const move = (from: number, to: number) => {
    if (to < 0 || to >= rows.length || to === from) return
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && list.current?.contains(activeElement)) focused.current = activeElement
    setIds({ ...ids, list: moved(ids.list, from, to) })
    onMove(from, to)
    setSaid(t('moved', { name: nameOf(rows[from]!, from), n: to + 1, total: rows.length }))
  }
  const remove = (index: number) => {
    const name = nameOf(rows[index]!, index)
    setIds({ ...ids, list: ids.list.filter((_, at) => at !== index) })
    onRemove!(index, t('removed', { name }))
    const next = list.current?.children[Math.min(index + 1, rows.length - 1)]
    ;(next?.querySelector('button') ?? list.current)?.focus()
  }
  const toggle = (id: number) => {
    const opened = new Set(ids.opened)
    if (!opened.delete(id)) opened.add(id)
    setIds({ ...ids, opened })
  }

  return (
    <>
      <ul
        ref={list}
        aria-label={label}
        tabIndex={-1}
        className="flex flex-col gap-2 outline-none empty:hidden"
        data-testid={testId}
      >
        {rows.map((row, index) => {
          const id = ids.list[index] ?? -1
          const isOpen = ids.opened.has(id)
          const name = nameOf(row, index)
          return (
            <li
              key={id}
              data-drop={
                drag && drag.to === index && drag.from !== index
                  ? drag.to > drag.from
                    ? 'after'
                    : 'before'
                  : undefined
              }
              className={`ordered-row ${drag?.from === index ? 'opacity-60' : ''} ${linked?.index === index ? 'option-linked' : ''}`}
              onKeyDown={(event: KeyboardEvent) => {
                const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
                if (!by || !event.altKey) return
                event.preventDefault()
                move(index, index + by)
              }}
            >
              <div className="flex min-h-(--row) items-center gap-0.5 px-1">
                <Handle
                  label={t('dragRow', { name })}
                  onDrag={(y) =>
                    setDrag(y === undefined ? undefined : { from: index, to: placeAt(list.current, index, y) })
                  }
                  onDrop={() => {
                    if (drag) move(drag.from, drag.to)
                    setDrag(undefined)
                  }}
                />
                <button
                  type="button"
                  aria-expanded={isOpen}
                  aria-controls={isOpen ? `${testId}-${id}` : undefined}
                  className="flex min-h-(--target) min-w-0 flex-1 items-center gap-1.5 rounded-md px-1 text-left text-sm hover:bg-hover"
                  onClick={() => toggle(id)}
                >
                  <Icon
                    name="chevron-right"
                    className={`size-3.5 text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
                  />
                  {renderHead(row, index)}
                </button>
                {renderActions?.(row, index)}
                <IconButton
                  icon="arrow-up"
                  size="small"
                  label={t('upRow', { name })}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  icon="arrow-down"
                  size="small"
                  label={t('downRow', { name })}
                  disabled={index === rows.length - 1}
                  onClick={() => move(index, index + 1)}
                />
                {onRemove && (
                  <IconButton
                    icon="trash-2"
                    size="small"
                    label={t('removeRow', { name })}
                    onClick={() => remove(index)}
                  />
                )}
              </div>
              {isOpen && (
                <div id={`${testId}-${id}`} className="grid grid-cols-2 gap-3 border-t border-line p-3">
                  {children(row, index)}
                </div>
              )}
            </li>
          )
        })}
      </ul>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  )
}

interface HandleProps {
  label: string
  /** Height of the pointer; undefined when the drag is given up. */
  onDrag: (y: number | undefined) => void
  onDrop: () => void
}

const held = (event: PointerEvent) => event.currentTarget.hasPointerCapture(event.pointerId)

function Handle({ label, onDrag, onDrop }: HandleProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className="grid size-(--control-small) shrink-0 cursor-grab touch-none place-items-center rounded-md text-muted hover:bg-hover active:cursor-grabbing"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => held(event) && onDrag(event.clientY)}
      onPointerUp={(event) => held(event) && onDrop()}
      onPointerCancel={() => onDrag(undefined)}
    >
      <Icon name="grip-vertical" className="size-4" />
    </button>
  )
}

/** The place that a row dragged to a height would take. */
function placeAt(list: HTMLUListElement | null, from: number, y: number): number {
  let place = 0
  for (const [index, row] of [...(list?.children ?? [])].entries()) {
    const { top, height } = row.getBoundingClientRect()
    if (index !== from && y > top + height / 2) place++
  }
  return place
}

/** A number for each row that stays with it when it moves, and which rows are open. */
interface Ids {
  list: readonly number[]
  next: number
  opened: ReadonlySet<number>
  /** The unfinished row that came last. */
  added?: number
}

/** As many numbers as rows: what is still to be filled in comes open. */
function resized<Row>(ids: Ids, rows: readonly Row[], isUnfinished: (row: Row, index: number) => boolean): Ids {
  const list = ids.list.slice(0, rows.length)
  const opened = new Set(ids.opened)
  let { next, added } = ids
  for (let index = list.length; index < rows.length; index++) {
    if (isUnfinished(rows[index]!, index)) opened.add((added = next))
    list.push(next++)
  }
  return { list, next, opened, ...(added === undefined ? {} : { added }) }
}
