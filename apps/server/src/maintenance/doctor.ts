import { statfs, writeFile, rm } from 'node:fs/promises'
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
import type { SafeFetch } from '../fetch/safe-fetch.ts'
import type { Settings } from '../settings.ts'

/** What was looked at, in one sentence, and whether it is as it should be. */
export interface Examined {
  ok: boolean
  sentence: string
}

interface Patient {
  settings: Settings
  data: DataFolder
  safeFetch: SafeFetch
  /** Milliseconds since 1970. */
  now: () => number
}

const LEAST_FREE_BYTES = 500 * 1024 * 1024
const CLOCK_SLACK_MS = 2 * 60 * 1000
/** A small file of where rule lists come from; the answer says what time it is, too. */
const LIST_FILE = 'https://raw.githubusercontent.com/ACL4SSR/ACL4SSR/master/README.md'
const MIB = 1024 * 1024

/** Looks at what the server needs. It changes nothing but the row that shows that rows can be written. */
export async function* examine(patient: Patient): AsyncGenerator<Examined> {
  yield site(patient.settings)
  yield await folder(patient.data)
  yield await disk(patient.data)
  yield* database(patient)
  yield* listHost(patient)
}

function site({ SITE_URL, HOST }: Settings): Examined {
  if (SITE_URL !== undefined) return { ok: true, sentence: `The site is ${SITE_URL}.` }
  return {
    ok: true,
    sentence: `SITE_URL is not set: only this machine is answered (HOST is ${HOST}), and no other device can fetch anything.`,
  }
}

async function folder({ folder }: DataFolder): Promise<Examined> {
  const file = join(folder, `.doctor-${process.pid}`)
  try {
    await writeFile(file, '')
    await rm(file)
    return { ok: true, sentence: `The folder ${folder} can be written.` }
  } catch (error) {
    return { ok: false, sentence: `The folder ${folder} cannot be written: ${messageOf(error)}.` }
  }
}

async function disk({ folder }: DataFolder): Promise<Examined> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const sentence = `${Math.floor(free / MIB)} MB are free on the disk of ${folder}`
  return free >= LEAST_FREE_BYTES
    ? { ok: true, sentence: `${sentence}.` }
    : { ok: false, sentence: `${sentence}: backups and new rows need ${LEAST_FREE_BYTES / MIB}.` }
}

async function* database({ settings, data, now }: Patient): AsyncGenerator<Examined> {
  const opened = openDatabase(databasePlace(settings, data.folder))
  try {
    const { pending, last } = await schemaState(opened)
    if (last === undefined)
      return yield { ok: true, sentence: 'The database is empty: the first start makes its tables.' }
    yield pending.length === 0
      ? { ok: true, sentence: `The tables are those of this release (${last}).` }
      : await rehearsal(opened, pending, { data, now })
    yield await wholeness(opened)
    yield (await writeCheck(opened, now)())
      ? { ok: true, sentence: 'The database takes a row.' }
      : { ok: false, sentence: 'The database takes no row.' }
    yield* keysInUse(await keyRows(opened), new KeyRing(data.secrets))
  } catch (error) {
    yield { ok: false, sentence: `The database cannot be used: ${messageOf(error)}.` }
  } finally {
    await opened.close()
  }
}

/** Makes the backup that the next start begins with, which is restored and migrated once, and throws it away. */
async function rehearsal(
  opened: Database,
  pending: readonly string[],
  { data, now }: Pick<Patient, 'data' | 'now'>,
): Promise<Examined> {
  const sentence = `The next start changes the tables (${pending.join(', ')}), after a backup`
  try {
    await inWorkFolder(join(backupFolder(data.folder), 'trial'), (folder) =>
      tryBackUp(folder, opened, new KeyRing(data.secrets), now()),
    )
    return { ok: true, sentence: `${sentence}: both were tried on a copy.` }
  } catch (error) {
    return { ok: false, sentence: `${sentence}, and fails: ${messageOf(error)}.` }
  }
}

function* keysInUse(known: Awaited<ReturnType<typeof keyRows>>, keys: KeyRing): Generator<Examined> {
  requireKeys(known, keys)
  yield { ok: true, sentence: 'The keys open what is sealed.' }
  if (needsOlderKeys(known, keys))
    yield {
      ok: true,
      sentence: 'Something may need an older key: run `switchyard reseal`, and SECRET can be the newest alone.',
    }
  const idle = idleKeys(known, keys).length
  if (idle > 0)
    yield { ok: true, sentence: `SECRET holds older keys that open nothing (${idle}): they can be left out.` }
}

async function wholeness(opened: Database): Promise<Examined> {
  if (opened.kind === 'sqlite') {
    const said = String(opened.sqlite.pragma('integrity_check', { simple: true }))
    return said === 'ok'
      ? { ok: true, sentence: 'The file of the database is whole.' }
      : { ok: false, sentence: `The file of the database is damaged (${said}): restore a backup.` }
  }
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(
    opened.query,
  )
  return { ok: true, sentence: `PostgreSQL ${rows[0]?.version ?? ''} answers.` }
}

async function* listHost({ safeFetch, now }: Patient): AsyncGenerator<Examined> {
  try {
    const { date } = await safeFetch(LIST_FILE, { user: 'doctor' })
    yield { ok: true, sentence: `${LIST_FILE} answers.` }
    if (date === undefined) return
    const offMs = Math.abs(now() - date)
    yield offMs <= CLOCK_SLACK_MS
      ? { ok: true, sentence: 'The clock of this machine is right.' }
      : {
          ok: false,
          sentence: `The clock of this machine is off by ${Math.round(offMs / 1000)} seconds: sessions and expiry go by it.`,
        }
  } catch (error) {
    yield {
      ok: false,
      sentence: `${LIST_FILE} does not answer (${messageOf(error)}): the server cannot fetch rule lists.`,
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
