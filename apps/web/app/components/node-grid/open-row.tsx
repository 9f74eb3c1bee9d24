import { Suspense, useLayoutEffect, useRef, type RefObject } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { isLeftOut } from '../../lib/node-row.ts'
import { Pending } from '../../ui/pending.tsx'
import { titleOf } from './row-words.ts'
import type { NodeGridActions, NodeRow } from './types.ts'

const EntryPanel = lazyPart(() => import('./entry-panel.tsx').then((part) => part.default))

interface Props {
  row: NodeRow
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

/** The panel below an open row. It shows the text of the entry. The rows below it move down, and it scrolls into view. */
export function OpenRow({ row, rowIndex, top, width, columns, act, onHeight, onEdit, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    let isSeen = false
    const observer = new ResizeObserver(() => {
      onHeight(box.current?.offsetHeight ?? 0)
      if (isSeen || !box.current?.querySelector('[role=group]')) return
      isSeen = true
      // The rows below move down first. That takes one frame.
      requestAnimationFrame(() => box.current?.scrollIntoView({ block: 'nearest' }))
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
      className="absolute left-0 w-full max-sm:scroll-mb-36"
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
            name={titleOf(row)}
            reason={isLeftOut(row) ? row.reason : undefined}
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
