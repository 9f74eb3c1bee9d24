import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { refuseConnect, refuseExpectation, refuseMalformed } from './malformed.ts'

export type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown

export interface HttpLimits {
  connections: number
  /** Requests of one connection that wait while an earlier one is answered. */
  waitingPerConnection: number
  /** How long a connection may stand still: nothing is sent, nothing of an answer is read. */
  stillMs: number
  headersMs: number
  requestMs: number
  /** The same for an upload. */
  uploadMs: number
  headerBytes: number
  /** Whether a request may take as long as an upload. */
  isUpload: (incoming: IncomingMessage) => boolean
}

const HTTP_LIMITS: HttpLimits = {
  connections: 2000,
  waitingPerConnection: 16,
  stillMs: 30_000,
  headersMs: 15_000,
  requestMs: 30_000,
  uploadMs: 15 * 60_000,
  headerBytes: 16 * 1024,
  isUpload: () => false,
}

// Node looks for timeouts this often; its own 30 s would make them three times as long.
const TIMEOUT_CHECK_MS = 5000
const IDLE_CHECK_MS = 200
/** A request that is on its way when the server stops comes in within this time. */
const LAST_REQUESTS_MS = 1000

/** A server whose memory does not grow with what visitors send without reading, and that ends without cutting anyone off. */
export class HttpServer {
  readonly node: Server
  readonly #queues = new WeakMap<Duplex, Queue>()
  readonly #sockets = new Set<Socket>()
  readonly #limits: HttpLimits
  #isStopping = false

  constructor(limits: Partial<HttpLimits> = {}) {
    this.#limits = { ...HTTP_LIMITS, ...limits }
    this.node = createServer({
      headersTimeout: this.#limits.headersMs,
      requestTimeout: Math.max(this.#limits.requestMs, this.#limits.uploadMs),
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      maxHeaderSize: this.#limits.headerBytes,
      // Node would answer 400 without a header of ours.
      requireHostHeader: false,
    })
    this.node.maxConnections = this.#limits.connections
    this.node.setTimeout(this.#limits.stillMs)
    this.node.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    this.node.on('clientError', refuseMalformed)
    this.node.on('checkExpectation', refuseExpectation)
    this.node.on('connect', refuseConnect)
  }

  /** Answers the requests of a connection one by one. A client that does not read holds up one answer, not a hundred. */
  serve(answer: Answer): void {
    const run = (queue: Queue, incoming: IncomingMessage, outgoing: ServerResponse) => {
      if (this.#isStopping) outgoing.shouldKeepAlive = false
      outgoing.on('close', queue.next)
      void answer(incoming, outgoing)
    }
    this.node.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
      this.#limitBody(incoming, outgoing)
      const queue = this.#queueOf(incoming.socket, run)
      if (!queue.isBusy) {
        queue.isBusy = true
        run(queue, incoming, outgoing)
      } else if (queue.waiting.length < this.#limits.waitingPerConnection) queue.waiting.push([incoming, outgoing])
      else incoming.socket.destroy()
    })
  }

  /**
   * Takes no new connections. Each open connection gets one last answer, and then it is closed. Resolves when all
   * connections are closed.
   */
  stop(): Promise<void> {
    this.#isStopping = true
    // `closeIdleConnections` of Node cuts answers that were made whole and are still being read.
    const closeIdle = () => {
      for (const socket of this.#sockets) if (!this.#queues.get(socket)?.isBusy) socket.destroy()
    }
    setTimeout(() => void setInterval(closeIdle, IDLE_CHECK_MS).unref(), LAST_REQUESTS_MS).unref()
    // The `close` of an HTTP server would close idle connections at once, also one whose request is just coming in. That
    // of the server of sockets, which it inherits from, leaves them.
    const sockets: Pick<Server, 'close'> = Object.getPrototypeOf(Object.getPrototypeOf(this.node))
    return new Promise((resolve) => sockets.close.call(this.node, () => resolve()))
  }

  /** Node has one time for all requests, which is that of uploads: every other body has to be there earlier. */
  #limitBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (!hasBody(incoming)) return
    let timer: NodeJS.Timeout | undefined
    const begin = () => {
      timer ??= setTimeout(() => {
        if (!incoming.complete) refuseMalformed(new BodyTooSlow(), incoming.socket)
      }, this.#limits.requestMs).unref()
    }
    // What was answered already is nobody's upload any more.
    if (this.#limits.isUpload(incoming)) outgoing.once('finish', begin)
    else begin()
    incoming.once('close', () => clearTimeout(timer))
  }

  /** The queue of a connection, made once: what is made anew for each request takes longer than it looks. */
  #queueOf(socket: Duplex, run: (queue: Queue, ...next: Waiting) => void): Queue {
    const known = this.#queues.get(socket)
    if (known) return known
    const queue: Queue = {
      isBusy: false,
      waiting: [],
      next() {
        const next = queue.waiting.shift()
        if (next === undefined) queue.isBusy = false
        else if (!socket.destroyed) run(queue, ...next)
      },
    }
    this.#queues.set(socket, queue)
    return queue
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined
}

/** As Node names it. */
class BodyTooSlow extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
}

type Waiting = [IncomingMessage, ServerResponse]

/** The requests of a connection: one is answered, the others wait. */
interface Queue {
  isBusy: boolean
  readonly waiting: Waiting[]
  /** Begins with the next one; called when an answer has ended. */
  readonly next: () => void
}
