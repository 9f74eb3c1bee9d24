import { deviceStore } from '../../lib/device-store.ts'
import type { Version } from './session.ts'

/** Results of before, on this device for as long as its user wants them remembered. */

const inStore = deviceStore<Version>('switchyard-versions', 'versions', 'id')

/** The newest first. */
export async function rememberedVersions(): Promise<Version[]> {
  try {
    const versions = await inStore('readonly', (store) => store.getAll())
    return versions.sort((one, other) => other.at - one.at)
  } catch {
    return []
  }
}

/** Puts versions down and drops the oldest beyond so many. Other tabs put theirs there too. */
export async function rememberVersions(added: readonly Version[], most: number): Promise<void> {
  try {
    for (const version of added) await inStore('readwrite', (store) => store.put(version))
    for (const { id } of (await rememberedVersions()).slice(most))
      await inStore<undefined>('readwrite', (store) => store.delete(id))
  } catch {
    // No storage: they live as long as the page.
  }
}

export async function forgetVersions(): Promise<void> {
  try {
    await inStore<undefined>('readwrite', (store) => store.clear())
  } catch {
    // Nothing is kept, so nothing has to go.
  }
}
