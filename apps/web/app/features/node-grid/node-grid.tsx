import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
} from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { usePageActions } from '../../lib/page-actions.ts'
import { uiSettings } from '../../lib/ui-settings.ts'
import { useStore } from '../../lib/store.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MenuList } from '../../ui/menu.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { RESIZE_STEP, type ColumnId } from './columns.ts'
import { GoneRows } from './gone-rows.tsx'
import { GridContext, type GridContextValue } from './grid-context.ts'
import { clampWidth, GridHeader } from './grid-header.tsx'
import { GridRow } from './grid-row.tsx'
import { GridToolbar } from './grid-toolbar.tsx'
import { dropMove, moveToEnd, moveToPlace, stepMove } from './ordering.ts'
import { createSlots } from './row-slots.ts'
import { bulkMenu, rowMenu, type RowCommands } from './row-actions.ts'
import {
  NOTHING,
  selectAll,
  selectOnly,
  selectRange,
  toggle,
  withoutGone,
  type RowList,
  type Selection,
} from './selection.ts'
import { nextSort, type Sort, type SortColumn } from './sort-rows.ts'
import type { FieldHint, NodeGridActions, NodeGridHandle, NodeRow, RecordDraft, RowMove } from './types.ts'
import { useAnnouncer } from './use-announcer.ts'
import { useCardGestures } from './use-card-gestures.ts'
import { useColumns } from './use-columns.ts'
import { useGridSize } from './use-grid-size.ts'
import { useRowDrag } from './use-row-drag.ts'
import { useRowIndex, useView } from './use-view.ts'
import { nearestShown, rowListOf } from './view.ts'

export type * from './types.ts'
export { applyMove } from './ordering.ts'

const BulkRename = lazy(() => import('./bulk-rename.tsx'))
const ColumnChooser = lazy(() => import('./column-chooser.tsx'))
const MoveDialog = lazy(() => import('./move-dialog.tsx'))
const RegionDialog = lazy(() => import('./region-dialog.tsx'))
const FieldEditor = lazy(() => import('./field-editor.tsx'))
const NodeTextsDialog = lazy(() => import('./node-texts.tsx'))

export interface NodeGridProps {
  /** The columns are kept under this name. */
  screen: string
  /** What the nodes are, for a screen reader. */
  label: string
  rows: readonly NodeRow[]
  /** Rows that the last refresh did not bring again. */
  gone?: readonly NodeRow[]
  actions: NodeGridActions
  keepDuplicates?: boolean
  /** Told when the selection changes. */
  onSelect?: (ids: readonly string[]) => void
  ref?: Ref<NodeGridHandle>
  className?: string
}

const HEADER_PX = 32
const OVERSCAN = 6
/** No more rows than these are ever in the document, the one with the focus among them. */
const MOST_ROWS = 79
const NO_SECRET: ReadonlySet<ColumnId> = new Set(['secret'])
const NO_DRAG: ReadonlySet<ColumnId> = new Set(['drag'])
const NEITHER: ReadonlySet<ColumnId> = new Set(['secret', 'drag'])
const ALL_COLUMNS: ReadonlySet<ColumnId> = new Set()
/** What of a cell may hold the tab stop. */
const STOPS = '[role=gridcell], .checkbox, [data-act=menu], [data-act=drag]'
const NO_IDS: ReadonlySet<string> = new Set()

/** Which cell holds the tab stop. */
interface ActiveCell {
  /** '' = the row of headers; undefined = the first row there is. */
  row: string | undefined
  column: ColumnId
}

const HEADER = ''

type Open =
  | { kind: 'rename' | 'move' | 'region'; ids: readonly string[] }
  | { kind: 'edit'; id: string; hint?: FieldHint }
  | { kind: 'draft'; draft: RecordDraft }
  | { kind: 'texts'; id: string }
  | { kind: 'columns' }

/** The table of nodes that every screen shares: it shows rows and reports what is asked of them. */
export function NodeGrid({
  screen,
  label,
  rows,
  gone,
  actions,
  keepDuplicates = false,
  onSelect,
  ref,
  className = '',
}: NodeGridProps) {
  const t = useTranslations('nodeGrid')
  const locale = useLocale()
  const flags = useStore(uiSettings, {}).flags !== false
  const regionName = useRegionName(locale)
  const act = useRef(actions)
  useLayoutEffect(() => {
    act.current = actions
  })
  const can = useGiven(actions)

  const root = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const filterInput = useRef<HTMLInputElement>(null)
  const size = useGridSize(root, probe)
  const { cards } = size
  const headerHeight = cards ? 0 : HEADER_PX

  const [text, setText] = useState('')
  const [sort, setSort] = useState<Sort | null>(null)
  const [unfolded, setUnfolded] = useState(NO_IDS)
  const [selection, setSelectionState] = useState<Selection>(NOTHING)
  const [cell, setCell] = useState<ActiveCell>({ row: undefined, column: 'name' })
  const [editing, setEditing] = useState<string>()
  const [menu, setMenu] = useState<{ id: string; anchor: Element | { x: number; y: number } }>()
  const [open, setOpen] = useState<Open>()
  const [infoSeen, setInfoSeen] = useState(false)
  const { said, say } = useAnnouncer()

  const index = useRowIndex(rows)
  const order = useMemo(() => rowListOf(index.rows), [index])
  const { view, filter, searching } = useView({ index, text, sort, unfolded, locale, regionName })
  const movable = can.has('onMove') && sort === null
  const absent = can.has('loadSecret')
    ? can.has('onMove')
      ? ALL_COLUMNS
      : NO_DRAG
    : can.has('onMove')
      ? NO_SECRET
      : NEITHER
  const columns = useColumns(screen, size.width, cards, absent)
  const stateShown = columns.shown.some(({ id }) => id === 'state')

  // What was selected and is gone leaves the selection; the focus goes to the next row that is left.
  const [seen, setSeen] = useState({ view, index })
  if (seen.view !== view || seen.index !== index) {
    setSeen({ view, index })
    if (seen.index !== index) {
      const left = withoutGone(selection, (id) => index.byId.has(id))
      if (left !== selection) setSelectionState(left)
    }
    // While nothing is shown the row is remembered: it may come back.
    if (cell.row && view.count > 0 && view.indexOf(cell.row) < 0) {
      const next = nearestShown(seen.view, Math.max(0, seen.view.indexOf(cell.row)), view)
      setCell({ ...cell, row: next ?? undefined })
    }
  }
  const activeId = activeRow(cell.row, view)
  const activeIndex = activeId === null ? -1 : view.indexOf(activeId)
  const columnNow = columns.shown.some(({ id }) => id === cell.column) ? cell.column : cards ? 'card' : 'name'

  const select = useCallback(
    (next: Selection) => {
      setSelectionState(next)
      say(t('selected', { count: next.ids.size }), true)
    },
    [say, t],
  )
  const tellSelection = useEffectEvent((ids: ReadonlySet<string>) => onSelect?.([...ids]))
  useEffect(() => tellSelection(selection.ids), [selection.ids])

  // Counts while someone filters.
  const filtered = text.trim() !== ''
  useEffect(() => {
    if (filtered && !searching) say(t('found', { count: view.matched }), true)
  }, [filtered, searching, view.matched, say, t])

  /* Rows on the screen */

  const rangeOf = useCallback(
    (range: Range) => {
      const wanted = defaultRangeExtractor(range)
      const spare = Math.ceil((wanted.length - MOST_ROWS) / 2)
      const shown = spare > 0 ? wanted.slice(spare, -spare) : wanted
      if (activeIndex < 0 || shown.includes(activeIndex)) return shown
      return [...shown, activeIndex].sort((a, b) => a - b)
    },
    [activeIndex],
  )
  // New functions would make it place all rows anew.
  const estimateSize = useCallback(() => size.row, [size.row])
  const getItemKey = useCallback((at: number) => (at < view.count ? view.idAt(at) : at), [view])
  // oxlint-disable-next-line react/incompatible-library -- it hands out new items by rendering anew
  const virtualizer = useVirtualizer({
    count: view.count,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
    overscan: OVERSCAN,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
    rangeExtractor: rangeOf,
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, size.row])
  const items = virtualizer.getVirtualItems().filter(({ index: at }) => at < view.count)
  const [slotsOf] = useState(createSlots)
  const slots = slotsOf(
    items.map(({ index: at }) => view.idAt(at)),
    activeId,
  )

  /* The focus */

  const focusWanted = useRef(false)
  /** The focus was last seen on a cell: should its row go, it is given back. */
  const focusHeld = useRef(false)
  const focusCell = useCallback(() => {
    scroller.current?.querySelector<HTMLElement>('[data-active]')?.focus({ preventScroll: true })
  }, [])
  useLayoutEffect(() => {
    const lost = focusHeld.current && (document.activeElement === document.body || document.activeElement === null)
    if (!focusWanted.current && !lost) return
    if (editing !== undefined) return
    focusWanted.current = false
    focusCell()
  })
  useEffect(() => {
    const elsewhere = (event: Event) => {
      focusHeld.current = scroller.current?.contains(event.target as Node) === true
    }
    document.addEventListener('focusin', elsewhere)
    document.addEventListener('pointerdown', elsewhere)
    return () => {
      document.removeEventListener('focusin', elsewhere)
      document.removeEventListener('pointerdown', elsewhere)
    }
  }, [])

  const goTo = useCallback(
    (id: string | null, column: ColumnId) => {
      setCell({ row: id ?? HEADER, column })
      focusWanted.current = true
      const at = id === null ? -1 : view.indexOf(id)
      if (at >= 0) virtualizer.scrollToIndex(at, { align: 'auto' })
      if (columns.width > size.width) {
        requestAnimationFrame(() =>
          scroller.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
        )
      }
    },
    [view, virtualizer, columns.width, size.width],
  )

  useImperativeHandle(ref, () => ({
    reveal(id) {
      const row = index.byId.get(id)
      if (!row) return false
      const first = row.duplicateOf !== undefined && index.byId.has(row.duplicateOf) ? row.duplicateOf : undefined
      if (first !== undefined) setUnfolded((now) => new Set(now).add(first))
      if (view.indexOf(first ?? id) < 0) setText('')
      setWanted(id)
      return true
    },
    setFilter: setText,
    edit: (id, hint) => setOpen({ kind: 'edit', id, ...(hint ? { hint } : {}) }),
    editDraft: (draft) => setOpen({ kind: 'draft', draft }),
  }))
  const [wanted, setWanted] = useState<string>()
  const goToWanted = useEffectEvent((id: string) => goTo(id, cards ? 'card' : 'name'))
  useEffect(() => {
    if (wanted === undefined || view.indexOf(wanted) < 0) return
    setWanted((now) => (now === wanted ? undefined : now))
    goToWanted(wanted)
  }, [wanted, view])

  /* What is asked of rows */

  const moved = useRef<readonly string[]>(undefined)
  const move = (next: RowMove | undefined) => {
    if (!next || !movable) return
    moved.current = next.ids
    act.current.onMove?.(next)
  }
  const tellMoved = useEffectEvent(() => {
    const ids = moved.current
    if (!ids || ids.length === 0) return
    moved.current = undefined
    const place = view.indexOf(ids[0]!) + 1
    const name = index.byId.get(ids[0]!)?.name ?? ''
    if (place > 0) say(t('moved', { count: ids.length, name, place, total: view.count }))
    if (activeId !== null && ids.includes(activeId))
      virtualizer.scrollToIndex(view.indexOf(activeId), { align: 'auto' })
  })
  useEffect(() => tellMoved(), [view])

  /** The rows something is done to: all selected ones when this one is among them. */
  const targetsOf = (id: string): readonly string[] => (selection.ids.has(id) ? inOrder(selection.ids) : [id])
  const inOrder = (ids: ReadonlySet<string>): string[] => [...ids].sort((a, b) => place(a) - place(b))
  const place = (id: string) => {
    const shown = view.indexOf(id)
    return shown >= 0 ? shown : view.count + order.indexOf(id)
  }

  /** What is folded under a row goes where the row goes. */
  const withFolded = (ids: readonly string[]): readonly string[] => {
    const wanted = new Set(ids)
    return ids.flatMap((id) => {
      const folded = unfolded.has(id) ? [] : (index.duplicates.get(id) ?? [])
      return [id, ...folded.map((row) => row.id).filter((each) => !wanted.has(each))]
    })
  }

  const commands: RowCommands = {
    rename: (ids) => startRename(ids[0]!),
    renameMany: (ids) => setOpen({ kind: 'rename', ids }),
    undoRename: (ids) => act.current.onUndoRename?.(ids),
    disable: (ids, disabled) => act.current.onDisable?.(withFolded(ids), disabled),
    remove: (ids) => act.current.onDelete?.(withFolded(ids)),
    region: (ids) => setOpen({ kind: 'region', ids }),
    copyLinks: (ids) => act.current.onCopyLinks?.(ids),
    exportRows: (ids) => act.current.onExport?.(ids),
    check: (ids) => act.current.onCheck?.(ids),
    favourite: (ids) => act.current.onFavourite?.(ids),
    qr: (id) => act.current.onShowQr?.(id),
    clone: (ids) => act.current.onClone?.(ids),
    edit: (id) => setOpen({ kind: 'edit', id }),
    texts: (id) => setOpen({ kind: 'texts', id }),
    step: (ids, step) => move(stepMove(view, order, new Set(ids), step)),
    moveToEnd: (ids, end) => move(moveToEnd(order, new Set(ids), end)),
    moveTo: (ids) => setOpen({ kind: 'move', ids }),
    unfold: toggleUnfold,
  }

  function toggleUnfold(id: string) {
    setUnfolded((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }

  function startRename(id: string) {
    if (!can.has('onRename')) return
    goTo(id, cards ? 'card' : 'name')
    focusWanted.current = false
    setEditing(id)
  }

  const onRenamed = useEffectEvent((row: NodeRow, name: string | null, next: boolean) => {
    const plain = name?.trim() ?? ''
    const at = view.indexOf(row.id)
    setEditing(undefined)
    if (plain !== '' && plain !== row.name) act.current.onRename?.([{ id: row.id, name: plain }])
    if (next && at >= 0 && at + 1 < view.count) return startRename(view.idAt(at + 1))
    if (name === null || next || document.activeElement === document.body) goTo(row.id, cards ? 'card' : 'name')
  })

  const context = useMemo<GridContextValue>(
    () => ({
      t,
      regionName,
      flags,
      can,
      movable,
      onRenamed: (row, name, next) => onRenamed(row, name, next),
      stateShown,
      loadSecret: can.has('loadSecret') ? (id) => act.current.loadSecret!(id) : undefined,
    }),
    [t, regionName, flags, can, movable, stateShown],
  )

  const keepThem = useCallback((keep: boolean) => act.current.onKeepDuplicates?.(keep), [])
  const onSort = useCallback(
    (column: SortColumn) => {
      const next = nextSort(sort, column)
      setCell({ row: HEADER, column })
      setSort(next)
      say(
        t(next ? (next.descending ? 'sortedDown' : 'sortedUp') : 'unsorted', {
          column: t(`column.${column}`),
        }),
      )
    },
    [sort, say, t],
  )
  const onSelectAll = useCallback(() => {
    setCell({ row: HEADER, column: 'select' })
    select(selection.ids.size >= view.count && view.count > 0 ? NOTHING : selectAll(view))
  }, [selection, view, select])

  function openMenu(id: string, anchor: Element | { x: number; y: number }) {
    setCell({ row: id, column: 'menu' })
    setMenu({ id, anchor })
  }

  /** The ⋯ of a row that is on the screen. */
  function menuButton(id: string): Element | null {
    return scroller.current?.querySelector(`[data-row="${CSS.escape(id)}"] [data-act="menu"]`) ?? null
  }

  const { drag, start: startDrag } = useRowDrag({
    scroller,
    headerHeight,
    rowHeight: size.row,
    count: view.count,
    onDrop: ({ ids, index }) => move(dropMove(view, order, ids, index)),
  })
  const gestures = useCardGestures({
    on: cards,
    onLongPress(id) {
      navigator.vibrate?.(10)
      select(toggle(selection, id))
    },
    onSwipe(id) {
      const button = menuButton(id)
      if (button) openMenu(id, button)
    },
  })

  /* Pointer and keys: heard once, for all rows */

  const rowAt = (target: EventTarget) => {
    const element = (target as Element).closest<HTMLElement>('[data-row]')
    const id = element?.dataset.row
    const column = (target as Element).closest<HTMLElement>('[data-column]')?.dataset.column as ColumnId | undefined
    return id ? { id, column: column ?? columnNow } : undefined
  }

  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    const at = rowAt(target)
    if (!at || gestures.wasGesture() || target.closest('[data-rename]')) return
    const { id, column } = at
    const button = target.closest<HTMLElement>('[data-act]')
    setCell({ row: id, column })
    if (button?.dataset.act !== 'menu' && button?.dataset.act !== 'state') focusWanted.current = true
    switch (button?.dataset.act) {
      case 'menu':
      case 'state':
        return menu ? setMenu(undefined) : openMenu(id, button)
      case 'unfold':
        return toggleUnfold(id)
      case 'undo-rename':
        return commands.undoRename([id])
      case 'drag':
      case 'secret':
        return undefined
      default:
    }
    if (event.shiftKey) return select(selectRange(selection, view, id, event.ctrlKey || event.metaKey))
    if (column === 'select' || event.ctrlKey || event.metaKey) return select(toggle(selection, id))
    if (!cards) return select(selectOnly(id))
    if (selection.ids.size > 0) return select(toggle(selection, id))
    return can.has('loadNode') ? commands.edit(id) : undefined
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (event.nativeEvent.isComposing || target.closest('[data-rename]')) return
    const mod = event.ctrlKey || event.metaKey
    const { key, shiftKey, altKey } = event
    const id = activeId
    const columnAt = columns.shown.findIndex(({ id }) => id === columnNow)
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headerHeight) / size.row) - 1)
    const toRow = (at: number) => {
      if (view.count === 0) return
      const next = view.idAt(Math.max(0, Math.min(view.count - 1, at)))
      goTo(next, columnNow)
      if (shiftKey && !mod && id !== null)
        select(selectRange(selection.anchor === null ? selectOnly(id) : selection, view, next, false))
    }
    const toColumn = (at: number) => goTo(id, columns.shown[Math.max(0, Math.min(columns.shown.length - 1, at))]!.id)

    const handled = (() => {
      switch (key) {
        case 'ArrowDown':
          if (altKey) return id !== null && (commands.step(targetsOf(id), 1), true)
          return (toRow(activeIndex + 1), true)
        case 'ArrowUp':
          if (altKey) return id !== null && (commands.step(targetsOf(id), -1), true)
          if (activeIndex <= 0 && !cards) return (goTo(null, columnNow), true)
          return (toRow(activeIndex - 1), true)
        case 'ArrowRight':
        case 'ArrowLeft': {
          const step = key === 'ArrowRight' ? 1 : -1
          if (id === null && shiftKey) return (resize(columnNow, step * RESIZE_STEP), true)
          if (altKey || mod) return false
          return (toColumn(columnAt + step), true)
        }
        case 'Home':
          if (mod) return (goTo(view.count > 0 ? view.idAt(0) : null, columns.shown[0]!.id), true)
          return (toColumn(0), true)
        case 'End':
          if (mod) return (goTo(view.count > 0 ? view.idAt(view.count - 1) : null, columns.shown.at(-1)!.id), true)
          return (toColumn(columns.shown.length - 1), true)
        case 'PageDown':
          return (toRow(Math.max(0, activeIndex) + page), true)
        case 'PageUp':
          return (toRow(activeIndex - page), true)
        case 'Escape':
          if (selection.ids.size === 0) return false
          return (select(NOTHING), true)
        case 'a':
        case 'A':
          if (!mod) return false
          return (select(selectAll(view)), true)
        default:
      }
      if (id === null) return false
      switch (key) {
        case ' ':
          if (shiftKey) select(selectRange(selection, view, id, true))
          else select(toggle(selection, id))
          return true
        case 'F2':
          return (startRename(id), true)
        case 'Delete':
          return can.has('onDelete') && (commands.remove(targetsOf(id)), true)
        case 'c':
          if (!mod || altKey || !can.has('onCopyLinks') || getSelection()?.toString()) return false
          return (commands.copyLinks(targetsOf(id)), true)
        case 'Enter': {
          if (columnNow === 'name' && can.has('onRename')) return (startRename(id), true)
          if (columnNow === 'region' && can.has('onSetRegion')) return (commands.region(targetsOf(id)), true)
          if (columnNow === 'secret') {
            target.querySelector<HTMLElement>('[data-act="secret"]')?.click()
            return true
          }
          const button = menuButton(id)
          return button !== null && (openMenu(id, button), true)
        }
        default:
          return false
      }
    })()
    if (handled) event.preventDefault()
  }

  function resize(column: ColumnId, by: number) {
    const now = scroller.current?.querySelector<HTMLElement>(`[data-row=""] [data-column="${column}"]`)?.offsetWidth
    if (now === undefined || cards) return
    const { choices, change } = columns
    change({ ...choices, widths: { ...choices.widths, [column]: clampWidth(column, now + by) } })
  }

  usePageActions(
    useMemo(
      () => [
        {
          id: `${screen}-filter`,
          label: t('filter'),
          icon: 'search' as const,
          keys: '/',
          run: () => filterInput.current?.focus(),
        },
      ],
      [screen, t],
    ),
  )

  function closeDialog() {
    setOpen(undefined)
    setTimeout(() => {
      if (document.activeElement === document.body) focusCell()
    })
  }

  const inPlace = !filtered && sort === null && index.repeated === 0
  const selectedIds = useMemo(() => [...selection.ids], [selection.ids])
  const menuRow = menu && index.byId.get(menu.id)
  const rowContext = { t, can, movable, commands }

  return (
    <GridContext value={context}>
      <div
        ref={root}
        data-testid="node-grid"
        className={`relative flex h-full min-h-0 min-w-0 flex-col bg-card ${className}`}
      >
        <div
          ref={probe}
          aria-hidden="true"
          className={`invisible absolute w-0 ${cards ? 'h-[max(64px,calc(var(--row)+16px))]' : 'h-(--row)'}`}
        />
        <GridToolbar
          {...{ index, filter, text, keepDuplicates }}
          onText={setText}
          input={filterInput}
          onKeepDuplicates={can.has('onKeepDuplicates') ? keepThem : undefined}
          onView={() => setOpen({ kind: 'columns' })}
          onLeave={() => {
            focusWanted.current = true
            if (activeId === null && view.count > 0) goTo(view.idAt(0), columnNow)
            else focusCell()
          }}
        />
        {can.has('onExcludeInfo') && index.info.length > 0 && !infoSeen && (
          <Banner icon="info" text={t('infoFound', { count: index.info.length })}>
            <Button size="small" onClick={() => act.current.onExcludeInfo?.(index.info)}>
              {t('infoExclude')}
            </Button>
            <Button size="small" look="ghost" onClick={() => setInfoSeen(true)}>
              {t('infoKeep')}
            </Button>
          </Banner>
        )}
        <div
          ref={scroller}
          role="grid"
          aria-label={label}
          aria-rowcount={view.count + (cards ? 0 : 1)}
          aria-colcount={columns.shown.length}
          aria-multiselectable="true"
          aria-busy={searching}
          className={`relative min-h-0 flex-1 overflow-auto overscroll-contain [contain:strict] ${cards ? 'touch-pan-y' : ''}`}
          style={
            {
              '--grid-columns': columns.template,
              '--grid-row': `${size.row}px`,
              scrollPaddingTop: headerHeight,
            } as object
          }
          onClick={onClick}
          onDoubleClick={(event) => {
            const at = rowAt(event.target)
            if (at?.column === 'name' && !(event.target as Element).closest('button,input')) startRename(at.id)
          }}
          onContextMenu={(event) => {
            const at = rowAt(event.target)
            if (!at || (event.target as Element).closest('[data-rename]')) return
            event.preventDefault()
            if (cards && (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch') return
            const button = menuButton(at.id)
            // The key for menus has no place of its own.
            if (event.button === 2) openMenu(at.id, { x: event.clientX, y: event.clientY })
            else if (button) openMenu(at.id, button)
          }}
          onKeyDown={onKeyDown}
          onKeyUp={(event) => {
            if (event.key === ' ' && activeId !== null && !(event.target as Element).closest('[data-rename]'))
              event.preventDefault()
          }}
          {...gestures.handlers}
          onPointerDown={(event) => {
            gestures.handlers.onPointerDown(event)
            const at = rowAt(event.target)
            if (!at || !(event.target as Element).closest('[data-act="drag"]') || event.button !== 0 || !movable) return
            event.preventDefault()
            setCell({ row: at.id, column: 'drag' })
            focusWanted.current = true
            startDrag(event.clientY, new Set(targetsOf(at.id)), view.indexOf(at.id))
          }}
          onFocus={(event) => {
            // A screen reader puts the focus where it likes: the tab stop follows.
            const at = rowAt(event.target)
            if (!at || (at.id === activeId && at.column === columnNow)) return
            if ((event.target as Element).matches(STOPS)) setCell({ row: at.id, column: at.column })
          }}
        >
          <div style={{ minWidth: columns.width || undefined }}>
            {!cards && (
              <GridHeader
                columns={columns}
                sort={sort}
                active={activeId === null ? columnNow : undefined}
                selected={selection.ids.size === 0 ? 'none' : selection.ids.size >= view.count ? 'all' : 'some'}
                onSort={onSort}
                onSelectAll={onSelectAll}
              />
            )}
            <div role="rowgroup" className="relative" style={{ height: view.count * size.row }}>
              {items.map(({ index: at }) => {
                const row = view.rows[at]!
                const repeat = row.duplicateOf !== undefined && index.byId.has(row.duplicateOf)
                return (
                  <GridRow
                    key={slots.get(row.id)}
                    row={row}
                    index={at}
                    rowIndex={at + (cards ? 1 : 2)}
                    place={inPlace ? at + 1 : order.indexOf(row.id) + 1}
                    top={at * size.row}
                    columns={columns.shown}
                    active={row.id === activeId ? columnNow : undefined}
                    selected={selection.ids.has(row.id)}
                    editing={editing === row.id}
                    repeats={index.duplicates.get(row.id)?.length ?? 0}
                    unfolded={unfolded.has(row.id)}
                    repeat={repeat}
                    dragged={drag?.ids.has(row.id) === true}
                    swiped={gestures.swipe?.id === row.id ? gestures.swipe.px : 0}
                  />
                )
              })}
              {drag && (
                <div
                  aria-hidden="true"
                  data-testid="drop-line"
                  className="pointer-events-none absolute inset-x-0 z-10 -translate-y-px border-t-2 border-link"
                  style={{ top: drag.index * size.row }}
                />
              )}
            </div>
          </div>
          {view.count === 0 && !searching && (
            <div className="absolute inset-x-0 top-8" role="row" aria-rowindex={2}>
              <div role="gridcell" aria-colspan={columns.shown.length}>
                {filtered ? (
                  <EmptyState icon="filter" text={t('noMatch')}>
                    <Button onClick={() => (setText(''), filterInput.current?.focus())}>{t('clearFilter')}</Button>
                  </EmptyState>
                ) : (
                  <EmptyState icon="network" text={t('noRows')} />
                )}
              </div>
            </div>
          )}
        </div>
        {gone && gone.length > 0 && <GoneRows rows={gone} />}
        <footer
          // On a phone the rows need the room more than a count does.
          hidden={cards && selection.ids.size === 0 && sort === null && !filtered}
          className="@container h-[calc(var(--control-small)+12px)] shrink-0 border-t border-line"
        >
          {selection.ids.size > 0 ? (
            <BulkBar
              ids={selectedIds}
              commands={{
                ...commands,
                rename: () => startRename(selectedIds[0]!),
                renameMany: () => setOpen({ kind: 'rename', ids: inOrder(selection.ids) }),
              }}
              more={bulkMenu(selectedIds, rowContext)}
              onClear={() => {
                select(NOTHING)
                focusCell()
              }}
            />
          ) : (
            <div className="flex h-full items-center gap-2 px-3 text-xs text-muted tabular-nums">
              <span className="mr-auto truncate" data-testid="node-count">
                {filtered
                  ? t('countFiltered', { shown: view.matched, total: index.rows.length - index.repeated })
                  : t('count', { count: index.rows.length - index.repeated })}
              </span>
              {sort && (
                <>
                  {can.has('onApplyOrder') && !filtered && (
                    <Button
                      size="small"
                      onClick={() => {
                        act.current.onApplyOrder?.(
                          fullOrder(
                            view.rows.map(({ id }) => id),
                            index.rows,
                          ),
                        )
                        setSort(null)
                        say(t('orderApplied'))
                      }}
                    >
                      {t('applyOrder')}
                    </Button>
                  )}
                  <Button size="small" look="ghost" onClick={() => setSort(null)}>
                    {t('clearSort')}
                  </Button>
                </>
              )}
            </div>
          )}
        </footer>
        <p role="status" aria-live="polite" className="sr-only">
          {said}
        </p>
        {menu && menuRow && (
          <MenuList
            label={t('menuOf', { name: menuRow.name })}
            items={rowMenu(
              menuRow,
              {
                repeats: index.duplicates.get(menuRow.id)?.length ?? 0,
                unfolded: unfolded.has(menuRow.id),
                fixes: act.current.fixesOf?.(menuRow.id) ?? [],
              },
              rowContext,
            )}
            anchor={menu.anchor}
            align="end"
            onClose={() => setMenu(undefined)}
          />
        )}
        <Suspense>
          {open?.kind === 'rename' && (
            <BulkRename
              rows={index.rows}
              ids={open.ids}
              onRename={(changes) => act.current.onRename?.(changes)}
              onClose={closeDialog}
            />
          )}
          {open?.kind === 'move' && (
            <MoveDialog
              count={open.ids.length}
              most={view.count}
              place={view.indexOf(open.ids[0]!) + 1}
              onMove={(place) => move(moveToPlace(view, order, new Set(open.ids), place))}
              onClose={closeDialog}
            />
          )}
          {open?.kind === 'region' && (
            <RegionDialog
              count={open.ids.length}
              region={index.byId.get(open.ids[0]!)?.region}
              known={index.regions.map(({ value }) => value)}
              onRegion={(region) => act.current.onSetRegion?.(open.ids, region)}
              onClose={closeDialog}
            />
          )}
          {open?.kind === 'edit' && can.has('loadNode') && (
            <FieldEditor
              key={open.id}
              load={() => act.current.loadNode!(open.id)}
              hint={open.hint}
              preview={can.has('previewLink') ? (node) => act.current.previewLink!(node) : undefined}
              onSave={can.has('onSave') ? (node) => act.current.onSave!(open.id, node) : undefined}
              onClose={closeDialog}
            />
          )}
          {open?.kind === 'draft' && (
            <FieldEditor
              load={() => Promise.resolve(open.draft.node)}
              hint={open.draft.hint}
              preview={can.has('previewLink') ? (node) => act.current.previewLink!(node) : undefined}
              onSave={open.draft.onSave}
              onClose={closeDialog}
            />
          )}
          {open?.kind === 'texts' && (
            <NodeTextsDialog
              id={open.id}
              name={index.byId.get(open.id)?.name ?? ''}
              load={(id) => act.current.loadTexts!(id)}
              loadNode={can.has('loadNode') ? (id) => act.current.loadNode!(id) : undefined}
              onClose={closeDialog}
            />
          )}
          {open?.kind === 'columns' && (
            <ColumnChooser
              {...{ columns, absent, cards, sort }}
              onSort={setSort}
              gridWidth={size.width}
              onClose={closeDialog}
            />
          )}
        </Suspense>
      </div>
    </GridContext>
  )
}

function activeRow(row: string | undefined, view: RowList): string | null {
  if (view.count === 0 || row === HEADER) return null
  return row !== undefined && view.indexOf(row) >= 0 ? row : view.idAt(0)
}

/** Repeats stay behind the row they repeat. */
function fullOrder(sorted: readonly string[], rows: readonly NodeRow[]): string[] {
  const placed = new Set(sorted)
  const behind = new Map<string, string[]>()
  const rest: string[] = []
  for (const { id, duplicateOf } of rows) {
    if (placed.has(id)) continue
    if (duplicateOf !== undefined && placed.has(duplicateOf)) {
      const list = behind.get(duplicateOf)
      if (list) list.push(id)
      else behind.set(duplicateOf, [id])
    } else rest.push(id)
  }
  return [...sorted.flatMap((id) => [id, ...(behind.get(id) ?? [])]), ...rest]
}

/** Which callbacks there are: the same set while they are. */
function useGiven(actions: NodeGridActions): ReadonlySet<keyof NodeGridActions> {
  const names = Object.keys(actions)
    .filter((name) => actions[name as keyof NodeGridActions] !== undefined)
    .sort()
    .join()
  return useMemo(() => new Set(names.split(',') as (keyof NodeGridActions)[]), [names])
}

function useRegionName(locale: string): (code: string) => string {
  return useMemo(() => regionNames(locale), [locale])
}

function regionNames(locale: string): (code: string) => string {
  const names = new Intl.DisplayNames(locale, { type: 'region', style: 'short', fallback: 'code' })
  const known = new Map<string, string>()
  return (code) => {
    const before = known.get(code)
    if (before !== undefined) return before
    let name = code
    try {
      name = names.of(code) ?? code
    } catch {
      // No code of a region: it is shown as it is.
    }
    known.set(code, name)
    return name
  }
}
