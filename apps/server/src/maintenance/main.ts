// What an operator does with the kept rows: `switchyard backup`, `restore`, `migrate` and `doctor`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { prepareDataFolder, secretFile } from '../data-folder.ts'
import { backUp, restore } from '../db/backup.ts'
import { openDatabase } from '../db/database.ts'
import { KeyRing } from '../db/key-ring.ts'
import { schemaState } from '../db/migrate.ts'
import { databasePlace, openStore } from '../db/open-store.ts'
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
    case 'doctor':
      return seeDoctor(settings)
    default:
      throw new WrongCall('Say what to do: backup FILE, restore FILE --key KEYFILE, migrate [--check] or doctor.')
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
