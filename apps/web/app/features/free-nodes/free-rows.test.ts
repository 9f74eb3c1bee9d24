import type { FreeNode, FreeSource } from '@switchyard/contract'
import { describe, expect, test } from 'vitest'
import { areAllStale, freeRows, mayRefresh, textsOf } from './free-rows.ts'

const node = (key: string, more: Partial<FreeNode> = {}): FreeNode => ({
  key,
  name: `name ${key}`,
  protocol: 'trojan',
  host: `${key}.example.com`,
  port: 443,
  text: `trojan://secret@${key}.example.com:443`,
  sources: ['n'],
  fetchedAt: 5,
  check: { results: [] },
  isDead: false,
  ...more,
})
const source = (id: string, more: Partial<FreeSource> = {}): FreeSource => ({
  id,
  name: id,
  nodes: 1,
  state: 'fresh',
  isStale: false,
  mayRefreshAt: 0,
  ...more,
})
const NAMES = new Map([
  ['n', 'Night'],
  ['d', 'Daily'],
])

test('each row names its sources and what its last check found, and holds no link', () => {
  const result = { checkedAt: 7, isCached: false, outcome: 'reachable' as const }
  const nodes = [node('a', { sources: ['d', 'n'], region: 'JP', check: { results: [result] } }), node('b')]
  const rows = freeRows(nodes, NAMES)
  expect(rows).toMatchObject([
    { id: 'a', line: '1', region: 'JP', source: 'Daily · Night', check: { target: undefined, results: [result] } },
    { id: 'b', line: '2', source: 'Night', server: 'b.example.com', port: 443 },
  ])
  expect(JSON.stringify(rows)).not.toContain('secret')
})

test('what is copied or sent on is in the order of the list, and nothing else', () => {
  const nodes = ['a', 'b', 'c'].map((key) => node(key))
  expect(textsOf(nodes, ['c', 'a', 'gone'])).toBe(
    'trojan://secret@a.example.com:443\ntrojan://secret@c.example.com:443',
  )
  expect(textsOf(nodes, [])).toBe('')
})

test('a source is asked again once its time has come: the chosen one, or all that may be', () => {
  const sources = [source('n', { mayRefreshAt: 10 }), source('d', { mayRefreshAt: 20 })]
  const ids = (chosen: string | undefined, now: number) => mayRefresh(sources, chosen, now).map(({ id }) => id)
  expect([ids(undefined, 9), ids(undefined, 10), ids('d', 10), ids('d', 20)]).toEqual([[], ['n'], [], ['d']])
})

describe('all is stale', () => {
  test.each([
    ['without a source', [], false],
    ['while nothing was fetched yet', [source('n', { nodes: 0, isStale: true })], false],
    ['where one of them is fresh', [source('n', { isStale: true }), source('d')], false],
    ['where none is', [source('n', { isStale: true }), source('d', { nodes: 0 })], true],
  ])('%s: %s', (_, sources, stale) => {
    expect(areAllStale(sources)).toBe(stale)
  })
})
