import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HostedOutput } from '@switchyard/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addApiToken, addUser, emptyStore, signIn } from '../test/accounts.ts'
import { ownPostgres } from '../test/databases.ts'
import { createApp } from './app.ts'
import { KeyRing } from './db/key-ring.ts'
import type { ServerStore } from './db/open-store.ts'
import { depsOf } from './test-app.ts'

const HOUR = 3_600_000
const ORIGIN = 'http://localhost:3000'
const RECIPE = JSON.stringify({
  switchyard: 'recipe',
  version: 1,
  sources: [{ id: 'a', kind: 'text', text: 'trojan://p@a.example.com:443#One' }],
})

interface Answered<T> {
  status: number
  data: T
  msg: string | undefined
  retryAfter: string | null
}

/** A server on a store, and a person who has an output with one address. */
async function start(store: ServerStore) {
  const clock = { now: Date.now() }
  const app = createApp({ ...depsOf({}), store, now: () => clock.now })
  const ann = await addUser(store, 'ann')
  const cookie = `sid=${await signIn(store, ann, clock.now)}`
  const token = await addApiToken(store, ann, ['read'])
  const ask = (
    path: string,
    { method = 'GET', body, headers = {} }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) =>
    app.request(ORIGIN + path, {
      method,
      headers: { origin: ORIGIN, host: 'localhost:3000', 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const api = async <T>(method: string, path: string, body?: unknown): Promise<Answered<T>> => {
    const answer = await ask(path, { method, body, headers: { cookie, 'accept-language': 'zh-CN' } })
    const { data, msg } = (await answer.json()) as { data: T; msg?: string }
    return { status: answer.status, data, msg, retryAfter: answer.headers.get('retry-after') }
  }
  const made = await api<HostedOutput>('POST', '/api/outputs', { name: 'one', client: 'base64', recipe: RECIPE })
  const path = `/api/outputs/${made.data.id}`
  const address = `${path}/addresses/${made.data.addresses[0]!.id}`
  const { url } = (await api<{ url: string }>('GET', address)).data
  const sub = () => ask(new URL(url).pathname, { headers: { 'user-agent': 'v2rayN/7.16.3' } })
  const asProgram = () => ask('/api/outputs', { headers: { authorization: `Bearer ${token}` } })
  return { api, ask, sub, asProgram, clock, path, address, cookie }
}

test('a PostgreSQL that is lost under writes is waited for: 503 in words, /sub from memory, and all is well again', async () => {
  const postgres = await ownPostgres()
  const { api, ask, sub, path, cookie, address } = await start({
    database: postgres.database,
    keys: new KeyRing(['x'.repeat(32)]),
  })
  const served = await sub()
  const before = await served.text()
  const statuses = new Set<number>()
  const end = new AbortController()
  const write = async (at: number) => {
    for (let round = 0; !end.signal.aborted; round++) {
      const { status } = await api('POST', '/api/outputs', { name: `${at} ${round}`, client: 'base64', recipe: RECIPE })
      statuses.add(status)
    }
  }
  const writers = Promise.all(Array.from({ length: 8 }, (_, at) => write(at)))
  await new Promise((resolve) => setTimeout(resolve, 300))
  await postgres.stop()
  await vi.waitUntil(() => statuses.has(503))
  const lost = await api('GET', path)
  expect(lost).toMatchObject({
    status: 503,
    data: { error: 'unavailable' },
    retryAfter: '30',
    msg: '服务器暂时无法答复，请稍后再试',
  })
  const answer = await sub()
  expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([
    200,
    before,
    served.headers.get('etag'),
  ])
  const unknown = await ask('/sub/unknown', { headers: { 'accept-language': 'en' } })
  expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '60'])
  expect(await unknown.text()).toBe('The server cannot reach its database for now: try again in a few minutes\n')
  const page = await ask('/', { headers: { cookie, 'accept-language': 'zh-CN' } })
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await page.text()).toContain('服务器暂时无法答复，请稍后再试')
  expect((await ask('/readyz')).status).toBe(503)
  expect((await ask('/healthz')).status).toBe(200)
  await postgres.start()
  await vi.waitUntil(async () => (await api('GET', path)).status === 200, { timeout: 20_000 })
  end.abort()
  await writers
  expect([...statuses].filter((status) => ![200, 403, 503].includes(status))).toEqual([])
  expect((await sub()).status).toBe(200)
  // What is closed by this server is closed, though the database goes away before anybody asks for it again.
  expect((await api('PATCH', address, { paused: true })).status).toBe(200)
  await postgres.stop()
  expect((await sub()).status).toBe(503)
})

/** Fills a disk of its own, or the file that SQLite may write, up to the last page. */
async function onFullDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-full-'))
  const isDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder]).status === 0
  const store = await emptyStore(join(folder, 'switchyard.sqlite'))
  onTestFinished(async () => {
    await store.database.close()
    if (isDisk) spawnSync('umount', [folder])
    rmSync(folder, { recursive: true })
  })
  const server = await start(store)
  return { ...server, store, isDisk }
}

test('on a full disk everything is read, and a write says that there is no room', async () => {
  const { api, ask, sub, asProgram, clock, path, cookie, store, isDisk } = await onFullDisk()
  expect((await sub()).status).toBe(200)
  if (store.database.kind === 'sqlite' && !isDisk) {
    const pages = store.database.sqlite.pragma('page_count', { simple: true }) as number
    store.database.sqlite.pragma(`max_page_count = ${pages}`)
  }
  const answers = new Set<number>()
  for (let at = 0; at < 200 && !answers.has(507); at++) {
    const text = Array.from(
      { length: 300 },
      (_, node) => `trojan://${Math.random()}@n${at}-${node}.example.com:443#${at}-${node}`,
    ).join('\n')
    answers.add((await api('POST', '/api/subscriptions', { name: `${at}`, body: text })).status)
    if (at % 40 === 39)
      for (const { id } of (await api<{ items: { id: string }[] }>('GET', '/api/subscriptions')).data.items)
        answers.add((await api('DELETE', `/api/subscriptions/${id}`)).status)
  }
  expect(answers).toEqual(new Set([200, 507]))
  // Longer than a session or a token waits before it is noted as seen again.
  clock.now += HOUR
  const written = await api('POST', '/api/outputs', { name: 'two', client: 'base64', recipe: RECIPE })
  expect(written).toMatchObject({
    status: 507,
    data: { error: 'disk-full' },
    msg: '服务器的磁盘已满，未能保存：请联系站点所有者',
  })
  expect(
    Object.values(
      Object.fromEntries(
        await Promise.all(
          [
            '/api/outputs',
            path,
            `${path}/versions`,
            `${path}/record`,
            '/api/subscriptions',
            '/api/profile',
            '/api/profile/sessions',
            '/api/publications',
          ].map(async (each) => [each, (await api('GET', each)).status] as const),
        ),
      ),
    ),
  ).toEqual(Array.from({ length: 8 }, () => 200))
  expect((await asProgram()).status).toBe(200)
  expect((await ask('/convert', { headers: { cookie } })).status).toBe(200)
  expect((await sub()).status).toBe(200)
})
