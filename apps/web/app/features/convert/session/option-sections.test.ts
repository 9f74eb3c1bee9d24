import {
  withCommon,
  withFilteredRegions,
  withOutput,
  withSource,
  withText,
  withTypeExcluded,
} from '@switchyard/recipe/model'
import { expect, test } from 'vitest'
import { EMPTY_MODEL, type Model } from './model.ts'
import { changedParts, type ChangedPart, isSectionChanged, OPTION_SECTIONS, withoutSection } from './option-sections.ts'

const BEFORE = withText(EMPTY_MODEL, 'ss://before')

test.each<[string, (model: Model) => Model, ChangedPart[]]>([
  ['nothing', (model) => ({ ...model, clears: 1 }), []],
  ['the same value again', (model) => withCommon(model, { template: model.common.template }), []],
  ['another template', (model) => withCommon(model, { template: 'minimal' }), ['template']],
  ['a rule and a prefix', (model) => withCommon(model, { rules: 'MATCH,DIRECT', prefix: 'A' }), ['rules', 'naming']],
  ['a type that is left out', (model) => withTypeExcluded(model, 'vless'), ['exclude']],
  ['a region that is left out', (model) => withFilteredRegions(model, false, ['HK'], 'a'), ['exclude', 'steps']],
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

const flag = { id: 'flag', kind: 'flag', adds: true } as const

/** A model in which something is chosen in every section. */
const ALL: Model = [
  (model: Model) => ({ ...withOutput(model, 'singbox'), steps: [flag] }),
  (model: Model) => withFilteredRegions(model, false, ['HK'], 'without'),
  (model: Model) => withFilteredRegions(model, true, ['JP'], 'only'),
  (model: Model) => withTypeExcluded(model, 'vless'),
  (model: Model) =>
    withCommon(model, {
      template: 'minimal',
      rules: 'MATCH,DIRECT',
      groupOrder: ['A'],
      prefix: 'A',
      useProvider: true,
      mixedPort: 1,
    }),
].reduce((model, next) => next(model), EMPTY_MODEL)

test.each(OPTION_SECTIONS)(
  'after “reset to default” nothing is chosen in the section %s, and the others are as they were',
  (section) => {
    expect(isSectionChanged(section, ALL)).toBe(true)
    const after = withoutSection(ALL, section)
    expect(isSectionChanged(section, after)).toBe(false)
    // Regions are filters, and filters are steps.
    const shared = section === 'exclude' || section === 'steps' ? ['exclude', 'steps'] : []
    const others = OPTION_SECTIONS.filter((each) => each !== section && !shared.includes(each))
    expect(others.filter((each) => !isSectionChanged(each, after))).toEqual([])
    if (section === 'exclude') expect(after.steps).toEqual([flag])
  },
)
