import { expect, test } from 'vitest'
import type { Recipe } from '../recipe.ts'
import type { Step } from '../step.ts'
import { filteredRegions, withFilteredRegions } from './region-filter.ts'

const recipe = (...steps: Step[]) => ({ steps }) as unknown as Recipe
const filter = (id: string, region: string, rest: object = {}): Step => ({
  id, kind: 'filter', keeps: false, match: { region }, ...rest,
}) // oxfmt-ignore
const flag: Step = { id: 'flag', kind: 'flag', adds: true }

test('regions that filters leave out are told, filters by more than a region and those that are off do not count', () => {
  const given = recipe(
    filter('1', 'HK'),
    filter('2', 'JP', { disabled: true }),
    filter('3', 'US', { match: { region: 'US', type: 'ss' } }),
    filter('4', 'SG, HK'),
    filter('5', 'KR', { keeps: true }),
  )
  expect(filteredRegions(given, false)).toEqual(['HK', 'SG'])
  expect(filteredRegions(given, true)).toEqual(['KR'])
  expect(filteredRegions(recipe(flag), false)).toEqual([])
})

test('a region more is one step more, or stands in the step that is there', () => {
  const one = withFilteredRegions(recipe(flag), false, ['HK'], 'new')
  expect(one.steps).toEqual([flag, { id: 'new', kind: 'filter', keeps: false, match: { region: 'HK' } }])
  const two = withFilteredRegions(one, false, ['HK', 'JP'], 'other')
  expect(two.steps).toEqual([flag, { id: 'new', kind: 'filter', keeps: false, match: { region: 'HK,JP' } }])
  expect(withFilteredRegions(two, false, [], 'other').steps).toEqual([flag])
})

test('filters that an import made one by one become one, in the place of the first', () => {
  const { steps } = withFilteredRegions(recipe(filter('1', 'HK'), flag, filter('2', 'JP')), false, ['JP'], 'new')
  expect(steps).toEqual([filter('1', 'JP'), flag])
})

test('what is left out and what is kept alone are apart', () => {
  const both = withFilteredRegions(withFilteredRegions(recipe(), false, ['HK'], 'a'), true, ['JP', 'US'], 'b')
  expect([filteredRegions(both, false), filteredRegions(both, true)]).toEqual([['HK'], ['JP', 'US']])
})
