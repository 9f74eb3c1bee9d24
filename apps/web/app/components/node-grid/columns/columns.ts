import { isOwnColumn } from './own-columns.ts'
import { SORT_COLUMNS, type SortColumn } from './sort-rows.ts'
import { isRecord } from '@switchyard/convert/record'

/** The columns there are, and how a person may arrange them. */

export const COLUMN_IDS = [
  'select',
  'index',
  'region',
  'name',
  'protocol',
  'server',
  'transport',
  'source',
  'reach',
  'checked',
  'history',
  'dns',
  'tcp',
  'tls',
  'quic',
  'secret',
  'state',
  'menu',
  // The one column of a card on a phone.
  'card',
] as const
export type ColumnId = (typeof COLUMN_IDS)[number]

export interface ColumnSpec {
  id: ColumnId
  width: number
  min: number
  /** Shown by itself when the grid is at least this wide; 0 = always, and it cannot be hidden. */
  from: number
}

// Never by itself: a credential is shown when it is asked for.
const ASKED_FOR = Number.POSITIVE_INFINITY
export const RESIZE_STEP = 16
export const MAX_WIDTH = 800
/** The widest scroll bar that takes room off the rows. */
export const SCROLLBAR_PX = 17
/** Below this width a row has two lines, and protocol and address stand in the second. */
export const ONE_LINE_FROM_PX = 1200
/** The narrowest column of line numbers: it has the room of its header. */
const LEAST_LINE_PX = 44
/** The padding of a line number, its arrow, and the room that the initial of its source may need more than a digit. */
const AROUND_LINE_PX = 24
const DIGIT_PX = 7.7
/** The name gets this width first. Then the other columns grow. In a row of two lines the name takes all the room. */
const NAME_PX = 320

export const COLUMN_SPECS: readonly ColumnSpec[] = [
  { id: 'select', width: 46, min: 46, from: 0 },
  { id: 'index', width: LEAST_LINE_PX, min: LEAST_LINE_PX, from: 400 },
  { id: 'region', width: 148, min: 76, from: 560 },
  { id: 'name', width: 220, min: 120, from: 0 },
  { id: 'protocol', width: 104, min: 96, from: ONE_LINE_FROM_PX },
  { id: 'server', width: 220, min: 96, from: ONE_LINE_FROM_PX },
  { id: 'transport', width: 136, min: 80, from: ONE_LINE_FROM_PX },
  { id: 'source', width: 128, min: 84, from: 720 },
  { id: 'reach', width: 156, min: 128, from: 0 },
  { id: 'checked', width: 140, min: 124, from: 640 },
  { id: 'history', width: 120, min: 112, from: 800 },
  { id: 'dns', width: 96, min: 80, from: 1100 },
  { id: 'tcp', width: 96, min: 84, from: 920 },
  { id: 'tls', width: 112, min: 92, from: 920 },
  { id: 'quic', width: 96, min: 80, from: 920 },
  { id: 'secret', width: 176, min: 96, from: ASKED_FOR },
  // Wide enough for "Duplicate", the longest English word.
  { id: 'state', width: 112, min: 98, from: 460 },
  { id: 'menu', width: 44, min: 44, from: 0 },
]

/** What this browser keeps for one screen. */
export interface ColumnChoices {
  shown: Partial<Record<ColumnId, boolean>>
  widths: Partial<Record<ColumnId, number>>
  /** Kept in sight when the grid is scrolled sideways. */
  pinned: readonly ColumnId[]
}

export const NO_CHOICES: ColumnChoices = { shown: {}, widths: {}, pinned: [] }

/** The choices that were kept, as far as they make sense. */
export function readChoices(given: unknown): ColumnChoices {
  if (!isRecord(given)) return NO_CHOICES
  const { shown, widths, pinned } = given
  const choices: ColumnChoices & { pinned: ColumnId[] } = { shown: {}, widths: {}, pinned: [] }
  for (const { id, min, from } of COLUMN_SPECS) {
    const visible: unknown = Object(shown)[id]
    const width = Number(Object(widths)[id])
    if (from > 0 && typeof visible === 'boolean') choices.shown[id] = visible
    if (Number.isFinite(width)) choices.widths[id] = Math.min(MAX_WIDTH, Math.max(min, width))
    if (isFree(id) && Array.isArray(pinned) && pinned.includes(id)) choices.pinned.push(id)
  }
  return choices
}

/** Select and menu stay where they are. */
export function isFree(id: ColumnId): boolean {
  return id !== 'select' && id !== 'menu' && id !== 'card'
}

export function isShown({ id, from }: ColumnSpec, gridWidth: number, { shown }: ColumnChoices): boolean {
  return from === 0 || (shown[id] ?? gridWidth >= from)
}

/** What is left for the columns of every screen, when those that this screen adds have their least room. */
export function roomBesideOwn(gridWidth: number, absent: ReadonlySet<ColumnId>): number {
  const own = COLUMN_SPECS.filter(({ id, from }) => isOwnColumn(id) && !absent.has(id) && gridWidth >= from)
  return gridWidth - own.reduce((sum, { min }) => sum + min, 0)
}

/**
 * How wide each column is, in pixels. The columns that are shown fit the grid where their least widths do: first the
 * name grows, then all others alike up to what they would have, and the name takes the rest where it is drawn. A width
 * that a person chose stays.
 */
export function widthsOf(
  shown: readonly ColumnSpec[],
  gridWidth: number,
  { widths }: ColumnChoices,
): Record<ColumnId, number> {
  const least = (spec: ColumnSpec) => widths[spec.id] ?? spec.min
  const namePx = gridWidth < ONE_LINE_FROM_PX ? Number.POSITIVE_INFINITY : NAME_PX
  const wanted = (spec: ColumnSpec) => widths[spec.id] ?? (spec.id === 'name' ? namePx : spec.width)
  const sum = (each: (spec: ColumnSpec) => number, specs = shown) => specs.reduce((all, spec) => all + each(spec), 0)

  const spare = Math.max(0, gridWidth - SCROLLBAR_PX - sum(least))
  const names = shown.filter(({ id }) => id === 'name')
  const others = shown.filter(({ id }) => id !== 'name')
  const forName = Math.min(spare, sum(wanted, names) - sum(least, names))
  const missing = sum(wanted, others) - sum(least, others)
  const share = missing === 0 ? 0 : Math.min(1, (spare - forName) / missing)

  const width = (spec: ColumnSpec) => {
    if (!shown.includes(spec)) return widths[spec.id] ?? spec.width
    if (spec.id === 'name') return least(spec) + forName
    return least(spec) + Math.floor((wanted(spec) - least(spec)) * share)
  }
  // Every column is in the list.
  return Object.fromEntries(COLUMN_SPECS.map((spec) => [spec.id, width(spec)])) as Record<ColumnId, number>
}

/** The line numbers have the room that the longest of them needs, until a person chooses another width. */
export function withLineWidth(choices: ColumnChoices, longestLine: number): ColumnChoices {
  const index = Math.max(LEAST_LINE_PX, Math.ceil(AROUND_LINE_PX + DIGIT_PX * longestLine))
  return { ...choices, widths: { index, ...choices.widths } }
}

/** The columns of a grid so wide, of those that its screen has. */
export function shownColumns(gridWidth: number, choices: ColumnChoices, absent: ReadonlySet<ColumnId>): ColumnSpec[] {
  const beside = roomBesideOwn(gridWidth, absent)
  return COLUMN_SPECS.filter(
    (spec) => !absent.has(spec.id) && isShown(spec, isOwnColumn(spec.id) ? gridWidth : beside, choices),
  )
}

export function isSortColumn(id: ColumnId): id is SortColumn {
  return SORT_COLUMNS.some((each) => each === id)
}
