import { fileURLToPath } from 'node:url'
import { fillStore, inDataFolder } from './data-folder.ts'
import { inTurns } from './in-turns.ts'
import type { MostRequests } from './most-requests.ts'
import { kill, startBuiltServer, startServer } from './start-server.ts'
import { makeOutputs } from './sub-load.ts'

const BYTES_PROGRAM = fileURLToPath(new URL('serve-bytes.ts', import.meta.url))
const HEADERS = { 'user-agent': 'mihomo/1.19.24' }

/** How many requests a second the addresses of outputs bear, beside a bare route that sends as many bytes. */
export interface SubRate {
  bytes: number
  ours: MostRequests
  bare: MostRequests
  /** Requests per second of processor time, ours of the bare route's: the median of rounds that take turns. */
  ratio: number
}

/** Measures it. Every address has been answered before. */
export function measureSubRate(): Promise<SubRate> {
  return inDataFolder(async (folder) => {
    const tokens = await fillStore(folder, (store) => makeOutputs(store, { withItem: true }))
    const paths = tokens.map((token) => `/sub/${token}`)
    const server = await startBuiltServer({ DATA_DIR: folder })
    const bytes = Buffer.byteLength(await (await fetch(server.origin + paths[0]!, { headers: HEADERS })).text())
    const plain = await startServer({}, [BYTES_PROGRAM, String(bytes)])
    try {
      return { bytes, ...(await inTurns({ server, paths }, { server: plain, paths }, HEADERS)) }
    } finally {
      await Promise.all([kill(server), kill(plain)])
    }
  })
}
