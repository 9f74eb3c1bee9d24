import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/scheduler.ts'
import { Refresher } from './refresher.ts'

const LOOK_EVERY_MS = 30_000

/** What works on subscriptions between requests: one for the whole server. */
export interface Hosting {
  refresher: Refresher
  /** What is done by the clock. */
  jobs: readonly Job[]
}

/** Builds what works on subscriptions. Nothing runs before its jobs do. */
export function createHosting(deps: Pick<Deps, 'store' | 'safeFetch' | 'engine' | 'now'>): Hosting {
  const refresher = new Refresher(deps)
  return {
    refresher,
    jobs: [{ name: 'refresh subscriptions', everyMs: LOOK_EVERY_MS, run: (signal) => refresher.refreshDue(signal) }],
  }
}
