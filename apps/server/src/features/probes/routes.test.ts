import { pino } from 'pino'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { getRequestListener } from '@hono/node-server'
import { addUser, emptyStore, signIn } from '../../../test/accounts.ts'
import { Prober } from '../../probing/prober.ts'
import { memoryShared } from '../../shared/memory/memory.ts'
import { createApp } from '../../app.ts'
import { HttpServer } from '../../http/http-server.ts'
import { app, depsOf, eventsOf } from '../../test-app.ts'

const OURS = { origin: 'http://localhost:3000', 'content-type': 'application/json' }
const TARGET = { host: 'node.example.com', port: 8443, transport: 'tcp' }

/** A server whose every address is one that listens on loopback. */
async function started(environment: Record<string, string> = {}) {
  const server = createServer((socket) => socket.on('error', () => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const network = {
    resolve: (host: string) => Promise.resolve([host === 'inside.example.com' ? '127.0.0.1' : '93.184.216.34']),
    dial: () => ({ address: '127.0.0.1', port }),
  }
  const prober = new Prober({ log: pino({ level: 'silent' }), shared: memoryShared(), now: () => 0, network })
  const store = await emptyStore()
  const ask = app(environment, { prober, store })
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    ask('/api/probes', { ...OURS, ...headers }, { method: 'POST', body: JSON.stringify(body) })
  return { ask, post, store }
}

describe('a check', () => {
  test('answers with events, and the last one says how many a limit left out', async () => {
    const { post } = await started()
    const inside = { ...TARGET, host: 'inside.example.com' }
    const answer = await post({ targets: [TARGET, inside, { ...TARGET, sni: 'x.example.com' }] })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const events = eventsOf(await answer.text())
    const [end] = events.splice(-1)
    const results = new Map(events.map(({ data }) => Object.values(data as { index: number; result: object })) as [number, object][]) // oxfmt-ignore
    expect(results.get(0)).toMatchObject({ outcome: 'reachable', tcp: {}, dns: { count: 1 } })
    expect(results.get(1)).toEqual({ outcome: 'refused', reason: 'refused-address', checkedAt: 0, isCached: false })
    expect(end).toEqual({ event: 'end', data: { left: 1, retryAt: 60_000 } })
  })

  test.each<[title: string, body: unknown, field: string]>([
    ['a password beside the target', { targets: [{ ...TARGET, password: 'x' }] }, 'targets.0'],
    ['a node as a share link has it', { targets: [{ ...TARGET, uuid: 'x', name: 'One' }] }, 'targets.0'],
    ['more than the batch', { targets: Array.from({ length: 201 }, () => TARGET) }, 'targets'],
    ['nothing', { targets: [] }, 'targets'],
    ['no port', { targets: [{ ...TARGET, port: 0 }] }, 'targets.0.port'],
    ['a transport that nobody can check', { targets: [{ ...TARGET, transport: 'wireguard' }] }, 'targets.0.transport'],
    ['anything beside the targets', { targets: [TARGET], token: 'x' }, ''],
  ])('with %s is refused', async (_, body, field) => {
    const { post } = await started()
    const answer = await post(body)
    expect([answer.status, ((await answer.json()) as { data: unknown }).data]).toEqual([400, { error: 'bad-request', field }]) // oxfmt-ignore
  })
})

test('an address may send so many batches a minute', async () => {
  const { post } = await started()
  const statuses: number[] = []
  for (let batch = 0; batch < 61; batch++) statuses.push((await post({ targets: [TARGET] })).status)
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429])
})

test('results come one by one, and the run ends with the client that goes away', async () => {
  const asked: string[] = []
  const network = {
    resolve: (host: string) => {
      asked.push(host)
      return host === 'a0.example.com' ? Promise.resolve([]) : new Promise<never>(() => {})
    },
  }
  const prober = new Prober({
    log: pino({ level: 'silent' }),
    shared: memoryShared(),
    now: () => 0,
    network,
    budgets: { dnsMs: 200 },
  })
  const http = new HttpServer()
  http.serve(getRequestListener(createApp({ ...depsOf({}), prober, port: () => port }).fetch))
  http.node.listen(0, '127.0.0.1')
  await once(http.node, 'listening')
  onTestFinished(() => void http.stop())
  const { port } = http.node.address() as AddressInfo
  const site = `http://127.0.0.1:${port}`
  const targets = Array.from({ length: 200 }, (_, index) => ({ ...TARGET, host: `a${index}.example.com` }))
  const leaving = new AbortController()
  const init = { method: 'POST', headers: { ...OURS, origin: site }, body: JSON.stringify({ targets }) }
  const answer = await fetch(`${site}/api/probes`, { ...init, signal: leaving.signal })
  const { value } = await answer.body!.getReader().read()
  // The others are still under way.
  expect(eventsOf(new TextDecoder().decode(value))).toMatchObject([{ event: 'result', data: { index: 0 } }])
  leaving.abort()
  await new Promise((resolve) => setTimeout(resolve, 1000))
  // Twenty at once, for 200 ms each: all of them would be there by now if it went on for somebody.
  expect(asked.length).toBeLessThan(60)
})

describe('who may check is said by RELAY', () => {
  const SITE = { SITE_URL: 'https://switchyard.example' }
  test.each<[relay: string, visitor: number, member: number, terms: [object, object]]>([
    [
      'off',
      404,
      404,
      [
        { mayCheck: false, maySchedule: false },
        { mayCheck: false, maySchedule: false },
      ],
    ],
    [
      'users',
      401,
      200,
      [
        { mayCheck: false, maySchedule: false },
        { mayCheck: true, maySchedule: true },
      ],
    ],
    [
      'public',
      200,
      200,
      [
        { mayCheck: true, maySchedule: false },
        { mayCheck: true, maySchedule: true },
      ],
    ],
  ])('%s', async (RELAY, visitor, member, terms) => {
    const { ask, post, store } = await started({ ...SITE, RELAY })
    const host = { host: 'switchyard.example', origin: 'https://switchyard.example' }
    const signedIn = { ...host, cookie: `__Host-sid=${await signIn(store, await addUser(store, 'anna'))}` }
    const body = { targets: [TARGET] }
    expect([(await post(body, host)).status, (await post(body, signedIn)).status]).toEqual([visitor, member])
    for (const [index, headers] of [host, signedIn].entries()) {
      const { data } = (await (await ask('/api/probes/terms', headers)).json()) as { data: object }
      expect(data).toMatchObject({ access: RELAY, vantage: 'switchyard.example', batch: 200, ...terms[index] })
    }
  })

  test('a server that is known as this machine alone names no host', async () => {
    const { ask } = await started()
    const { data } = (await (await ask('/api/probes/terms')).json()) as { data: object }
    expect(data).not.toHaveProperty('vantage')
  })
})
