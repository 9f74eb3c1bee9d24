import { expect, test } from 'vitest'
import { type RuleSetRow, withCommon } from '@switchyard/recipe/model'
import { EMPTY_MODEL } from '../session/model.ts'
import { withRuleSet } from './rule-set-edits.ts'

const row = (name: string, change: Partial<RuleSetRow> = {}): RuleSetRow => ({
  name,
  type: 'inline',
  behavior: 'domain',
  ...change,
})
const modelOf = (...ruleSets: RuleSetRow[]) => withCommon(EMPTY_MODEL, { ruleSets })
const [a, b] = [row('a'), row('b')]
const rules = ['example.com']

test('the rules of a file reach their rule set, whatever became of the others while it was read', () => {
  expect(withRuleSet(modelOf(b, a), a, { rules }).common.ruleSets).toEqual([b, row('a', { rules })])
  const edited = row('b', { group: 'DIRECT' })
  expect(withRuleSet(modelOf(a, edited), a, { rules }).common.ruleSets).toEqual([row('a', { rules }), edited])
  expect(withRuleSet(modelOf(a), a, { rules }).common.ruleSets).toEqual([row('a', { rules })])
})

test('a rule set that was edited while its file was read keeps both', () => {
  const edited = row('a', { group: 'DIRECT' })
  expect(withRuleSet(modelOf(edited, b), a, { rules }).common.ruleSets[0]).toEqual({ ...edited, rules })
})

test('a rule set that was removed while its file was read stays away, with nothing to undo', () => {
  const model = modelOf(b)
  expect(withRuleSet(model, a, { rules })).toBe(model)
})

test('what is emptied is no part of a rule set any more, but its name is', () => {
  expect(withRuleSet(modelOf(row('a', { group: 'X' })), row('a'), { name: '', group: '' }).common.ruleSets).toEqual([
    row(''),
  ])
})
