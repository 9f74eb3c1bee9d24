import { expect, test } from 'vitest'
import { isNameRegex, nameFilter } from './name-filter.ts'

const NAMES = ['HK 1', 'hk 2', '香港 [a', 'Tokyo', 'expire 1']

test.each([
  [{ nameInclude: '^hk' }, ['HK 1', 'hk 2']],
  [{ nameExclude: 'hk|expire' }, ['香港 [a', 'Tokyo']],
  [{ nameInclude: '\\d', nameExclude: 'hk 2' }, ['HK 1', 'expire 1']],
  [{ nameInclude: '^(?!.*expire).*$' }, ['HK 1', 'hk 2', '香港 [a', 'Tokyo']],
  [{ nameInclude: '[A' }, ['香港 [a']],
  [{ nameInclude: '(?<=x)1' }, []],
])('%j keeps the names it says', (filters, expected) => {
  expect(NAMES.filter(nameFilter(filters)!)).toEqual(expected)
})

test.each([{}, { nameInclude: '', nameExclude: ' ' }])('%j asks for nothing', (filters) => {
  expect(nameFilter(filters)).toBeUndefined()
})

test.each([
  ['hk|jp', true],
  ['[A', false],
  ['(a)\\1', false],
])('%s is a regex: %s', (pattern, expected) => {
  expect(isNameRegex(pattern)).toBe(expected)
})
