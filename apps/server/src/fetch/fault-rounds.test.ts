import { execFile } from 'node:child_process'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { makeAuthority, makeCertificate } from '../../test/certificates.ts'
import { FAULTS } from '../../test/faults.ts'

const HOST = 'provider.example.com'
const ROUNDS = process.env.LONG_TESTS ? 1000 : 200
const MEGABYTE = 1_000_000
/** docs/security.md, "Faults of others" */
const EXTRA_BYTES = 64 * MEGABYTE
/** What a leak of a few kilobytes in each round comes to. */
const LEFT_BYTES = 8000 * ROUNDS
/** The limit of a body, and what the system holds on both sides when the client hangs up. Some faults would pour for ever. */
const MOST_WRITTEN = 64 * MEGABYTE

const sockets = new Set<Socket>()
let mostWritten = 0

/** The port of a server that does one thing wrong. */
async function portOf(server: Server): Promise<number> {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket
      .on('error', () => {})
      .on('close', () => {
        mostWritten = Math.max(mostWritten, socket.bytesWritten)
        sockets.delete(socket)
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function addresses(): Promise<{ urls: string[]; ca: string }> {
  const authority = await makeAuthority()
  const certificates = await Promise.all([
    makeCertificate({ host: HOST, authority, daysLeft: -1 }),
    makeCertificate({ host: 'other.example.com', authority }),
    makeCertificate({ host: HOST }),
    makeCertificate({ host: HOST, authority: await makeAuthority() }),
  ])
  const urls = [
    ...FAULTS.map(async ([, , answer]) => {
      const server = createServer((socket) => socket.on('error', () => {}).once('data', () => answer(socket)))
      return `http://${HOST}:${await portOf(server)}/`
    }),
    ...certificates.map(async (certificate) => {
      const server = createTlsServer(certificate, (socket) =>
        socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\n\r\n'),
      )
      return `https://${HOST}:${await portOf(server.on('tlsClientError', () => {}))}/`
    }),
    // A handshake that nobody answers.
    portOf(createServer((socket) => socket.resume())).then((port) => `https://${HOST}:${port}/`),
  ]
  return { urls: await Promise.all(urls), ca: authority.certificate }
}

/** Asks every address in turns, in a process of its own: what it takes is what asking takes. */
const CLIENT = `
  import { createSafeFetch } from ${JSON.stringify(new URL('safe-fetch.ts', import.meta.url).href)}
  const { urls, ca, rounds } = JSON.parse(process.env.WORK)
  const many = 1e9
  const safeFetch = createSafeFetch({
    log: { info() {}, warn() {} },
    resolve: () => Promise.resolve(['93.184.216.34']),
    dial: (_, port) => ({ address: '127.0.0.1', port }),
    ca,
    ownAddresses: [],
    budgets: { connectMs: 100, firstByteMs: 80, idleMs: 80, totalMs: 100, refusalMs: 0 },
    limits: { perUserPerMinute: many, perHostPerMinute: many, perUserAtOnce: many, perHostAtOnce: many },
  })
  const codes = {}
  const ask = async (url) => {
    const code = await safeFetch(url, { user: 'someone' }).then(() => 'fetched', (error) => error.code ?? error.name)
    codes[code] = (codes[code] ?? 0) + 1
  }
  // As many at once as one person may. What the collector has not come to on a busy machine is no memory that asking needs.
  const turn = async () => {
    const left = urls.values()
    await Promise.all(Array.from({ length: 4 }, async () => {
      for (const url of left) await ask(url)
    }))
    gc()
  }
  const open = () => process.getActiveResourcesInfo().filter((name) => /TCP|TLS/.test(name))
  const held = async () => {
    for (let times = 0; times < 3; times++) {
      gc()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  for (let warm = 0; warm < 3; warm++) await turn()
  const before = { held: await held(), most: process.resourceUsage().maxRSS }
  let asked = 0
  for (; asked < rounds; asked += urls.length) await turn()
  for (let tries = 0; tries < 30 && open().length > 0; tries++) await new Promise((resolve) => setTimeout(resolve, 100))
  console.log(JSON.stringify({
    asked,
    codes,
    open: open(),
    left: await held() - before.held,
    extra: (process.resourceUsage().maxRSS - before.most) * 1024,
  }))
  process.exit()
`

interface Found {
  asked: number
  codes: Record<string, number>
  open: string[]
  left: number
  extra: number
}

test(`${ROUNDS} rounds with providers that do everything wrong leave no socket and little memory`, async () => {
  const { urls, ca } = await addresses()
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--expose-gc', '--input-type=module', '--eval', CLIENT],
    { env: { ...process.env, WORK: JSON.stringify({ urls, ca, rounds: ROUNDS }) } },
  )
  const found = JSON.parse(stdout) as Found
  expect(found.asked).toBeGreaterThanOrEqual(ROUNDS)
  // A busy machine may see a timeout in place of another fault.
  const OURS = ['bad-status', 'not-a-subscription', 'refused-address', 'timeout', 'tls', 'too-large']
  expect(Object.keys(found.codes).filter((code) => !OURS.includes(code))).toEqual([])
  expect(found.open).toEqual([])
  expect(found.left).toBeLessThan(LEFT_BYTES)
  expect(found.extra).toBeLessThan(EXTRA_BYTES)
  await expect.poll(() => sockets.size).toBe(0)
  expect(mostWritten).toBeLessThan(MOST_WRITTEN)
})
