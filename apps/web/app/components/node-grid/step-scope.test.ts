import { describe, expect, test } from 'vitest'
import { parseFilter } from './filter-query.ts'
import { isWhole, matchOf } from './step-scope.ts'

const SOURCES = [
  { value: 'Airport 1', count: 2 },
  { value: 'Airport 2', count: 1 },
]
const match = (text: string) => matchOf(parseFilter(text), SOURCES)

describe('a filter as the match of a step', () => {
  test.each([
    ['', {}],
    ['region:us', { region: 'US' }],
    ['region:JP proto:trojan', { region: 'JP', type: 'trojan' }],
    ['src:"airport 1"', { source: 'Airport 1' }],
  ])('%s', (text, expected) => {
    expect(match(text)).toEqual(expected)
  })

  test.each(['-region:us', 'region:us,jp', 'region:us region:jp', 'tokyo', 'is:problem', 'src:airport', 'name:/a/'])(
    '%s is more than a step can say',
    (text) => {
      expect(match(text)).toBeUndefined()
    },
  )
})

test('a change is a rule by nature only where it is about all, and these are several', () => {
  expect(isWhole({ match: {}, ids: ['a', 'b'] }, ['b', 'a'])).toBe(true)
  expect(isWhole({ match: {}, ids: ['a', 'b'] }, ['a'])).toBe(false)
  expect(isWhole({ match: {}, ids: ['a'] }, ['a'])).toBe(false)
})
