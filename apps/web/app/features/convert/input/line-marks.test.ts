import { expect, test } from 'vitest'
import type { LineMark, NodeRow, Problem } from '@switchyard/recipe/model'
import { withProblems } from './line-marks.ts'

const mark = (line: number): LineMark => ({ line, status: 'ok', issues: [] })
const problem = {
  group: 'nodes', code: 'excluded', severity: 'warning', message: 'left out', sourceId: 'text', line: 1, key: 'a',
} as Problem // oxfmt-ignore

test('what a client says of a node stands at the line the node has by now', () => {
  const rows = [{ key: 'a', line: 2 }] as NodeRow[]
  expect(withProblems([mark(1), mark(2)], [problem], rows)).toEqual([
    mark(1),
    { line: 2, status: 'warn', issues: [{ code: 'excluded', message: 'left out', key: 'a' }] },
  ])
})

test('what a client said of a node that is gone stands nowhere', () => {
  expect(withProblems([mark(1)], [problem], [])).toEqual([mark(1)])
})
