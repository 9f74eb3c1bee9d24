import { Suspense, useLayoutEffect, useRef, type RefObject } from 'react'
import { PHONE } from '../../../lib/use-media.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { isLeftOut } from '../listed-node.ts'
import { Pending } from '../../../ui/pending.tsx'
import { titleOf } from './row-words.ts'
import { useGrid } from '../grid-context.ts'
import type { NodeGridActions, ListedNode } from '../types.ts'

const EntryPanel = lazyPart(() => import('../edit/entry-panel.tsx').then((part) => part.default))

interface Props {
  row: ListedNode
  rowIndex: number
  top: number
  /** Of what is seen of the grid: it is not scrolled sideways with the columns. */
  width: number
  columns: number
  act: RefObject<NodeGridActions>
  onHeight: (height: number) => void
  onEdit: (() => void) | undefined
  onClose: () => void
}

/** Scrolls as little as shows the panel. On a phone the row then begins below the bar at the top, and nothing is cut there. */
function showWhole(panel: HTMLElement | null): void {
  if (!panel) return
  const isBelow =
    panel.getBoundingClientRect().bottom > innerHeight - parseFloat(getComputedStyle(panel).scrollMarginBottom)
  panel.scrollIntoView({ block: isBelow && matchMedia(PHONE).matches ? 'start' : 'nearest' })
}

/** The panel below an open row. It shows the text of the entry. The rows below it move down, and it scrolls into view. */
export function OpenRow({ row, rowIndex, top, width, columns, act, onHeight, onEdit, onClose }: Props) {
  const { t } = useGrid()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    let isSeen = false
    const observer = new ResizeObserver(() => {
      onHeight(box.current?.offsetHeight ?? 0)
      if (isSeen || !box.current?.querySelector('[role=group]')) return
      isSeen = true
      // The rows below move down first. That takes one frame.
      requestAnimationFrame(() => showWhole(box.current))
    })
    observer.observe(box.current!)
    return () => {
      observer.disconnect()
      onHeight(0)
    }
  }, [onHeight])
  return (
    <div
      ref={box}
      role="row"
      aria-rowindex={rowIndex}
      data-entry=""
      className="absolute left-0 w-full max-sm:scroll-mt-[calc(3rem+var(--grid-row))] max-sm:scroll-mb-36"
      style={{ top }}
    >
      <div
        role="gridcell"
        aria-colindex={1}
        aria-colspan={columns}
        className="sticky left-0"
        style={{ maxWidth: width }}
      >
        <Suspense fallback={<Pending />}>
          <EntryPanel
            id={row.id}
            name={titleOf(row)}
            reason={isLeftOut(row) ? row.reason : row.isInfo ? t('noticeNode') : undefined}
            load={() => act.current.loadEntry!(row.id)}
            read={(text) => act.current.readLink!(text)}
            onSave={(text, node) => act.current.onSaveEntry?.(row.id, text, node)}
            onEdit={onEdit}
            onClose={onClose}
          />
        </Suspense>
      </div>
    </div>
  )
}
