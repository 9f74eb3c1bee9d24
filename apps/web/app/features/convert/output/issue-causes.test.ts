import { describe, expect, test } from 'vitest'
import { createStore } from '../../../lib/store.ts'
import type { NodeRow } from '@switchyard/recipe/model'
import { startHistory } from '../../../components/node-list/edit-history.ts'
import { EMPTY_MODEL } from '../session/model.ts'
import type { FixTools } from '../nodes/fixes.ts'
import { causesOf, fixesOfCause, lineRanges, typesOf, type LocatedIssue } from './issue-causes.ts'

const NOTICE: LocatedIssue = {
  group: 'nodes', kind: 'note', code: 'info-entry', severity: 'note', message: 'A notice', sourceId: 'text', line: 2, key: 'a', kept: true, lineText: 'ss://a',
} // oxfmt-ignore
const BROKEN: LocatedIssue = {
  group: 'input', kind: 'skipped', code: 'unsupported-scheme', severity: 'error', message: 'Unsupported: foo', sourceId: 'text', line: 4, kept: false, lineText: 'foo://a',
} // oxfmt-ignore

describe('causes', () => {
  test.each<[string, Partial<LocatedIssue>, number]>([
    ['issues with the same words are one', { line: 3, key: 'b' }, 1],
    ['other words are another', { message: 'Another notice' }, 2],
    ['another source is another', { sourceId: 'file' }, 2],
    ['what is left out is another than what is kept', { kept: false }, 2],
    ['what another client takes is another: it has another way out', { isTakenElsewhere: true }, 2],
    ['a line of a document is another: it cannot be deleted alone', { lineText: '{' }, 2],
  ])('%s', (_, other, count) => {
    expect(causesOf([NOTICE, { ...NOTICE, ...other }])).toHaveLength(count)
  })

  test('all types that a client does not take are one', () => {
    const of = (nodeType: string, key: string): LocatedIssue => ({ ...NOTICE, code: 'excluded', kept: false, message: nodeType, nodeType, key })
    const causes = causesOf([of('vless', 'a'), { ...of('tuic', 'b'), code: 'type-unsupported' }, of('vless', 'c')])
    expect(causes.map(typesOf)).toEqual([['vless', 'tuic']])
  }) // oxfmt-ignore

  test('a cause stands where its first issue stood', () => {
    const causes = causesOf([NOTICE, BROKEN, { ...NOTICE, line: 5, key: 'b' }])
    expect(causes.map(({ issues }) => issues.map(({ line }) => line))).toEqual([[2, 5], [4]])
  })

  test('each line of the own rules is one', () => {
    const rule: LocatedIssue = {
      group: 'rules',
      kind: 'error',
      code: 'rule-empty',
      severity: 'error',
      message: '',
      isRuleLine: true,
    }
    expect(
      causesOf([
        { ...rule, line: 1 },
        { ...rule, line: 2 },
      ]),
    ).toHaveLength(2)
  })
})

describe('fixes of a cause', () => {
  const rows = ['a', 'b'].map((key) => ({ key, duplicateOf: 1 }) as unknown as NodeRow)
  const tools = {
    session: { model: EMPTY_MODEL, rows: createStore(rows), history: createStore(startHistory(EMPTY_MODEL)), state: createStore({}) },
    t: (key: string, values?: { n?: number }) => `${key} ${values?.n ?? ''}`.trim(),
  } as unknown as FixTools // oxfmt-ignore
  const unchecked: Partial<LocatedIssue> = { code: 'certificate-unchecked', severity: 'warning' }

  test.each<[string, LocatedIssue, string[], string[]]>([
    ['notices are excluded by one setting', NOTICE, ['exclude: line.excludeInfo'], ['exclude: line.excludeInfo']],
    ['lines are deleted together', BROKEN, ['delete-line: line.deleteLine'], ['delete-line: line.deleteAll 2']],
    ['certificates are checked together', { ...NOTICE, ...unchecked }, ['check: line.check'], ['check: line.check']],
    ['duplicates are kept together, or deleted', { ...NOTICE, code: 'duplicate' },
      ['keep: line.keepBoth', 'delete-line: line.deleteLine'], ['keep: line.keepAll 2', 'delete-line: line.deleteAll 2']],
    ['fields are edited one by one', { ...NOTICE, code: 'bad-port', severity: 'error' },
      ['edit: line.edit', 'delete-node: line.deleteNode'], []],
  ])('%s', (_, issue, alone, together) => {
    const labels = (issues: LocatedIssue[]) => causesOf(issues).flatMap((cause) => fixesOfCause(cause, tools)).map(({ id, label }) => `${id}: ${label}`)
    expect(labels([issue])).toEqual(alone)
    expect(labels([issue, { ...issue, line: 9, ...(issue.key && { key: 'b' }) }])).toEqual(together)
  }) // oxfmt-ignore
})

test.each<[number[], string[]]>([
  [[2], ['2']],
  [
    [2, 4],
    ['2', '4'],
  ],
  [
    [2, 3, 4, 9, 10],
    ['2–4', '9–10'],
  ],
])('lines %j are %j in short', (lines, ranges) => {
  expect(lineRanges(lines)).toEqual(ranges)
})
