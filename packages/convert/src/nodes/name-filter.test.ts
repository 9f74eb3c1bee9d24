import { expect, test } from 'vitest'
import { nameFilter, namePattern, namesOfFilters } from './name-filter.ts'

const NAMES = ['HK 1', 'hk 2', '香港 [a', 'Tokyo', 'expire 1']

test.each([
  [{ nameInclude: '^hk' }, ['HK 1', 'hk 2']],
  [{ nameExclude: 'hk|expire' }, ['香港 [a', 'Tokyo']],
  [{ nameInclude: '\\d', nameExclude: 'hk 2' }, ['HK 1', 'expire 1']],
  [{ nameInclude: '^(?!.*expire).*$' }, ['HK 1', 'hk 2', '香港 [a', 'Tokyo']],
  [{ nameInclude: '[A' }, ['香港 [a']],
  [{ nameInclude: '(?<=x)1' }, []],
])('%j keeps the names it says', (filters, expected) => {
  const unwantedBy = nameFilter(filters)!
  expect(NAMES.filter((name) => unwantedBy(name) === undefined)).toEqual(expected)
})

test.each([{}, { nameInclude: '', nameExclude: ' ' }])('%j asks for nothing', (filters) => {
  expect(nameFilter(filters)).toBeUndefined()
})

test.each([
  ['hk|jp', undefined],
  ['[A', { reason: 'regex-syntax', at: '[A', mistake: 'bracket-open' }],
  ['(a)\\1', { reason: 'regex-backreference', at: '\\1' }],
])('%s as a regex: %j', (pattern, issue) => {
  expect(namePattern(pattern)?.issue).toEqual(issue)
})

test('a name that is taken out is told with the filter that took it, a long one cut', () => {
  expect(NAMES.map(nameFilter({ nameInclude: '^hk', nameExclude: '2' })!)).toEqual([
    undefined,
    { exclude: '2' },
    { include: '^hk' },
    { include: '^hk' },
    { include: '^hk' },
  ])
  expect(namesOfFilters({ nameInclude: ' ', nameExclude: 'x'.repeat(99) })).toEqual({ exclude: `${'x'.repeat(60)}…` })
})
