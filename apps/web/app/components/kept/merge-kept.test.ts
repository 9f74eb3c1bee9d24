import { expect, test } from 'vitest'
import { type KeptRow, mergeKept, withoutAccount } from './merge-kept.ts'

const tool = (id: string, part: Partial<KeptRow> = {}): KeptRow => ({
  kind: 'tool',
  id,
  name: id,
  changed: 10,
  ...part,
})
/** As the account sent it. */
const there = (id: string, part: Partial<KeptRow> = {}): KeptRow =>
  tool(id, { synced: true, fromAccount: true, ...part })
const all = () => true
const none = () => false
const names = (rows: readonly KeptRow[]) => rows.map(({ name }) => name)

test('a merge loses nothing: each side gets what only the other one has', () => {
  const plan = mergeKept([tool('here')], [there('there')], all)
  expect(names(plan.here)).toEqual(['here', 'there'])
  expect(names(plan.send)).toEqual(['here'])
  expect(plan).toMatchObject({ added: 1, replaced: 0, remove: [] })
})

test('of two with one kind and id the newest wins', () => {
  const plan = mergeKept(
    [tool('a', { name: 'old', changed: 10 }), tool('b', { name: 'new', changed: 20 })],
    [there('a', { name: 'new', changed: 20 }), there('b', { name: 'old', changed: 10 })],
    none,
  )
  expect(names(plan.here)).toEqual(['new', 'new'])
  expect(plan.send.map(({ id }) => id)).toEqual(['b'])
  expect(plan.replaced).toBe(1)
})

test('a tool and a node of one id are two', () => {
  expect(mergeKept([tool('a')], [there('a', { kind: 'node' })], none).here).toHaveLength(2)
})

test('what the account never had goes there only when it is meant to, or when the account had it before', () => {
  const here = [tool('device'), tool('chosen'), tool('back', { goesToAccount: true })]
  const plan = mergeKept(here, [], ({ id }) => id === 'chosen')
  expect(names(plan.send)).toEqual(['chosen', 'back'])
  expect(plan.here.map(({ synced }) => synced)).toEqual([undefined, true, true])
})

test('what another device removed goes, what was removed here is removed there', () => {
  const plan = mergeKept(
    [tool('gone there', { synced: true }), tool('gone here', { synced: true, removed: true, changed: 20 })],
    [there('gone here')],
    all,
  )
  expect(plan.here).toEqual([])
  expect(names(plan.remove)).toEqual(['gone here'])
  expect(plan.send).toEqual([])
})

test('what was changed elsewhere after it was removed here comes back', () => {
  const plan = mergeKept([tool('a', { removed: true, synced: true })], [there('a', { changed: 30 })], all)
  expect(names(plan.here)).toEqual(['a'])
  expect(plan.remove).toEqual([])
})

test('when a session ends what came from the account goes, and what was made here stays', () => {
  const left = withoutAccount([tool('made here', { synced: true, goesToAccount: true }), there('from there')])
  expect(left).toEqual([tool('made here')])
  // It goes to the next account like anything else of this device.
  expect(names(mergeKept(left, [], all).send)).toEqual(['made here'])
})

test('what was made here and is newer on the account is still this device’s when the session ends', () => {
  const { here } = mergeKept([tool('a')], [there('a', { name: 'renamed', changed: 20 })], none)
  expect(names(withoutAccount(here))).toEqual(['renamed'])
})
