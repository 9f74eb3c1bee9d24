import { expect, test } from 'vitest'
import type { RuleSetRow } from '@switchyard/recipe/model'
import { withRow } from './with-row.ts'

const row = (name: string, change: Partial<RuleSetRow> = {}): RuleSetRow => ({
  name,
  type: 'inline',
  behavior: 'domain',
  ...change,
})
const [a, b] = [row('a'), row('b')]
const rules = ['example.com']

test('the rules of a file reach their rule set, whatever became of the others while it was read', () => {
  expect(withRow([b, a], a, { rules })).toEqual([b, row('a', { rules })])
  const edited = row('b', { group: 'DIRECT' })
  expect(withRow([a, edited], a, { rules })).toEqual([row('a', { rules }), edited])
  expect(withRow([a], a, { rules })).toEqual([row('a', { rules })])
})

test('a rule set that was edited while its file was read keeps both', () => {
  const edited = row('a', { group: 'DIRECT' })
  expect(withRow([edited, b], a, { rules })[0]).toEqual({ ...edited, rules })
})

test('a rule set that was removed while its file was read stays away, with nothing to undo', () => {
  const rows = [b]
  expect(withRow(rows, a, { rules })).toBe(rows)
})

test('rows without a name are never taken for one another', () => {
  const rows: readonly { group?: string }[] = [{ group: 'X' }]
  expect(withRow(rows, { group: 'X' }, { group: 'Y' })).toBe(rows)
})

test('what is emptied is no part of a row any more, but for the fields that every row has', () => {
  const edited = row('a', { group: 'X' })
  expect(withRow([edited], edited, { name: '', group: '' }, ['name'])).toEqual([row('')])
})
