import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { ProbeTarget } from '@switchyard/contract'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeAuthority, makeCertificate, type ServerCertificate } from '../../test/certificates.ts'
import type { Network } from '../fetch/checked-dial.ts'
import { type Probed, probe, type ProbeBudgets } from './probe.ts'
import { freePort } from '../../test/free-port.ts'

const HOST = 'node.example.com'
const PUBLIC = '93.184.216.34'
const BUDGETS: ProbeBudgets = { dnsMs: 300, tcpMs: 300, tlsMs: 300, quicMs: 450 }
const now = Date.now

const network: Network = {
  privateRanges: [],
  ownAddresses: ['93.184.216.99'],
  resolve: (host) => Promise.resolve(host === HOST ? [PUBLIC] : []),
  dial: (_, port) => ({ address: '127.0.0.1', port }),
}

/** What a check of a port finds. */
function probed(
  port: number,
  { network: more = {}, ...target }: Partial<ProbeTarget> & { network?: Partial<Network> } = {},
): Promise<Probed> {
  const { signal } = new AbortController()
  return probe({ host: HOST, transport: 'tcp', ...target, port }, { network: { ...network, ...more }, budgets: BUDGETS, now, signal }) // oxfmt-ignore
}

async function portOf(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** A process that listens and takes no connection. Once its queue is full, the system drops what comes. */
const DEAF = `
  const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:fs').writeSync(1, String(server.address().port))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })
`

/** A port that nothing comes back from, as behind a firewall. */
async function filteredPort(): Promise<number> {
  const deaf = spawn(process.execPath, ['--eval', DEAF], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void deaf.kill('SIGKILL'))
  const port = Number(String(await once(deaf.stdout, 'data')))
  const queued = Array.from({ length: 4 }, () => connect({ host: '127.0.0.1', port }).on('error', () => {}))
  onTestFinished(() => queued.forEach((socket) => void socket.destroy()))
  await once(queued[0]!, 'connect')
  return port
}

const ms = expect.any(Number) as number
const dns = { count: 1, ms }
const tcp = { ms }

describe('TCP', () => {
  test('a port that accepts is reachable', async () => {
    expect(await probed(await portOf(createServer()))).toEqual({ outcome: 'reachable', dns, tcp })
  })

  test('a closed port refuses', async () => {
    expect(await probed(await freePort())).toEqual({ outcome: 'unreachable', reason: 'refused', dns })
  })

  test('a port that is filtered runs out of time, and no later than that', async () => {
    const port = await filteredPort()
    const start = performance.now()
    expect(await probed(port)).toEqual({ outcome: 'unreachable', reason: 'timeout', dns })
    expect(performance.now() - start).toBeLessThan(BUDGETS.tcpMs + 200)
  })

  test('a check that nobody waits for any more ends at once', async () => {
    const stop = new AbortController()
    const silent = { ...network, resolve: () => new Promise<never>(() => {}) }
    const begun = probe({ host: HOST, port: 443, transport: 'tcp' }, { network: silent, budgets: { ...BUDGETS, dnsMs: 60_000 }, now, signal: stop.signal }) // oxfmt-ignore
    stop.abort(new Error('gone'))
    await expect(begun).rejects.toThrow('gone')
  })
})

describe('names and addresses', () => {
  const other = (network: Partial<Network>, host = HOST) => probed(443, { host, network })
  test.each<[title: string, found: Promise<Probed> | (() => Promise<Probed>), expected: Probed]>([
    ['a name that leads to this machine', () => other({ resolve: () => Promise.resolve(['127.0.0.1']) }), { outcome: 'refused', reason: 'refused-address' }],
    ['a name of which one address is private', () => other({ resolve: () => Promise.resolve([PUBLIC, '10.0.0.1']) }), { outcome: 'refused', reason: 'refused-address' }],
    ['a private address', () => other({}, '192.168.1.1'), { outcome: 'refused', reason: 'refused-address' }],
    ['an IPv4 address inside of IPv6', () => other({}, '::ffff:127.0.0.1'), { outcome: 'refused', reason: 'refused-address' }],
    ['the address of metadata of a cloud', () => other({}, '169.254.169.254'), { outcome: 'refused', reason: 'refused-address' }],
    ['an address of ours', () => other({}, '93.184.216.99'), { outcome: 'refused', reason: 'refused-address' }],
    ['a name without addresses', () => other({}, 'none.example.com'), { outcome: 'unreachable', reason: 'dns', dns: { count: 0, ms } }],
    ['a name that is not there', () => other({ resolve: () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })) }), { outcome: 'unreachable', reason: 'dns' }],
    ['a name server that nobody is at', () => other({ resolve: () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' })) }), { outcome: 'unreachable', reason: 'dns' }],
    ['a slow name server', () => other({ resolve: () => new Promise(() => {}) }), { outcome: 'unreachable', reason: 'dns-timeout' }],
    ['a name server that gives up', () => other({ resolve: () => Promise.reject(Object.assign(new Error(), { code: 'ETIMEOUT' })) }), { outcome: 'unreachable', reason: 'dns-timeout' }],
  ])('%s', async (_, found, expected) => {
    expect(await (typeof found === 'function' ? found() : found)).toEqual(expected)
  }) // oxfmt-ignore

  test('what is refused is never dialed', async () => {
    let dials = 0
    const dial: Network['dial'] = (address, port) => {
      dials++
      return { address, port }
    }
    for (const transport of ['tcp', 'tls', 'quic'] as const)
      await probed(443, { host: '10.0.0.1', transport, network: { dial } })
    expect(dials).toBe(0)
  })

  test('an address needs no name server', async () => {
    const port = await portOf(createServer())
    expect(await probed(port, { host: PUBLIC })).toEqual({ outcome: 'reachable', tcp })
  })
})

describe('TLS', () => {
  let good: ServerCertificate
  let expired: ServerCertificate
  let selfSigned: ServerCertificate
  beforeAll(async () => {
    const authority = await makeAuthority()
    good = await makeCertificate({ host: HOST, authority })
    expired = await makeCertificate({ host: HOST, authority, daysLeft: -1 })
    selfSigned = await makeCertificate({ host: HOST })
  })

  const serve = (certificate: ServerCertificate, ALPNProtocols?: string[]) =>
    portOf(createTlsServer({ ...certificate, ...(ALPNProtocols && { ALPNProtocols }) }).on('tlsClientError', () => {}))

  test('a certificate is read, with what is wrong with it', async () => {
    const facts = { isExpired: false, isSelfSigned: false, matchesName: true }
    const rows: [ServerCertificate, Partial<ProbeTarget>, Partial<typeof facts>][] = [
      [good, {}, {}],
      [good, { sni: 'other.example.com' }, { matchesName: false }],
      [good, { host: PUBLIC }, { matchesName: false }],
      [good, { host: PUBLIC, sni: HOST }, {}],
      [expired, {}, { isExpired: true }],
      [selfSigned, {}, { isSelfSigned: true }],
    ]
    for (const [certificate, target, wrong] of rows) {
      const found = await probed(await serve(certificate), { ...target, transport: 'tls' })
      expect(found.outcome).toBe('reachable')
      expect(found.tls).toMatchObject({ version: 'TLSv1.3', certificate: { ...facts, ...wrong } })
      // No authority of a test is known to this machine.
      expect(found.tls?.certificate?.isTrusted).toBe(false)
    }
    const { tls } = await probed(await serve(expired), { transport: 'tls' })
    expect(Math.round((tls!.certificate!.expiresAt - now()) / 86_400_000)).toBe(-1)
    expect(tls!.certificate!.issuer).toBe('Test authority')
  })

  test('ALPN is what the two sides agree on', async () => {
    const port = await serve(good, ['h2', 'http/1.1'])
    expect((await probed(port, { transport: 'tls', alpn: ['h3', 'h2'] })).tls?.alpn).toBe('h2')
    expect((await probed(port, { transport: 'tls' })).tls?.alpn).toBeUndefined()
  })

  test.each<[does: string, answer: (socket: Socket) => void, reason: string]>([
    ['says nothing', () => {}, 'timeout'],
    ['resets', (socket) => socket.once('data', () => socket.resetAndDestroy()), 'reset'],
    ['hangs up', (socket) => socket.once('data', () => socket.end()), 'reset'],
    ['speaks SSH', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'), 'tls'],
    ['refuses by an alert', (socket) => socket.once('data', () => socket.end(Buffer.from('15030100020228', 'hex'))), 'tls'],
  ])('a server that %s', async (_, answer, reason) => {
    const found = await probed(await portOf(createServer(answer)), { transport: 'tls' })
    expect(found).toEqual({ outcome: 'unreachable', reason, dns, tcp })
  }) // oxfmt-ignore

  test('what cannot be sent fails, and leaves no connection behind', async () => {
    let closed = 0
    const server = createServer((socket) => void socket.resume().on('close', () => closed++))
    const port = await portOf(server)
    const rows = [
      // The name is left out, and the server says nothing.
      [{ sni: '节'.repeat(253) }, 'timeout'],
      [{ alpn: ['节'.repeat(200)] }, 'tls'],
    ] as const
    for (const [more, reason] of rows)
      expect(await probed(port, { sni: HOST, transport: 'tls', ...more, alpn: [...('alpn' in more ? more.alpn : [])] })).toMatchObject({ outcome: 'unreachable', reason, tcp }) // oxfmt-ignore
    await expect.poll(() => closed).toBe(2)
  })

  test('a name in letters of any script is asked for as certificates have it', async () => {
    const port = await serve(await makeCertificate({ host: 'xn--fiq228c.example.com' }))
    const matches = async (sni: string) => (await probed(port, { transport: 'tls', sni })).tls?.certificate?.matchesName
    expect([await matches('中文.example.com'), await matches('节点.example.com')]).toEqual([true, false])
  })

  test('a certificate that names nobody is read like any other', async () => {
    const found = await probed(await serve(await makeCertificate({ host: HOST, isNameless: true })), {
      transport: 'tls',
    })
    expect(found.tls?.certificate).toEqual({
      expiresAt: ms,
      isExpired: false,
      isSelfSigned: true,
      isTrusted: false,
      matchesName: true,
    })
  })

  test('nothing is sent behind the handshake, and the connection is closed', async () => {
    let [received, closed] = [0, 0]
    const server = createTlsServer(good, (socket) => {
      socket.on('data', (data) => void (received += data.length)).on('close', () => closed++)
    })
    await probed(await portOf(server), { transport: 'tls' })
    await expect.poll(() => closed).toBe(1)
    expect(received).toBe(0)
  })
})

describe('QUIC', () => {
  const VERSION_1 = 1
  /** A server of UDP that answers by this. */
  async function udpPort(answer: (packet: Buffer) => Buffer | undefined): Promise<number> {
    const socket = createSocket('udp4')
    socket.on('message', (packet, { port, address }) => {
      const text = answer(packet)
      if (text) socket.send(text, port, address)
    })
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    onTestFinished(() => void socket.close())
    return socket.address().port
  }

  /** RFC 9000, 17.2.1: version 0, the ids the other way round, the versions. */
  const negotiation = (packet: Buffer, { version = 0, swapped = true } = {}): Buffer => {
    const destinationLength = packet[5]!
    const destination = packet.subarray(6, 6 + destinationLength)
    const sourceAt = 7 + destinationLength
    const source = packet.subarray(sourceAt, sourceAt + packet[sourceAt - 1]!)
    const [first, second] = swapped ? [source, destination] : [destination, source]
    const numbers = Buffer.alloc(8)
    numbers.writeUInt32BE(VERSION_1, 0)
    numbers.writeUInt32BE(0x6b3343cf, 4)
    const head = Buffer.alloc(5)
    head[0] = 0xff
    head.writeUInt32BE(version, 1)
    return Buffer.concat([head, Buffer.of(first.length), first, Buffer.of(second.length), second, numbers])
  }

  test('a server that names its versions answers QUIC', async () => {
    const packets: Buffer[] = []
    const port = await udpPort((packet) => {
      packets.push(packet)
      return negotiation(packet)
    })
    expect(await probed(port, { transport: 'quic' })).toEqual({ outcome: 'reachable', dns, quic: { ms, proves: 'answers' } }) // oxfmt-ignore
    // RFC 9000, 14.1 and 17.2: long header, fixed bit, a version that is kept for this, and 1200 bytes.
    expect(packets).toHaveLength(1)
    expect(packets[0]!.length).toBe(1200)
    expect(packets[0]![0]! & 0xc0).toBe(0xc0)
    expect(packets[0]!.readUInt32BE(1) & 0x0f0f0f0f).toBe(0x0a0a0a0a)
  })

  test('a packet that got lost is sent again', async () => {
    let count = 0
    const port = await udpPort((packet) => (++count < 2 ? undefined : negotiation(packet)))
    expect((await probed(port, { transport: 'quic' })).outcome).toBe('reachable')
  })

  test.each<[title: string, answer: (packet: Buffer) => Buffer | undefined]>([
    ['says nothing', () => undefined],
    ['sends back what it got', (packet) => packet],
    ['has the ids in the same order', (packet) => negotiation(packet, { swapped: false })],
    ['answers with another version', (packet) => negotiation(packet, { version: 1 })],
    ['names half a version', (packet) => negotiation(packet).subarray(0, -2)],
    ['names no version', (packet) => negotiation(packet).subarray(0, -8)],
    ['sends an empty packet', () => Buffer.alloc(0)],
    ['speaks DNS', (packet) => Buffer.concat([packet.subarray(0, 2), Buffer.from('8180000100000000', 'hex')])],
  ])('one that %s does not', async (_, answer) => {
    const found = await probed(await udpPort(answer), { transport: 'quic' })
    expect(found).toEqual({ outcome: 'unreachable', reason: 'timeout', dns })
  })

  test('where nothing listens, the system says so', async () => {
    const socket = createSocket('udp4')
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    const { port } = socket.address()
    socket.close()
    await once(socket, 'close')
    expect(await probed(port, { transport: 'quic' })).toEqual({ outcome: 'unreachable', reason: 'refused', dns })
  })

  test('past the proxy of the operator nothing goes out', async () => {
    const port = await udpPort((packet) => negotiation(packet))
    const found = await probed(port, { transport: 'quic', network: { proxy: 'http://127.0.0.1:1' } })
    expect(found).toEqual({ outcome: 'unreachable', reason: 'unreachable-network' })
  })
})
