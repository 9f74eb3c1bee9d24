import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addUser, emptyStore, signIn } from '../../../test/accounts.ts'
import { Prober } from '../../probing/prober.ts'
import { memoryShared } from '../../shared/memory/memory.ts'
import { app, eventsOf } from '../../test-app.ts'

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
  const prober = new Prober({ shared: memoryShared(), now: () => 0, network })
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
