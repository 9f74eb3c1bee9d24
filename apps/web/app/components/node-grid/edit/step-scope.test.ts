import { describe, expect, test } from 'vitest'
import { Converter } from '@switchyard/recipe'
import { NO_EDITS, type Step } from '@switchyard/recipe/model'
import { parseFilter } from '../filter/filter-query.ts'
import { isWhole, leftOutOf, matchOf, scopeOf } from './step-scope.ts'
import type { ListedNode } from '../types.ts'

const SOURCES = [
  { value: 'Airport 1', count: 2 },
  { value: 'Airport 2', count: 1 },
]
const row = (name: string, more: Partial<ListedNode> = {}): ListedNode => ({
  id: name,
  line: '',
  name,
  protocol: 'trojan',
  server: 'tokyo.example.com',
  port: 443,
  source: '',
  state: 'kept',
  ...more,
})
const match = (text: string) => matchOf(parseFilter(text), SOURCES)

describe('a filter as the match of a step', () => {
  test.each([
    ['', {}],
    ['region:us', { region: 'US' }],
    ['region:JP proto:trojan', { region: 'JP', type: 'trojan' }],
    ['src:"airport 1"', { source: 'Airport 1' }],
    ['name:剩余', { name: '剩余' }],
    ['is:info', { info: true }],
    ['-is:info region:jp', { info: false, region: 'JP' }],
  ])('%s', (text, expected) => {
    expect(match(text)).toEqual(expected)
  })

  test.each([
    '-region:us',
    'region:us,jp',
    'region:us region:jp',
    'tokyo',
    'is:problem',
    'is:info -is:info',
    'src:airport',
    'name:/a/',
    '-name:a',
    'name:a name:b',
    'name:"10 GB (left)"',
  ])('%s is more than a step can say', (text) => {
    expect(match(text)).toBeUndefined()
  })
})

const LINKS = ['Tokyo 1', 'JP tokyo 2', '剩余流量：10 GB', 'US 3 gb', 'TOKYO 4'].map(
  (name, at) => `trojan://p@h${at}.example.com:443#${encodeURIComponent(name)}`,
)

test.each([
  ['name:gb', 2],
  ['name:剩余', 1],
  ['is:info', 1],
  ['-is:info', 4],
  ['region:jp', 3],
  ['name:tokyo -is:info', 3],
])('the nodes that %s shows are those that its step is about', (text, count) => {
  const converter = new Converter()
  converter.read('text', '', LINKS.join('\n'))
  const listed = (...steps: readonly Step[]) => converter.rows({ sources: ['text'], steps, edits: NO_EDITS })
  const rows = listed().map(({ key, name, region, isInfo }) =>
    row(name, { id: key, isInfo, ...(region && { region }) }),
  )
  const { match, ids } = scopeOf(parseFilter(text), { rows, sources: [] })
  const marked = listed({ id: 'a', kind: 'affix', before: '#', behind: '', match })
  expect(ids).toHaveLength(count)
  expect(marked.filter(({ name }) => name.startsWith('#')).map(({ key }) => key)).toEqual(ids)
})

describe('what is seen is left out by its name', () => {
  const leftOut = (text: string, ...seen: ListedNode[]) => leftOutOf(parseFilter(text), SOURCES, seen)

  test.each([
    ['all have the word in it', 'Tokyo', [row('Tokyo 1'), row('tokyo 2')], { name: 'tokyo' }],
    [
      'an entry that is no node does not count',
      'tokyo',
      [row('Tokyo 1'), row('', { state: 'skipped' })],
      { name: 'tokyo' },
    ],
    ['no node is seen', 'tokyo', [row('', { state: 'skipped' })], undefined],
    ['with what else the filter says', 'tokyo -is:info', [row('Tokyo 1')], { name: 'tokyo', info: false }],
    ['one has it in its host alone', 'tokyo', [row('Tokyo 1'), row('A')], undefined],
    ['one was given the name by hand', 'name:tokyo', [row('Tokyo 1', { oldName: 'A' })], undefined],
    ['one was renamed, and had it before', 'name:tokyo', [row('Tokyo 1', { oldName: 'tokyo' })], { name: 'tokyo' }],
    ['without a name', 'region:jp', [row('A')], { region: 'JP' }],
    ['nothing is said', '', [row('A')], undefined],
    ['the word is one to be without', '-tokyo', [row('A')], undefined],
  ])('%s', (_, text, seen, expected) => {
    expect(leftOut(text, ...seen)).toEqual(expected)
  })
})

test('a change is a rule by nature only where it is about all, and these are several', () => {
  expect(isWhole({ match: {}, ids: ['a', 'b'] }, ['b', 'a'])).toBe(true)
  expect(isWhole({ match: {}, ids: ['a', 'b'] }, ['a'])).toBe(false)
  expect(isWhole({ match: {}, ids: ['a'] }, ['a'])).toBe(false)
})
