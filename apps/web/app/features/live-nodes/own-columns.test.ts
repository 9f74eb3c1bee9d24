import type { ProbeResult } from '@switchyard/contract'
import { expect, test } from 'vitest'
import { runNow } from '../../components/node-grid/grid/slices.ts'
import { sortRows } from '../../components/node-grid/columns/sort-rows.ts'
import type { ListedNode } from '../../components/node-grid/listed-node.ts'
import { NO_CHECKS, withResults, type CheckLog } from '../../components/reachability/check-log.ts'
import { createCheckedRows, type NodeTargets } from './checked-rows.ts'
import { ownColumns } from './own-columns.tsx'

const NOW = Date.UTC(2026, 10, 29)
const IDS = ['slow', 'down', 'fast', 'never', 'wireguard', 'old']
const rows = IDS.map((id): ListedNode => ({
  id, line: '1', name: id, protocol: 'x', server: id, port: 1, source: '', state: 'kept',
})) // oxfmt-ignore
const targets: NodeTargets = new Map(
  IDS.map((id) => [id, id === 'wireguard' ? undefined : { key: id, target: { host: id, port: 1, transport: 'tcp' } }]),
)
const found = (outcome: ProbeResult['outcome'], ms?: number, minutesAgo = 1): ProbeResult[] => [
  { checkedAt: NOW - minutesAgo * 60_000, isCached: false, outcome, ...(ms === undefined ? {} : { tcp: { ms } }) },
]
const LOG = Object.entries({
  slow: found('reachable', 1200), down: found('unreachable'), fast: found('reachable', 41.6), old: found('reachable', 5, 90),
}).reduce((log, [key, results]) => withResults(log, key, results), NO_CHECKS) // oxfmt-ignore

function sorted(column: 'reach' | 'tcp', shown: CheckLog, by: CheckLog): string[] {
  const checked = createCheckedRows()(rows, targets, shown, new Set())
  const own = ownColumns(targets, { log: by, at: NOW })
  return runNow(sortRows(checked, { column, descending: false }, 'en', own)).map(({ id }) => id)
}

test('sorted by state, what answers comes first and what is too old last', () => {
  expect(sorted('reach', LOG, LOG)).toEqual(['slow', 'fast', 'down', 'never', 'wireguard', 'old'])
})

test('sorted by TCP, the fastest comes first and what has no time last', () => {
  expect(sorted('tcp', LOG, LOG)).toEqual(['old', 'fast', 'slow', 'down', 'never', 'wireguard'])
})

test('a result that came after the rows were sorted moves none of them', () => {
  const later = withResults(LOG, 'down', [{ ...found('reachable', 1)[0]!, checkedAt: NOW }])
  expect(sorted('reach', later, LOG)).toEqual(sorted('reach', LOG, LOG))
  expect(sorted('reach', later, later)).not.toEqual(sorted('reach', LOG, LOG))
})
