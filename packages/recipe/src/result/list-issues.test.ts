import type { Issue, NodeBase } from '@switchyard/convert'
import { expect, test } from 'vitest'
import type { Entry } from '../list/list-entries.ts'
import { listIssues } from './list-issues.ts'
import type { Run } from './run-conversion.ts'

const issue = (severity: Issue['severity'], source: string, line: number): Issue => ({
  code: 'bad-json',
  severity,
  source,
  line,
})

/** What a run tells, without anything that this is not about. */
function runOf(issues: Issue[]): Run {
  const report = { issues } as Run['report']
  const run: Partial<Run> = { report, rowOf: () => undefined, sourceOf: ({ source }) => source, toFetch: new Set() }
  return run as Run
}

test('the worst is told first, and what is as bad stands as its lines do, source by source', () => {
  const issues = [
    issue('note', 'b', 4),
    issue('warning', 'a', 9),
    issue('note', 'a', 2),
    issue('error', 'b', 3),
    issue('warning', 'a', 1),
    issue('error', 'b', 1),
  ]
  const listed = listIssues(runOf(issues), 'mihomo', 'en-US').issues
  expect(listed.map(({ severity, sourceId, line }) => `${severity} ${sourceId} ${line}`)).toEqual([
    'error b 1', 'error b 3', 'warning a 1', 'warning a 9', 'note b 4', 'note a 2',
  ]) // oxfmt-ignore
})

test('of an entry whose type the client does not have only that is told, and it counts as refused', () => {
  const issues: Issue[] = [
    { code: 'certificate-unchecked', severity: 'warning', node: 'A', kept: true },
    { code: 'type-unsupported', severity: 'warning', node: 'A', kept: false, args: { type: 'tuic' } },
    { code: 'certificate-unchecked', severity: 'warning', node: 'B', kept: true },
  ]
  const node: NodeBase = { type: 'tuic', name: 'A', server: 'a.example.com', port: 443 }
  const entries = new Map(['A', 'B'].map((key) => [key, { key, node } as Entry]))
  const run = { ...runOf(issues), rowOf: ({ node = '' }: Issue) => entries.get(node) }
  const { issues: listed, kinds, outcomes } = listIssues(run, 'clash', 'en-US')
  expect(listed.map(({ node, group, message }) => [node, group, message])).toEqual([
    ['A', 'excluded', 'Clash does not support tuic'],
    ['B', 'nodes', 'Certificate check is off'],
  ])
  expect(kinds).toMatchObject({ warning: 1, refused: 1, excluded: 0 })
  expect(outcomes.map(({ key, status }) => [key, status])).toEqual([
    ['A', 'refused'],
    ['B', 'warn'],
  ])
})

test.each<[string, Omit<Issue, 'source' | 'line'>, string]>([
  ['a line that is no node', { code: 'bad-json', severity: 'error' }, 'skipped'],
  ['a notice', { code: 'info-entry', severity: 'note', node: 'A' }, 'note'],
  ['a notice that the user excludes', { code: 'info-entry', severity: 'note', kept: false, node: 'A' }, 'excluded'],
  ['a name that a filter excludes', { code: 'excluded', severity: 'note', kept: false, node: 'A' }, 'excluded'],
  ['a type that the user excludes', { code: 'excluded', severity: 'note', kept: false, node: 'A', args: { type: 'trojan' } }, 'excluded'],
  ['a type that Clash never had', { code: 'excluded', severity: 'note', kept: false, node: 'A', args: { type: 'vless' } }, 'refused'],
  ['another such type', { code: 'type-unsupported', severity: 'warning', kept: false, node: 'A' }, 'refused'],
  ['a cipher that Clash does not have', { code: 'cipher-unsupported', severity: 'warning', kept: false, node: 'A' }, 'refused'],
  ['a type of the template that Clash never had', { code: 'type-unsupported', severity: 'warning', kept: false, node: 'T' }, 'error'],
  ['a node of the template', { code: 'cipher-unsupported', severity: 'warning', kept: false, node: 'T' }, 'error'],
  ['a rule that is left out', { code: 'rule-unsupported', severity: 'warning', kept: false }, 'warning'],
  ['the same node again', { code: 'duplicate', severity: 'note', kept: false, node: 'A' }, 'duplicate'],
  ['almost the same node again', { code: 'duplicate-differs', severity: 'warning', kept: false, node: 'A' }, 'warning'],
])('%s is counted by what became of it', (_, told, kind) => {
  const entry = { key: 'A', node: { type: 'trojan', name: 'A', server: 'a.example.com', port: 443 } } as Entry
  const run = {
    ...runOf([{ source: 'a', line: 1, ...told }]),
    rowOf: ({ node }: Issue) => (node === 'A' ? entry : undefined),
  }
  const { issues, kinds } = listIssues(run, 'clash', 'en-US')
  expect(issues.map((issue) => issue.kind)).toEqual([kind])
  expect(kinds).toMatchObject({ [kind]: 1 })
}) // oxfmt-ignore

test('missing rule lists are one problem, which names them', () => {
  const missing = (list: string): Issue => ({ code: 'list-missing', severity: 'warning', kept: false, args: { list } })
  const less: Issue = { code: 'routes-less', severity: 'warning', kept: true, args: { count: 2 } }
  const { issues, kinds } = listIssues(runOf([less, missing('ads'), missing('ai')]), 'clash', 'en-US')
  expect(issues.map(({ code, group }) => [code, group])).toEqual([['routes-less', 'rules']])
  expect(issues[0]!.message).toMatch(/2 rule lists are missing.* Missing: ads, ai$/)
  expect(kinds).toMatchObject({ warning: 1 })
})

test('what is about the whole result is told first, however many nodes are left out', () => {
  const leftOut = Array.from({ length: 3000 }, (_, at): Issue => ({
    code: 'excluded', severity: 'note', source: 'a', line: at + 1, node: `N${at}`, kept: false, args: { type: 'vless' },
  })) // oxfmt-ignore
  const less: Issue = { code: 'routes-less', severity: 'warning', kept: true, args: { count: 2 } }
  const { issues } = listIssues(runOf([...leftOut, less]), 'clash', 'en-US')
  expect(issues).toHaveLength(2000)
  expect(issues.filter(({ code }) => code === 'routes-less')).toHaveLength(1)
})

test('of very many those that are wrong are told, wherever they stand', () => {
  const notes = Array.from({ length: 5000 }, (_, at) => issue('note', 'a', at + 1))
  const { issues } = listIssues(runOf([...notes, issue('error', 'a', 9999)]), 'mihomo', 'en-US')
  expect([issues.length, issues[0]!.line]).toEqual([2000, 9999])
})
