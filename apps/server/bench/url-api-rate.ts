import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { inDataFolder } from './data-folder.ts'
import type { MostRequests } from './most-requests.ts'
import { kill, startBuiltServer, startServer } from './start-server.ts'
import { inTurns } from './in-turns.ts'

const BYTES_PROGRAM = fileURLToPath(new URL('serve-bytes.ts', import.meta.url))
const HEADERS = { 'user-agent': 'mihomo/1.19.24' }
const ADDRESSES = 20
const NODES = 285

/** How many requests a second the URL API bears, whose source is at hand, beside a bare route that sends as many bytes. */
export interface UrlApiRate {
  bytes: number
  ours: MostRequests
  bare: MostRequests
  /** Requests per second of processor time, ours of the bare route's: the median of rounds that take turns. */
  ratio: number
}

/** Measures it. */
export function measureUrlApiRate(): Promise<UrlApiRate> {
  return inDataFolder(async (folder) => {
    const source = await startSource()
    const paths = Array.from({ length: ADDRESSES }, (_, at) => {
      const url = encodeURIComponent(`${source.origin}/api/v1/client/subscribe?token=${at}`)
      return `/sub?target=clash&url=${url}&insert=false&emoji=true&list=true&udp=true&tfo=false&scv=false&fdn=false&sort=false&expand=true`
    })
    const server = await startBuiltServer({ DATA_DIR: folder, PRIVATE_UPSTREAMS: '127.0.0.0/8' })
    const bytes = Buffer.byteLength(await (await fetch(server.origin + paths[0]!, { headers: HEADERS })).text())
    const plain = await startServer({}, [BYTES_PROGRAM, String(bytes)])
    try {
      return {
        bytes,
        ...(await inTurns({ server, paths }, { server: plain, paths: paths.map((_, at) => `/sub/${at}`) }, HEADERS)),
      }
    } finally {
      await Promise.all([kill(server), kill(plain), source.stop()])
    }
  })
}

/** A provider on an address of this machine that is not the server's own. */
async function startSource(): Promise<{ origin: string; stop: () => Promise<void> }> {
  const links = Array.from(
    { length: NODES },
    (_, at) => `trojan://password-${at}@n${at}.example.com:443?sni=cdn.example.com&type=ws&path=%2Fws${at}#HK%20${at}`,
  )
  const server = createServer((_, answer) => answer.end(links.join('\n')))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.2', () => resolve()))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.2:${port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
