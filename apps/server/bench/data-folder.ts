import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDataFolder } from '../src/data-folder.ts'
import { openStore, type ServerStore } from '../src/db/open-store.ts'
import { readSettings } from '../src/settings.ts'

/** Runs a work in a data folder of its own, which is gone afterwards. */
export async function inDataFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Fills a data folder before a server opens it. */
export async function fillStore<T>(folder: string, fill: (store: ServerStore) => Promise<T>): Promise<T> {
  const settings = readSettings({ DATA_DIR: folder })
  const store = await openStore({ settings, data: prepareDataFolder(settings), now: Date.now, warn: console.error })
  try {
    return await fill(store)
  } finally {
    await store.database.close()
  }
}
