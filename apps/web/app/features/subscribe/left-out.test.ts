import type { ConvertReport } from '@switchyard/contract'
import { expect, test } from 'vitest'
import { countsOut, noticesWritten, reasonsOut } from './left-out.ts'

const report = (given: Partial<ConvertReport>): ConvertReport => ({
  entries: 0, comments: 0, nodes: 0, skipped: 0, duplicates: 0, excluded: 0, disabled: 0, refused: 0, output: 0, doubtful: 0,
  issues: [], subscription: null, ...given,
}) // oxfmt-ignore

test.each<[string, Partial<ConvertReport>, string]>([
  ['everything is written', { nodes: 8, output: 8 }, ''],
  ['two are duplicates', { nodes: 10, duplicates: 2, output: 8 }, 'duplicates 2'],
  ['each way has its own count', { skipped: 3, refused: 1, deleted: 2 }, 'deleted 2, refused 1, skipped 3'],
])('%s', (_, given, said) => {
  expect(
    countsOut(report(given))
      .map(({ way, n }) => `${way} ${n}`)
      .join(', '),
  ).toBe(said)
})

test.each<[string, Partial<ConvertReport['issues'][number]>, boolean]>([
  ['a node that is not written gives a reason', { node: 'Tokyo', code: 'duplicate', kept: false }, true],
  ['a node that is written with a notice gives none', { node: 'Tokyo', code: 'no-tls', kept: true }, false],
  [
    'a line that cannot be read gives a reason',
    { source: 'main', line: 3, code: 'bad-base64', severity: 'error' },
    true,
  ],
  ['a notice about a line gives none', { source: 'main', line: 3, code: 'text-encoding', severity: 'note' }, false],
  ['a rule that is not written gives none', { code: 'rule-unsupported', kept: false }, false],
])('%s', (_, given, isListed) => {
  const issue = { code: 'duplicate', severity: 'warning' as const, message: 'Why', ...given }
  expect(reasonsOut({ issues: [issue] })).toEqual(isListed ? [issue] : [])
})

test('notices are counted where they are written', () => {
  const notice = { code: 'info-entry', severity: 'note', message: '', source: 'main' } as const
  const issues = [
    { ...notice, line: 1, node: 'Left: 10 GB', kept: true },
    { ...notice, line: 2, node: 'Expires soon', kept: false },
    { ...notice, line: 3, node: 'Mail us', kept: true },
    { ...notice, line: 3, node: 'Mail us', code: 'cipher-unsupported', severity: 'error', kept: false } as const,
  ]
  expect(noticesWritten(report({ issues }))).toBe(1)
})
