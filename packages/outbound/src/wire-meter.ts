import type { Socket } from 'node:net'

/** How often a socket is looked at that brings nothing of the body: extensions of chunks are read and thrown away. */
const LOOK_MS = 50
/** What chunked encoding may add to a body. */
const FRAMING_BYTES = 64 * 1024
const FRAMING_SHARE = 1 / 64

/** Bytes of a request and of its answer on the wire. */
export interface WireTraffic {
  sent: number
  received: number
}

/** Ends a request whose answer is longer on the wire than a body of the limit can be. */
export class WireMeter {
  readonly #maxBytes: number
  readonly #tooLarge: () => Error
  readonly #stop = new AbortController()
  readonly #sockets = new Set<Socket>()
  #timer: NodeJS.Timeout | undefined

  /** `tooLarge`: what the request ends with. */
  constructor(maxBodyBytes: number, maxHeaderBytes: number, tooLarge: () => Error) {
    this.#tooLarge = tooLarge
    this.#maxBytes = maxBodyBytes * (1 + FRAMING_SHARE) + FRAMING_BYTES + maxHeaderBytes
  }

  /** Aborted with that error. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  /** A request that is redirected may open several. */
  watch(socket: Socket): void {
    this.#sockets.add(socket)
    this.#timer ??= setInterval(() => this.look(), LOOK_MS)
  }

  /** What went over all sockets until now. */
  get traffic(): WireTraffic {
    const traffic = { sent: 0, received: 0 }
    for (const { bytesWritten, bytesRead } of this.#sockets) {
      traffic.sent += bytesWritten
      traffic.received += bytesRead
    }
    return traffic
  }

  look(): void {
    if (this.traffic.received > this.#maxBytes) this.#stop.abort(this.#tooLarge())
  }

  end(): void {
    clearInterval(this.#timer)
  }
}
