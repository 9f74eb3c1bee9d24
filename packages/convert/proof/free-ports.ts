import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the range from which the system takes the ports of outgoing connections.
const LOWEST = 10_000
const HIGHEST = 32_000
const TRIES = 500

const given = new Set<number>()

/** A port of loopback where nobody listens, neither TCP nor UDP, and that was not given before. */
export async function freePort(): Promise<number> {
  return (await freePortRange(1))[0]!
}

/** As many free ports in a row. */
export async function freePortRange(count: number): Promise<number[]> {
  for (let tries = 0; tries < TRIES; tries++) {
    const first = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST - count))
    const ports = Array.from({ length: count }, (_, index) => first + index)
    if (ports.some((port) => given.has(port))) continue
    for (const port of ports) given.add(port)
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return ports
  }
  throw new Error(`no ${count} free ports in a row`)
}

async function isFree(port: number): Promise<boolean> {
  const tcp = createServer()
  const udp = createSocket('udp4')
  try {
    const tcpUp = once(tcp, 'listening')
    tcp.listen(port, '127.0.0.1')
    await tcpUp
    const udpUp = once(udp, 'listening')
    udp.bind(port, '127.0.0.1')
    await udpUp
    return true
  } catch {
    return false
  } finally {
    tcp.close()
    udp.close()
  }
}
