import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { ProbeTarget } from '@switchyard/contract'
import { expect, onTestFinished, test } from 'vitest'
import { makeCertificate } from '../../test/certificates.ts'
import { probe } from './probe.ts'

const PROBES = process.env.LONG_TESTS ? 10_000 : 1000
/** Servers and checks share two cores here. */
const AT_ONCE = 40
const HOST = 'node.example.com'
const BUDGETS = { dnsMs: 50, tcpMs: 200, tlsMs: 300, quicMs: 50 }
const TIMEOUT_MS = 120_000

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** How many sockets this process holds, of whatever kind; those that listen are no `TCPSocketWrap`. */
const openSockets = (): number =>
  process.getActiveResourcesInfo().filter((name) => /^(?:TCPSocketWrap|TLSWrap|UDPWrap|TCPConnectWrap|UDPSendWrap)$/.test(name)).length // oxfmt-ignore

test(
  `${PROBES} checks leave no socket behind, however they end`,
  async () => {
    const certificate = await makeCertificate({ host: HOST })
    const mute = (server: Server) => server.on('connection', (socket) => void socket.on('error', () => {}))
    const silent = createSocket('udp4').bind(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const ports = {
      open: await listening(mute(createServer((socket) => socket.resume()))),
      tls: await listening(
        mute(
          createTlsServer(certificate, (socket) => void socket.on('error', () => {}).resume()).on(
            'tlsClientError',
            () => {},
          ),
        ),
      ),
      resets: await listening(mute(createServer((socket) => socket.once('data', () => socket.resetAndDestroy())))),
      hangsUp: await listening(mute(createServer((socket) => socket.resume().end()))),
      deaf: await listening(mute(createServer((socket) => socket.resume()))),
    }
    const closed = createServer()
    const closedPort = await listening(closed)
    closed.close()
    const kinds: readonly Pick<ProbeTarget, 'host' | 'port' | 'transport'>[] = [
      { host: HOST, port: ports.open, transport: 'tcp' },
      { host: HOST, port: closedPort, transport: 'tcp' },
      { host: 'none.example.com', port: ports.open, transport: 'tcp' },
      { host: 'slow.example.com', port: ports.open, transport: 'tls' },
      { host: '127.0.0.1', port: ports.open, transport: 'tls' },
      { host: HOST, port: ports.tls, transport: 'tls' },
      { host: HOST, port: ports.resets, transport: 'tls' },
      { host: HOST, port: ports.hangsUp, transport: 'tls' },
      { host: HOST, port: ports.deaf, transport: 'tls' },
      { host: HOST, port: silent.address().port, transport: 'quic' },
      { host: HOST, port: closedPort, transport: 'quic' },
    ]
    const network = {
      privateRanges: [],
      ownAddresses: [],
      resolve: (host: string) =>
        host.startsWith('slow.')
          ? new Promise<never>(() => {})
          : Promise.resolve(host === HOST ? ['93.184.216.34'] : []),
      dial: (_: string, port: number) => ({ address: '127.0.0.1', port }),
    }
    const before = openSockets()
    const ends: Record<string, number> = {}
    let next = 0
    const work = async () => {
      while (next < PROBES) {
        const index = next++
        // Every seventh one is left before it ends.
        const { signal } = new AbortController()
        const left = index % 7 === 0 ? AbortSignal.timeout(index % 5) : signal
        const end = await probe(kinds[index % kinds.length]!, {
          network,
          budgets: BUDGETS,
          now: Date.now,
          signal: left,
        }).then(
          // oxfmt-ignore
          ({ outcome, reason }) => reason ?? outcome,
          () => 'left',
        )
        ends[end] = (ends[end] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    await expect.poll(openSockets, { timeout: 5000 }).toBe(before)
    expect(Object.values(ends).reduce((sum, count) => sum + count, 0)).toBe(PROBES)
    for (const end of ['reachable', 'refused', 'dns', 'dns-timeout', 'refused-address', 'reset', 'timeout', 'left'])
      expect([end, ends[end]! > 0]).toEqual([end, true])
  },
  TIMEOUT_MS,
)
