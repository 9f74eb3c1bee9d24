import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import type { HostedOutput, SubscriptionItem } from '@switchyard/contract'
import { expect, onTestFinished, test } from 'vitest'
import { addUser, emptyStore, signIn } from '../../../test/accounts.ts'
import { makeAuthority, makeCertificate, type ServerCertificate } from '../../../test/certificates.ts'
import { FAULTS } from '../../../test/faults.ts'
import { createApp } from '../../app.ts'
import { createSafeFetch, type SafeFetchDeps } from '../../fetch/safe-fetch.ts'
import { createLog } from '../../log.ts'
import { depsOf } from '../../test-app.ts'
import { createHosting } from '../../hosting.ts'

const HOUR = 3_600_000
const ORIGIN = 'http://localhost:3000'
const LINKS = Array.from({ length: 10 }, (_, at) => `trojan://password@n${at}.example.com:443#Node ${at}`).join('\n')
const HOST = 'provider.example.com'
const CANARY = 'canary-token'

/** How an upstream shows who it is, and whom the server trusts. */
interface Secure extends ServerCertificate {
  ca: string
}

/** How long the server waits: for what ends by itself a busy machine may take long, the rest ends in `timeout`. */
const PATIENT = { connectMs: 60_000, firstByteMs: 60_000, idleMs: 60_000, totalMs: 60_000, refusalMs: 0 }
const HASTY = { connectMs: 1000, firstByteMs: 1000, idleMs: 1000, totalMs: 2000, refusalMs: 0 }
const waitsFor = (code: string) => (code === 'timeout' ? HASTY : PATIENT)

/** A server whose one item stands at an address that answered once, and does what the test wants from then on. */
async function start({ secure, budgets = PATIENT }: { secure?: Secure; budgets?: typeof PATIENT } = {}) {
  const sockets = new Set<Socket>()
  const good = (socket: Socket) =>
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(LINKS)}\r\n\r\n${LINKS}`)
  const upstream = { answer: good as (socket: Socket) => void, asked: 0 }
  const answer = (socket: Socket) =>
    socket
      .on('error', () => {})
      .once('data', () => {
        upstream.asked++
        upstream.answer(socket)
      })
  const server = secure ? createTlsServer({ key: secure.key, cert: secure.cert }, answer) : createServer(answer)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  const network: Pick<SafeFetchDeps, 'resolve'> & { port?: number } = {
    resolve: () => Promise.resolve(['93.184.216.34']),
  }
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const safeFetch = createSafeFetch({
    log,
    resolve: (host) => network.resolve!(host),
    dial: () => ({ address: '127.0.0.1', port: network.port ?? port }),
    ...(secure ? { ca: secure.ca } : {}),
    ownAddresses: [],
    budgets,
  })
  const store = await emptyStore()
  const clock = { now: 1000 * HOUR }
  const deps = { ...depsOf({}), store, safeFetch, log, now: () => clock.now }
  const hosting = createHosting(deps)
  const app = createApp(deps, hosting)
  const cookie = `sid=${await signIn(store, await addUser(store, 'ann'), clock.now)}`
  const api = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await app.request(ORIGIN + path, {
      method,
      headers: { cookie, origin: ORIGIN, host: 'localhost:3000', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    expect([path, answer.status]).toEqual([path, 200])
    return (JSON.parse(text) as { data: T }).data
  }
  const item = await api<SubscriptionItem>('POST', '/api/subscriptions', {
    name: 'one',
    body: `${secure ? 'https' : 'http'}://${HOST}/sub?token=${CANARY}`,
  })
  const output = await api<HostedOutput>('POST', '/api/outputs', {
    name: 'mine',
    client: 'base64',
    items: { a: item.id },
    recipe: '{"switchyard":"recipe","version":1,"sources":[{"id":"a","url":"http://provider.example.com/"}]}',
  })
  const urlOf = async (address: string) =>
    (await api<{ url: string }>('GET', `/api/outputs/${output.id}/addresses/${address}`)).url
  const url = await urlOf(output.addresses[0]!.id)
  const sub = async (at = url): Promise<Response> =>
    app.request(at, { headers: { host: 'localhost:3000', 'user-agent': 'v2rayN/7.16.3' } })
  const refresh = () => api<SubscriptionItem>('POST', `/api/subscriptions/${item.id}/refresh`, {})
  /** What the upstream shows from now on. */
  const show = (certificate: ServerCertificate) => (server as TlsServer).setSecureContext(certificate)
  return { api, sub, refresh, urlOf, item, output, upstream, clock, sockets, lines, network, hosting, show }
}

async function expectServed(server: Awaited<ReturnType<typeof start>>, failure: string) {
  const before = await server.sub()
  const served = await before.text()
  expect([before.status, Buffer.from(served, 'base64').toString()]).toEqual([200, `${LINKS}\n`])
  return async () => {
    server.clock.now += HOUR
    const item = await server.refresh()
    expect(item).toMatchObject({ lastTry: { result: 'failed', failure }, good: { nodes: 10 } })
    const after = await server.sub()
    expect([after.status, await after.text()]).toEqual([200, served])
    await expect.poll(() => server.sockets.size).toBe(0)
    expect(server.lines.join('')).not.toContain(CANARY)
  }
}

test.each(FAULTS)('a provider that %s leaves the last good one: %s', async (_, code, answer) => {
  const server = await start({ budgets: waitsFor(code) })
  const isServed = await expectServed(server, code)
  server.upstream.answer = answer
  await isServed()
})

test.each<[string, string, () => Promise<string[]>]>([
  ['is gone', 'dns', () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))],
  ['is never found', 'timeout', () => new Promise(() => {})],
  ['leads to a private network', 'refused-address', () => Promise.resolve(['10.0.0.1'])],
])('a provider whose name %s leaves the last good one: %s', async (_, code, resolve) => {
  const server = await start({ budgets: waitsFor(code) })
  const isServed = await expectServed(server, code)
  server.network.resolve = resolve
  await isServed()
})

test.each<[string, (authority: Awaited<ReturnType<typeof makeAuthority>>) => ReturnType<typeof makeCertificate>]>([
  ['has expired', (authority) => makeCertificate({ host: HOST, authority, daysLeft: -1 })],
  ['is for another name', (authority) => makeCertificate({ host: 'other.example.com', authority })],
  ['signs itself', () => makeCertificate({ host: HOST })],
  [
    'is of an authority that nobody knows',
    async () => makeCertificate({ host: HOST, authority: await makeAuthority() }),
  ],
])('a provider whose certificate %s leaves the last good one: tls', async (_, makeBad) => {
  const authority = await makeAuthority()
  const good = await makeCertificate({ host: HOST, authority })
  const server = await start({ secure: { ...good, ca: authority.certificate } })
  const isServed = await expectServed(server, 'tls')
  server.show(await makeBad(authority))
  await isServed()
})

test('a provider that stalls in the handshake leaves the last good one: timeout', async () => {
  const authority = await makeAuthority()
  const secure = { ...(await makeCertificate({ host: HOST, authority })), ca: authority.certificate }
  const server = await start({ secure, budgets: HASTY })
  const isServed = await expectServed(server, 'timeout')
  const silent = createServer((socket) => {
    server.sockets.add(socket)
    // It reads what comes, or it would not see the end.
    socket
      .resume()
      .on('error', () => {})
      .on('close', () => server.sockets.delete(socket))
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  server.network.port = (silent.address() as AddressInfo).port
  await isServed()
})

test.each<[string, Buffer]>([
  ['204', Buffer.from('HTTP/1.1 204 No Content\r\n\r\n')],
  [
    'invalid UTF-8',
    Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n'), Buffer.from([0xc3, 0x28, 0x80])]),
  ],
])('a provider that answers %s leaves the last good one, and its owner is told that it waits', async (_, bytes) => {
  const server = await start()
  const served = await (await server.sub()).text()
  server.upstream.answer = (socket) => socket.end(bytes)
  server.clock.now += HOUR
  expect(await server.refresh()).toMatchObject({ lastTry: { result: 'held' }, held: { reason: 'no-nodes' } })
  expect(await (await server.sub()).text()).toBe(served)
})

test('a redirect that goes round is no endless one', async () => {
  const server = await start()
  const isServed = await expectServed(server, 'redirect-loop')
  server.upstream.answer = (socket) => socket.end('HTTP/1.1 302 Found\r\nLocation: /round\r\nContent-Length: 0\r\n\r\n')
  await isServed()
})

test('a thousand requests for addresses of outputs of one dead provider ask it once in ten minutes', async () => {
  const server = await start()
  await server.sub()
  const asked = server.upstream.asked
  server.upstream.answer = (socket) => socket.resetAndDestroy()
  server.clock.now += 13 * HOUR
  const urls: string[] = []
  for (let at = 0; at < 10; at++) {
    const { addresses } = await server.api<HostedOutput>('POST', `/api/outputs/${server.output.id}/addresses`, {
      name: `device ${at}`,
    })
    urls.push(await server.urlOf(addresses.find(({ name }) => name === `device ${at}`)!.id))
  }
  for (let round = 0; round < 100; round++) {
    const answers = await Promise.all(urls.map((url) => server.sub(url)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    server.clock.now += 5000
  }
  await server.hosting.refresher.refreshDue(new AbortController().signal)
  expect(server.upstream.asked).toBe(asked + 1)
})
