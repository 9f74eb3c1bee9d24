import { expect, test } from 'vitest'
import type { ListedNode } from '../../components/node-grid/listed-node.ts'
import { groupsOf, inGroup, type Grouping } from './groups.ts'

const row = (id: string, more: Partial<ListedNode> = {}): ListedNode => ({
  id, line: id, name: id, protocol: 'ss', server: 'a', port: 1, source: 'one', state: 'kept', ...more,
}) // oxfmt-ignore

const ROWS = [
  row('1', { region: 'HK' }),
  row('2', { region: 'JP', protocol: 'vless', source: 'two' }),
  row('3', { region: 'JP', state: 'duplicate' }),
  row('4'),
  row('5'),
  row('6', { region: 'JP', state: 'skipped' }),
]

test.each<[Grouping, [string, number][]]>([
  ['region', [['JP', 2], ['HK', 1], ['', 2]]],
  ['protocol', [['ss', 4], ['vless', 1]]],
  ['source', [['one', 4], ['two', 1]]],
])('groups by %s stand by size, the unknown one last', (by, groups) => {
  expect(groupsOf(ROWS, by).map(({ value, count }) => [value, count])).toEqual(groups)
}) // oxfmt-ignore

test('every node is in one group, and what is no node in none', () => {
  for (const by of ['region', 'protocol', 'source'] as const) {
    const ids = groupsOf(ROWS, by).flatMap(({ value }) => inGroup(ROWS, by, value).map(({ id }) => id))
    expect(ids.sort()).toEqual(['1', '2', '3', '4', '5'])
  }
})
