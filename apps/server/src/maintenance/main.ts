// What an operator does with the kept rows: `switchyard backup`, `restore`, `migrate`, `reseal`, `doctor`, `setup-code`
// and `reset-password`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeLink } from '../accounts/account-links.ts'
import { linkTo } from '../accounts/letters.ts'
import { noteEvent } from '../accounts/security-events.ts'
import { prepareSetupCode } from '../accounts/setup-code.ts'
import { findUserByEmail } from '../accounts/users.ts'
import { prepareDataFolder, secretFile } from '../data-folder.ts'
import { backUp, restore } from '../db/backup.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { KeyRing } from '../db/key-ring.ts'
import { schemaState } from '../db/migrate.ts'
import { databasePlace, openStore } from '../db/open-store.ts'
import { reseal } from '../db/reseal.ts'
import { TABLES } from '../db/tables.ts'
import { createSafeFetch } from '../fetch/safe-fetch.ts'
import { createLog } from '../log.ts'
import { readSettings, type Settings } from '../settings.ts'
import { examine } from './doctor.ts'

/** A wrong call, as on every command line of ours. */
const WRONG_CALL = 2

class WrongCall extends Error {}

const [verb, ...args] = process.argv.slice(2)
try {
  process.exitCode = await run(verb, args, readSettings(process.env))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof WrongCall ? WRONG_CALL : 1
}

async function run(verb: string | undefined, args: readonly string[], settings: Settings): Promise<number> {
  switch (verb) {
    case 'backup':
      return backUpTo(fileOf(args), settings)
    case 'restore':
      return restoreFrom(args, settings)
    case 'migrate':
      return migrateNow(args, settings)
    case 'reseal':
      return resealNow(settings)
    case 'doctor':
      return seeDoctor(settings)
    case 'setup-code':
      return printSetupCode(settings)
    case 'reset-password':
      return printResetLink(args, settings)
    default:
      throw new WrongCall(
        'Say what to do: backup FILE, restore FILE --key KEYFILE, migrate [--check], reseal, doctor, setup-code or reset-password EMAIL.',
      )
  }
}

async function backUpTo(file: string, settings: Settings): Promise<number> {
  const data = prepareDataFolder(settings)
  const { database, keys } = await openStore({ settings, data, now: Date.now, warn: console.error })
  try {
    const counts = await backUp(database, resolve(file), keys, Date.now())
    console.log(`${file} holds ${sum(counts)} rows, and was restored once to see that it can be.`)
    if (settings.SECRET.length === 0)
      console.log(`The key is not in it: keep a copy of ${secretFile(data.folder)} at another place.`)
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
  if (values.key !== undefined) takeKey(values.key, settings)
  const data = prepareDataFolder(settings)
  const database = openDatabase(databasePlace(settings, data.folder))
  try {
    const counts = await restore(database, resolve(file), new KeyRing(data.secrets))
    console.log(`${sum(counts)} rows are back.`)
    const ended = await endOpenDoors(database)
    if (ended > 0)
      console.log(`${ended} sessions, invitations and links of the backup were ended: people sign in again.`)
    return 0
  } finally {
    await database.close()
  }
}

/** What opened a door when the backup was made may be in other hands by now. Gives back how many rows went. */
async function endOpenDoors({ query }: Database): Promise<number> {
  let ended = 0
  for (const { name, endsWithRestore } of TABLES)
    if (endsWithRestore) ended += Number((await query.deleteFrom(name).executeTakeFirst()).numDeletedRows)
  return ended
}

async function printSetupCode(settings: Settings): Promise<number> {
  const data = prepareDataFolder(settings)
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
  const data = prepareDataFolder(settings)
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

/** The key of the backup becomes the key of this folder, which must not have one yet. */
function takeKey(from: string, settings: Settings): void {
  const file = secretFile(resolve(settings.DATA_DIR))
  const key = readFileSync(from, 'utf8').trim()
  if (settings.SECRET.length > 0) throw new WrongCall('SECRET is set: leave --key out, or unset SECRET.')
  if (existsSync(file)) {
    if (readFileSync(file, 'utf8').trim() === key) return
    throw new WrongCall(`${file} is another key already: restore into an empty DATA_DIR.`)
  }
  prepareDataFolder({ ...settings, SECRET: [key] })
  writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
}

async function migrateNow(args: readonly string[], settings: Settings): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { check: { type: 'boolean' } } })
  const data = prepareDataFolder(settings)
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
  const data = prepareDataFolder(settings)
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

async function seeDoctor(settings: Settings): Promise<number> {
  const data = prepareDataFolder(settings)
  const safeFetch = createSafeFetch({ log: createLog('silent'), privateUpstreams: settings.PRIVATE_UPSTREAMS })
  let isWell = true
  for await (const { ok, sentence } of examine({ settings, data, safeFetch, now: Date.now })) {
    console.log(`${ok ? '✓' : '✗'} ${sentence}`)
    isWell &&= ok
  }
  return isWell ? 0 : 1
}

function fileOf([file, ...more]: readonly string[]): string {
  if (file === undefined || more.length > 0) throw new WrongCall('Name one file.')
  return file
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0)
}
