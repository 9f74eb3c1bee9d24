import { access, constants, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { DAY_MS } from '@switchyard/sources/spans'
import { type DataFolder, findDataFolder, secretFile } from '../data-folder.ts'
import { nightlyBackups } from '../db/nightly-backup.ts'
import { backupFolder, databasePlace } from '../db/open-store.ts'
import type { Settings } from '../settings.ts'
import { type Examined, fault, reasonOf, warning, well } from './examined.ts'
import { isNear } from './is-near.ts'

const LEAST_FREE_BYTES = 500 * 1024 * 1024
const MIB = 1024 * 1024
const OLD_BACKUP_DAYS = 2
const { R_OK, W_OK, X_OK } = constants

/** How much room there is on the disk of a folder. */
export type FreeBytes = (folder: string) => Promise<number>

/** What stands in DATA_DIR. Makes none. Gives back what of it the server would use; undefined: there is nothing to use. */
export async function* dataFolder(
  settings: Settings,
  { now, freeBytes }: { now: number; freeBytes: FreeBytes },
): AsyncGenerator<Examined, DataFolder | undefined> {
  const folder = resolve(settings.DATA_DIR)
  if (!existsSync(folder)) {
    const meant = await folderMeant(folder, settings)
    yield fault(
      `There is no folder ${folder} (DATA_DIR). ${meant === undefined ? 'A start makes an empty one: where there was a server before, DATA_DIR is spelled otherwise.' : `Did you mean ${meant}?`}`,
    )
    return undefined
  }
  if (!statSync(folder).isDirectory()) {
    yield fault(`${folder} (DATA_DIR) is no folder.`)
    return undefined
  }
  const missing = await missingRights(folder, settings)
  yield* missing
  if (missing.length === 0) yield await writing(folder)
  yield await disk(folder, freeBytes)
  yield* await lastBackup(folder, now)
  const place = databasePlace(settings, folder)
  const hasRows = 'url' in place || existsSync(place.file)
  if (!hasRows)
    yield warning(
      `${folder} holds no database yet: the first start makes it. Where there was a server before, DATA_DIR is another folder.`,
    )
  if (settings.SECRET.length === 0 && !existsSync(secretFile(folder))) {
    if (hasRows)
      yield fault(`${secretFile(folder)} is missing: put a copy of it back. Nothing that is kept opens without it.`)
    return undefined
  }
  try {
    const found = findDataFolder(settings)
    return hasRows ? found : undefined
  } catch (error) {
    yield fault(`${reasonOf(error)}.`)
    return undefined
  }
}

/** A folder beside it with nearly the same name, which a server keeps things in. */
async function folderMeant(folder: string, settings: Settings): Promise<string | undefined> {
  const beside = dirname(folder)
  const names = await readdir(beside).catch(() => [])
  const meant = names.find((name) => {
    const place = databasePlace(settings, join(beside, name))
    return isNear(name, basename(folder)) && existsSync('file' in place ? place.file : secretFile(join(beside, name)))
  })
  return meant === undefined ? undefined : join(beside, meant)
}

/** All rights that the server would miss, not the first of them alone. */
async function missingRights(folder: string, settings: Settings): Promise<Examined[]> {
  const place = databasePlace(settings, folder)
  const files = 'file' in place ? ['', '-wal', '-shm'].map((end) => place.file + end) : []
  const wanted = [
    { path: folder, rights: R_OK | W_OK | X_OK, words: 'read and written' },
    ...(settings.SECRET.length === 0 ? [{ path: secretFile(folder), rights: R_OK, words: 'read' }] : []),
    ...files.map((path) => ({ path, rights: R_OK | W_OK, words: 'read and written' })),
    { path: backupFolder(folder), rights: R_OK | W_OK | X_OK, words: 'read and written' },
  ]
  const missing = []
  for (const { path, rights, words } of wanted) {
    const isAllowed = await access(path, rights).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    )
    if (!isAllowed) missing.push(fault(`${path} cannot be ${words} by this user${await ownersOf(path)}.`))
  }
  return missing
}

async function ownersOf(path: string): Promise<string> {
  const own = process.getuid?.()
  const owner = await stat(path).then(
    ({ uid }) => uid,
    () => undefined,
  )
  return own === undefined || owner === undefined ? '' : ` (${own}; it belongs to ${owner})`
}

async function writing(folder: string): Promise<Examined> {
  const file = join(folder, `.doctor-${process.pid}`)
  try {
    await writeFile(file, '')
    await rm(file)
    return well(`The folder ${folder} can be written.`)
  } catch (error) {
    return fault(`The folder ${folder} cannot be written: ${reasonOf(error)}.`)
  }
}

async function disk(folder: string, freeBytes: FreeBytes): Promise<Examined> {
  try {
    const free = await freeBytes(folder)
    const sentence = `${Math.floor(free / MIB)} MB are free on the disk of ${folder}`
    return free >= LEAST_FREE_BYTES
      ? well(`${sentence}.`)
      : fault(`${sentence}: backups and new rows need ${LEAST_FREE_BYTES / MIB}.`)
  } catch (error) {
    return fault(`The disk of ${folder} cannot be looked at: ${reasonOf(error)}.`)
  }
}

async function lastBackup(folder: string, now: number): Promise<Examined[]> {
  const names = await nightlyBackups(backupFolder(folder)).catch(() => [])
  const last = names.at(-1)
  if (last === undefined) return []
  const days = Math.floor((now - (await stat(join(backupFolder(folder), last))).mtimeMs) / DAY_MS)
  return [
    days < OLD_BACKUP_DAYS
      ? well(`The last nightly backup is ${last}.`)
      : warning(
          `The last nightly backup is ${days} days old: where the server ran since, its log says why there is none.`,
        ),
  ]
}
