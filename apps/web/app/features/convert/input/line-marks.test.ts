import { expect, test } from 'vitest'
import type { LineMark, NodeRow, OtherRow, RowOutcome, ShownIssue } from '@switchyard/recipe/model'
import { runNow } from '../../../components/node-grid/grid/slices.ts'
import { type Outcomes, withOutcomes } from './line-marks.ts'

const mark = (line: number, status: LineMark['status'] = 'ok'): LineMark => ({ line, status, issues: [] })
const row = (key: string, line: number, rest: Partial<NodeRow> = {}) =>
  ({ key, line, sourceId: 'text', ...rest }) as NodeRow
const issue = {
  group: 'nodes', code: 'excluded', severity: 'warning', message: 'left out', sourceId: 'text', line: 1, key: 'a',
} as ShownIssue // oxfmt-ignore
const outcomes = (status: RowOutcome['status'], ...keys: string[]) =>
  new Map(keys.map((key) => [key, { key, status, issues: [] }]))
const NOTHING = { issues: [], rows: [], others: [], outcomes: new Map<string, RowOutcome>() }
const marked = (marks: readonly LineMark[], outcomes: Outcomes) => runNow(withOutcomes(marks, outcomes))
const statuses = (marks: readonly LineMark[]) => marks.map(({ status }) => status)

test('what a client says of a node stands at the line the node has by now', () => {
  expect(marked([mark(1), mark(2)], { ...NOTHING, issues: [issue], rows: [row('a', 2)] })).toEqual([
    mark(1),
    { line: 2, status: 'warn', issues: [{ code: 'excluded', severity: 'warning', message: 'left out', key: 'a' }] },
  ])
})

test('a duplicate has its words at its line until there is a new result', () => {
  const repeated = { ...issue, group: 'duplicates', code: 'duplicate', message: 'same as line 1' } as const
  expect(marked([mark(1)], { ...NOTHING, issues: [repeated], rows: [row('a', 1)] })[0]!.issues).toEqual([
    { code: 'duplicate', severity: 'warning', message: 'same as line 1', key: 'a' },
  ])
})

test('what a client said of a node that is gone stands nowhere', () => {
  expect(marked([mark(1)], { ...NOTHING, issues: [issue] })).toEqual([mark(1)])
})

test('a line whose node is not written says so and has no tick', () => {
  const rows = [row('a', 1), row('b', 2, { disabled: true }), row('c', 3, { duplicateOf: 'a' }), row('d', 4)]
  const others = [{ key: 'e', sourceId: 'text', line: 5, deleted: {} }] as OtherRow[]
  const marks = [mark(1), mark(2), mark(3, 'duplicate'), mark(4), mark(5)]
  expect(statuses(marked(marks, { ...NOTHING, rows, others, outcomes: outcomes('excluded', 'a') }))).toEqual([
    'excluded',
    'disabled',
    'duplicate',
    'ok',
    'deleted',
  ])
  expect(statuses(marked(marks, { ...NOTHING, rows, outcomes: outcomes('refused', 'a', 'd') }))).toEqual([
    'refused',
    'disabled',
    'duplicate',
    'refused',
    'ok',
  ])
})

test('a notice of the provider is told from a node, until something is wrong with it', () => {
  const rows = [row('a', 1, { isInfo: true }), row('b', 2, { isInfo: true })]
  expect(statuses(marked([mark(1), mark(2, 'warn')], { ...NOTHING, rows }))).toEqual(['notice', 'warn'])
  expect(statuses(marked([mark(1)], { ...NOTHING, rows, outcomes: outcomes('excluded', 'a') }))).toEqual(['excluded'])
})

test('a line with several nodes is left out only if all of them are', () => {
  const rows = [row('a', 1), row('b', 1), row('c', 2), row('d', 2)]
  const left = outcomes('excluded', 'a', 'b', 'c')
  expect(statuses(marked([mark(1), mark(2)], { ...NOTHING, rows, outcomes: left }))).toEqual(['excluded', 'ok'])
})

test('rows of other sources mark no line of the text', () => {
  const rows = [row('a', 1, { sourceId: 'file', disabled: true })]
  expect(marked([mark(1)], { ...NOTHING, rows })).toEqual([mark(1)])
})
