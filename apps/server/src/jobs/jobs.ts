import { forgetOldDoors } from '../accounts/forget-old.ts'
import { backUpApart } from '../db/back-up-apart.ts'
import { backUpNightly } from '../db/nightly-backup.ts'
import type { DataFolder } from '../data-folder.ts'
import { backupFolder, type ServerStore } from '../db/open-store.ts'
import type { Shared } from '../shared/shared.ts'
import type { Job } from './scheduler.ts'
import { HOUR_MS } from '@switchyard/sources/spans'

interface Working {
  shared: Shared
  store: ServerStore
  data: DataFolder
  /** Milliseconds since 1970. */
  now: () => number
}

/** What the server does by the clock. */
export function jobs({ shared, store, data, now }: Working): Job[] {
  const source = { place: store.database.place, secrets: data.secrets }
  const backUp = (file: string, at: number, signal?: AbortSignal) => backUpApart(source, file, at, signal)
  return [
    { name: 'forget old answers', everyMs: HOUR_MS, isOf: 'each copy', run: () => shared.forgetOld(now()) },
    {
      name: 'forget old sessions and links',
      everyMs: HOUR_MS,
      isOf: 'all copies',
      run: () => forgetOldDoors(store.database.query, now()),
    },
    {
      name: 'back up',
      everyMs: HOUR_MS,
      isOf: 'all copies',
      run: (signal) => backUpNightly(backUp, backupFolder(data.folder), now(), signal),
    },
  ]
}
