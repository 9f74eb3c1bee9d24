import { expect, test } from 'vitest'
import { isExclusion } from './is-exclusion.ts'
import type { Issue } from './issue.ts'

test.each<[string, Pick<Issue, 'code' | 'kept'>, boolean]>([
  ['on the list of excluded types', { code: 'excluded', kept: false }, true],
  ['of a type that the client does not have', { code: 'type-unsupported', kept: false }, true],
  ['that is an unwanted notice', { code: 'info-entry', kept: false }, true],
  ['that is a notice and stays', { code: 'info-entry', kept: true }, false],
  ['with a cipher that the client does not have', { code: 'cipher-unsupported', kept: false }, false],
  ['that has no password', { code: 'missing-field' }, false],
])('whether a node is excluded: one %s', (_, issue, expected) => {
  expect(isExclusion(issue)).toBe(expected)
})
