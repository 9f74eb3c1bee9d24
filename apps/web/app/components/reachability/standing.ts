import type { Tone } from '../../ui/badge.tsx'
import type { IconName } from '../../ui/icons.ts'
import { freshnessOf } from './freshness.ts'
import type { NodeCheck } from './node-check.ts'

/** How a node stands: what the last check found, unless that is too long ago or there was none. */
export const STANDINGS = ['reachable', 'unreachable', 'refused', 'never', 'uncheckable', 'stale'] as const
export type NodeStanding = (typeof STANDINGS)[number]

export function standingOf({ target, results }: NodeCheck, now: number): NodeStanding {
  if (!target) return 'uncheckable'
  const last = results.at(-1)
  if (!last) return 'never'
  return freshnessOf(last.checkedAt, now) === 'stale' ? 'stale' : last.outcome
}

/** Icon and tone of each: colour is for what is true now, so an old result has none, whatever it said. */
export const STANDING_LOOKS = {
  reachable: { icon: 'circle-check', tone: 'success' },
  unreachable: { icon: 'x', tone: 'error' },
  refused: { icon: 'alert-triangle', tone: 'warning' },
  never: { icon: 'minus', tone: 'quiet' },
  uncheckable: { icon: 'ban', tone: 'quiet' },
  stale: { icon: 'history', tone: 'quiet' },
} as const satisfies Record<NodeStanding, { icon: IconName; tone: Tone }>

/** Nodes are counted in four groups. */
export const CHECK_TALLIES = ['reachable', 'unreachable', 'unknown', 'stale'] as const
export type CheckTally = (typeof CHECK_TALLIES)[number]

const TALLY_OF: Readonly<Record<NodeStanding, CheckTally>> = {
  reachable: 'reachable',
  unreachable: 'unreachable',
  refused: 'unknown',
  never: 'unknown',
  uncheckable: 'unknown',
  stale: 'stale',
}

export const tallyOf = (check: NodeCheck, now: number): CheckTally => TALLY_OF[standingOf(check, now)]

/** How many nodes stand in which group. */
export function countTallies(checks: Iterable<NodeCheck>, now: number): Record<CheckTally, number> {
  const counts = { reachable: 0, unreachable: 0, unknown: 0, stale: 0 }
  for (const check of checks) counts[tallyOf(check, now)]++
  return counts
}
