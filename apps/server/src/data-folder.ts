import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolder } from './make-folder.ts'
import type { Settings } from './settings.ts'
import { errorCode } from '@switchyard/outbound/error-code'

const SECRET_BYTES = 32
const ONLY_OWNER = 0o600

/** Where the server keeps things. */
export interface DataFolder {
  /** Its absolute path. */
  folder: string
  /** For what is signed and encrypted, newest first. */
  secrets: readonly [string, ...string[]]
}

/** Creates the folder that everything is kept in; gives back the secrets: those of the settings, else a kept one. */
export function prepareDataFolder({ DATA_DIR, SECRET }: Settings): DataFolder {
  const folder = resolve(DATA_DIR)
  makeFolder(folder)
  const [newest, ...older] = SECRET
  return { folder, secrets: newest === undefined ? [keptSecret(secretFile(folder))] : [newest, ...older] }
}

/** The place that was looked for is not there, or holds nothing of a server. */
export class NothingKept extends Error {
  constructor(reason: string) {
    super(`${reason} Nothing was made there: is DATA_DIR spelled as the server has it?`)
    this.name = 'NothingKept'
  }
}

/** The same folder and secrets, for who looks at what a server kept: makes nothing. Throws `NothingKept`. */
export function findDataFolder({ DATA_DIR, SECRET }: Settings): DataFolder {
  const folder = resolve(DATA_DIR)
  if (!existsSync(folder)) throw new NothingKept(`There is no folder ${folder}.`)
  const [newest, ...older] = SECRET
  if (newest !== undefined) return { folder, secrets: [newest, ...older] }
  const kept = readSecret(secretFile(folder))
  if (kept === undefined) throw new NothingKept(`${folder} holds no key, and SECRET is not set.`)
  return { folder, secrets: [kept] }
}

/** Where the secret is kept that was made for a folder. */
export function secretFile(folder: string): string {
  return join(folder, 'secret')
}

function keptSecret(file: string): string {
  const kept = readSecret(file)
  if (kept !== undefined) return kept
  // Written whole and then named, so that two servers starting at once end up with the same one.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`, { mode: ONLY_OWNER, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readSecret(file)!
}

/** The secret of a file; undefined where there is no file. Throws for one that is too short. */
function readSecret(file: string): string | undefined {
  const kept = read(file)
  if (kept === undefined || Buffer.byteLength(kept) >= SECRET_BYTES) return kept
  // Never is it said to be removed: what it sealed opens with it alone.
  throw new Error(
    `${file} is damaged: it holds ${Buffer.byteLength(kept)} bytes, and a key has ${SECRET_BYTES} or more. ` +
      'Put a copy of it back. Without the key nothing opens that was sealed with it.',
  )
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
