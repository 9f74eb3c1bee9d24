import { expect, test } from 'vitest'
import { issuesOf } from './change.ts'

test('a part hears of what is wrong with it, by the path inside it', () => {
  const issues = { 'mapping.0.name': 'A', 'mapping.10.name': 'B', 'mappings.0': 'C', route: 'D' }
  expect(issuesOf(issues, 'mapping')).toEqual({ '0.name': 'A', '10.name': 'B' })
  expect(issuesOf(issuesOf(issues, 'mapping'), '1')).toEqual({})
})
