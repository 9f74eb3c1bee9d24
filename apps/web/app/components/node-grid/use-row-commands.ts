import type { OpenDialog } from './grid-dialogs.tsx'
import { moveToEnd, stepMove } from './ordering.ts'
import type { RowCommands } from './row-actions.ts'
import { isNodeId } from './view.ts'
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
  /** Nothing but nodes can be renamed, moved or copied. */
  const nodesOf = (ids: readonly string[]) => ids.filter((id) => isNodeId(index, id))
  const withNodes = (ids: readonly string[], run: (nodes: readonly string[]) => void) => {
    const nodes = nodesOf(ids)
    if (nodes.length > 0) run(nodes)
  }
  const commands: RowCommands = {
    rename: (ids) => withNodes(ids, ([first]) => rename(first!)),
    renameMany: (ids) => withNodes(ids, (nodes) => open({ kind: 'rename', ids: nodes })),
    undoRename: (ids) => act.current.onUndoRename?.(ids),
    disable: (ids, disabled) => withNodes(ids, (nodes) => act.current.onDisable?.(withFolded(nodes), disabled)),
    remove: (ids) => act.current.onDelete?.(withFolded(ids)),
    region: (ids) => withNodes(ids, (nodes) => open({ kind: 'region', ids: nodes })),
    fields: (ids) => withNodes(ids, (nodes) => open({ kind: 'fields', ids: nodes })),
    copyLinks: (ids) => withNodes(ids, (nodes) => act.current.onCopyLinks?.(nodes)),
    exportRows: (ids) => withNodes(ids, (nodes) => act.current.onExport?.(nodes)),
    qr: (id) => act.current.onShowQr?.(id),
    clone: (ids) => withNodes(ids, (nodes) => act.current.onClone?.(nodes)),
    edit: (id) => withNodes([id], () => open({ kind: 'edit', id })),
    replace: (id) => open({ kind: 'replace', id }),
    texts: (id) => open({ kind: 'texts', id }),
    step: (ids, step) => withNodes(ids, (nodes) => move(stepMove(view, order, new Set(nodes), step))),
    moveToEnd: (ids, end) => withNodes(ids, (nodes) => move(moveToEnd(order, new Set(nodes), end))),
    moveTo: (ids) => withNodes(ids, (nodes) => open({ kind: 'move', ids: nodes })),
    unfold,
  }
  return { commands, order, move }
}
