import { expect, test } from 'vitest'
import {
  type Favourite,
  favouriteOf,
  inPlace,
  keptOf,
  mergeFavourites,
  placeBetween,
  withoutAccount,
} from './favourite.ts'

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
  expect(favouriteOf(keptOf(one))).toEqual({ ...one, synced: true, fromAccount: true })
})

test.each(['', 'no JSON', '[]', '3', 'null', '{"place":"x","data":7}'])(
  'a body %s of another program is read',
  (body) => {
    expect(favouriteOf({ kind: 'tool', id: 'a', name: 'a', body, changed: 5 })).toEqual({
    kind: 'tool', id: 'a', name: 'a', place: 5, changed: 5, synced: true, fromAccount: true,
  }) // oxfmt-ignore
  },
)

test('a merge loses nothing: each side gets what only the other one has', () => {
  const plan = mergeFavourites([tool('here')], [keptOf(tool('there'))])
  expect(names(plan.here)).toEqual(['here', 'there'])
  expect(names(plan.send)).toEqual(['here'])
  expect(plan).toMatchObject({ added: 1, replaced: 0, remove: [] })
})

test('of two with one kind and id the newest wins', () => {
  const plan = mergeFavourites(
    [tool('a', { name: 'old', changed: 10 }), tool('b', { name: 'new', changed: 20 })],
    [keptOf(tool('a', { name: 'new', changed: 20 })), keptOf(tool('b', { name: 'old', changed: 10 }))],
  )
  expect(names(plan.here)).toEqual(['new', 'new'])
  expect(plan.send.map(({ id }) => id)).toEqual(['b'])
  expect(plan.replaced).toBe(1)
})

test('a tool and a node of one id are two', () => {
  expect(mergeFavourites([tool('a')], [keptOf(node('a'))]).here).toHaveLength(2)
})

test('a node goes to the account only when that was asked for, or when it is there', () => {
  const here = [node('new', { changed: 20 }), node('there', { changed: 20, synced: true })]
  const account = [keptOf(node('there'))]
  expect(names(mergeFavourites(here, account).send)).toEqual(['there'])
  expect(mergeFavourites(here, account).here.map(({ synced }) => synced)).toEqual([undefined, true])
  expect(names(mergeFavourites(here, account, { nodes: true }).send)).toEqual(['new', 'there'])
})

test('what is longer than an account takes stays on the device, and holds up nothing else', () => {
  const plan = mergeFavourites([tool('long', { data: 'x'.repeat(64 * 1024) }), tool('short')], [])
  expect(names(plan.send)).toEqual(['short'])
  expect(names(plan.here)).toEqual(['long', 'short'])
})

test('what another device removed goes, what was removed here is removed there', () => {
  const plan = mergeFavourites(
    [tool('gone there', { synced: true }), tool('gone here', { synced: true, removed: true, changed: 20 })],
    [keptOf(tool('gone here'))],
  )
  expect(plan.here).toEqual([])
  expect(names(plan.remove)).toEqual(['gone here'])
  expect(plan.send).toEqual([])
})

test('what was changed elsewhere after it was removed here comes back', () => {
  const plan = mergeFavourites([tool('a', { removed: true, synced: true })], [keptOf(tool('a', { changed: 30 }))])
  expect(names(plan.here)).toEqual(['a'])
  expect(plan.remove).toEqual([])
})

test('when a session ends what came from the account goes, and what was made here stays', () => {
  const left = withoutAccount([
    tool('made here', { synced: true }),
    node('from there', { synced: true, fromAccount: true }),
  ])
  expect(left).toEqual([tool('made here')])
  // It goes to the next account like anything else of this device.
  expect(names(mergeFavourites(left, []).send)).toEqual(['made here'])
})

test('what was made here and is newer on the account is still this device’s when the session ends', () => {
  const { here } = mergeFavourites([tool('a')], [keptOf(tool('a', { name: 'renamed', changed: 20 }))])
  expect(names(withoutAccount(here))).toEqual(['renamed'])
})

test('a move changes one place alone', () => {
  const rows = inPlace([tool('b', { place: 2 }), tool('a', { place: 1 }), tool('gone', { place: 0, removed: true })])
  expect(names(rows)).toEqual(['a', 'b'])
  expect(placeBetween(rows[0], rows[1])).toBe(1.5)
  expect(placeBetween(undefined, rows[0])).toBe(0)
  expect(placeBetween(rows[1], undefined)).toBe(3)
})
