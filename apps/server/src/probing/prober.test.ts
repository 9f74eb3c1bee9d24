import { pino } from 'pino'
import type { ProbeEvent, ProbeTarget } from '@switchyard/contract'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import type { Network } from '../fetch/checked-dial.ts'
import { memoryShared } from '../shared/memory/memory.ts'
import { Prober, PROBE_LIMITS, type ProbeAsker } from './prober.ts'

const ANNA: ProbeAsker = { person: 'anna' }
const tcpTo = (host: string, port = 443): ProbeTarget => ({ host, port, transport: 'tcp' })

/** A prober whose every address is a server on loopback; it counts what is dialed, and its clock is set by the test. */
async function proberOn(more: Partial<Network> = {}, surroundings: { ownHosts?: string[] } = {}) {
  let open = 0
  const server = createServer((socket) => socket.on('error', () => {}).on('close', () => open--)).on('connection', () => open++) // oxfmt-ignore
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const clock = { now: 1_000_000, dials: 0, open: () => open }
  const network = {
    ownAddresses: [],
    resolve: () => Promise.resolve(['93.184.216.34']),
    dial: () => {
      clock.dials++
      return { address: '127.0.0.1', port }
    },
    ...more,
  }
  const prober = new Prober({
    log: pino({ level: 'silent' }),
    ...surroundings,
    shared: memoryShared(),
    now: () => clock.now,
    network,
  })
  return { prober, clock }
}

async function all(events: AsyncIterable<ProbeEvent>): Promise<ProbeEvent[]> {
  const found: ProbeEvent[] = []
  for await (const event of events) found.push(event)
  return found
}

test('what was found is given out again for ten minutes, to everybody', async () => {
  const { prober, clock } = await proberOn()
  const found = await prober.check(tcpTo('a.example.com'), ANNA)
  expect(found).toMatchObject({ outcome: 'reachable', checkedAt: 1_000_000, isCached: false })
  clock.now += PROBE_LIMITS.keptMs - 1
  const again = await prober.check(tcpTo('A.example.com.'), { person: 'ben' })
  expect(again).toEqual({ ...found, isCached: true })
  clock.now += 1
  expect(await prober.check(tcpTo('a.example.com'), ANNA)).toMatchObject({ isCached: false, checkedAt: clock.now })
  expect(clock.dials).toBe(2)
})

test('who asks for the same at the same time shares one check', async () => {
  const { prober, clock } = await proberOn()
  const checks = await Promise.all(Array.from({ length: 50 }, () => prober.check(tcpTo('a.example.com'), ANNA)))
  expect(clock.dials).toBe(1)
  expect(checks.every((each) => 'outcome' in each && each.outcome === 'reachable')).toBe(true)
})

test('a host and port are asked once a minute, whoever asks and for whatever name', async () => {
  const { prober, clock } = await proberOn()
  await prober.check(tcpTo('a.example.com'), ANNA)
  clock.now += 20_000
  const other = { ...tcpTo('a.example.com'), transport: 'tls', sni: 'b.example.com' } as const
  expect(await prober.check(other, { person: 'ben' })).toEqual({ retryAt: 1_060_000 })
  expect(await prober.check(tcpTo('a.example.com', 8443), ANNA)).toMatchObject({ outcome: 'reachable' })
  expect(clock.dials).toBe(2)
  clock.now = 1_060_000
  expect(await prober.check(other, ANNA)).not.toHaveProperty('retryAt')
})

test('a person has so many checks in a day; what is known, what is refused and what the clock asks counts to none', async () => {
  const { prober, clock } = await proberOn({ resolve: () => Promise.resolve([]) })
  const named = (index: number) => tcpTo(`a${index}.example.com`)
  for (let index = 0; index < PROBE_LIMITS.perDay; index++) await prober.check(named(index), ANNA)
  const targets = [named(0), named(-1), named(-2), tcpTo('10.0.0.1'), tcpTo('a.example.com', 22)]
  const events = await all(prober.checkAll(targets, ANNA))
  const known = { result: expect.objectContaining({ isCached: true }) as object }
  expect(events).toContainEqual({ event: 'result', data: { index: 0, ...known } })
  expect(events.map((each) => each.event)).toEqual(['result', 'result', 'result', 'end'])
  expect(events.at(-1)).toEqual({ event: 'end', data: { left: 2, retryAt: clock.now + 86_400_000 } })
  expect(await prober.check(named(-1), { ...ANNA, isByClock: true })).toMatchObject({ outcome: 'unreachable' })
  // What was not let through for the day of one person is free for another one.
  expect(await prober.check(named(-2), { person: 'ben' })).toMatchObject({ outcome: 'unreachable' })
})

test('who comes along is not held up by the day of who began', async () => {
  let answer = () => {}
  const { prober } = await proberOn({
    resolve: (host) =>
      host === 'slow.example.com' ? new Promise((resolve) => (answer = () => resolve([]))) : Promise.resolve([]),
  })
  const named = (index: number) => tcpTo(`a${index}.example.com`)
  for (let index = 0; index < PROBE_LIMITS.perDay; index++) await prober.check(named(index), ANNA)
  const both = Promise.all([prober.check(tcpTo('slow.example.com'), ANNA), prober.check(tcpTo('slow.example.com'), { person: 'ben' })]) // oxfmt-ignore
  await expect.poll(() => (answer(), true)).toBe(true)
  const timer = setInterval(() => answer(), 5)
  const [anna, ben] = await both
  clearInterval(timer)
  expect([anna, ben]).toMatchObject([{ retryAt: expect.any(Number) as number }, { outcome: 'unreachable' }])
})

test('a batch goes on a few at once, and ends when nobody waits for it any more', async () => {
  const [going, begun] = [new Set<string>(), new Set<string>()]
  let most = 0
  const release: (() => void)[] = []
  const { prober } = await proberOn({
    resolve: (host) => {
      begun.add(host)
      going.add(host)
      most = Math.max(most, going.size)
      return new Promise((resolve) => {
        release.push(() => {
          going.delete(host)
          resolve([])
        })
      })
    },
  })
  const targets = Array.from({ length: 100 }, (_, index) => tcpTo(`a${index}.example.com`))
  const stop = new AbortController()
  const events = prober.checkAll(targets, { ...ANNA, signal: stop.signal })
  const first = events.next()
  await expect.poll(() => release.length).toBe(PROBE_LIMITS.atOnce)
  release[7]!()
  expect((await first).value).toMatchObject({ event: 'result', data: { index: 7, result: { reason: 'dns' } } })
  const second = events.next()
  stop.abort()
  await expect(second).rejects.toThrow()
  expect([most, begun.size]).toEqual([PROBE_LIMITS.atOnce, PROBE_LIMITS.atOnce + 1])
})

test('hosts and ports are held to the rules for every address', async () => {
  const { prober, clock } = await proberOn({}, { ownHosts: ['switchyard.example.com'] })
  const rows: [host: string, port: number, reason: string][] = [
    ['127.0.0.1', 443, 'refused-address'],
    ['::1', 443, 'refused-address'],
    ['fe80::1%eth0', 443, 'refused-address'],
    ['2130706433', 443, 'refused-address'],
    ['0x7f.1', 443, 'refused-address'],
    ['localhost', 443, 'refused-address'],
    ['router.lan', 443, 'refused-address'],
    ['printer', 443, 'refused-address'],
    ['switchyard.example.com', 443, 'refused-address'],
    ['a.example.com/x', 443, 'refused-address'],
    ['user@a.example.com', 443, 'refused-address'],
    ['a.example.com:80', 443, 'refused-address'],
    ['a.example.com#', 443, 'refused-address'],
    ['a.example.com', 22, 'refused-port'],
    ['a.example.com', 25, 'refused-port'],
    ['a.example.com', 3306, 'refused-port'],
    ['a.example.com', 6379, 'refused-port'],
  ]
  for (const [host, port, reason] of rows)
    expect([host, port, await prober.check(tcpTo(host, port), ANNA)]).toEqual([host, port, { outcome: 'refused', reason, checkedAt: clock.now, isCached: false }]) // oxfmt-ignore
  expect(clock.dials).toBe(0)
  for (const host of ['a.example.com', '节点.example.com', '93.184.216.34', '2606:4700:4700::1111'])
    expect([host, await prober.check(tcpTo(host), ANNA)]).toMatchObject([host, { outcome: 'reachable' }])
})
