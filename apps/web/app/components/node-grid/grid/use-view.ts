import { useMemo } from 'react'
import type { RegexReason, UserRegexResult } from '@switchyard/convert/user-regex'
import { runNow } from './slices.ts'
import { ROWS_AT_ONCE, useSliced } from './use-sliced.ts'
import { leadingStates, parseFilter, type Term } from '../filter/filter-query.ts'
import { rowMatcher, type MatchContext } from '../filter/row-matcher.ts'
import type { Sort } from '../columns/sort-rows.ts'
import type { ListedNode, OwnColumns } from '../types.ts'
import { useRegexEngine } from '../filter/use-regex-engine.ts'
import {
  countFacets,
  findRows,
  indexRows,
  viewOf,
  type Facets,
  type Found,
  type RowIndex,
  type Search,
  type View,
} from './view.ts'

export interface FilterState {
  terms: readonly Term[]
  /** The first pattern that does not run, and why. */
  issue?: { pattern: string; reason: RegexReason } | undefined
  /** What runs patterns did not load, so they find nothing: asks for it again. */
  retry?: (() => void) | undefined
}

interface Request {
  index: RowIndex
  text: string
  sort: Sort | null
  locale: string
  regionName: (code: string) => string
  own: OwnColumns | undefined
}

/** Facts about the rows. For very many rows they are computed in slices; the old facts stay until that is done. */
export function useRowIndex(rows: readonly ListedNode[]): RowIndex {
  const job = useMemo(() => () => indexRows(rows), [rows])
  return useSliced(job, rows.length <= ROWS_AT_ONCE, NO_INDEX)
}

/** The values that the chips show. They follow the states at the head of the filter, but not its words: the chips would move during typing. */
export function useFacets(index: RowIndex, text: string): Facets {
  const states = text.slice(0, leadingStates(text).end)
  const job = useMemo(() => () => facetsWithin(index, states), [index, states])
  return useSliced(job, states === '' || index.rows.length <= ROWS_AT_ONCE, NO_INDEX)
}

function* facetsWithin(index: RowIndex, states: string): Generator<undefined, Facets> {
  if (states === '') return index
  return yield* countFacets(index.rows, rowMatcher(parseFilter(states), NO_CONTEXT))
}

/** The test of a state needs no pattern and no name of a region. */
const NO_CONTEXT: MatchContext = { regexOf: () => undefined, regionName: (code) => code }

const NO_INDEX = runNow(indexRows([]))
const NOTHING_FOUND: Found = { search: undefined, rows: [] }
const NO_ROW = () => false

/** The rows that fit the filter, sorted. While very many rows are searched, the rows found before stay. */
export function useView({ index, text, sort, locale, regionName, own }: Request): {
  view: View
  filter: FilterState
  searching: boolean
} {
  const terms = useMemo(() => parseFilter(text), [text])
  const { regexes, retry } = useRegexes(terms)
  const search = useMemo((): Search => {
    const test = regexes ? rowMatcher(terms, { regexOf: (pattern) => regexes.get(pattern)?.regex, regionName }) : NO_ROW
    return { index, terms, test, sort, locale, own }
  }, [index, terms, regexes, sort, locale, regionName, own])
  const job = useMemo(() => (before: Found) => findRows(search, before), [search])
  const found = useSliced(job, index.rows.length <= ROWS_AT_ONCE, NOTHING_FOUND)

  const stale = found.search !== undefined && found.search.index !== index
  const view = useMemo(() => viewOf(found.rows, index, sort !== null, stale), [found, index, sort, stale])
  const filter = useMemo(() => ({ terms, issue: firstIssue(terms, regexes), retry }), [terms, regexes, retry])
  const isEngineAwaited = regexes === undefined && retry === undefined
  return { view, filter, searching: found.search !== search || isEngineAwaited }
}

type Regexes = ReadonlyMap<string, UserRegexResult>

function firstIssue(terms: readonly Term[], regexes: Regexes | undefined): FilterState['issue'] {
  for (const { pattern } of terms) {
    const reason = pattern === undefined ? undefined : regexes?.get(pattern)?.issue?.reason
    if (pattern !== undefined && reason) return { pattern, reason }
  }
  return undefined
}

const NO_REGEXES: Regexes = new Map()

/** The patterns of the terms, ready to run; undefined while what runs them is not there. */
function useRegexes(terms: readonly Term[]): { regexes: Regexes | undefined; retry: FilterState['retry'] } {
  const patterns = useMemo(() => terms.flatMap(({ pattern }) => pattern ?? []), [terms])
  const hasPatterns = patterns.length > 0
  const { chunk, retry } = useRegexEngine(hasPatterns)
  const regexes = useMemo(() => {
    if (!hasPatterns) return NO_REGEXES
    return chunk && new Map(patterns.map((pattern) => [pattern, chunk.userRegex(pattern, { ignoreCase: true })]))
  }, [chunk, patterns, hasPatterns])
  return { regexes, retry: hasPatterns ? retry : undefined }
}
