import { dragAndDropFeature, hotkeysCoreFeature, type ItemInstance, syncDataLoaderFeature } from '@headless-tree/core'
import { useTree } from '@headless-tree/react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../../ui/icon.tsx'
import { type FoundRows, type ObjectRow, type ObjectRows, ROOT_ID } from './object-rows.ts'

interface Props {
  rows: ObjectRows
  /** What the document is called: the root is. */
  name: string
  found: FoundRows | undefined
  selected: string
  isReadOnly: boolean
  onSelect: (id: string) => void
  /** Among its siblings. */
  onMove: (id: string, to: number) => void
  onRemove: (id: string) => void
  onEdit: () => void
}

/** Above the root, which is a row of its own. */
const TOP = 'top'
const ROW_PX = 32
const OVERSCAN = 12
const VALUE_SHOWN = 200

/** A document as a tree. Arrows walk, Alt and an arrow moves a value among its siblings, F2 edits it, Delete takes it out. */
export function ObjectTreeView({ rows, name, found, selected, isReadOnly, onSelect, onMove, onRemove, onEdit }: Props) {
  const t = useTranslations('objectEdit')
  const scroller = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<string[]>([ROOT_ID])
  const [focused, setFocused] = useState<string | null>(selected)
  const known = useRef(rows)
  known.current = rows

  const rowOf = (id: string) => known.current.get(id)
  const isShown = (id: string) => found === undefined || found.shown.has(id)
  const sibling = (row: ObjectRow, step: number) => {
    const siblings = rowOf(row.parent ?? '')?.childIds ?? []
    return row.at + step >= 0 && row.at + step < siblings.length ? row.at + step : undefined
  }
  const move = (step: number) => {
    const row = rowOf(focused ?? '')
    const to = row && !row.isFixed && !isReadOnly ? sibling(row, step) : undefined
    if (row && to !== undefined) onMove(row.id, to)
  }
  const tree = useTree<ObjectRow | undefined>({
    rootItemId: TOP,
    state: { expandedItems: found ? [...found.shown] : opened, focusedItem: focused },
    setExpandedItems: (next) => setOpened((all) => (typeof next === 'function' ? next(all) : next)),
    setFocusedItem: (next) => setFocused((id) => (typeof next === 'function' ? next(id) : next)),
    getItemName: (item) => nameOf(item, name, t),
    isItemFolder: (item) => (item.getItemData()?.childIds.length ?? 0) > 0,
    dataLoader: {
      getItem: rowOf,
      getChildren: (id) => (id === TOP ? [ROOT_ID] : (rowOf(id)?.childIds ?? []).filter(isShown)),
    },
    scrollToItem: (item) => virtual.scrollToIndex(item.getItemMeta().index),
    onPrimaryAction: (item) => onSelect(item.getId()),
    ignoreHotkeysOnInputs: true,
    hotkeys: {
      customEdit: { hotkey: 'F2', preventDefault: true, handler: (_, all) => { onSelect(all.getFocusedItem().getId()); onEdit() } },
      customOpen: { hotkey: 'Enter', preventDefault: true, handler: (_, all) => { onSelect(all.getFocusedItem().getId()); onEdit() } },
      customRemove: { hotkey: 'Delete', preventDefault: true, handler: (_, all) => onRemove(all.getFocusedItem().getId()) },
    },
    canReorder: true,
    canDrag: (items) => !isReadOnly && found === undefined && items.every((item) => mayMove(item.getItemData())),
    // A value goes to another place among its siblings: elsewhere its key may be taken, and its comments would be lost.
    canDrop: (items, target) =>
      'childIndex' in target && items.every((item) => item.getItemData()?.parent === target.item.getId()),
    onDrop: (items, target) => {
      const row = items[0]?.getItemData()
      if (row && 'childIndex' in target) onMove(row.id, target.insertionIndex)
    },
    indent: 16,
    features: [syncDataLoaderFeature, hotkeysCoreFeature, dragAndDropFeature],
  }) // oxfmt-ignore

  const items = tree.getItems()
  // oxlint-disable-next-line react/incompatible-library -- the rows are drawn with every change of the tree
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  })
  useEffect(() => tree.rebuildTree(), [tree, rows, found])
  const open = useEffectEvent((id: string) => {
    const above: string[] = []
    for (let row = rowOf(id); row?.parent !== undefined; row = rowOf(row.parent)) above.push(row.parent)
    setOpened((all) => [...new Set([...all, ...above])])
    setFocused(id)
  })
  // What was added or moved is shown where it is now.
  useEffect(() => open(selected), [selected])

  return (
    <div
      ref={scroller}
      className="object-tree"
      data-testid="object-tree"
      onKeyDown={(event) => {
        // The library tells the two Alt keys apart.
        const step = event.altKey ? ({ ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0) : 0
        if (step === 0) return
        event.preventDefault()
        move(step)
      }}
    >
      <div {...tree.getContainerProps(t('tree', { name }))} className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const item = items[index]
          const row = item?.getItemData()
          if (!item || !row) return null
          const { node } = row
          return (
            <div
              {...item.getProps()}
              key={item.getId()}
              // What stands in the row is its name.
              aria-label={undefined}
              aria-selected={row.id === selected}
              data-found={found?.ids.has(row.id) ? '' : undefined}
              data-over={item.isDraggingOver() ? '' : undefined}
              className="object-row"
              style={{ transform: `translateY(${start}px)`, paddingInlineStart: `${item.getItemMeta().level * 16 + 8}px` }}
            >
              <span className="flex w-4 shrink-0 justify-center">
                {item.isFolder() && (
                  <Icon name={item.isExpanded() ? 'chevron-down' : 'chevron-right'} className="size-3.5 text-muted" />
                )}
              </span>
              <span className="shrink-0 font-medium">{row.id === ROOT_ID ? name : node.key}:</span>
              <span className={`truncate ${node.kind === 'text' ? '' : 'text-muted'}`}>{shownValue(row, t)}</span>
              {node.isShared && <Icon name="link" className="size-3.5 shrink-0 text-muted" />}
              {row.isFixed && <Icon name="lock" className="size-3.5 shrink-0 text-muted" />}
            </div>
          )
        })}
        <div className="object-drop-line" style={tree.getDragLineStyle()} />
      </div>
    </div>
  ) // oxfmt-ignore
}

type Words = ReturnType<typeof useTranslations<'objectEdit'>>

/** Keys by which configs call the things in their lists. */
const NAMES: ReadonlySet<string | number> = new Set(['name', 'tag'])

const mayMove = (row: ObjectRow | undefined) => row !== undefined && row.parent !== undefined && !row.isFixed

function nameOf(item: ItemInstance<ObjectRow | undefined>, name: string, t: Words): string {
  const row = item.getItemData()
  if (!row) return ''
  return `${row.id === ROOT_ID ? name : row.node.key}: ${shownValue(row, t)}`
}

function shownValue({ node: { kind, value = '', children = [] } }: ObjectRow, t: Words): string {
  if (kind === 'map') {
    const called = children.find((child) => NAMES.has(child.key) && child.kind === 'text')?.value
    return [called, t('keys', { n: children.length })].filter(Boolean).join(' · ')
  }
  if (kind === 'list') return t('items', { n: children.length })
  return kind === 'null' ? 'null' : value.slice(0, VALUE_SHOWN)
}
