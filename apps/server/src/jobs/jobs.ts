import { forgetOldDoors } from '../accounts/forget-old.ts'
import { backUpNightly } from '../db/nightly-backup.ts'
import type { ServerStore } from '../db/open-store.ts'
import type { Shared } from '../shared/shared.ts'
import type { Job } from './scheduler.ts'
import { HOUR_MS } from '@switchyard/sources/spans'

interface Working {
  shared: Shared
  store: ServerStore
  /** The folder of nightly backups. */
  backups: string
  /** Milliseconds since 1970. */
  now: () => number
}

/** What the server does by the clock. */
export function jobs({ shared, store, backups, now }: Working): Job[] {
  return [
    { name: 'forget old answers', everyMs: HOUR_MS, isOf: 'each copy', run: () => shared.forgetOld(now()) },
    {
      name: 'forget old sessions and links',
      everyMs: HOUR_MS,
      isOf: 'all copies',
      run: () => forgetOldDoors(store.database.query, now()),
    },
    { name: 'back up', everyMs: HOUR_MS, isOf: 'all copies', run: () => backUpNightly(store, backups, now()) },
  ]
}
