import type { LastGood } from '../fetch/last-good.ts'
import type { Job } from './scheduler.ts'

const HOUR_MS = 60 * 60 * 1000

/** What the server does by the clock. */
export function jobs({ lastGood }: { lastGood: LastGood }): Job[] {
  return [{ name: 'forget old answers', everyMs: HOUR_MS, run: () => lastGood.forgetOld() }]
}
