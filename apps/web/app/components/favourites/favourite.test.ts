import { expect, test } from 'vitest'
import { mergeKept } from '../kept/merge-kept.ts'
import { type Favourite, favouriteOf, goesToAccount, inPlace, keptOf, placeBetween } from './favourite.ts'

const tool = (id: string, part: Partial<Favourite> = {}): Favourite => ({
  kind: 'tool',
  id,
  name: id,
  place: 1,
  changed: 10,
  ...part,
})
const node = (id: string, part: Partial<Favourite> = {}): Favourite => ({
  ...tool(id, part),
  kind: 'node',
  data: 'trojan://p@a.example:443#n',
})
const names = (favourites: readonly Favourite[]) => favourites.map(({ name }) => name)

test('what the account keeps is read as it was sent', () => {
  const one = node('a', { folder: 'HK', place: 2.5 })
  expect(favouriteOf(keptOf(one))).toEqual(one)
})

test.each(['', 'no JSON', '[]', '3', 'null', '{"place":"x","data":7}'])(
  'a body %s of another program is read',
  (body) => {
    expect(favouriteOf({ kind: 'tool', id: 'a', name: 'a', body, changed: 5 })).toEqual({
    kind: 'tool', id: 'a', name: 'a', place: 5, changed: 5,
  }) // oxfmt-ignore
  },
)

test('a node goes to the account only when that was asked for, or when it is there', () => {
  const here = [node('new', { changed: 20 }), node('there', { changed: 20, synced: true })]
  const account = [node('there', { synced: true })]
  expect(names(mergeKept(here, account, goesToAccount()).send)).toEqual(['there'])
  expect(mergeKept(here, account, goesToAccount()).here.map(({ synced }) => synced)).toEqual([undefined, true])
  expect(names(mergeKept(here, account, goesToAccount(true)).send)).toEqual(['new', 'there'])
  expect(goesToAccount()(tool('a'))).toBe(true)
})

test('a move changes one place alone', () => {
  const rows = inPlace([tool('b', { place: 2 }), tool('a', { place: 1 }), tool('gone', { place: 0, removed: true })])
  expect(names(rows)).toEqual(['a', 'b'])
  expect(placeBetween(rows[0], rows[1])).toBe(1.5)
  expect(placeBetween(undefined, rows[0])).toBe(0)
  expect(placeBetween(rows[1], undefined)).toBe(3)
})
