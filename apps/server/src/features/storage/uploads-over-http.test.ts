import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addApiToken, addUser, emptyStore } from '../../../test/accounts.ts'
import { findVersitygw, HOW_TO_GET_VERSITYGW, startS3 } from '../../../test/versitygw.ts'
import { createApp } from '../../app.ts'
import { HttpServer } from '../../http/http-server.ts'
import { readSettings } from '../../settings.ts'
import { FolderStorage } from '../../storage/folder.ts'
import { S3Storage } from '../../storage/s3.ts'
import type { Storage } from '../../storage/storage.ts'
import { depsOf } from '../../test-app.ts'
import { isUpload } from './is-upload.ts'

const MIB = 1024 * 1024
const LARGE = 20 * MIB
/** More than the buffers of two sockets hold. */
const HUGE = 150 * MIB
const IN_BUFFERS = 40 * MIB
const PART = randomBytes(MIB)
const program = findVersitygw()

const PLACES: Record<string, () => Promise<Storage>> = {
  'a folder': () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchyard-files-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return Promise.resolve(new FolderStorage(folder))
  },
  [`S3 (${HOW_TO_GET_VERSITYGW})`]: async () => {
    const { url, stop } = await startS3(program!)
    onTestFinished(stop)
    return new S3Storage(readSettings({ STORAGE_URL: url }).STORAGE_URL!)
  },
}

/** A server that listens, with files in this storage. */
async function serve(storage: Storage) {
  const store = await emptyStore()
  const ann = await addUser(store, 'ann')
  const token = await addApiToken(store, ann, ['read', 'write'])
  const removed: string[] = []
  const noted: Storage = {
    write: (...all) => storage.write(...all),
    read: (...all) => storage.read(...all),
    check: () => storage.check(),
    remove: async (key) => {
      await storage.remove(key)
      removed.push(key)
    },
  }
  const http = new HttpServer({ isUpload })
  const { port } = await new Promise<AddressInfo>((resolve) => {
    const listening = () => resolve(http.node.address() as AddressInfo)
    http.node.listen(0, '127.0.0.1', listening)
  })
  onTestFinished(() => http.node.closeAllConnections())
  const app = createApp({ ...depsOf({}), store, storage: noted, now: Date.now, port: () => port })
  http.serve(getRequestListener(app.fetch))
  const sockets: Socket[] = []
  http.node.on('connection', (socket: Socket) => sockets.push(socket))
  const origin = `http://127.0.0.1:${port}`
  const authorization = `Bearer ${token}`
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(origin + path, { ...init, headers: { authorization, ...(init.headers as Record<string, string>) } })
  const list = async () => ((await (await ask('/api/minio/list')).json()) as { data: { entries: { name: string; size: number }[] } }).data.entries // oxfmt-ignore
  const keys = () => store.database.query.selectFrom('storage_key').selectAll().execute()
  return { origin, port, authorization, ask, list, keys, removed, sockets }
}

describe.each(Object.entries(PLACES))('over HTTP, into %s', (name, open) => {
  const isThere = name === 'a folder' || program !== undefined

  const start = async () => serve(await open())

  test.skipIf(!isThere)(
    '20 MiB come and go as they are',
    async () => {
      const { origin, authorization, ask, list } = await start()
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const headers = { authorization, 'content-length': LARGE, 'content-type': 'application/octet-stream' }
        const sent = request(`${origin}/api/minio/file?path=large`, { method: 'PUT', headers }, (answer) => {
          answer.resume().once('end', () => resolve(answer.statusCode))
        }).once('error', reject)
        Readable.from(parts(LARGE)).pipe(sent)
      })
      expect(status).toBe(200)
      expect(await list()).toMatchObject([{ name: 'large', size: LARGE }])
      const answer = await ask('/api/minio/file?path=large')
      let received = 0
      for await (const part of answer.body!) received += part.length
      expect(received).toBe(LARGE)
      const end = await ask('/api/minio/file?path=large', { headers: { range: `bytes=${LARGE - 5}-` } })
      expect([end.status, Buffer.from(await end.arrayBuffer())]).toEqual([206, PART.subarray(-5)])
    },
    60_000,
  )

  test.skipIf(!isThere)(
    'a sender that goes away in the middle leaves neither a file nor bytes',
    async () => {
      const { origin, authorization, list, keys, removed } = await start()
      const headers = { authorization, 'content-length': 10 * MIB, 'content-type': 'application/octet-stream' }
      const sent = request(`${origin}/api/minio/file?path=half`, { method: 'PUT', headers }).on('error', () => {})
      for (let at = 0; at < 5; at++) sent.write(PART)
      await expect.poll(async () => (await keys()).length, { timeout: 10_000 }).toBe(1)
      const [noted] = await keys()
      sent.destroy()
      await expect.poll(keys, { timeout: 20_000 }).toEqual([])
      expect([await list(), removed]).toEqual([[], [noted!.key]])
    },
    60_000,
  )

  test.skipIf(!isThere)(
    'an upload that does not say how long it is, or is too long, is refused before it comes',
    async () => {
      const { origin, authorization, keys } = await start()
      const put = (headers: Record<string, string | number>, bytes: Buffer) =>
        new Promise<number | undefined>((resolve, reject) => {
          const all = { authorization, 'content-type': 'application/octet-stream', ...headers }
          const sent = request(`${origin}/api/minio/file?path=a`, { method: 'PUT', headers: all }, (answer) => {
            resolve(answer.statusCode)
            sent.destroy()
          }).on('error', reject)
          sent.write(bytes)
        })
      expect(await put({ 'transfer-encoding': 'chunked' }, PART)).toBe(400)
      expect(await put({ 'content-length': 1024 ** 4 }, PART)).toBe(403)
      expect(await keys()).toEqual([])
    },
    60_000,
  )
})

describe('a file that is larger than what is in memory', () => {
  /** It neither takes nor loses anything: a disk that stands still. */
  const still: Storage = {
    write: () => new Promise(() => {}),
    read: () => Promise.resolve(undefined),
    remove: () => Promise.resolve(),
    check: () => Promise.resolve(),
  }

  test('comes no faster than the storage takes it', async () => {
    const { origin, authorization, sockets, keys } = await serve(still)
    const headers = { authorization, 'content-length': HUGE, 'content-type': 'application/octet-stream' }
    const sent = request(`${origin}/api/minio/file?path=huge`, { method: 'PUT', headers }).on('error', () => {})
    onTestFinished(() => void sent.destroy())
    Readable.from(parts(HUGE)).pipe(sent)
    await expect.poll(async () => (await keys()).length, { timeout: 10_000 }).toBe(1)
    await wait(1000)
    expect(sockets[0]!.bytesRead).toBeLessThan(IN_BUFFERS)
  }, 30_000)

  test('goes no faster than it is read', async () => {
    let read = 0
    function* noted() {
      for (const part of parts(HUGE)) {
        read += part.length
        yield part
      }
    }
    const fast: Storage = {
      ...still,
      write: async (_, bytes) => {
        for await (const _part of bytes);
      },
      read: () => Promise.resolve(Readable.from(noted())),
    }
    const { port, authorization, ask } = await serve(fast)
    const headers = { 'content-type': 'application/octet-stream', 'content-length': String(MIB) }
    expect((await ask('/api/minio/file?path=huge', { method: 'PUT', headers, body: PART })).status).toBe(200)
    const socket = connect(port, '127.0.0.1').pause()
    onTestFinished(() => void socket.destroy())
    const lines = ['GET /api/minio/file?path=huge HTTP/1.1', `Host: 127.0.0.1:${port}`, `Authorization: ${authorization}`] // oxfmt-ignore
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    await expect.poll(() => read, { timeout: 10_000 }).toBeGreaterThan(0)
    await wait(1000)
    expect(read).toBeLessThan(IN_BUFFERS)
  }, 30_000)
})

function* parts(bytes: number): Generator<Buffer> {
  for (let at = 0; at < bytes; at += PART.length) yield PART
}
