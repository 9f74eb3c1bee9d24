import { Agent, request as ask } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type Answer, type HttpLimits, HttpServer } from './http-server.ts'

/** The buffers of a system hold less than this. The rest waits until the visitor reads. */
const LARGE = Buffer.alloc(64 * 1024 * 1024)
const opened: { http: HttpServer; sockets: Socket[] }[] = []

afterEach(() => {
  for (const { http, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy()
    http.node.closeAllConnections()
    http.node.close()
  }
})

async function serve(answer: Answer, limits: Partial<HttpLimits> = {}) {
  const http = new HttpServer(limits)
  http.serve(answer)
  await new Promise<void>((resolve) => http.node.listen(0, '127.0.0.1', resolve))
  const { port } = http.node.address() as AddressInfo
  const sockets: Socket[] = []
  opened.push({ http, sockets })
  const open = (text: string): Socket => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text)).on('error', () => {})
    sockets.push(socket)
    return socket
  }
  return { http, port, open }
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function textOf(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  return closed(socket).then(() => text)
}

describe('What visitors do not read', () => {
  test('costs one answer a connection, however many requests were sent', async () => {
    let answered = 0
    const { open } = await serve((_, outgoing) => {
      answered++
      outgoing.end(LARGE)
    })
    for (let i = 0; i < 10; i++) open(REQUEST.repeat(10)).pause()
    await expect.poll(() => answered, { timeout: 20_000 }).toBe(10)
    await pause(300)
    expect(answered).toBe(10)
  })

  test('too many requests in a row without a look at the answer end the connection', async () => {
    const { open } = await serve((_, outgoing) => void setTimeout(() => outgoing.end('late'), 5000))
    const socket = open(REQUEST.repeat(30))
    socket.resume()
    await closed(socket)
  })

  test('a connection on which nothing moves is closed', async () => {
    const { http, open } = await serve((_, outgoing) => void outgoing.write(LARGE), {
      stillMs: 300,
    })
    const gone = new Promise<void>((resolve) =>
      http.node.once('connection', (socket) => socket.once('close', () => resolve())),
    )
    open(REQUEST).pause()
    await gone
  })
})

test('a body that does not come is waited for as long as a request may take; that of an upload longer', async () => {
  const isUpload = ({ url }: { url?: string | undefined }) => url === '/upload'
  const { open } = await serve((incoming, outgoing) => void incoming.resume().once('end', () => outgoing.end('whole')), { requestMs: 200, isUpload }) // oxfmt-ignore
  const put = (path: string) =>
    open(`PUT ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\nx`)
  const [slow, upload] = [put('/'), put('/upload')]
  const told = textOf(upload)
  expect(await textOf(slow)).toMatch(/^HTTP\/1.1 408 /)
  await pause(300)
  upload.write('y')
  expect(await told).toMatch(/^HTTP\/1.1 200 [\s\S]*whole/)
})

test('an upload that was refused is no upload any more', async () => {
  const isUpload = () => true
  const { open } = await serve((_, outgoing) => void outgoing.end('no'), { requestMs: 200, isUpload })
  const began = performance.now()
  const socket = open('PUT /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nx')
  await textOf(socket)
  expect(performance.now() - began).toBeLessThan(5000)
})

test('requests that were sent together are answered one by one, in their order', async () => {
  let under = 0
  let most = 0
  const { open } = await serve((incoming, outgoing) => {
    most = Math.max(most, ++under)
    setTimeout(() => (under--, outgoing.end(`<${incoming.url}>`)), 20)
  })
  const paths = ['/1', '/2', '/3']
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n`)
  const socket = open(`${requests.join('\r\n')}Connection: close\r\n\r\n`)
  expect((await textOf(socket)).match(/<[^>]+>/g)).toEqual(['</1>', '</2>', '</3>'])
  expect(most).toBe(1)
})

test('more connections than the limit are turned away', async () => {
  const { open } = await serve((_, outgoing) => outgoing.end('ok'), { connections: 3 })
  const sockets = Array.from({ length: 5 }, () => open(REQUEST))
  const texts = sockets.map((socket) => {
    let text = ''
    socket.on('data', (part) => (text += String(part))).resume()
    return () => text
  })
  const served = () => texts.filter((text) => text().includes('200 OK')).length
  await expect.poll(served, { timeout: 20_000 }).toBe(3)
  await pause(300)
  expect(served()).toBe(3)
})

test.each([
  ['a tunnel', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n', /^HTTP\/1.1 405 [\s\S]*allow: GET, HEAD/i],
  ['an expectation', 'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: miracles\r\n\r\n', /^HTTP\/1.1 417 /],
])('%s is refused, with the headers that every answer has', async (_, text, status) => {
  const { open } = await serve((_, outgoing) => outgoing.end('ok'))
  const answer = await textOf(open(text))
  expect(answer).toMatch(status)
  for (const header of ['content-security-policy', 'strict-transport-security', 'x-content-type-options: nosniff'])
    expect(answer.toLowerCase()).toContain(header)
})

test('a server that stops under load answers every request that reached it', async () => {
  const { http, port } = await serve((_, outgoing) => void setTimeout(() => outgoing.end('whole'), 30))
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const outcomes = { whole: 0, cut: [] as string[] }
  let isStopped = false
  const visitor = async () => {
    for (;;) {
      const outcome = await get(port, agent)
      if (outcome === 'whole') outcomes.whole++
      // Once it takes no more connections a visitor is told so.
      else if (outcome === 'ECONNREFUSED' && isStopped) return
      else return void outcomes.cut.push(outcome)
    }
  }
  const visitors = Array.from({ length: 20 }, visitor)
  await expect.poll(() => outcomes.whole).toBeGreaterThan(40)
  isStopped = true
  await http.stop()
  await Promise.all(visitors)
  expect(outcomes.cut).toEqual([])
})

test('a server that stops lets whoever reads slowly read to the end', async () => {
  const { http, open } = await serve((_, outgoing) => void outgoing.end(LARGE))
  const reader = open(REQUEST)
  let bytes = 0
  reader.once('data', () => reader.pause())
  await pause(100)
  const stopped = http.stop()
  // Longer than last requests are waited for.
  await pause(1500)
  reader.on('data', (chunk: Buffer) => (bytes += chunk.length)).resume()
  await Promise.all([closed(reader), stopped])
  expect(bytes).toBeGreaterThan(LARGE.length - 1024 * 1024)
})

function get(port: number, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const request = ask({ port, host: '127.0.0.1', agent }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve(text)).on('error', () => resolve('broken'))
    })
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error')).end()
  })
}
