import type { OpenDialog } from '../grid/grid-dialogs.tsx'
import { moveToEnd, stepMove } from '../drag/ordering.ts'
import type { RowCommands } from './row-actions.ts'
import { isNode } from '../listed-node.ts'
import { isNodeId } from '../grid/view.ts'
import type { NodeGridActions } from '../types.ts'
import { useRowMoves, type MovesRequest } from '../drag/use-row-moves.ts'

interface Request extends Omit<MovesRequest, 'onMove'> {
  act: { current: NodeGridActions }
  open: (dialog: OpenDialog) => void
  rename: (id: string) => void
  expand: (id: string) => void
}

/** What can be asked of rows, handed on to whoever does it. */
export function useRowCommands(request: Request) {
  const { act, index, view, open, rename, expand } = request
  const { order, move } = useRowMoves({ ...request, onMove: (next) => act.current.onMove?.(next) })
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
    disable: (ids, disabled) => withNodes(ids, (nodes) => act.current.onDisable?.(nodes, disabled)),
    remove: (ids) => act.current.onDelete?.(ids),
    keepOnly: (ids) => {
      const kept = new Set(ids)
      const others = index.rows.filter((row) => isNode(row) && !kept.has(row.id)).map(({ id }) => id)
      if (others.length > 0) act.current.onDelete?.(others)
    },
    region: (ids) => withNodes(ids, (nodes) => open({ kind: 'region', ids: nodes })),
    flags: (ids) => withNodes(ids, (nodes) => open({ kind: 'flags', ids: nodes })),
    fields: (ids) => withNodes(ids, (nodes) => open({ kind: 'fields', ids: nodes })),
    copyLinks: (ids) => withNodes(ids, (nodes) => act.current.onCopyLinks?.(nodes)),
    star: (ids) => withNodes(ids, (nodes) => act.current.onStar?.(nodes)),
    exportRows: (ids) => withNodes(ids, (nodes) => act.current.onExport?.(nodes)),
    check: (ids) => withNodes(ids, (nodes) => act.current.onCheck?.(nodes)),
    checks: (id) => act.current.onShowChecks?.(id),
    qr: (id) => act.current.onShowQr?.(id),
    clone: (ids) => withNodes(ids, (nodes) => act.current.onClone?.(nodes)),
    edit: (id) => withNodes([id], () => open({ kind: 'edit', id })),
    expand,
    replace: (id) => open({ kind: 'replace', id }),
    texts: (id) => open({ kind: 'texts', id }),
    step: (ids, step) => withNodes(ids, (nodes) => move(stepMove(view, order, new Set(nodes), step))),
    moveToEnd: (ids, end) => withNodes(ids, (nodes) => move(moveToEnd(order, new Set(nodes), end))),
    moveTo: (ids) => withNodes(ids, (nodes) => open({ kind: 'move', ids: nodes })),
  }
  return { commands, order, move }
}
