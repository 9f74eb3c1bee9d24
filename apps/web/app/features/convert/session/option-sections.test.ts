import { withCommon, withOutput, withSource, withText, withTypeExcluded } from '@switchyard/recipe/model'
import { expect, test } from 'vitest'
import { EMPTY_MODEL, type Model } from './model.ts'
import { changedParts, type ChangedPart } from './option-sections.ts'

const BEFORE = withText(EMPTY_MODEL, 'ss://before')

test.each<[string, (model: Model) => Model, ChangedPart[]]>([
  ['nothing', (model) => ({ ...model, clears: 1 }), []],
  ['the same value again', (model) => withCommon(model, { template: model.common.template }), []],
  ['another template', (model) => withCommon(model, { template: 'minimal' }), ['template']],
  ['a rule and a prefix', (model) => withCommon(model, { rules: 'MATCH,DIRECT', prefix: 'A' }), ['rules', 'naming']],
  ['a type that is left out', (model) => withTypeExcluded(model, 'vless'), ['exclude']],
  ['another client', (model) => withOutput(model, 'singbox'), ['target']],
  ['a step', (model) => ({ ...model, steps: [{ id: '1', kind: 'flag', adds: true }] }), ['steps']],
  ['a node', (model) => ({ ...model, edits: { ...model.edits, deleted: ['a'] } }), ['edits']],
  ['the text', (model) => withText(model, 'ss://a'), ['sources']],
  ['the prefix of a source', (model) => withSource(model, 'text', { prefix: 'A' }), ['sources']],
  ['how a source is used', (model) => withSource(model, 'text', { asProvider: true }), ['sources']],
  ['when a source was read', (model) => withSource(model, 'text', { loadedAt: 1 }), []],
])('a change of %s is told by its part', (_, change, parts) => {
  expect(changedParts(BEFORE, change(BEFORE))).toEqual(parts)
})
