import { deviceStore } from '../../../lib/device-store.ts'
import { randomId } from '../../../lib/random-id.ts'
import { createStore, type Store } from '../../../lib/store.ts'
import type { OutputId } from '@switchyard/recipe/model'
import type { Model } from './model.ts'

/** A finished text of before, for the comparison. */
export interface Version {
  id: string
  at: number
  target: OutputId
  text: string
  /** It was changed by hand. */
  isEdited?: boolean
  /** The model that the text was made from. It is not stored on the device. */
  madeOf?: Model
}

type Besides = Pick<Version, 'isEdited' | 'madeOf'>

const COUNT_MAX = 20
const LENGTH_MAX = 1024 * 1024

const inStore = deviceStore<Version>('switchyard-versions', 'versions', 'id')

/** Results of before, the newest first: as long as the tab, or on this device for as long as its user wants that. */
export class Versions {
  readonly list: Store<readonly Version[]> = createStore<readonly Version[]>([])
  #isRemembered = false

  async start(isRemembered: boolean): Promise<void> {
    this.#isRemembered = isRemembered
    if (isRemembered) this.list.set(await onDevice())
  }

  add(text: string, target: OutputId, besides: Besides = {}): void {
    if (text.length > LENGTH_MAX) return
    const [last] = this.list.get()
    if (last?.text === text && last.target === target) return
    const version: Version = { id: randomId(), at: Date.now(), target, text, ...besides }
    this.list.set((versions) => [version, ...versions].slice(0, COUNT_MAX))
    if (this.#isRemembered) void putOnDevice([version])
  }

  remember(isRemembered: boolean): void {
    this.#isRemembered = isRemembered
    void (isRemembered ? putOnDevice(this.list.get()) : this.forget())
  }

  /** Takes them off the device, and out of the tab. */
  clear(): void {
    this.remember(false)
    this.list.set([])
  }

  /** Takes them off the device; the tab still has them. */
  async forget(): Promise<void> {
    try {
      await inStore<undefined>('readwrite', (store) => store.clear())
    } catch {
      // Nothing is kept, so nothing has to go.
    }
  }
}

async function onDevice(): Promise<Version[]> {
  try {
    const versions = await inStore('readonly', (store) => store.getAll())
    return versions.sort((one, other) => other.at - one.at)
  } catch {
    return []
  }
}

/** Puts versions down and drops the oldest beyond so many. Other tabs put theirs there too. */
async function putOnDevice(added: readonly Version[]): Promise<void> {
  try {
    for (const { madeOf: _, ...version } of added) await inStore('readwrite', (store) => store.put(version))
    for (const { id } of (await onDevice()).slice(COUNT_MAX))
      await inStore<undefined>('readwrite', (store) => store.delete(id))
  } catch {
    // No storage: they live as long as the page.
  }
}
