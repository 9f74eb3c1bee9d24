import { forgetOldDoors } from '../accounts/forget-old.ts'
import { backUpNightly } from '../db/nightly-backup.ts'
import type { Store } from '../db/open-store.ts'
import type { LastGood } from '../fetch/last-good.ts'
import type { Job } from './scheduler.ts'

const HOUR_MS = 60 * 60 * 1000

interface Working {
  lastGood: LastGood
  store: Store
  /** The folder of nightly backups. */
  backups: string
  /** Milliseconds since 1970. */
  now: () => number
}

/** What the server does by the clock. */
export function jobs({ lastGood, store, backups, now }: Working): Job[] {
  return [
    { name: 'forget old answers', everyMs: HOUR_MS, run: () => lastGood.forgetOld() },
    { name: 'forget old sessions and links', everyMs: HOUR_MS, run: () => forgetOldDoors(store.database.query, now()) },
    { name: 'back up', everyMs: HOUR_MS, run: () => backUpNightly(store, backups, now()) },
  ]
}
