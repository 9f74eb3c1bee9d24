import { expect, test } from 'vitest'
import type { BuildResult, NodeRow, RowOutcome } from '@switchyard/recipe/model'
import { afterDeskEvent, FIRST_VIEW, type DeskEvent, type DeskView } from './desk-view.ts'

const row = (key: string) => ({ key, sourceId: 'text' }) as unknown as NodeRow
const built = (outcomes: readonly RowOutcome[]): DeskEvent => ({
  type: 'built',
  result: { outcomes } as unknown as BuildResult,
  target: 'mihomo',
  text: '',
})
const OUTCOME: RowOutcome = { key: 'a', status: 'refused', issues: [] }
const after = (...events: DeskEvent[]) => events.reduce<DeskView>(afterDeskEvent, FIRST_VIEW)

/** Whose parts an event makes new. */
test.each<[DeskEvent, (keyof DeskView)[]]>([
  [{ type: 'source', id: 'text', state: { status: 'loading' } }, ['sources']],
  [{ type: 'refreshed', changes: { u1: { fresh: ['a'], gone: [] } } }, ['changes']],
  [{ type: 'firstRows', rows: [row('a')] }, ['rows']],
  [{ type: 'rows', rows: [row('a')], others: [], text: 'a' }, ['rows', 'others', 'rowsOf']],
  [{ type: 'marks', marks: [{ line: 1, status: 'ok', issues: [] }] }, ['marks']],
  [{ type: 'running' }, ['state']],
  [built([]), ['state']],
  [built([OUTCOME]), ['state', 'outcomes']],
])('%j leaves every part alone that it is not about', (event, parts) => {
  const view = after(event)
  // `keys` of an object says no more than that they are strings.
  const keys = Object.keys(view) as (keyof DeskView)[]
  expect(keys.filter((key) => view[key] !== FIRST_VIEW[key])).toEqual(parts)
})

test('a source is known until it is forgotten', () => {
  const known: DeskEvent[] = ['a', 'b'].map((id) => ({ type: 'source', id, state: { status: 'ok' } }))
  expect(after(...known).sources).toEqual({ a: { status: 'ok' }, b: { status: 'ok' } })
  expect(after(...known, { type: 'source', id: 'a', state: undefined }).sources).toEqual({ b: { status: 'ok' } })
})

test('what a refresh of one source changed stays beside that of another', () => {
  const changes = { fresh: ['a'], gone: [] }
  const view = after({ type: 'refreshed', changes: { a: changes } }, { type: 'refreshed', changes: { b: changes } })
  expect(view.changes).toEqual({ a: changes, b: changes })
})

test('the outcomes are those of the last result', () => {
  expect([...after(built([OUTCOME])).outcomes]).toEqual([['a', OUTCOME]])
  expect(after(built([OUTCOME]), built([])).outcomes.size).toBe(0)
})
