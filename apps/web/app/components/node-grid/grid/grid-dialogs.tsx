import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { ColumnId } from '../columns/columns.ts'
import { NODE_TYPES, startNode } from '../edit/new-node.ts'
import { moveToPlace } from '../drag/ordering.ts'
import type { RowList } from './selection.ts'
import type { Sort } from '../columns/sort-rows.ts'
import type { FieldHint, NameChange, NewStep, NodeGridActions, RecordDraft, RowMove } from '../types.ts'
import type { GivenActions } from '../menu/use-actions.ts'
import type { Columns } from '../columns/use-columns.ts'
import type { StepScope } from '../edit/step-scope.ts'
import type { RowIndex, View } from './view.ts'

const BulkRename = lazyPart(() => import('../edit/bulk-rename.tsx').then((part) => part.default))
const ColumnChooser = lazyPart(() => import('../columns/column-chooser.tsx').then((part) => part.default))
const MoveDialog = lazyPart(() => import('../edit/move-dialog.tsx').then((part) => part.default))
const RegionDialog = lazyPart(() => import('../edit/region-dialog.tsx').then((part) => part.default))
const FlagsDialog = lazyPart(() => import('../edit/flags-dialog.tsx').then((part) => part.default))
const FieldEditor = lazyPart(() => import('../edit/field-editor.tsx').then((part) => part.default))
const FieldsDialog = lazyPart(() => import('../edit/fields-dialog.tsx').then((part) => part.default))
const ReplaceDialog = lazyPart(() => import('../edit/replace-dialog.tsx').then((part) => part.default))
const NodeTextsDialog = lazyPart(() => import('../edit/node-texts.tsx').then((part) => part.default))

export type OpenDialog =
  | { kind: 'rename' | 'move' | 'region' | 'flags' | 'fields'; ids: readonly string[] }
  | { kind: 'add' }
  | { kind: 'edit'; id: string; hint?: FieldHint }
  | { kind: 'draft'; draft: RecordDraft }
  | { kind: 'texts' | 'replace'; id: string }
  | { kind: 'columns' }

interface Props {
  open: OpenDialog
  onClose: () => void
  act: { current: NodeGridActions }
  can: GivenActions
  index: RowIndex
  /** What a step would be about. */
  scope: () => StepScope
  view: View
  order: RowList
  move: (move: RowMove | undefined) => void
  columns: Columns
  absent: ReadonlySet<ColumnId>
  gridWidth: number
  cards: boolean
  sort: Sort | null
  onSort: (sort: Sort | null) => void
  /** A node is about to come. */
  onAdding: () => void
}

/** The dialog that was asked for. Each is loaded when it is first opened. */
export function GridDialogs(props: Props) {
  return (
    <Suspense>
      <OpenedDialog {...props} />
    </Suspense>
  )
}

function OpenedDialog(props: Props) {
  const {
    open,
    onClose,
    act,
    can,
    index,
    scope,
    view,
    order,
    move,
    columns,
    absent,
    gridWidth,
    cards,
    sort,
    onSort,
    onAdding,
  } = props
  const preview = can.has('previewLink')
    ? (node: Parameters<NonNullable<NodeGridActions['previewLink']>>[0]) => act.current.previewLink!(node)
    : undefined
  const keep = can.has('onKeepSteps') ? act.current.onKeepSteps : undefined
  /** What a dialog that gives names is handed. */
  const names = {
    rows: index.rows,
    ids: 'ids' in open ? open.ids : [],
    scope: keep && scope(),
    onRename: (changes: readonly NameChange[]) => act.current.onRenameMany?.(changes),
    onKeep: (step: NewStep, changes: readonly NameChange[]) => keep?.([step], changes),
    onClose,
  }
  switch (open.kind) {
    case 'rename':
      return <BulkRename {...names} />
    case 'move':
      return (
        <MoveDialog
          count={open.ids.length}
          most={view.count}
          place={view.indexOf(open.ids[0]!) + 1}
          onMove={(place) => move(moveToPlace(view, order, new Set(open.ids), place))}
          onClose={onClose}
        />
      )
    case 'region':
      return (
        <RegionDialog
          {...names}
          // One node is no rule.
          scope={open.ids.length > 1 ? names.scope : undefined}
          region={index.byId.get(open.ids[0]!)?.region}
          known={index.regions.map(({ value }) => value)}
        />
      )
    case 'flags':
      return <FlagsDialog {...names} />
    case 'fields':
      return (
        <FieldsDialog
          ids={open.ids}
          count={() => act.current.countFields!(open.ids)}
          scope={keep && scope()}
          onSet={(change) => act.current.onSetFields?.(open.ids, change)}
          onKeep={(steps) => keep?.(steps)}
          onClose={onClose}
        />
      )
    case 'add':
      return (
        <FieldEditor
          adds
          load={() => Promise.resolve(startNode(NODE_TYPES[0]!))}
          preview={preview}
          onSave={(node) => {
            onAdding()
            act.current.onAdd?.(node)
          }}
          onClose={onClose}
        />
      )
    case 'edit':
      return (
        can.has('loadNode') && (
          <FieldEditor
            key={open.id}
            isNotice={index.byId.get(open.id)?.isInfo}
            onDisable={
              can.has('onDisable') && index.byId.get(open.id)?.state !== 'disabled'
                ? () => act.current.onDisable!([open.id], true)
                : undefined
            }
            onExcludeNotices={
              can.has('onExcludeInfo') && index.info.includes(open.id)
                ? () => act.current.onExcludeInfo!(index.info)
                : undefined
            }
            load={() => act.current.loadNode!(open.id)}
            hint={open.hint}
            preview={preview}
            onSave={can.has('onSave') ? (node, shown) => act.current.onSave!(open.id, node, shown) : undefined}
            onClose={onClose}
          />
        )
      )
    case 'draft':
      return (
        <FieldEditor
          load={() => Promise.resolve(open.draft.node)}
          hint={open.draft.hint}
          preview={preview}
          onSave={open.draft.onSave}
          onClose={onClose}
        />
      )
    case 'texts':
      return (
        <NodeTextsDialog
          name={index.byId.get(open.id)?.name ?? ''}
          load={() => act.current.loadNode!(open.id)}
          write={(node) => act.current.writeTexts!(node)}
          onClose={onClose}
        />
      )
    case 'replace':
      return (
        <ReplaceDialog
          name={index.byId.get(open.id)?.name ?? ''}
          read={(text) => act.current.readLink!(text)}
          onReplace={(link, node) => act.current.onReplaceLink?.(open.id, link, node)}
          onClose={onClose}
        />
      )
    case 'columns':
      return <ColumnChooser {...{ columns, absent, cards, sort, onSort, gridWidth, onClose }} />
    default:
      return null
  }
}
