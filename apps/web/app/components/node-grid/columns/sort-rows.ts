import type { NewStep, ListedNode, OwnColumns } from '../types.ts'

export const SORT_COLUMNS = [
  'region', 'name', 'protocol', 'server', 'transport', 'source', 'reach', 'checked', 'tcp', 'state',
] as const // oxfmt-ignore
export type SortColumn = (typeof SORT_COLUMNS)[number]

/** A way of looking at the rows; their order stays what it is. */
export interface Sort {
  column: SortColumn
  descending: boolean
}

const STATE_RANK = {
  'to-fetch': 0,
  skipped: 0,
  refused: 0,
  duplicate: 1,
  excluded: 2,
  disabled: 3,
  deleted: 4,
  kept: 5,
} as const
const COMPARES_PER_STEP = 256

const STEP_FIELDS: Readonly<Partial<Record<SortColumn, Extract<NewStep, { kind: 'sort' }>['by']>>> = {
  region: 'region',
  name: 'name',
  protocol: 'type',
  server: 'server',
  source: 'source',
}

/** The order as a step; undefined where none sorts by that. */
export function stepOfSort({ column, descending }: Sort): NewStep | undefined {
  const by = STEP_FIELDS[column]
  return by && { kind: 'sort', by, isDescending: descending }
}

/** Ascending, descending, as it was. */
export function nextSort(sort: Sort | null, column: SortColumn): Sort | null {
  if (sort?.column !== column) return { column, descending: false }
  return sort.descending ? null : { column, descending: true }
}

/** Rows in the order of a column. Equal ones keep theirs; rows without a value come last either way. */
export function* sortRows(
  rows: readonly ListedNode[],
  sort: Sort,
  locale: string,
  own?: OwnColumns,
): Generator<undefined, ListedNode[]> {
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  const keys = new Map(rows.map((row) => [row, keyOf(row, sort.column, own)]))
  const sign = sort.descending ? -1 : 1
  const compare = (a: ListedNode, b: ListedNode) => {
    const left = keys.get(a)!
    const right = keys.get(b)!
    if (left === right) return 0
    if (left === '' || right === '') return left === '' ? 1 : -1
    return sign * collator.compare(left, right)
  }
  return yield* mergeSort(rows, compare)
}

function keyOf(row: ListedNode, column: SortColumn, own: OwnColumns | undefined): string {
  switch (column) {
    case 'region':
      return row.region ?? ''
    case 'name':
      return row.name
    case 'protocol':
      return row.protocol
    case 'server':
      return `${row.server}:${row.port}`
    case 'transport':
      return `${row.transport ?? 'tcp'} ${row.security ?? ''}`
    case 'source':
      return row.source
    case 'state':
      return String(row.state === 'kept' && row.issues?.length ? 1 : STATE_RANK[row.state])
    default:
      return own?.sortKey(row, column) ?? ''
  }
}

function* mergeSort<T>(given: readonly T[], compare: (a: T, b: T) => number): Generator<undefined, T[]> {
  let from = [...given]
  let to = new Array<T>(from.length)
  let compares = 0
  for (let width = 1; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length)
      const end = Math.min(start + 2 * width, from.length)
      let left = start
      let right = middle
      for (let at = start; at < end; at++) {
        const takeLeft = left < middle && (right >= end || compare(from[left]!, from[right]!) <= 0)
        to[at] = takeLeft ? from[left++]! : from[right++]!
        if (++compares % COMPARES_PER_STEP === 0) yield
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}
