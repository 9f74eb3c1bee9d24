import {
  createServer as createHttp,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttps } from 'node:https'
import { createServer as createRaw, type AddressInfo, type Server, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { FAULTS } from '../../test/faults.ts'
import { createSafeFetch, type SafeFetchDeps } from './safe-fetch.ts'
import type { SafeFetchError } from './safe-fetch-error.ts'

const PUBLIC = '93.184.216.34'
const OTHER_PUBLIC = '93.184.216.35'
const user = 'someone'
const log = pino({ level: 'silent' })

const servers: Server[] = []
const sockets = new Set<Socket>()

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
})

/** A server on loopback that stands where the public address is. */
async function listen(server: Server): Promise<number> {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function http(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  return fetchOver(await listen(createHttp(answer)))
}

/** A server that speaks whatever it wants once it has been asked. */
async function raw(answer: (socket: Socket) => void, deps?: Partial<SafeFetchDeps>) {
  return fetchOver(await listen(createRaw((socket) => socket.once('data', () => answer(socket)))), deps)
}

/** For what ends by itself: a busy machine may take long over it. */
const PATIENT = { connectMs: 60_000, firstByteMs: 60_000, idleMs: 60_000, totalMs: 60_000, refusalMs: 0 }

function fetchOver(port: number, deps: Partial<SafeFetchDeps> = {}) {
  return createSafeFetch({
    log,
    resolve: (host) => Promise.resolve([host.startsWith('other') ? OTHER_PUBLIC : PUBLIC]),
    dial: () => ({ address: '127.0.0.1', port }),
    ownAddresses: [],
    budgets: { connectMs: 1000, firstByteMs: 1000, idleMs: 1000, totalMs: 2500, refusalMs: 0 },
    ...deps,
  })
}

/** For example.com, used nowhere else. */
const TEST_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQglTpF+Oj1SkYEqNvE
Gx+j4CrxtDrCpMCwSVr1NojExrShRANCAAQY4AkDDgt1ep+pbL/bguyI7SQYMnVW
UJLnqJRcsxxwc4p+LR5jbk2QN+aEQRDmTPVVKU6WymuohqH9Q/QUDjTJ
-----END PRIVATE KEY-----`
const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUPELahlwAJDjsod5fmzfwUAqrocgwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLZXhhbXBsZS5jb20wIBcNMjYxMTIyMTcwNTQ5WhgPMjEyNjEw
MjkxNzA1NDlaMBYxFDASBgNVBAMMC2V4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEGOAJAw4LdXqfqWy/24LsiO0kGDJ1VlCS56iUXLMccHOKfi0e
Y25NkDfmhEEQ5kz1VSlOlsprqIah/UP0FA40yaNrMGkwHQYDVR0OBBYEFGACVOuN
RMsajnUFDQMng65KSbMcMB8GA1UdIwQYMBaAFGACVOuNRMsajnUFDQMng65KSbMc
MA8GA1UdEwEB/wQFMAMBAf8wFgYDVR0RBA8wDYILZXhhbXBsZS5jb20wCgYIKoZI
zj0EAwIDRwAwRAIgN4VGLf3H0wNgmdhkQJCaPHJ3hvvm101axCsQw3dgWEMCIFAB
RfzwzP6BUf+38ro2PB0b2k60bD8uPuRP587NaboA
-----END CERTIFICATE-----`

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'fetched',
    (error: SafeFetchError) => error.code,
  )

test('an address that is fine is fetched', async () => {
  const fetch = await http((_request, response) => response.end('hello'))
  const { body, stale } = await fetch('http://example.com/sub', { user })
  expect([body.toString(), stale]).toEqual(['hello', false])
})

describe('Nothing private is reached', () => {
  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::2]/',
    'http://169.254.169.254/latest/meta-data',
    'http://168.63.129.16/',
    'http://10.0.0.1/',
  ])('a literal address: %s', async (address) => {
    const seen: string[] = []
    const fetch = fetchOver(1, { dial: (address, port) => (seen.push(address), { address, port }) })
    expect(await codeOf(fetch(address, { user }))).toBe('refused-address')
    expect(seen).toEqual([])
  })

  test('a name with a private address among its public ones', async () => {
    const fetch = fetchOver(1, { resolve: () => Promise.resolve([PUBLIC, '10.0.0.1']) })
    expect(await codeOf(fetch('http://example.com/', { user }))).toBe('refused-address')
  })

  test('a name whose address changes between two questions: it is asked once', async () => {
    let asked = 0
    const port = await listen(createHttp((_request, response) => response.end('ok')))
    const fetch = fetchOver(port, { resolve: () => Promise.resolve([asked++ === 0 ? PUBLIC : '127.0.0.1']) })
    expect(await codeOf(fetch('http://example.com/', { user }))).toBe('fetched')
    expect(asked).toBe(1)
  })

  test('a redirect to a private address', async () => {
    const fetch = await http((_request, response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end())
    expect(await codeOf(fetch('http://example.com/', { user }))).toBe('refused-address')
  })

  test('our own addresses', async () => {
    const fetch = fetchOver(1, { ownAddresses: [PUBLIC] })
    expect(await codeOf(fetch('http://example.com/', { user }))).toBe('refused-address')
  })

  test('unless the operator named the range', async () => {
    const port = await listen(createHttp((_request, response) => response.end('ok')))
    const fetch = fetchOver(port, { resolve: () => Promise.resolve(['10.1.0.5']), privateUpstreams: ['10.1.0.0/16'] })
    expect(await codeOf(fetch('http://example.com/', { user }))).toBe('fetched')
  })

  test('a refused address and a closed port read the same and take the same time', async () => {
    const port = await listen(createRaw())
    await new Promise((resolve) => servers.pop()!.close(resolve))
    const fetch = fetchOver(port, { budgets: { refusalMs: 300 } })
    const times = []
    for (const address of ['http://127.0.0.1/', 'http://example.com/']) {
      const start = performance.now()
      const error = (await fetch(address, { user }).catch((error: unknown) => error)) as SafeFetchError
      times.push(performance.now() - start)
      expect([error.code, error.message]).toEqual(['refused-address', 'refused-address'])
    }
    // Without the wait each answer takes a few milliseconds. A busy machine answers late, so the upper limit is far away.
    expect(Math.min(...times)).toBeGreaterThan(290)
    expect(Math.max(...times)).toBeLessThan(5000)
  })
})

describe('Headers', () => {
  test('nobody says for another which host is asked, or who asks', async () => {
    const seen: IncomingHttpHeaders[] = []
    const fetch = await http((request, response) => {
      seen.push(request.headers)
      response.end('ok')
    })
    const headers = { Host: 'evil.example', HOST: 'evil.example', 'User-Agent': 'evil', 'Transfer-Encoding': 'chunked', 'X-Pass': '1' } // oxfmt-ignore
    await fetch('http://example.com/', { user, headers })
    const { host, 'user-agent': agent, 'transfer-encoding': encoding, 'x-pass': pass } = seen[0]!
    expect([host, agent, encoding, pass]).toEqual(['example.com', 'Switchyard/0.1', undefined, '1'])
  })
})

describe('Redirects', () => {
  test('headers of one’s own do not go to another origin', async () => {
    const seen: IncomingHttpHeaders[] = []
    const fetch = await http((request, response) => {
      seen.push(request.headers)
      if (seen.length === 1) response.writeHead(302, { location: 'http://other.example.com/' }).end()
      else response.end('ok')
    })
    await fetch('http://example.com/', { user, headers: { 'private-token': 'canary', 'x-pass': 'canary' } })
    expect(seen[0]!['private-token']).toBe('canary')
    expect(JSON.stringify(seen[1])).not.toContain('canary')
    expect(seen[1]!['user-agent']).toBe('Switchyard/0.1')
  })

  test('they stay on the same origin', async () => {
    const seen: IncomingHttpHeaders[] = []
    const fetch = await http((request, response) => {
      seen.push(request.headers)
      if (seen.length === 1) response.writeHead(307, { location: '/next' }).end()
      else response.end('ok')
    })
    await fetch('http://example.com/', { user, headers: { 'private-token': 'canary' } })
    expect(seen[1]!['private-token']).toBe('canary')
  })

  test('five hops are followed, the sixth is a loop', async () => {
    const fetch = await http((request, response) => {
      const left = Number(request.url!.slice(1))
      if (left > 0) response.writeHead(301, { location: `/${left - 1}` }).end()
      else response.end('ok')
    })
    expect(await codeOf(fetch('http://example.com/5', { user }))).toBe('fetched')
    expect(await codeOf(fetch('http://example.com/6', { user }))).toBe('redirect-loop')
  })

  test.each(['file:///etc/passwd', 'http://user:x@example.com/', 'http://example.com:22/', 'http://[::'])(
    'a redirect to %s is refused',
    async (location) => {
      const fetch = await http((_request, response) => response.writeHead(302, { location }).end())
      expect(await codeOf(fetch('http://example.com/', { user }))).toBe('refused-address')
    },
  )
})

describe('Every fault of an upstream ends in one of the codes', () => {
  const head = 'HTTP/1.1 200 OK\r\n'
  test.each(FAULTS)('one that %s: %s', async (_name, code, answer) => {
    const fetch = await raw(answer, code === 'timeout' ? {} : { budgets: PATIENT })
    expect(await codeOf(fetch('http://example.com/', { user }))).toBe(code)
  })

  test('one that sends chunks of one byte, more on the wire than the body may be', async () => {
    const fetch = await raw((socket) =>
      socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(24_000)}0\r\n\r\n`),
    )
    expect(await codeOf(fetch('http://example.com/', { user, maxBytes: 25_000 }))).toBe('too-large')
  })

  test('plain text where TLS should be', async () => {
    const fetch = await raw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect(await codeOf(fetch('https://example.com/', { user }))).toBe('tls')
  })

  test('a name that does not exist, and one that is never answered', async () => {
    const missing = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
    expect(await codeOf(fetchOver(1, { resolve: missing })('http://example.com/', { user }))).toBe('dns')
    expect(await codeOf(fetchOver(1, { resolve: () => Promise.resolve([]) })('http://example.com/', { user }))).toBe(
      'dns',
    )
    const never = () => new Promise<never>(() => {})
    expect(await codeOf(fetchOver(1, { resolve: never })('http://example.com/', { user }))).toBe('timeout')
  })

  test('an empty answer, invalid UTF-8 and a login page are fetched: what they are worth, the reader says', async () => {
    const bodies = [Buffer.alloc(0), Buffer.from([0xff, 0xfe, 0x80]), Buffer.from('<html>login</html>')]
    for (const body of bodies) {
      const fetch = await http((_request, response) => response.end(body))
      expect((await fetch('http://example.com/', { user })).body).toEqual(body)
    }
  })

  test.each([
    ['gzip', gzipSync('hello')],
    ['br', brotliCompressSync('hello')],
    ['deflate', deflateSync('hello')],
  ])('one layer of %s is unpacked', async (encoding, body) => {
    const fetch = await http((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    )
    expect((await fetch('http://example.com/', { user })).body.toString()).toBe('hello')
  })

  test('no socket is left behind', async () => {
    const fetch = await http((request, response) =>
      request.url === '/reset' ? request.socket.resetAndDestroy() : response.end('ok'),
    )
    for (let round = 0; round < 25; round++)
      await Promise.allSettled([
        fetch(`http://example.com/${round}`, { user: `${round}` }),
        fetch('http://example.com/reset', { user: `${round}` }),
      ])
    await expect.poll(() => sockets.size).toBe(0)
  })
})

describe('Limits', () => {
  test('equal questions at the same time are one', async () => {
    let asked = 0
    const fetch = await http((_request, response) => {
      asked++
      setTimeout(() => response.end('ok'), 50)
    })
    await Promise.all([fetch('http://example.com/', { user }), fetch('http://example.com/', { user: 'other' })])
    expect(asked).toBe(1)
    await fetch('http://example.com/', { user, headers: { 'x-pass': '1' } })
    expect(asked).toBe(2)
  })

  describe('a question that several share', () => {
    /** A server that answers when the test says so, and tells who it is asked by and that nobody listens any more. */
    async function held() {
      const asked: ServerResponse[] = []
      let wake = () => {}
      const fetch = await http((_request, response) => {
        asked.push(response)
        response.on('close', () => wake())
        wake()
      })
      const until = async (condition: () => boolean) => {
        while (!condition()) await new Promise<void>((resolve) => (wake = resolve))
      }
      return { asked, fetch, until }
    }

    test('goes on when the one who asked first leaves', async () => {
      const { asked, fetch, until } = await held()
      const first = new AbortController()
      const leaver = codeOf(fetch('http://example.com/', { user, signal: first.signal }))
      const others = ['a', 'b'].map((each) => fetch('http://example.com/', { user: each }))
      await until(() => asked.length === 1)
      first.abort()
      expect(await leaver).toBe('timeout')
      expect(asked[0]!.destroyed).toBe(false)
      asked[0]!.end('ok')
      expect((await Promise.all(others)).map(({ body }) => body.toString())).toEqual(['ok', 'ok'])
      expect(asked).toHaveLength(1)
    })

    test('goes on when the one who asked first has less time', async () => {
      const { asked, fetch, until } = await held()
      const hasty = codeOf(fetch('http://example.com/', { user, totalMs: 50 }))
      const patient = fetch('http://example.com/', { user: 'other' })
      await until(() => asked.length === 1)
      expect(await hasty).toBe('timeout')
      asked[0]!.end('ok')
      expect((await patient).body.toString()).toBe('ok')
    })

    test('ends when the last one leaves, and who comes then asks anew', async () => {
      const { asked, fetch, until } = await held()
      const both = [new AbortController(), new AbortController()]
      const leavers = both.map(({ signal }, index) =>
        codeOf(fetch('http://example.com/', { user: `${index}`, signal })),
      )
      await until(() => asked.length === 1)
      for (const each of both) each.abort()
      expect(await Promise.all(leavers)).toEqual(['timeout', 'timeout'])
      const next = fetch('http://example.com/', { user })
      await until(() => asked.length === 2 && asked[0]!.destroyed)
      asked[1]!.end('ok')
      expect((await next).body.toString()).toBe('ok')
    })

    test('is not asked for one who left before', async () => {
      const { asked, fetch } = await held()
      expect(await codeOf(fetch('http://example.com/', { user, signal: AbortSignal.abort() }))).toBe('timeout')
      expect(asked).toHaveLength(0)
    })

    test('ends at its own time, however many wait', async () => {
      const port = await listen(createHttp(() => {}))
      const fetch = fetchOver(port, { budgets: { totalMs: 100, refusalMs: 0 } })
      const all = ['a', 'b'].map((each) => codeOf(fetch('http://example.com/', { user: each })))
      expect(await Promise.all(all)).toEqual(['timeout', 'timeout'])
    })
  })

  test('waiting for a place is a part of the time that a request has', async () => {
    const port = await listen(createHttp(() => {}))
    const fetch = fetchOver(port, {
      limits: { perUserAtOnce: 1, queueMs: 60_000 },
      budgets: { totalMs: 300, refusalMs: 0 },
    })
    const start = performance.now()
    const all = Array.from({ length: 30 }, (_, n) => codeOf(fetch(`http://example.com/${n}`, { user })))
    expect(new Set(await Promise.all(all))).toEqual(new Set(['timeout']))
    // One after the other they would take 9000.
    expect(performance.now() - start).toBeLessThan(5000)
  })

  test('a fifth request of one user waits, and is told when that takes too long', async () => {
    const port = await listen(createHttp((_request, response) => setTimeout(() => response.end('ok'), 400)))
    const fetch = fetchOver(port, { limits: { queueMs: 100, perHostAtOnce: 100 } })
    const all = await Promise.all([1, 2, 3, 4, 5].map((n) => codeOf(fetch(`http://example.com/${n}`, { user }))))
    expect(all).toEqual(['fetched', 'fetched', 'fetched', 'fetched', 'busy'])
    const patient = fetchOver(port, { limits: { queueMs: 2000, perHostAtOnce: 100 } })
    const later = await Promise.all([1, 2, 3, 4, 5].map((n) => codeOf(patient(`http://example.com/${n}`, { user }))))
    expect(later).toEqual(Array.from({ length: 5 }, () => 'fetched'))
  })

  test('too many in a minute: the answer says when to come again', async () => {
    const port = await listen(createHttp((_request, response) => response.end('ok')))
    const fetch = fetchOver(port, { limits: { queueMs: 50, perUserPerMinute: 2 } })
    await fetch('http://example.com/1', { user })
    await fetch('http://example.com/2', { user })
    const error = (await fetch('http://example.com/3', { user }).catch((error: unknown) => error)) as SafeFetchError
    expect(error.code).toBe('busy')
    expect(error.retryAfterS).toBeGreaterThan(0)
    expect(await codeOf(fetch('http://example.com/3', { user: 'other' }))).toBe('fetched')
  })

  test('the last good answer is given when the upstream fails, and not when it says 404', async () => {
    let status = 200
    const fetch = await http((_request, response) => response.writeHead(status).end('good'))
    await fetch('http://example.com/', { user })
    status = 503
    const { body, stale } = await fetch('http://example.com/', { user })
    expect([body.toString(), stale]).toEqual(['good', true])
    status = 404
    expect(await codeOf(fetch('http://example.com/', { user }))).toBe('bad-status')
  })

  test('an address that is refused now has no last good answer', async () => {
    const port = await listen(createHttp((_request, response) => response.end('good')))
    let address = PUBLIC
    const fetch = fetchOver(port, { resolve: () => Promise.resolve([address]) })
    await fetch('http://example.com/', { user })
    address = '10.0.0.1'
    expect(await codeOf(fetch('http://example.com/', { user }))).toBe('refused-address')
  })
})

test('of the answer’s headers only whole numbers of the traffic line get through', async () => {
  const infoOf = async (value: string, name = 'Subscription-Userinfo') => {
    const fetch = await http((_request, response) => response.writeHead(200, { [name]: value }).end('ok'))
    return (await fetch('http://example.com/', { user })).userInfo
  }
  expect(await infoOf('upload=1; download=2; total=3; expire=4')).toEqual({
    upload: 1,
    download: 2,
    total: 3,
    expire: 4,
  })
  expect(await infoOf('upload=1; total=x; __proto__=5; expire=')).toEqual({ upload: 1 })
  // As in the page and in the terminal: 0 is a plan without a limit and without an end.
  expect(await infoOf('total=0; expire=0')).toBeUndefined()
  expect(await infoOf('total=1.5e12', 'X-Panel-Subscription-Userinfo')).toEqual({ total: 1.5e12 })
  expect(await infoOf('total=99999999999999999999')).toBeUndefined()
})

test('a certificate that signs itself is refused, whatever the environment says', async () => {
  const port = await listen(createHttps({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (_, response) => response.end('ok')))
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  try {
    expect(await codeOf(fetchOver(port)('https://example.com/', { user }))).toBe('tls')
    expect(await codeOf(fetchOver(port, { ca: TEST_CERTIFICATE })('https://example.com/', { user }))).toBe('fetched')
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
  }
})

test('proxies of the environment are not used', async () => {
  process.env.HTTP_PROXY = 'http://127.0.0.1:1'
  process.env.http_proxy = 'http://127.0.0.1:1'
  try {
    const fetch = await http((_request, response) => response.end('direct'))
    expect((await fetch('http://example.com/', { user })).body.toString()).toBe('direct')
  } finally {
    delete process.env.HTTP_PROXY
    delete process.env.http_proxy
  }
})
