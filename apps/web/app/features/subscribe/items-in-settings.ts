import type { ReadImport } from '@switchyard/recipe'
import { backupOfFile } from '../../components/engine/recipe-files.ts'
import { addFound } from './add-found.ts'
import { browserItems } from './browser-items.ts'
import type { DeviceItems, WrittenItem } from './device-items.ts'
import { refusalOf } from './item-repository.ts'

interface Parts {
  items: DeviceItems
  /** What a file of ours holds. */
  read: (file: Blob) => Promise<ReadImport | { mistake: string }>
}

/** What of the items in a file is new on this device. */
interface NewHere {
  names: readonly string[]
  /** How many are on this device as they are. */
  here: number
  /** Names of those that cannot be an item. */
  unread: readonly string[]
  /** Adds the new ones. Gives the names of those that could not be. */
  add: () => Promise<readonly string[]>
}

/** The items of a device as a file of settings carries them: out in clear, and in beside those that are there. */
export class ItemsInSettings {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** As they stand in the file. `locked`: a passphrase guards them, and it was not typed. */
  async written(): Promise<readonly WrittenItem[] | 'locked'> {
    return lockedOr(() => this.#parts.items.written())
  }

  /** What of a file is new here. Nothing of it is added before `add` is called. */
  async newIn(text: string): Promise<NewHere | 'locked'> {
    return lockedOr(async () => {
      const { items, read } = this.#parts
      const kept = new Set((await items.written()).map(({ body }) => body))
      const file = await read(new Blob([text]))
      const { items: found, left } = 'mistake' in file ? { items: [], left: [] } : file
      const fresh = found.filter(({ body }) => !kept.has(body))
      return {
        names: fresh.map(({ name }) => name),
        here: found.length - fresh.length,
        unread: left.map(({ name }) => name),
        add: async () => {
          const { failed } = await addFound({ items: fresh, recipes: [], store: items })
          return failed.map(({ name }) => name)
        },
      }
    })
  }
}

async function lockedOr<T>(work: () => Promise<T>): Promise<T | 'locked'> {
  try {
    return await work()
  } catch (error) {
    if (refusalOf(error) === 'locked') return 'locked'
    throw error
  }
}

/** Those of this browser. */
export const browserItemsInSettings = new ItemsInSettings({ items: browserItems, read: backupOfFile })
