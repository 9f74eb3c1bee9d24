import type { Issue } from '@switchyard/convert'
import { expect, test } from 'vitest'
import { issueKind } from './issue-kind.ts'

test.each<[Pick<Issue, 'code' | 'severity' | 'kept' | 'node'>, string]>([
  [{ code: 'bad-json', severity: 'error' }, 'error'],
  [{ code: 'info-entry', severity: 'note' }, 'note'],
  [{ code: 'info-entry', severity: 'note', kept: false }, 'excluded'],
  [{ code: 'excluded', severity: 'note', kept: false }, 'excluded'],
  [{ code: 'type-unsupported', severity: 'warning', kept: false }, 'excluded'],
  [{ code: 'cipher-unsupported', severity: 'warning', kept: false, node: 'A' }, 'error'],
  [{ code: 'rule-unsupported', severity: 'warning', kept: false }, 'warning'],
  [{ code: 'duplicate', severity: 'note', kept: false }, 'duplicate'],
  [{ code: 'duplicate-differs', severity: 'warning', kept: false, node: 'A' }, 'warning'],
])('%o counts as %s', (issue, kind) => {
  expect(issueKind(issue)).toBe(kind)
})
