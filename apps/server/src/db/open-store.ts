import { join } from 'node:path'
import type { DataFolder } from '../data-folder.ts'
import type { Settings } from '../settings.ts'
import { backUp } from './backup.ts'
import { checkKeys } from './check-keys.ts'
import { openDatabase, type Database, type DatabasePlace } from './database.ts'
import { KeyRing } from './key-ring.ts'
import { migrate } from './migrate.ts'

/** What the server keeps, and the keys of what is sealed in it. */
export interface ServerStore {
  database: Database
  keys: KeyRing
}

interface Opening {
  settings: Pick<Settings, 'DATABASE_URL'>
  data: DataFolder
  /** Milliseconds since 1970. */
  now: () => number
  warn: (message: string) => void
}

/**
 * Opens the database, brings its tables to this release (a backup of them first) and sees that the keys fit. Throws
 * `SchemaTooNew`, `KeysDoNotFit`, and what the database says when it cannot be opened.
 */
export async function openStore({ settings, data, now, warn }: Opening): Promise<ServerStore> {
  const database = openDatabase(databasePlace(settings, data.folder))
  const keys = new KeyRing(data.secrets)
  try {
    const change = (name: string) => join(backupFolder(data.folder), `before-${name}.backup.gz`)
    await migrate(database, { backUp: (first) => backUp(database, change(first), keys, now()) })
    const idle = await checkKeys(database, keys)
    if (idle.length > 0) warn(`SECRET holds ${idle.length} keys that open nothing: they can be left out`)
    return { database, keys }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Where the rows are by these settings. */
export function databasePlace({ DATABASE_URL }: Pick<Settings, 'DATABASE_URL'>, folder: string): DatabasePlace {
  return DATABASE_URL === undefined ? { file: join(folder, 'switchyard.sqlite') } : { url: DATABASE_URL }
}

/** Where backups that nobody asked for go. */
export function backupFolder(folder: string): string {
  return join(folder, 'backups')
}
