import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { parseRanges } from '@switchyard/outbound'
import { expect, onTestFinished, test } from 'vitest'
import { createCheckedRequest, type RequestPolicy } from './checked-request.ts'
import { asSafeFetchError } from './safe-fetch-error.ts'

const MEGABYTE = 1_000_000
const url = new URL('http://example.com/')
const BUDGETS = {
  connectMs: 5000,
  firstByteMs: 5000,
  idleMs: 5000,
  totalMs: 20_000,
  headerBytes: 16 * 1024,
  bodyBytes: MEGABYTE,
  hops: 5,
}

/** A server where a public address is, and how to ask it. */
async function start(answer: (request: IncomingMessage, response: ServerResponse) => void, budgets: object = {}) {
  const sockets = new Set<Socket>()
  const server = createServer(answer).on('connection', (socket: Socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()))
  const { port } = server.address() as AddressInfo
  const policy: RequestPolicy = {
    network: {
      privateRanges: [],
      ownAddresses: [],
      resolve: () => Promise.resolve(['93.184.216.34']),
      dial: () => ({ address: '127.0.0.1', port }),
    },
    budgets: { ...BUDGETS, ...budgets },
    parseTarget: (address) => new URL(address),
  }
  return { ask: createCheckedRequest(policy), policy, sockets }
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'answered',
    (error: unknown) => asSafeFetchError(error).code,
  )

test('any method, headers and a body are sent, and any status is an answer', async () => {
  const { ask } = await start((request, response) => {
    void text(request).then((body) =>
      response
        .writeHead(409, { 'x-seen': 'yes' })
        .end(`${request.method} ${request.url} ${request.headers.authorization} ${body}`),
    )
  })
  const answer = await ask({
    url: new URL('http://example.com/object?x=1'),
    method: 'PUT',
    secretHeaders: { authorization: 'canary' },
    body: 'bytes',
  })
  expect([answer.status, answer.header('x-seen')]).toEqual([409, 'yes'])
  expect((await answer.bytes()).toString()).toBe('PUT /object?x=1 canary bytes')
})

test('a stream is sent as it comes, and an answer is read as it comes', async () => {
  const { ask, sockets } = await start((request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    void text(request).then((body) => response.end(gzipSync(body.toUpperCase())))
  })
  const answer = await ask({ url, method: 'POST', body: Readable.from(['one ', 'two']) })
  expect(await text(answer.stream())).toBe('ONE TWO')
  await expect.poll(() => sockets.size).toBe(0)
})

test('the meter counts what went over the wire, of redirects too', async () => {
  const { ask } = await start((request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/next', 'x-long': 'x'.repeat(4000) }).end()
    else response.end('y'.repeat(10_000))
  })
  const answer = await ask({ url, headers: { 'x-sent': 'z'.repeat(2000) } })
  expect((await answer.bytes()).length).toBe(10_000)
  const { sent, received } = answer.meter()
  expect(sent).toBeGreaterThan(2 * 2000)
  expect(sent).toBeLessThan(2 * 2500)
  expect(received).toBeGreaterThan(14_000)
  expect(received).toBeLessThan(15_500)
})

test.each([
  ['on the wire', {}, Buffer.alloc(2 * MEGABYTE)],
  ['unpacked', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(2 * MEGABYTE))],
])('a stream that is too large %s ends with that, and its connection is closed', async (_name, headers, body) => {
  const { ask, sockets } = await start((_request, response) => {
    response.writeHead(200, headers).write(body)
    response.end()
  })
  const answer = await ask({ url })
  expect(await codeOf(text(answer.stream()))).toBe('too-large')
  await expect.poll(() => sockets.size).toBe(0)
})

test('a body may be as long as its request says, and is not read when it says itself that it is longer', async () => {
  const { ask, sockets } = await start((_request, response) => response.end('x'.repeat(2000)))
  const bodyBytes = 1999
  expect(await codeOf(ask({ url, budgets: { bodyBytes } }).then((answer) => answer.bytes()))).toBe('too-large')
  expect(await codeOf(ask({ url, budgets: { bodyBytes } }).then((answer) => text(answer.stream())))).toBe('too-large')
  expect(await codeOf(ask({ url, budgets: { bodyBytes: 2000 } }).then((answer) => answer.bytes()))).toBe('answered')
  await expect.poll(() => sockets.size).toBe(0)
})

test('who asks may stop in the middle of a body: the connection is closed', async () => {
  const { ask, sockets } = await start((_request, response) => void response.writeHead(200).write('first'))
  const stop = new AbortController()
  const stream = (await ask({ url, signal: stop.signal })).stream()
  stream.once('data', () => stop.abort())
  expect(await codeOf(text(stream))).toBe('timeout')
  await expect.poll(() => sockets.size).toBe(0)
  const other = (await ask({ url })).stream()
  other.once('data', () => other.destroy())
  await expect.poll(() => sockets.size).toBe(0)
})

test('an answer that nobody reads is closed when its time is over, and at once when it is not wanted', async () => {
  const { ask, sockets } = await start((_request, response) => void response.writeHead(200).write('first'))
  await ask({ url, budgets: { totalMs: 300 } })
  await expect.poll(() => sockets.size).toBe(0)
  const answer = await ask({ url })
  expect(sockets.size).toBe(1)
  answer.close()
  await expect.poll(() => sockets.size).toBe(0)
})

test('only GET and HEAD follow redirects, and where none is followed it is an answer', async () => {
  const asked: string[] = []
  const { ask, policy } = await start((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (request.url === '/next') response.end('there')
    else response.writeHead(307, { location: '/next' }).end()
  })
  const sent = await ask({ url, method: 'POST', body: 'canary' })
  sent.close()
  expect([sent.status, sent.header('location')]).toEqual([307, '/next'])
  const followed = await ask({ url, method: 'HEAD' })
  followed.close()
  expect([followed.status, followed.url.pathname]).toEqual([200, '/next'])
  const stays = await createCheckedRequest({ ...policy, budgets: { ...policy.budgets, hops: 0 } })({ url })
  stays.close()
  expect(stays.status).toBe(307)
  expect(asked).toEqual(['POST /', 'HEAD /', 'HEAD /next', 'GET /'])
})

test('an answer to HEAD has no body, whatever its headers say of one', async () => {
  const { ask } = await start((_request, response) =>
    response.writeHead(200, { 'content-length': 5 * MEGABYTE, 'content-encoding': 'gzip' }).end(),
  )
  const answer = await ask({ url, method: 'HEAD' })
  expect([answer.header('content-length'), (await answer.bytes()).length]).toEqual(['5000000', 0])
})

test('each kind of request has its own private ranges', async () => {
  const { policy } = await start((_request, response) => response.end('ok'))
  const at = (privateRanges: string[]) =>
    createCheckedRequest({ ...policy, network: { ...policy.network, privateRanges: parseRanges(privateRanges) } })
  const there = { url: new URL('http://10.0.0.9:9000/') }
  expect(await codeOf(at([])(there).then((answer) => answer.bytes()))).toBe('refused-address')
  expect(await codeOf(at(['10.0.0.9/32'])(there).then((answer) => answer.bytes()))).toBe('answered')
})

test('a place at a host is held until the body was read', async () => {
  const { policy } = await start((_request, response) => response.end('ok'))
  const places: string[] = []
  const ask = createCheckedRequest({
    ...policy,
    enterHost: (host) => {
      places.push(`enters ${host}`)
      return Promise.resolve(() => void places.push('leaves'))
    },
  })
  const answer = await ask({ url })
  expect(places).toEqual(['enters example.com'])
  await answer.bytes()
  expect([...new Set(places)]).toEqual(['enters example.com', 'leaves'])
})
