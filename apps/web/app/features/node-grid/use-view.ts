import { startTransition, useEffect, useMemo, useRef, useState } from 'react'
import { runInSlices, runNow } from '../../lib/slices.ts'
import { parseFilter, type Term } from './filter-query.ts'
import { rowMatcher } from './row-matcher.ts'
import type { Sort } from './sort-rows.ts'
import type { NodeRow } from './types.ts'
import type { CompiledRegex, RegexReason, RegexResult } from './user-regex.ts'
import { findRows, indexRows, ROWS_AT_ONCE, viewOf, type RowIndex, type View } from './view.ts'

const NOTHING_FOUND: readonly NodeRow[] = []

export interface FilterState {
  terms: readonly Term[]
  /** The first pattern that does not run, and why. */
  problem?: { pattern: string; reason: RegexReason }
}

interface Request {
  index: RowIndex
  text: string
  sort: Sort | null
  unfolded: ReadonlySet<string>
  locale: string
  regionName: (code: string) => string
}

/** What is known about the rows. Of 100,000 new ones it is told a little later, and the old ones stay until then. */
export function useRowIndex(rows: readonly NodeRow[]): RowIndex {
  const small = rows.length <= ROWS_AT_ONCE
  const now = useMemo(() => (small ? runNow(indexRows(rows)) : undefined), [small, rows])
  const [last, setLast] = useState(NO_INDEX)
  if (now && now !== last) setLast(now)
  useEffect(() => {
    if (small) return
    const stop = new AbortController()
    void runInSlices(indexRows(rows), stop.signal).then((index) => index && setLast(index))
    return () => stop.abort()
  }, [small, rows])
  return now ?? last
}

const NO_INDEX = runNow(indexRows([]))

/** The rows that fit the filter, sorted. While 100,000 are gone through, those found before stay. */
export function useView({ index, text, sort, unfolded, locale, regionName }: Request): {
  view: View
  filter: FilterState
  searching: boolean
} {
  const terms = useMemo(() => parseFilter(text), [text])
  const regexes = useRegexes(terms)
  const job = useMemo(() => {
    const regexOf = (pattern: string): CompiledRegex | undefined => regexes.get(pattern)?.regex
    const test = rowMatcher(terms, { regexOf, regionName })
    return () => findRows({ index, test, sort, locale })
  }, [index, terms, regexes, sort, locale, regionName])

  const small = index.rows.length <= ROWS_AT_ONCE
  const foundNow = useMemo(() => (small ? runNow(job()) : undefined), [small, job])
  const [late, setLate] = useState<{ job: typeof job; index: RowIndex; found: readonly NodeRow[] }>()
  if (foundNow && foundNow !== late?.found) setLate({ job, index, found: foundNow })
  useEffect(() => {
    if (small) return
    const stop = new AbortController()
    void runInSlices(job(), stop.signal).then((found) => {
      // Drawing the rows anew makes way for the next key.
      if (found) startTransition(() => setLate({ job, index, found }))
    })
    return () => stop.abort()
  }, [small, job, index])

  const found = foundNow ?? late?.found ?? NOTHING_FOUND
  const stale = foundNow === undefined && late !== undefined && late.index !== index
  const view = useMemo(
    () => viewOf(found, index, unfolded, sort !== null, stale),
    [found, index, unfolded, sort, stale],
  )
  const filter = useMemo(() => ({ terms, problem: firstProblem(terms, regexes) }), [terms, regexes])
  return { view, filter, searching: foundNow === undefined && late?.job !== job }
}

function firstProblem(terms: readonly Term[], regexes: ReadonlyMap<string, RegexResult>): FilterState['problem'] {
  for (const { pattern } of terms) {
    const reason = pattern === undefined ? undefined : regexes.get(pattern)?.reason
    if (pattern !== undefined && reason) return { pattern, reason }
  }
  return undefined
}

const NO_REGEXES: ReadonlyMap<string, RegexResult> = new Map()

/** The regex engine comes with the first pattern; until it is there, a term with a pattern asks for nothing. */
function useRegexes(terms: readonly Term[]): ReadonlyMap<string, RegexResult> {
  const [compiled, setCompiled] = useState(NO_REGEXES)
  const patterns = useMemo(() => terms.flatMap(({ pattern }) => pattern ?? []), [terms])
  const wanted = useRef(patterns)
  useEffect(() => {
    wanted.current = patterns
    if (patterns.length === 0) return
    void import('./user-regex.ts').then(({ compileRegex }) => {
      if (wanted.current !== patterns) return
      setCompiled((known) => {
        if (patterns.length === known.size && patterns.every((pattern) => known.has(pattern))) return known
        return new Map(patterns.map((pattern) => [pattern, known.get(pattern) ?? compileRegex(pattern)]))
      })
    })
  }, [patterns])
  return patterns.length === 0 ? NO_REGEXES : compiled
}
