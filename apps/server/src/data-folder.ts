import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
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

/** Where the secret is kept that was made for a folder. */
export function secretFile(folder: string): string {
  return join(folder, 'secret')
}

/** With those above it. (Node's own way of that does not come back from a place like /proc/x, which cannot be made.) */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return
    if (code !== 'ENOENT' || existsSync(dirname(folder))) throw error
    makeFolder(dirname(folder))
    makeFolder(folder)
  }
}

function keptSecret(file: string): string {
  const kept = read(file)
  if (kept !== undefined) {
    if (Buffer.byteLength(kept) >= SECRET_BYTES) return kept
    throw new Error(`${file} is too short to be a secret: remove it to have a new one made`)
  }
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
  return read(file)!
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
