import type { FetchState } from '@switchyard/sources/items'
import { deviceStore } from '../../lib/device-store.ts'
import { isLocalDataCleared } from '../../lib/local-data.ts'
import type { PassphraseLock, Sealed } from '../../lib/device-lock.ts'
import type { Item } from './item-repository.ts'

/** An item as this device keeps it. */
export interface DeviceItem extends Pick<
  Item,
  'name' | 'kind' | 'userAgent' | 'prefix' | 'intervalS' | 'archived' | 'createdAt' | 'revision'
> {
  body: string
  state: FetchState
  /** The most nodes that were served on a day, by its number since 1970. */
  days: Record<string, number>
  goodText?: string
  heldText?: string
}

/** A row of the device: an item in clear or sealed, or the lock of all of them. */
export type ItemRow =
  | { id: string; place: number; value: DeviceItem }
  | { id: string; place: number; sealed: Sealed }
  | { id: typeof LOCK_ID; lock: PassphraseLock }

export const LOCK_ID = 'lock'

/** The rows of a device. */
export interface ItemRows {
  all: () => Promise<readonly ItemRow[]>
  /** All of it or nothing. */
  write: (change: { put?: readonly ItemRow[]; remove?: readonly string[] }) => Promise<void>
}

const inItems = deviceStore<ItemRow>('switchyard-items', 'items', 'id')

/** Those of this browser. */
export const browserRows: ItemRows = {
  all: () => inItems('readonly', (store) => store.getAll()),
  async write({ put = [], remove = [] }) {
    if (isLocalDataCleared() || put.length + remove.length === 0) return
    await inItems('readwrite', (store) => {
      for (const id of remove) store.delete(id)
      for (const row of put) store.put(row)
      // All of it is done when the last question is answered.
      return store.count()
    })
  },
}
