import { deviceStore } from '../../lib/device-store.ts'
import type { Version } from './session.ts'

/** Results of before, on this device for as long as its user wants them remembered. */

const inStore = deviceStore<Version>('switchyard-versions', 'versions', 'id')

export async function rememberedVersions(): Promise<Version[]> {
  try {
    const versions = await inStore('readonly', (store) => store.getAll())
    return versions.sort((one, other) => other.at - one.at)
  } catch {
    return []
  }
}

/** Puts down these versions and no other. */
export async function rememberVersions(versions: readonly Version[]): Promise<void> {
  try {
    const wanted = new Set<IDBValidKey>(versions.map(({ id }) => id))
    const kept = new Set(await inStore<IDBValidKey[]>('readonly', (store) => store.getAllKeys()))
    for (const id of kept) if (!wanted.has(id)) await inStore<undefined>('readwrite', (store) => store.delete(id))
    for (const version of versions) if (!kept.has(version.id)) await inStore('readwrite', (store) => store.put(version))
  } catch {
    // No storage: they live as long as the page.
  }
}
