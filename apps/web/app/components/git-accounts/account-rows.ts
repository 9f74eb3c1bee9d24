import { deviceStore } from '../../lib/device-store.ts'
import type { PassphraseLock, Sealed } from '../../lib/device-lock.ts'
import { isLocalDataCleared } from '../../lib/local-data.ts'
import type { GitAccount } from './git-account.ts'

/** An account as this device keeps it: its token is sealed, or not there at all. */
export interface AccountRow {
  id: string
  place: number
  account: Omit<GitAccount, 'id' | 'tokenIsKept'>
  token?: Sealed
}

/** A row of the device: an account, or the lock of all tokens. */
export type GitRow = AccountRow | { id: typeof TOKEN_LOCK_ID; lock: PassphraseLock }

export const TOKEN_LOCK_ID = 'lock'

/** The rows of a device. */
export interface GitRows {
  all: () => Promise<readonly GitRow[]>
  /** All of it or nothing. */
  write: (change: { put?: readonly GitRow[]; remove?: readonly string[] }) => Promise<void>
}

const inAccounts = deviceStore<GitRow>('switchyard-git', 'accounts', 'id')

/** Those of this browser. */
export const browserGitRows: GitRows = {
  all: () => inAccounts('readonly', (store) => store.getAll()),
  async write({ put = [], remove = [] }) {
    if (isLocalDataCleared() || put.length + remove.length === 0) return
    await inAccounts('readwrite', (store) => {
      for (const id of remove) store.delete(id)
      for (const row of put) store.put(row)
      // All of it is done when the last question is answered.
      return store.count()
    })
  },
}
