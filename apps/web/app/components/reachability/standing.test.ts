import type { ProbeResult, ProbeTarget } from '@switchyard/contract'
import { expect, test } from 'vitest'
import type { NodeCheck } from './node-check.ts'
import { countTallies, STANDING_LOOKS, standingOf, tallyOf } from './standing.ts'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 10, 29, 12)
const target: ProbeTarget = { host: 'a.example', port: 443, transport: 'tcp' }
const found = (outcome: ProbeResult['outcome'], minutesAgo: number): ProbeResult => ({
  checkedAt: NOW - minutesAgo * MINUTE, isCached: false, outcome,
}) // oxfmt-ignore
const check = (...results: ProbeResult[]): NodeCheck => ({ target, results })

test.each([
  ['the last result', check(found('unreachable', 5), found('reachable', 1)), 'reachable', 'reachable'],
  ['nothing answered', check(found('reachable', 5), found('unreachable', 1)), 'unreachable', 'unreachable'],
  ['a private address', check(found('refused', 1)), 'refused', 'unknown'],
  ['no result yet', check(), 'never', 'unknown'],
  ['a node that answers only who knows its key', { target: undefined, results: [] }, 'uncheckable', 'unknown'],
  ['an hour is not too long', check(found('reachable', 60)), 'reachable', 'reachable'],
  ['a good result of yesterday', check(found('reachable', 24 * 60)), 'stale', 'stale'],
  ['a bad result of yesterday', check(found('unreachable', 61)), 'stale', 'stale'],
] as const)('%s', (_, of, standing, tally) => {
  expect(standingOf(of, NOW)).toBe(standing)
  expect(tallyOf(of, NOW)).toBe(tally)
})

test('green and red are for what was found within the hour alone', () => {
  const coloured = Object.entries(STANDING_LOOKS).filter(([, { tone }]) => tone === 'success' || tone === 'error')
  expect(coloured.map(([standing]) => standing)).toEqual(['reachable', 'unreachable'])
})

test('every node is in one of the four groups', () => {
  const checks = [
    check(found('reachable', 1)),
    check(found('reachable', 90)),
    check(),
    { target: undefined, results: [] },
  ]
  expect(countTallies(checks, NOW)).toEqual({ reachable: 1, unreachable: 0, unknown: 2, stale: 1 })
})
