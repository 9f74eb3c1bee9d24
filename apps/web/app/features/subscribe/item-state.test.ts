import { expect, test } from 'vitest'
import { expiryOf, stateOf } from './item-state.ts'
import type { Item } from './item-repository.ts'

const ITEM: Item = {
  id: '1',
  revision: 1,
  name: 'A',
  kind: 'address',
  intervalS: 43_200,
  fromServer: true,
  archived: false,
  createdAt: 0,
  usedBy: [],
}
const good = { at: 1, nodes: 40, skipped: 0 }

test.each<[string, Partial<Item>, string]>([
  ['that was never fetched', {}, 'never'],
  ['whose last answer was whole', { good, lastTry: { at: 1, result: 'ok' } }, 'ok'],
  ['of which some lines were skipped', { good: { ...good, skipped: 3 }, lastTry: { at: 1, result: 'partial' } }, 'partial'],
  ['whose last try failed, with a good copy', { good, lastTry: { at: 2, result: 'failed', failure: 'timeout' } }, 'failed'],
  ['whose answer waits', { good, held: { since: 2, reason: 'no-nodes', nodes: 0, tag: 'x' } }, 'held'],
  ['of links', { kind: 'links', good }, 'ok'],
  ['that was put away', { archived: true, good }, 'archived'],
])('an item %s', (_, change, state) => expect(stateOf({ ...ITEM, ...change })).toBe(state)) // oxfmt-ignore

const DAY_S = 86_400
test.each([
  ['no date', undefined, undefined],
  ['zero, which many send for none', 0, undefined],
  ['yesterday', -DAY_S, 'past'],
  ['in six days', 6 * DAY_S, 'soon'],
  ['in eight days', 8 * DAY_S, 'later'],
])('a subscription that ends: %s', (_, inS, expected) => {
  const now = 1_800_000_000_000
  expect(expiryOf(inS === undefined || inS === 0 ? inS : now / 1000 + inS, now)).toBe(expected)
})
