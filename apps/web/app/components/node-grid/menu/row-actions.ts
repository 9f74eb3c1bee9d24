import { isNode } from '../listed-node.ts'
import type { IconName } from '../../../ui/icons.ts'
import type { MenuEntry, MenuItem } from '../../../ui/menu.tsx'
import type { GridText } from '../grid-context.ts'
import type { NodeGridActions, ListedNode, RowFix } from '../types.ts'

/** Everything a person can ask of one or several rows. */
export interface RowCommands {
  rename: (ids: readonly string[]) => void
  renameMany: (ids: readonly string[]) => void
  undoRename: (ids: readonly string[]) => void
  disable: (ids: readonly string[], disabled: boolean) => void
  remove: (ids: readonly string[]) => void
  /** All other nodes are deleted. */
  keepOnly: (ids: readonly string[]) => void
  region: (ids: readonly string[]) => void
  flags: (ids: readonly string[]) => void
  fields: (ids: readonly string[]) => void
  copyLinks: (ids: readonly string[]) => void
  star: (ids: readonly string[]) => void
  exportRows: (ids: readonly string[]) => void
  check: (ids: readonly string[]) => void
  checks: (id: string) => void
  qr: (id: string) => void
  clone: (ids: readonly string[]) => void
  edit: (id: string) => void
  expand: (id: string) => void
  texts: (id: string) => void
  replace: (id: string) => void
  step: (ids: readonly string[], step: 1 | -1) => void
  moveToEnd: (ids: readonly string[], end: 'top' | 'bottom') => void
  moveTo: (ids: readonly string[]) => void
}

interface Context {
  t: GridText
  can: ReadonlySet<keyof NodeGridActions>
  movable: boolean
  commands: RowCommands
}

const SEPARATOR = 'separator' as const

/** Repairs that have an icon of their own, in the menu of a row and on its card. */
export const FIX_ICONS: Readonly<Partial<Record<string, IconName>>> = {
  restore: 'undo-2',
  exclude: 'ban',
  edit: 'square-pen',
  cipher: 'square-pen',
  keep: 'equal',
  target: 'arrow-right',
  'delete-line': 'trash-2',
  'delete-entry': 'trash-2',
}

/** The menu of one row, its repairs first. What the screen gave no callback for is not in it. */
export function rowMenu(
  row: ListedNode,
  fixes: readonly RowFix[],
  { t, can, movable, commands }: Context,
): MenuEntry[] {
  const ids = [row.id]
  if (!isNode(row)) {
    return tidy([
      ...fixes.map(fixItem),
      SEPARATOR,
      can.has('loadEntry') &&
        row.state !== 'deleted' &&
        item('expand', t('showEntry'), 'file-text', () => commands.expand(row.id), 'enter'),
    ])
  }
  const off = row.state === 'disabled'
  return tidy([
    ...fixes.map(fixItem),
    SEPARATOR,
    can.has('onCheck') && item('check', t('check'), 'network', () => commands.check(ids)),
    can.has('onShowChecks') && item('checks', t('showChecks'), 'history', () => commands.checks(row.id)),
    SEPARATOR,
    can.has('onRename') && item('rename', t('rename'), 'pencil', () => commands.rename(ids), 'F2'),
    can.has('onUndoRename') &&
      row.oldName !== undefined &&
      item('undo-rename', t('undoRename'), 'undo-2', () => commands.undoRename(ids)),
    can.has('loadNode') && item('edit', t('editFields'), 'square-pen', () => commands.edit(row.id)),
    can.has('loadEntry') && item('expand', t('showEntry'), 'file-text', () => commands.expand(row.id), 'enter'),
    can.has('readLink') &&
      can.has('onReplaceLink') &&
      item('replace', t('replaceLink'), 'link', () => commands.replace(row.id)),
    can.has('onRenameMany') && item('region', t('setRegion'), 'map-pin', () => commands.region(ids)),
    SEPARATOR,
    can.has('onCopyLinks') && item('copy', t('copyLink'), 'copy', () => commands.copyLinks(ids), 'mod+c'),
    can.has('onShowQr') && item('qr', t('qr'), 'qr-code', () => commands.qr(row.id)),
    can.has('onStar') && item('star', t('star'), 'star', () => commands.star(ids), 'f'),
    can.has('loadNode') &&
      can.has('writeTexts') &&
      item('texts', t('viewTexts'), 'file-code', () => commands.texts(row.id)),
    can.has('onClone') && item('clone', t('clone'), 'copy-plus', () => commands.clone(ids)),
    SEPARATOR,
    can.has('onDisable') && item('disable', t(off ? 'enable' : 'disable'), 'power', () => commands.disable(ids, !off)),
    ...moves(ids, { t, can, movable, commands }),
    SEPARATOR,
    can.has('onDelete') && {
      ...item('delete', t('delete'), 'trash-2', () => commands.remove(ids), 'Delete'),
      danger: true,
    },
  ])
}

/** What is in the bulk bar's ⋯ beside its own buttons. */
export function bulkMenu(ids: readonly string[], context: Context): MenuEntry[] {
  const { t, can, commands } = context
  return tidy([
    can.has('onRenameMany') && item('region', t('setRegion'), 'map-pin', () => commands.region(ids)),
    can.has('onRenameMany') && item('flags', t('setFlags'), 'flag', () => commands.flags(ids)),
    can.has('onSetFields') && item('fields', t('setFields'), 'settings', () => commands.fields(ids)),
    SEPARATOR,
    can.has('onCopyLinks') && item('copy', t('copyLinks'), 'copy', () => commands.copyLinks(ids), 'mod+c'),
    can.has('onStar') && item('star', t('star'), 'star', () => commands.star(ids), 'f'),
    can.has('onExport') && item('export', t('export'), 'download', () => commands.exportRows(ids)),
    can.has('onClone') && item('clone', t('clone'), 'copy-plus', () => commands.clone(ids)),
    SEPARATOR,
    can.has('onDisable') && item('enable', t('enable'), 'power', () => commands.disable(ids, false)),
    ...moves(ids, context),
  ])
}

function moves(ids: readonly string[], { t, can, movable, commands }: Context): (MenuEntry | false)[] {
  if (!can.has('onMove')) return []
  if (!movable) return [{ ...item('sorted', t('dragSorted'), 'grip-vertical', () => {}), disabled: true }]
  const items = [
    item('top', t('toTop'), 'arrow-up-to-line', () => commands.moveToEnd(ids, 'top')),
    item('up', t('moveUp'), 'arrow-up', () => commands.step(ids, -1), 'alt+up'),
    item('down', t('moveDown'), 'arrow-down', () => commands.step(ids, 1), 'alt+down'),
    item('bottom', t('toBottom'), 'arrow-down-to-line', () => commands.moveToEnd(ids, 'bottom')),
    item('move', t('moveTo'), 'grip-vertical', () => commands.moveTo(ids)),
  ]
  return [{ id: 'moves', label: t('moveApply'), icon: 'grip-vertical', items }]
}

function fixItem({ id, label, run }: RowFix): MenuItem {
  return item(`fix-${id}`, label, FIX_ICONS[id] ?? 'circle-check', run)
}

function item(id: string, label: string, icon: MenuItem['icon'], onSelect: () => void, keys?: string): MenuItem {
  return { id, label, icon, onSelect, keys }
}

/** Without what is absent, and without a separator that separates nothing. */
function tidy(entries: readonly (MenuEntry | false)[]): MenuEntry[] {
  const there = entries.filter((entry) => entry !== false)
  return there.filter((entry, at) => {
    const before = there.slice(0, at).some((one) => one !== SEPARATOR)
    const after = there.slice(at).some((one) => one !== SEPARATOR)
    return entry !== SEPARATOR || (before && after && there[at - 1] !== SEPARATOR)
  })
}
