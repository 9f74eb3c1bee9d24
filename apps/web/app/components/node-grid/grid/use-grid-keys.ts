import { useMemo, type KeyboardEvent, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { usePageActions } from '../../../lib/page-actions.ts'
import { RESIZE_STEP, type ColumnId } from '../columns/columns.ts'
import { clampWidth } from '../columns/grid-header.tsx'
import { isOwnColumn } from '../columns/own-columns.ts'
import { isInNameField, menuButton, type GridParts } from './grid-parts.ts'
import { NOTHING, selectAll, selectOnly, selectRange, toggle } from './selection.ts'

/** The keys of the grid, with one listener for all rows, and the key that moves the focus to its filter from anywhere. */
export function useGridKeys(parts: GridParts, screen: string, filterInput: RefObject<HTMLInputElement | null>) {
  const t = useTranslations('nodeGrid')
  usePageActions(
    useMemo(
      () => [
        {
          id: `${screen}-filter`,
          label: t('filter'),
          icon: 'search',
          keywords: 'filter nodes sx shaixuan',
          keys: '/',
          run: () => filterInput.current?.focus(),
        },
      ],
      [screen, t, filterInput],
    ),
  )
  return {
    onKeyDown(event: KeyboardEvent) {
      if (event.nativeEvent.isComposing || isInNameField(event.target)) return
      if (goByKey(parts, event) || selectByKey(parts, event) || actByKey(parts, event)) event.preventDefault()
    },
    // On a button, Space presses when it comes up.
    onKeyUp(event: KeyboardEvent) {
      if (event.key === ' ' && parts.active.id !== null && !isInNameField(event.target)) event.preventDefault()
    },
  }
}

function goByKey(parts: GridParts, { key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  const { view, columns, active, focus, cards, selection, select } = parts
  const { shown } = columns
  const mod = ctrlKey || metaKey
  const columnAt = shown.findIndex(({ id }) => id === active.column)
  const toColumn = (at: number) => focus.goTo(active.id, shown[Math.max(0, Math.min(shown.length - 1, at))]!.id)
  const toRow = (at: number) => {
    if (view.count === 0) return
    const next = view.idAt(Math.max(0, Math.min(view.count - 1, at)))
    focus.goTo(next, active.column)
    if (!shiftKey || mod || active.id === null) return
    select(selectRange(selection.anchor === null ? selectOnly(active.id) : selection, view, next, false))
  }
  switch (key) {
    case 'ArrowDown':
      if (altKey) return stepByKey(parts, 1)
      return (toRow(active.index + 1), true)
    case 'ArrowUp':
      if (altKey) return stepByKey(parts, -1)
      if (active.index <= 0 && !cards) return (focus.goTo(null, active.column), true)
      return (toRow(active.index - 1), true)
    case 'ArrowRight':
    case 'ArrowLeft': {
      const step = key === 'ArrowRight' ? 1 : -1
      if (active.id === null && shiftKey) return (resize(parts, active.column, step * RESIZE_STEP), true)
      if (altKey || mod) return false
      return (toColumn(columnAt + step), true)
    }
    case 'Home':
      if (mod) return (focus.goTo(view.count > 0 ? view.idAt(0) : null, shown[0]!.id), true)
      return (toColumn(0), true)
    case 'End':
      if (mod) return (focus.goTo(view.count > 0 ? view.idAt(view.count - 1) : null, shown.at(-1)!.id), true)
      return (toColumn(shown.length - 1), true)
    case 'PageDown':
      return (toRow(Math.max(0, active.index) + pageOf(parts)), true)
    case 'PageUp':
      return (toRow(active.index - pageOf(parts)), true)
    default:
      return false
  }
}

function pageOf({ scroller, headerHeight, rowHeight }: GridParts): number {
  return Math.max(
    1,
    Math.floor((Math.min(scroller.current?.clientHeight ?? 0, innerHeight) - headerHeight) / rowHeight) - 1,
  )
}

function stepByKey({ active, commands, targetsOf }: GridParts, step: 1 | -1): boolean {
  return active.id !== null && (commands.step(targetsOf(active.id), step), true)
}

function resize({ scroller, cards, columns }: GridParts, column: ColumnId, by: number): void {
  const now = scroller.current?.querySelector<HTMLElement>(`[data-row=""] [data-column="${column}"]`)?.offsetWidth
  if (now === undefined || cards) return
  const { choices, change } = columns
  change({ ...choices, widths: { ...choices.widths, [column]: clampWidth(column, now + by) } })
}

function selectByKey(parts: GridParts, { key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  const { view, searching, active, selection, select } = parts
  switch (key) {
    case 'Escape':
      return selection.ids.size > 0 && (select(NOTHING), true)
    case 'a':
    case 'A':
      // All that the filter finds, once it is known.
      return (ctrlKey || metaKey) && (searching || select(selectAll(view)), true)
    case ' ':
      if (active.id === null) return false
      return (select(shiftKey ? selectRange(selection, view, active.id, true) : toggle(selection, active.id)), true)
    default:
      return false
  }
}

function actByKey(parts: GridParts, { key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const { can, active, commands, targetsOf, rename, isNodeId, openMenu, expand } = parts
  const { id } = active
  if (id === null) return false
  switch (key) {
    case 'F2':
      return (rename(id), true)
    case 'Delete':
      return can.has('onDelete') && (commands.remove(targetsOf(id)), true)
    case 'c':
      if (!(ctrlKey || metaKey) || altKey || !can.has('onCopyLinks') || getSelection()?.toString()) return false
      return (commands.copyLinks(targetsOf(id)), true)
    case 'f':
      if (ctrlKey || metaKey || altKey || !can.has('onStar')) return false
      return (commands.star(targetsOf(id)), true)
    case 'Enter': {
      const isOfNode = isNodeId(id)
      if (isOfNode && isOwnColumn(active.column) && can.has('onShowChecks')) return (commands.checks(id), true)
      if (isOfNode && active.column === 'region' && can.has('onRenameMany'))
        return (commands.region(targetsOf(id)), true)
      if (isOfNode && active.column === 'secret') {
        if (target instanceof Element) target.querySelector<HTMLElement>('[data-act="secret"]')?.click()
        return true
      }
      if (active.column !== 'menu' && active.column !== 'state' && expand(id)) return true
      const button = menuButton(parts, id)
      return button !== null && (openMenu(id, button), true)
    }
    default:
      return false
  }
}
