import { expect, test } from 'vitest'
import { arrivals, widthOf } from './tracks.ts'

const types = (...counts: number[]) => counts.map((count, index) => ({ type: `t${index}`, count }))
const NONE = { duplicates: 0, toFetch: 0, skipped: 0 }

test('every protocol has a track, and what became nothing ends beside them', () => {
  const tracks = arrivals({ types: types(3, 1), counts: { duplicates: 2, toFetch: 1, skipped: 1 } })
  expect(tracks.map(({ name, count }) => `${name} ${count}`)).toEqual([
    't0 3', 't1 1', 'duplicates 2', 'to-fetch 1', 'skipped 1',
  ]) // oxfmt-ignore
  expect(tracks.map(({ at }) => at)).toEqual([0.1, 0.3, 0.5, 0.7, 0.9])
})

test('of many protocols the small ones share a track, and no node is lost on the way', () => {
  const tracks = arrivals({ types: types(9, 5, 3, 2, 1, 1), counts: NONE })
  expect(tracks.map(({ kind, count }) => [kind, count])).toEqual([
    ['nodes', 9],
    ['nodes', 5],
    ['nodes', 3],
    ['rest', 4],
  ])
  expect(arrivals({ types: types(4, 3, 2, 1), counts: NONE }).map(({ kind }) => kind)).not.toContain('rest')
})

test('where nothing could be read there are dead ends only', () => {
  expect(arrivals({ types: [], counts: { ...NONE, skipped: 40 } })).toMatchObject([
    { kind: 'skipped', count: 40, at: 0.5 },
  ])
})

test('a track is as wide as its share of nodes, between 1.5 and 6 pixels', () => {
  expect([0, 50, 100].map((count) => widthOf(count, 100))).toEqual([1.5, 3.75, 6])
  expect(widthOf(0, 0)).toBe(1.5)
  expect(arrivals({ types: types(3, 1), counts: NONE }).map(({ width }) => width)).toEqual([4.875, 2.625])
})
