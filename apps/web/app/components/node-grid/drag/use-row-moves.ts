import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { RowList } from '../grid/selection.ts'
import type { RowMove } from '../types.ts'
import type { Say } from '../grid/use-announcer.ts'
import { rowListOf, type RowIndex, type View } from '../grid/view.ts'

export interface MovesRequest {
  index: RowIndex
  view: View
  movable: boolean
  onMove: (move: RowMove) => void
  activeId: string | null
  scrollTo: (index: number) => void
  say: Say
}

/** The stored order, and how it is changed; where rows went is told when they stand there. */
export function useRowMoves({ index, view, movable, onMove, activeId, scrollTo, say }: MovesRequest) {
  const t = useTranslations('nodeGrid')
  const order: RowList = useMemo(() => rowListOf(index.rows), [index])
  const moved = useRef<readonly string[]>(undefined)
  const move = (next: RowMove | undefined) => {
    if (!next || !movable) return
    moved.current = next.ids
    onMove(next)
  }
  const reportMoved = useEffectEvent(() => {
    const ids = moved.current
    if (!ids || ids.length === 0) return
    moved.current = undefined
    const place = view.indexOf(ids[0]!) + 1
    const name = index.byId.get(ids[0]!)?.name ?? ''
    if (place > 0) say(t('moved', { count: ids.length, name, place, total: view.count }))
    if (activeId !== null && ids.includes(activeId)) scrollTo(view.indexOf(activeId))
  })
  useEffect(() => reportMoved(), [view])
  return { order, move }
}
