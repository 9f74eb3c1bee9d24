import type { ProbeResult } from '@switchyard/contract'
import { NO_CHECKS, withResults, type CheckLog } from '../../components/reachability/check-log.ts'

/** Targets that are being checked. */
interface CheckRun {
  /** Of targets that nothing was found of yet. */
  awaited: ReadonlySet<string>
  wanted: number
  /** What was known as it began: rows are hidden and sorted by that until it ends, so that none of them jumps. */
  before: CheckLog
}

/** Whether nodes answer, as far as it is known, and what is under way. */
export interface CheckState {
  log: CheckLog
  run?: CheckRun
  /** Targets that a limit of the server left out of the last run, and when the first of them may be asked for. */
  left?: { keys: readonly string[]; retryAt?: number }
  /** Why the last run broke off. */
  failure?: unknown
}

export const NOTHING_CHECKED: CheckState = { log: NO_CHECKS }

export type CheckEvent =
  | { type: 'started'; keys: readonly string[] }
  | { type: 'found'; key: string; result: ProbeResult }
  | { type: 'ended'; left: readonly string[]; retryAt?: number }
  /** The person stopped it: what was found stays. */
  | { type: 'stopped' }
  | { type: 'failed'; error: unknown }
  /** Results from elsewhere: kept in this tab, or found by the clock. */
  | { type: 'brought'; results: Iterable<readonly [key: string, found: readonly ProbeResult[]]> }

/** The only way from one state to the next. */
export function afterCheckEvent(state: CheckState, event: CheckEvent): CheckState {
  const { log, run } = state
  switch (event.type) {
    case 'started':
      return { log, run: { awaited: new Set(event.keys), wanted: event.keys.length, before: log } }
    case 'found': {
      const next = withResults(log, event.key, [event.result])
      if (!run) return { ...state, log: next }
      const awaited = new Set(run.awaited)
      awaited.delete(event.key)
      return { ...state, log: next, run: { ...run, awaited } }
    }
    case 'ended': {
      const { left, retryAt } = event
      if (left.length === 0) return { log }
      return { log, left: { keys: left, ...(retryAt === undefined ? {} : { retryAt }) } }
    }
    case 'stopped':
      return { log }
    case 'failed':
      return { log, failure: event.error }
    case 'brought': {
      let next = log
      for (const [key, found] of event.results) next = withResults(next, key, found)
      return { ...state, log: next }
    }
  }
}
