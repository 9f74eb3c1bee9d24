import { isNarrower, type Term } from '../filter/filter-query.ts'
import type { RowList } from './selection.ts'
import { sortRows, type Sort } from '../columns/sort-rows.ts'
import { isNode } from '../listed-node.ts'
import type { ListedNode, OwnColumns } from '../types.ts'
import type { RowTest } from '../filter/row-matcher.ts'
import { hasIssue } from '../filter/row-matcher.ts'

const ROWS_PER_STEP = 512

/** How many rows have which values. The chips of the filter show these numbers. */
export interface Facets {
  /** How many rows were not deleted. */
  listed: number
  /** The most frequent value comes first. */
  protocols: readonly Facet[]
  regions: readonly Facet[]
  sources: readonly Facet[]
  issues: number
  /** Kept, but may not connect. */
  doubtful: number
}

export interface Facet {
  value: string
  count: number
}

/** What is known about all rows, whatever the filter. */
export interface RowIndex extends Facets {
  rows: readonly ListedNode[]
  byId: ReadonlyMap<string, ListedNode>
  /** How many of them are nodes, without those that repeat another one. */
  nodes: number
  info: readonly string[]
  /** How many characters the longest line number has. */
  longestLine: number
}

export function* indexRows(rows: readonly ListedNode[]): Generator<undefined, RowIndex> {
  const byId = new Map<string, ListedNode>()
  const info: string[] = []
  let nodes = 0
  let longestLine = 0
  let seen = 0
  for (const row of rows) {
    if (++seen % ROWS_PER_STEP === 0) yield
    byId.set(row.id, row)
    if (row.line.length > longestLine) longestLine = row.line.length
    if (row.state === 'deleted' || !isNode(row)) continue
    if (row.state !== 'duplicate') nodes++
    if (row.isInfo && row.state === 'kept') info.push(row.id)
  }
  return { rows, byId, nodes, info, longestLine, ...(yield* countFacets(rows)) }
}

/** Counts the values of the rows that pass the test. Without a test, it counts all rows. */
export function* countFacets(rows: readonly ListedNode[], test?: RowTest): Generator<undefined, Facets> {
  const protocols = new Map<string, number>()
  const regions = new Map<string, number>()
  const sources = new Map<string, number>()
  let issues = 0
  let doubtful = 0
  let listed = 0
  let seen = 0
  for (const row of rows) {
    if (++seen % ROWS_PER_STEP === 0) yield
    if (test && !test(row)) continue
    if (hasIssue(row)) issues++
    // Only a filter for the state shows them.
    if (!test && row.state === 'deleted') continue
    listed++
    if (row.protocol !== '') count(protocols, row.protocol)
    if (row.region !== undefined) count(regions, row.region)
    if (!isNode(row)) continue
    count(sources, row.source)
    if (row.isDoubtful) doubtful++
  }
  return {
    listed,
    protocols: mostFirst(protocols),
    regions: mostFirst(regions),
    sources: mostFirst(sources),
    issues,
    doubtful,
  }
}

/** Whether there is such a row, and it stands for a node. */
export function isNodeId({ byId }: RowIndex, id: string): boolean {
  const row = byId.get(id)
  return row !== undefined && isNode(row)
}

function count(counts: Map<string, number>, value: string): void {
  counts.set(value, (counts.get(value) ?? 0) + 1)
}

function mostFirst(counts: ReadonlyMap<string, number>): Facet[] {
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count)
}

/** The rows that are shown, in the order they are shown in. */
export interface View extends RowList {
  rows: readonly ListedNode[]
  /** Whether the rows stand in another order than their own. */
  sorted: boolean
}

export interface Search {
  index: RowIndex
  terms: readonly Term[]
  /** Whether a row fits the terms. */
  test: RowTest
  sort: Sort | null
  locale: string
  own?: OwnColumns | undefined
}

/** The rows that a search found. */
export interface Found {
  search: Search | undefined
  rows: readonly ListedNode[]
}

/** Filters and sorts. What was found `before` is searched alone where nothing else can fit. */
export function* findRows(search: Search, before?: Found): Generator<undefined, Found> {
  const { index, test, sort, locale, own } = search
  const found: ListedNode[] = []
  let seen = 0
  for (const row of before && isWithin(search, before) ? before.rows : index.rows) {
    if (++seen % ROWS_PER_STEP === 0) yield
    if (test(row)) found.push(row)
  }
  return { search, rows: sort ? yield* sortRows(found, sort, locale, own) : found }
}

function isWithin({ index, terms, locale }: Search, { search: last }: Found): boolean {
  if (last?.index !== index || last.locale !== locale || last.sort) return false
  return isNarrower(terms, last.terms)
}

/** The rows found. `stale` = found among older rows: each is shown as it is now. */
export function viewOf(found: readonly ListedNode[], { byId }: RowIndex, sorted: boolean, stale = false): View {
  const rows = stale ? found.flatMap((row) => byId.get(row.id) ?? []) : found
  return { ...rowListOf(rows), rows, sorted }
}

/** Up to this many searches go through all rows. Then a table of their places is made, for those who ask often. */
const LOOKS_WITHOUT_TABLE = 16

export function rowListOf(rows: readonly ListedNode[]): RowList {
  let places: Map<string, number> | undefined
  let looks = 0
  return {
    count: rows.length,
    idAt: (at) => rows[at]!.id,
    indexOf(id) {
      if (places === undefined && ++looks <= LOOKS_WITHOUT_TABLE) return rows.findIndex((row) => row.id === id)
      places ??= new Map(rows.map((row, at) => [row.id, at]))
      return places.get(id) ?? -1
    },
  }
}

/** Where the focus goes when its row is gone: to the next one below that is still shown, else above. */
export function nearestShown(before: RowList, place: number, now: RowList): string | null {
  for (let at = place; at < before.count; at++) if (now.indexOf(before.idAt(at)) >= 0) return before.idAt(at)
  for (let at = Math.min(place, before.count) - 1; at >= 0; at--)
    if (now.indexOf(before.idAt(at)) >= 0) return before.idAt(at)
  return now.count > 0 ? now.idAt(Math.min(Math.max(place, 0), now.count - 1)) : null
}
