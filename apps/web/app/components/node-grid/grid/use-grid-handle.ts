import { useEffect, useEffectEvent, useImperativeHandle, useState, type Ref } from 'react'
import type { OpenDialog } from './grid-dialogs.tsx'
import type { NodeGridHandle } from '../types.ts'
import type { RowIndex, View } from './view.ts'

interface Request {
  ref: Ref<NodeGridHandle> | undefined
  index: RowIndex
  view: View
  clearFilter: () => void
  showState: NodeGridHandle['showState']
  goTo: (id: string) => void
  show: (id: string) => void
  current: () => string | undefined
  open: (dialog: OpenDialog) => void
}

/** What a screen may ask of its grid. Gives back how to show, once it is there, the row that is about to come. */
export function useGridHandle(request: Request): () => void {
  const { ref, index, view, clearFilter, showState, goTo, show, current, open } = request
  const [wanted, setWanted] = useState<string>()
  const [before, setBefore] = useState<RowIndex>()
  const reveal = (id: string) => {
    if (!index.byId.has(id)) return false
    if (view.indexOf(id) < 0) clearFilter()
    setWanted(id)
    return true
  }
  useImperativeHandle(ref, () => ({
    reveal,
    show: (id) => {
      const first = index.byId.get(id)?.duplicateOf ?? id
      const shown = [id, first].find((each) => view.indexOf(each) >= 0)
      if (shown !== undefined) show(shown)
    },
    current,
    clearFilter,
    showState,
    edit: (id, hint) => open({ kind: 'edit', id, ...(hint ? { hint } : {}) }),
    editDraft: (draft) => open({ kind: 'draft', draft }),
  }))
  const goToWanted = useEffectEvent(goTo)
  // A row that was filtered out is there a little later.
  useEffect(() => {
    if (wanted === undefined || view.indexOf(wanted) < 0) return
    setWanted((now) => (now === wanted ? undefined : now))
    goToWanted(wanted)
  }, [wanted, view])
  const revealNew = useEffectEvent((known: RowIndex) => {
    const fresh = index.rows.find(({ id }) => !known.byId.has(id))
    if (!fresh) return
    setBefore(undefined)
    reveal(fresh.id)
  })
  useEffect(() => {
    if (before && before !== index) revealNew(before)
  }, [before, index])
  return () => setBefore(index)
}
