import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bucket, FileShare, StorageEntry, Uploaded } from '@switchyard/contract'
import { onTestFinished } from 'vitest'
import type { Database } from '../src/db/database.ts'
import { KeyRing } from '../src/db/key-ring.ts'
import type { ServerStore } from '../src/db/open-store.ts'
import { FolderStorage } from '../src/storage/folder.ts'
import { sweepKeys } from '../src/storage/keys.ts'
import { app, depsOf } from '../src/test-app.ts'
import { addUser, signIn } from './accounts.ts'

const ORIGIN = 'http://localhost:3000'
export const STORAGE_KEY = 'a key of thirty-two bytes or more!'
/** What time it is on such a server. */
export const START = Date.UTC(2026, 10, 28)

/** What an answer may hold; which of it depends on the call, as for whoever reads JSON. */
interface Fields extends Uploaded, Omit<FileShare, 'path'> {
  error: string
  field: string
  current: StorageEntry & FileShare
  entries: StorageEntry[]
  next?: string
  isTruncated: boolean
  shares: FileShare[]
  buckets: Bucket[]
}

interface Answered {
  status: number
  success?: boolean
  /** Some calls answer a list of buckets, some a text. */
  data: Bucket[] & Fields & string
}

/** A server with files of one person, Ann, in a folder of its own. */
export async function startStorage(database: Database, environment: Record<string, string> = {}) {
  const store: ServerStore = { database, keys: new KeyRing([STORAGE_KEY]) }
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const storage = new FolderStorage(folder)
  const clock = { now: START }
  const asked = app({ TRUSTED_PROXIES: '1', ...environment }, { store, storage, now: () => clock.now })
  const origin = environment['SITE_URL'] ?? ORIGIN
  const { host } = new URL(origin)
  const asker = (who: Record<string, string>) => {
    const send = (method: string, path: string, headers: Record<string, string> = {}, body?: string | Buffer) =>
      asked(
        path,
        { host, ...who, ...headers },
        { method, ...(body === undefined ? {} : { body: body as string, duplex: 'half' }) },
      )
    const ask = async (method: string, path: string, body?: unknown): Promise<Answered> => {
      const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      const answer = await send(method, path, json, body === undefined ? undefined : JSON.stringify(body))
      return { status: answer.status, ...((await answer.json()) as object) } as Answered
    }
    const put = async (path: string, bytes: string | Buffer, headers: Record<string, string> = {}) => {
      const said = { 'content-type': 'application/octet-stream', 'x-requested-with': 'x' }
      const length = { 'content-length': String(Buffer.byteLength(bytes)) }
      const at = `/api/minio/file?${new URLSearchParams({ path })}`
      const answer = await send('PUT', at, { ...said, ...length, ...headers }, bytes)
      return { status: answer.status, ...((await answer.json()) as object) } as Answered
    }
    const read = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await send('GET', `/api/minio/file?${new URLSearchParams({ path })}`, headers)
      return { status: answer.status, text: await answer.text(), headers: answer.headers }
    }
    const names = async (path = '', more = '') =>
      (await ask('GET', `/api/minio/list?${new URLSearchParams({ path })}${more}`)).data.entries.map(({ name }) => name) // oxfmt-ignore
    return { send, ask, put, read, names }
  }
  const as = async (name: string, role: 'owner' | 'member' = 'member') => {
    const user = await addUser(store, name, role)
    const site = environment['SITE_URL']?.startsWith('https:') ? '__Host-sid' : 'sid'
    return { user, ...asker({ cookie: `${site}=${await signIn(store, user, START)}`, origin }) }
  }
  const withToken = (token: string) => asker({ authorization: `Bearer ${token}` })
  const stranger = (address: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
    const url = new URL(address, origin)
    return asked(url.pathname, { host: url.host, 'x-forwarded-for': '192.0.2.1', ...headers }, init)
  }
  const keysKept = () =>
    readdirSync(folder).flatMap((user) => readdirSync(join(folder, user)).map((key) => `${user}/${key}`))
  const sweep = () => sweepKeys({ ...depsOf({}), storage, database }, clock.now)
  return { store, storage, folder, clock, as, withToken, stranger, ann: await as('ann'), keysKept, sweep }
}
