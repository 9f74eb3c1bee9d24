import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ChangingServer {
  url: string
  /** From now on another build is served: the same files under another id. */
  deploy: (id: string) => void
  /** Answers of these paths still come from the build before. */
  lag: (path: RegExp | undefined) => void
  /** The paths that were asked for, in their order. */
  asked: string[]
  stop: () => Promise<void>
}

/** Stands in front of the real server and gives its build another id, as a deployment would. */
export async function changingServer(origin: string): Promise<ChangingServer> {
  const real = ((await (await fetch(`${origin}/_build`)).json()) as { id: string }).id
  const { hostname, port, host } = new URL(origin)
  const asked: string[] = []
  let shown = real
  let before = real
  let lagging: RegExp | undefined

  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const path = incoming.url ?? '/'
    asked.push(path)
    const id = lagging?.test(path) ? before : shown
    const passed = ask(
      {
        hostname, port, method: incoming.method, path: path.replace(id, real),
        headers: { ...incoming.headers, host, 'accept-encoding': 'identity', 'if-none-match': '' },
      }, // oxfmt-ignore
      (given) => {
        const chunks: Buffer[] = []
        given.on('data', (chunk: Buffer) => chunks.push(chunk))
        given.on('end', () => {
          const body = Buffer.concat(chunks)
          // Few files hold the id of their build.
          const sent = body.includes(real) ? Buffer.from(body.toString('utf8').replaceAll(real, id)) : body
          outgoing.writeHead(given.statusCode ?? 500, { ...given.headers, 'content-length': sent.length })
          outgoing.end(sent)
        })
      },
    )
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  }

  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    deploy: (id) => {
      before = shown
      shown = id
    },
    lag: (path) => void (lagging = path),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
