import { fileURLToPath } from 'node:url'
import { fillStore, inDataFolder } from './data-folder.ts'
import { quantile, round } from './figures.ts'
import { mostRequests, type MostRequests } from './most-requests.ts'
import { kill, startBuiltServer, startServer } from './start-server.ts'
import { makeOutputs } from './sub-load.ts'

const BYTES_PROGRAM = fileURLToPath(new URL('serve-bytes.ts', import.meta.url))
const HEADERS = { 'user-agent': 'mihomo/1.19.24' }
/** One token is answered 120 times a minute: 1,000 outputs bear this many. */
const ROUNDS = 6
const REQUESTS = 8000

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
      const rounds: { ours: MostRequests; bare: MostRequests }[] = []
      const load = { requests: REQUESTS, headers: HEADERS }
      // The first round renders, and lets both compile what is asked often.
      for (let round = 0; round <= ROUNDS; round++) {
        const ours = await mostRequests(server, paths, load)
        rounds.push({ ours, bare: await mostRequests(plain, paths, load) })
      }
      const warm = rounds.slice(1)
      const median = (side: 'ours' | 'bare'): MostRequests => ({
        perSecond: quantile(warm.map((each) => each[side].perSecond), 0.5),
        cpuMicroseconds: quantile(warm.map((each) => each[side].cpuMicroseconds), 0.5),
      }) // oxfmt-ignore
      const ratios = warm.map(({ ours, bare }) => bare.cpuMicroseconds / ours.cpuMicroseconds)
      return { bytes, ours: median('ours'), bare: median('bare'), ratio: round(quantile(ratios, 0.5)) }
    } finally {
      await Promise.all([kill(server), kill(plain)])
    }
  })
}
