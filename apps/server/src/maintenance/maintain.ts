// What an operator does with what is kept: `switchyard backup`, `restore`, `move`, `migrate`, `reseal`, `doctor`,
// `setup-code` and `reset-password`.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeLink } from '../accounts/account-links.ts'
import { linkTo } from '../accounts/letters.ts'
import { noteEvent } from '../accounts/security-events.ts'
import { prepareSetupCode } from '../accounts/setup-code.ts'
import { findUserByEmail } from '../accounts/users.ts'
import { type DataFolder, findDataFolder, NothingKept, prepareDataFolder, secretFile } from '../data-folder.ts'
import { backUp } from '../db/backup.ts'
import { verifyBackup } from '../db/backup-lines.ts'
import { KeysDoNotFit } from '../db/check-keys.ts'
import { openDatabase, type DatabasePlace } from '../db/database.ts'
import { KeyRing } from '../db/key-ring.ts'
import { schemaState } from '../db/migrate.ts'
import { databasePlace, openStore } from '../db/open-store.ts'
import { reseal } from '../db/reseal.ts'
import { restore } from '../db/restore.ts'
import { makeFolder } from '../make-folder.ts'
import { readSettings, type Settings, SettingsError } from '../settings.ts'
import { filesFolder, openStorage } from '../storage/open-storage.ts'
import { moveFiles } from './move-files.ts'
import { moveRows, requireUnused } from './move-rows.ts'

/** A wrong call, as on every command line of ours. */
const WRONG_CALL = 2

class WrongCall extends Error {}

/** Does what the words of a call say, with the settings of this environment, and tells of it on the console. Returns the exit code. */
export async function maintain(
  [verb, ...args]: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    // The doctor sees settings that no other command starts with. It loads half of the server, so no other command loads it.
    if (verb === 'doctor') return await (await import('./see-doctor.ts')).seeDoctor(environment)
    return await run(verb, args, readSettings(environment))
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return error instanceof WrongCall ? WRONG_CALL : 1
  }
}

async function run(verb: string | undefined, args: readonly string[], settings: Settings): Promise<number> {
  switch (verb) {
    case 'backup':
      return backUpTo(fileOf(args), settings)
    case 'restore':
      return restoreFrom(args, settings)
    case 'move':
      return moveTo(args, settings)
    case 'migrate':
      return migrateNow(args, settings)
    case 'reseal':
      return resealNow(settings)
    case 'setup-code':
      return printSetupCode(settings)
    case 'reset-password':
      return printResetLink(args, settings)
    default:
      throw new WrongCall(
        'Say what to do: backup FILE, restore FILE --key KEYFILE, move --to URL [--storage URL], migrate [--check], reseal, doctor, setup-code or reset-password EMAIL.',
      )
  }
}

async function backUpTo(file: string, settings: Settings): Promise<number> {
  const { data, place } = findKept(settings)
  const database = openDatabase(place)
  try {
    // The tables stay as they are: a server of an earlier release may be at work on them.
    const counts = await backUp(database, resolve(file), new KeyRing(data.secrets), Date.now())
    console.log(`${file} holds ${sum(counts)} rows, and was restored once to see that it can be.`)
    if (settings.SECRET.length === 0)
      console.log(`The key is not in it: keep a copy of ${secretFile(data.folder)} at another place.`)
    sayFiles(counts, `copy ${filesPlace(settings, data.folder)} now`)
    return 0
  } finally {
    await database.close()
  }
}

async function restoreFrom(args: readonly string[], settings: Settings): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { key: { type: 'string' } },
    allowPositionals: true,
  })
  const file = fileOf(positionals)
  const { secrets, from } = secretsFor(values.key, settings)
  // Before anything is made: a wrong key leaves no folder that refuses the right one.
  const backup = await verifyBackup(resolve(file), new KeyRing(secrets)).catch((error: unknown) => {
    if (!(error instanceof KeysDoNotFit)) throw error
    throw new Error(`${from} is not the key of this backup. Nothing was changed.`, { cause: error })
  })
  const folder = resolve(settings.DATA_DIR)
  makeFolder(folder)
  const kept = secretFile(folder)
  const isNew = settings.SECRET.length === 0 && !existsSync(kept)
  if (isNew) writeFileSync(kept, `${secrets[0]}\n`, { mode: 0o600, flag: 'wx', flush: true })
  const database = openDatabase(databasePlace(settings, folder))
  try {
    const { rows, ended } = await restore(database, backup)
    console.log(`${sum(rows)} rows are back.`)
    sayFiles(rows, `put a copy of them into ${filesPlace(settings, folder)}`)
    if (ended > 0)
      console.log(`${ended} sessions, invitations and links of the backup were ended: people sign in again.`)
    return 0
  } catch (error) {
    if (isNew) rmSync(kept)
    throw error
  } finally {
    await database.close()
  }
}

async function moveTo(args: readonly string[], settings: Settings): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { to: { type: 'string' }, storage: { type: 'string' } } })
  if (values.to === undefined) throw new WrongCall('Say where to: move --to postgres://… [--storage s3://…].')
  if (settings.DATABASE_URL !== undefined)
    throw new WrongCall('DATABASE_URL is set: what is moved is the SQLite of DATA_DIR.')
  const target = targetOf(values.to, values.storage)
  const { data, place } = findKept(settings)
  if ('file' in place) requireUnused(place.file)
  const store = await openStore({ settings, data, now: Date.now, warn: console.error })
  const to = openDatabase(databasePlace(target, data.folder))
  try {
    const { database, keys } = store
    if (database.kind !== 'sqlite') throw new Error('It is no SQLite.')
    // Files first: once the rows are there, all of it is.
    const files =
      target.STORAGE_URL &&
      (await moveFiles(database, openStorage(settings, data.folder), openStorage(target, data.folder)))
    const { rows, opened, wereThere } = await moveRows({
      from: { database, keys },
      to,
      folder: data.folder,
      now: Date.now(),
    })
    console.log(
      `${sum(rows)} rows ${wereThere ? 'were there already' : 'are there'}: the same as here, ${opened} sealed values opened.`,
    )
    if (files) console.log(`${files.moved} files (${files.bytes} bytes) are there, each compared.`)
    if (files?.missing)
      console.error(`The bytes of ${files.missing} files are not in the old storage. Everything else was moved.`)
    console.log(
      `Set DATABASE_URL${files ? ' and STORAGE_URL' : ''} to these addresses, and start the server there. What is here was left as it is.`,
    )
    if (settings.SECRET.length === 0)
      console.log(`Each copy needs the key: set SECRET to what ${secretFile(data.folder)} holds.`)
    return files?.missing ? 1 : 0
  } finally {
    await to.close()
    await store.database.close()
  }
}

/** The settings that the new place will have. */
function targetOf(DATABASE_URL: string, STORAGE_URL: string | undefined): Settings {
  try {
    return readSettings({ DATABASE_URL, STORAGE_URL })
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const named = error.lines.map((line) => line.replace('DATABASE_URL', '--to').replace('STORAGE_URL', '--storage'))
    throw new WrongCall(named.join('\n'))
  }
}

async function printSetupCode(settings: Settings): Promise<number> {
  const { data } = findKept(settings)
  const { database } = await openStore({ settings, data, now: Date.now, warn: console.error })
  try {
    const code = await prepareSetupCode(database.query, data.folder)
    if (code === undefined) {
      console.error('There was an account already: others are made as REGISTRATION says.')
      return 1
    }
    console.log(code)
    return 0
  } finally {
    await database.close()
  }
}

async function printResetLink(args: readonly string[], settings: Settings): Promise<number> {
  const [email, ...more] = args
  if (email === undefined || more.length > 0) throw new WrongCall('Name the e-mail address of one account.')
  const { data } = findKept(settings)
  const { database } = await openStore({ settings, data, now: Date.now, warn: console.error })
  try {
    const user = await findUserByEmail(database.query, email)
    if (!user) {
      console.error('No account has this address.')
      return 1
    }
    const { token } = await makeLink(
      database.query,
      { userId: user.id, purpose: 'reset', email: user.email },
      Date.now(),
    )
    await noteEvent(database.query, user.id, { what: 'reset-link-made', network: '' }, Date.now())
    console.log(linkTo(settings.SITE_URL ?? `http://localhost:${settings.PORT}`, 'reset', token))
    console.error('It works once, within one hour, and ends all sessions and API tokens of this account.')
    return 0
  } finally {
    await database.close()
  }
}

/** What opens a backup: the named key, else the one of the settings, else the one of the folder, which makes none here. */
function secretsFor(
  keyFile: string | undefined,
  settings: Settings,
): { secrets: readonly [string, ...string[]]; from: string } {
  const [newest, ...older] = settings.SECRET
  const kept = secretFile(resolve(settings.DATA_DIR))
  if (keyFile === undefined) {
    if (newest !== undefined) return { secrets: [newest, ...older], from: 'SECRET' }
    if (existsSync(kept)) return { secrets: findDataFolder(settings).secrets, from: kept }
    throw new WrongCall('Name the key of the backup, a copy of the file DATA_DIR/secret: restore FILE --key KEYFILE.')
  }
  if (newest !== undefined) throw new WrongCall('SECRET is set: leave --key out, or unset SECRET.')
  const key = readFileSync(keyFile, 'utf8').trim()
  if (existsSync(kept) && readFileSync(kept, 'utf8').trim() !== key)
    throw new WrongCall(`${kept} is another key already: restore into an empty DATA_DIR.`)
  return { secrets: [key], from: keyFile }
}

/** Where the rows of a server are that was started before: what looks at them makes none. Throws `NothingKept`. */
function findKept(settings: Settings): { data: DataFolder; place: DatabasePlace } {
  const data = findDataFolder(settings)
  const place = databasePlace(settings, data.folder)
  if ('file' in place && !existsSync(place.file)) throw new NothingKept(`${data.folder} holds no database.`)
  return { data, place }
}

async function migrateNow(args: readonly string[], settings: Settings): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { check: { type: 'boolean' } } })
  const data = values.check ? findKept(settings).data : prepareDataFolder(settings)
  const pending = await changesToCome(settings, data.folder)
  if (pending.length === 0) console.log('The tables are those of this release.')
  if (values.check) {
    if (pending.length > 0) console.log(`Changes to come: ${pending.join(', ')}`)
    return pending.length === 0 ? 0 : 1
  }
  const store = await openStore({ settings, data, now: Date.now, warn: console.error })
  await store.database.close()
  if (pending.length > 0) console.log(`Changed: ${pending.join(', ')}`)
  return 0
}

async function resealNow(settings: Settings): Promise<number> {
  const { data } = findKept(settings)
  const { database, keys } = await openStore({ settings, data, now: Date.now, warn: () => undefined })
  try {
    const count = await reseal({ database, keys }, (done) => console.error(`${done} …`))
    console.log(`${count} texts have the newest key now. Nothing needs the older ones: SECRET can be the newest alone.`)
    return 0
  } finally {
    await database.close()
  }
}

async function changesToCome(settings: Settings, folder: string): Promise<readonly string[]> {
  const database = openDatabase(databasePlace(settings, folder))
  try {
    return (await schemaState(database)).pending
  } finally {
    await database.close()
  }
}

/** A backup holds rows: the bytes of files are copied apart. */
function sayFiles(counts: Readonly<Record<string, number>>, what: string): void {
  const { storage_entry: entries = 0 } = counts
  if (entries > 0) console.log(`The backup names ${entries} files and folders of people, without their bytes: ${what}.`)
}

function filesPlace({ STORAGE_URL }: Settings, folder: string): string {
  return STORAGE_URL === undefined ? filesFolder(folder) : `the bucket ${STORAGE_URL.bucket} of STORAGE_URL`
}

function fileOf([file, ...more]: readonly string[]): string {
  if (file === undefined || more.length > 0) throw new WrongCall('Name one file.')
  return file
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0)
}
