import type { OpenDialog } from './grid-dialogs.tsx'
import { moveToEnd, stepMove } from './ordering.ts'
import type { RowCommands } from './row-actions.ts'
import type { NodeGridActions } from './types.ts'
import { useRowMoves, type MovesRequest } from './use-row-moves.ts'

interface Request extends Omit<MovesRequest, 'onMove'> {
  act: { current: NodeGridActions }
  unfolded: ReadonlySet<string>
  open: (dialog: OpenDialog) => void
  rename: (id: string) => void
  unfold: (id: string) => void
}

/** What can be asked of rows, handed on to whoever does it. */
export function useRowCommands(request: Request) {
  const { act, index, view, unfolded, open, rename, unfold } = request
  const { order, move } = useRowMoves({ ...request, onMove: (next) => act.current.onMove?.(next) })
  /** What is folded under a row goes where the row goes. */
  const withFolded = (ids: readonly string[]): readonly string[] => {
    const wanted = new Set(ids)
    return ids.flatMap((id) => {
      const folded = unfolded.has(id) ? [] : (index.duplicates.get(id) ?? [])
      return [id, ...folded.map((row) => row.id).filter((each) => !wanted.has(each))]
    })
  }
  const commands: RowCommands = {
    rename: (ids) => rename(ids[0]!),
    renameMany: (ids) => open({ kind: 'rename', ids }),
    undoRename: (ids) => act.current.onUndoRename?.(ids),
    disable: (ids, disabled) => act.current.onDisable?.(withFolded(ids), disabled),
    remove: (ids) => act.current.onDelete?.(withFolded(ids)),
    region: (ids) => open({ kind: 'region', ids }),
    fields: (ids) => open({ kind: 'fields', ids }),
    copyLinks: (ids) => act.current.onCopyLinks?.(ids),
    exportRows: (ids) => act.current.onExport?.(ids),
    qr: (id) => act.current.onShowQr?.(id),
    clone: (ids) => act.current.onClone?.(ids),
    edit: (id) => open({ kind: 'edit', id }),
    replace: (id) => open({ kind: 'replace', id }),
    texts: (id) => open({ kind: 'texts', id }),
    step: (ids, step) => move(stepMove(view, order, new Set(ids), step)),
    moveToEnd: (ids, end) => move(moveToEnd(order, new Set(ids), end)),
    moveTo: (ids) => open({ kind: 'move', ids }),
    unfold,
  }
  return { commands, order, move }
}
