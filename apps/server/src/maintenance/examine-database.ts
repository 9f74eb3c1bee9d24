import { join } from 'node:path'
import { sql } from 'kysely'
import { tryBackUp } from '../db/backup.ts'
import { idleKeys, keyRows, needsOlderKeys, requireKeys } from '../db/check-keys.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { KeyRing } from '../db/key-ring.ts'
import { schemaState } from '../db/migrate.ts'
import { backupFolder, databasePlace } from '../db/open-store.ts'
import { inWorkFolder } from '../db/work-folder.ts'
import { writeCheck } from '../db/write-check.ts'
import type { DataFolder } from '../data-folder.ts'
import type { Settings } from '../settings.ts'
import { type Examined, fault, reasonOf, warning, well } from './examined.ts'

interface Kept {
  settings: Settings
  data: DataFolder
  /** Milliseconds since 1970. */
  now: () => number
}

/** Looks at what is kept. It changes nothing but the row that shows that rows can be written. */
export async function* database({ settings, data, now }: Kept): AsyncGenerator<Examined> {
  const opened = openDatabase(databasePlace(settings, data.folder))
  try {
    const { pending, last } = await schemaState(opened)
    if (last === undefined) return yield warning('The database is empty: the first start makes its tables.')
    yield pending.length === 0
      ? well(`The tables are those of this release (${last}).`)
      : await rehearsal(opened, { last, pending }, { data, now })
    yield await wholeness(opened)
    yield (await writeCheck(opened, now)()) ? well('The database takes a row.') : fault('The database takes no row.')
    yield* keysInUse(await keyRows(opened), new KeyRing(data.secrets))
  } catch (error) {
    yield fault(`The database cannot be used: ${reasonOf(error)}${causeOf(error)}.`)
  } finally {
    await opened.close()
  }
}

/** What the database itself said, behind our own words. */
function causeOf(error: unknown): string {
  return error instanceof Error && error.cause !== undefined ? ` (${reasonOf(error.cause)})` : ''
}

/** Makes the backup that the next start begins with, which is restored and migrated once, and throws it away. */
async function rehearsal(
  opened: Database,
  { last, pending }: { last: string; pending: readonly string[] },
  { data, now }: Pick<Kept, 'data' | 'now'>,
): Promise<Examined> {
  const sentence = `The tables are those of an earlier release (${last}). The next start changes them (${pending.join(', ')}), after a backup`
  try {
    await inWorkFolder(join(backupFolder(data.folder), 'trial'), (folder) =>
      tryBackUp(folder, opened, new KeyRing(data.secrets), now()),
    )
    return warning(`${sentence}: both were tried on a copy.`)
  } catch (error) {
    return fault(`${sentence}, and fails: ${reasonOf(error)}.`)
  }
}

function* keysInUse(known: Awaited<ReturnType<typeof keyRows>>, keys: KeyRing): Generator<Examined> {
  requireKeys(known, keys)
  yield well('The keys open what is sealed.')
  if (needsOlderKeys(known, keys))
    yield warning('Something may need an older key: run `switchyard reseal`, and SECRET can be the newest alone.')
  const idle = idleKeys(known, keys).length
  if (idle > 0) yield warning(`SECRET holds older keys that open nothing (${idle}): they can be left out.`)
}

async function wholeness(opened: Database): Promise<Examined> {
  if (opened.kind === 'sqlite') {
    const said = String(opened.sqlite.pragma('integrity_check', { simple: true }))
    return said === 'ok'
      ? well('The file of the database is whole.')
      : fault(`The file of the database is damaged (${said}): restore a backup.`)
  }
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(
    opened.query,
  )
  return well(`PostgreSQL ${rows[0]?.version ?? ''} answers.`)
}
