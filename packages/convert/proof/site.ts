import { createServer as createHttpServer, request } from 'node:http'
import { createServer as createTlsServer } from 'node:tls'
import type { AddressInfo, Server } from 'node:net'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { Certificate } from './certificate.ts'

const FETCH_TIMEOUT_MS = 10_000
/** Nobody resolves it: only a server that was told where it is can reach the site. */
export const SITE_NAME = 'site.test'

export interface Site {
  port: number
  close: () => Promise<void>
}

/** A page of `body`, and an empty answer for probes. */
export async function startSite(body: string): Promise<Site> {
  const server = createHttpServer((incoming, answer) => {
    if (incoming.url === '/generate_204') answer.writeHead(204).end()
    else answer.writeHead(200, { 'content-type': 'text/plain' }).end(body)
  })
  return listening(server, () => server.closeAllConnections())
}

/** A TLS 1.3 site whose handshake REALITY and ShadowTLS borrow. */
export async function startTlsSite({ key, certificate }: Certificate): Promise<Site> {
  const server = createTlsServer({ key, cert: certificate, minVersion: 'TLSv1.3', ALPNProtocols: ['h2', 'http/1.1'] })
  const open = new Set<{ destroy: () => unknown }>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  server.on('tlsClientError', () => {})
  server.on('secureConnection', (socket) => socket.on('error', () => {}))
  return listening(server, () => {
    for (const socket of open) socket.destroy()
  })
}

async function listening(server: Server, cut: () => void): Promise<Site> {
  const up = once(server, 'listening')
  server.listen(0, '127.0.0.1')
  await up
  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    cut()
    await closed
  }
  return { port: (server.address() as AddressInfo).port, close }
}

/** The bytes of the site's page, fetched through a proxy of loopback. */
export function fetchThrough(proxyPort: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: proxyPort,
        path: `http://${SITE_NAME}${path}`,
        headers: { host: SITE_NAME },
        agent: false,
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => (text += chunk))
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve(text) : reject(new Error(`status ${answer.statusCode}`)),
        )
        answer.on('error', reject)
      },
    )
    outgoing.setTimeout(FETCH_TIMEOUT_MS, () => outgoing.destroy(new Error('no answer in time')))
    outgoing.on('error', reject)
    outgoing.end()
  })
}

export interface Forwarder {
  /** Ports in the order in which packets came to another one than before. */
  visited: () => readonly number[]
  close: () => void
}

/** Leads UDP packets that come to any of the ports to one port of loopback, and the answers back the same way. */
export async function forwardUdp(ports: readonly number[], target: number): Promise<Forwarder> {
  const visited: number[] = []
  const sockets: Socket[] = []
  for (const port of ports) {
    const front = createSocket('udp4')
    // One socket towards the server for each client address, so that answers find their way.
    const backs = new Map<string, Socket>()
    front.on('message', (packet, from) => {
      if (visited.at(-1) !== port) visited.push(port)
      const key = `${from.address}:${from.port}`
      let back = backs.get(key)
      if (!back) {
        back = createSocket('udp4')
        back.on('message', (answer) => front.send(answer, from.port, from.address))
        back.on('error', () => {})
        backs.set(key, back)
        sockets.push(back)
      }
      back.send(packet, target, '127.0.0.1')
    })
    const up = once(front, 'listening')
    front.bind(port, '127.0.0.1')
    await up
    sockets.push(front)
  }
  return {
    visited: () => visited,
    close: () => {
      for (const socket of sockets) socket.close()
    },
  }
}
