import type { ProbeResult } from '@switchyard/contract'
import { expect, test } from 'vitest'
import type { ListedNode } from '../../components/node-grid/listed-node.ts'
import { withResults, NO_CHECKS } from '../../components/reachability/check-log.ts'
import { createCheckedRows, type NodeTargets } from './checked-rows.ts'

const row = (id: string, state: ListedNode['state'] = 'kept'): ListedNode => ({
  id, line: '1', name: id, protocol: 'vless', server: 'a.example', port: 443, source: '', state,
}) // oxfmt-ignore
const found: ProbeResult = { checkedAt: 1, isCached: false, outcome: 'reachable' }
const shared = { key: 'k', target: { host: 'a.example', port: 443, transport: 'tcp' } } as const
const targets: NodeTargets = new Map([['a', shared], ['b', shared], ['w', undefined]]) // oxfmt-ignore
const NOBODY: ReadonlySet<string> = new Set()

test('nodes at one server share what is found, and one that cannot be checked says so', () => {
  const list = createCheckedRows()
  const rows = [row('a'), row('b'), row('w'), row('skipped', 'skipped'), row('not-asked-yet')]
  const checked = list(rows, targets, withResults(NO_CHECKS, 'k', [found]), NOBODY)
  expect(checked.map(({ check }) => check)).toEqual([
    { target: shared.target, results: [found] },
    { target: shared.target, results: [found] },
    { target: undefined, results: [] },
    undefined,
    undefined,
  ])
})

test('rows keep their order, and those without anything new stay the same objects', () => {
  const list = createCheckedRows()
  const rows = [row('w'), row('a')]
  const before = list(rows, targets, NO_CHECKS, new Set(['k']))
  const after = list(rows, targets, withResults(NO_CHECKS, 'k', [found]), NOBODY)
  expect(after.map(({ id }) => id)).toEqual(['w', 'a'])
  expect(after[0]).toBe(before[0])
  expect([before[1]!.check!.isAwaited, after[1]!.check]).toEqual([true, { target: shared.target, results: [found] }])
})
