import { expect, test } from 'vitest'
import type { LineMark, NodeRow, ShownIssue } from '@switchyard/recipe/model'
import { withIssues } from './line-marks.ts'

const mark = (line: number): LineMark => ({ line, status: 'ok', issues: [] })
const issue = {
  group: 'nodes', code: 'excluded', severity: 'warning', message: 'left out', sourceId: 'text', line: 1, key: 'a',
} as ShownIssue // oxfmt-ignore

test('what a client says of a node stands at the line the node has by now', () => {
  const rows = [{ key: 'a', line: 2 }] as NodeRow[]
  expect(withIssues([mark(1), mark(2)], [issue], rows)).toEqual([
    mark(1),
    { line: 2, status: 'warn', issues: [{ code: 'excluded', message: 'left out', key: 'a' }] },
  ])
})

test('what a client said of a node that is gone stands nowhere', () => {
  expect(withIssues([mark(1)], [issue], [])).toEqual([mark(1)])
})
