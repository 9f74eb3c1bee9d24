import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const MOST_TRIES = 6
/** Hop by hop: they are of one connection (RFC 9110 §7.6.1). */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade']

/** Stands in front of copies of a server, as a proxy of an operator does. */
export interface Balancer {
  origin: string
  /** How many requests were under way at a copy that went away: nobody can ask those again for their client. */
  readonly broken: number
  close: () => void
}

/**
 * Sends each request to the next copy in turn. A copy that takes no connection is left out; a request that is under way at a
 * copy that goes away ends with its connection.
 */
export async function startBalancer(copies: () => readonly string[]): Promise<Balancer> {
  let turn = 0
  let broken = 0
  const server = createServer((incoming, outgoing) => forward(incoming, outgoing, MOST_TRIES))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    get broken() {
      return broken
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }

  function forward(incoming: IncomingMessage, outgoing: ServerResponse, tries: number): void {
    const all = copies()
    const copy = all[turn++ % all.length]
    if (copy === undefined || tries === 0) {
      outgoing.writeHead(503).end('No copy of the server answers\n')
      return
    }
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' }
    for (const name of OF_CONNECTION) delete headers[name as keyof typeof headers]
    const { port: copyPort } = new URL(copy)
    const { method, url } = incoming
    // Each request has its own connection. If that cannot be opened, nothing was sent, and another copy can be asked.
    const upstream = ask({ host: '127.0.0.1', port: copyPort, method, path: url, headers, agent: false })
    let isConnected = false
    upstream.on('socket', (socket) => {
      socket.once('connect', () => {
        isConnected = true
        incoming.pipe(upstream)
      })
    })
    upstream.on('response', (answer) => {
      const given = { ...answer.headers }
      for (const name of OF_CONNECTION) delete given[name]
      outgoing.writeHead(answer.statusCode!, given)
      answer.pipe(outgoing)
      answer.on('error', () => cut(outgoing))
    })
    upstream.on('error', () => {
      if (isConnected) return cut(outgoing)
      forward(incoming, outgoing, tries - 1)
    })
    outgoing.on('close', () => upstream.destroy())
  }

  function cut(outgoing: ServerResponse): void {
    if (outgoing.destroyed) return
    broken++
    outgoing.destroy()
  }
}
