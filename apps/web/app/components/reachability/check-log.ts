import type { ProbeResult } from '@switchyard/contract'
import { PROBE_HISTORY_MAX } from '@switchyard/contract/probe-facts'

/** What checks found, by the key of the target; the oldest first, and no more than are shown. */
export type CheckLog = ReadonlyMap<string, readonly ProbeResult[]>

export const NO_CHECKS: CheckLog = new Map()

/** With more results of one target, from whatever source. The same check is one, also when it was given out again. */
export function withResults(log: CheckLog, key: string, found: readonly ProbeResult[]): CheckLog {
  const before = log.get(key) ?? []
  const byTime = new Map([...before, ...found].map((result) => [result.checkedAt, result]))
  const after = [...byTime.values()].sort((a, b) => a.checkedAt - b.checkedAt).slice(-PROBE_HISTORY_MAX)
  return new Map(log).set(key, after)
}

/** Of those results that say anything, how many reached the node: "22 of 24". */
export function countReached(results: readonly ProbeResult[]): { reached: number; of: number } {
  const told = results.filter(({ outcome }) => outcome !== 'refused')
  return { reached: told.filter(({ outcome }) => outcome === 'reachable').length, of: told.length }
}
