import { IncomingMessage, ServerResponse } from 'node:http'

/** The parts of a request that addresses, hosts and the log are read from. A Hono context has them all. */
export interface Asked {
  readonly req: {
    readonly method: string
    /** The whole address, with the host that was asked for. */
    readonly url: string
    readonly path: string
    header(name: string): string | undefined
    query(name: string): string | undefined
  }
  /** What the web server hands in beside the request: its socket among them. */
  readonly env: unknown
}

/**
 * Makes an `Asked` of a request, before any route is tried. It reads the headers that Node parsed. Making a `Headers` object
 * of them takes longer than a short answer. A test that asks without a socket has only the `Headers`.
 */
export function askedBy(request: Request, env: unknown): Asked {
  const { method, url } = request
  const incoming = incomingOf(env)
  const queryAt = url.indexOf('?')
  const pathAt = url.indexOf('/', url.indexOf('//') + 2)
  let query: URLSearchParams | undefined
  return {
    req: {
      method,
      url,
      path: url.slice(pathAt, queryAt === -1 ? undefined : queryAt),
      header: (name) => (incoming ? textOf(incoming.headers[name]) : (request.headers.get(name) ?? undefined)),
      query(name) {
        if (queryAt === -1) return undefined
        query ??= new URLSearchParams(url.slice(queryAt))
        return query.get(name) ?? undefined
      },
    },
    env,
  }
}

/** The request as Node has it; undefined where a test asks without a socket. */
export function incomingOf(env: unknown): IncomingMessage | undefined {
  const hasIncoming = typeof env === 'object' && env !== null && 'incoming' in env
  return hasIncoming && env.incoming instanceof IncomingMessage ? env.incoming : undefined
}

/** Calls back when the answer to a request was sent, or its client has gone; at once where a test asks without a socket. */
export function untilSent(env: unknown, done: () => void): void {
  const outgoing = typeof env === 'object' && env !== null && 'outgoing' in env ? env.outgoing : undefined
  if (outgoing instanceof ServerResponse && !outgoing.closed) outgoing.once('close', done)
  else done()
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
