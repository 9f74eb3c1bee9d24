import type { ServerStore } from '../src/db/open-store.ts'
import { inCopies } from './copies.ts'
import { fillStore, inDataFolder } from './data-folder.ts'
import { quantile, round } from './figures.ts'
import { mostRequests, type MostRequests } from './most-requests.ts'
import { kill, type ServerProcess, startBuiltServer } from './start-server.ts'
import { makeOutputs } from './sub-load.ts'

const COPIES = 3
const PEOPLE = 4
const REQUESTS = 3000
const ROUNDS = 3
const HEADERS = { 'user-agent': 'mihomo/1.19.24' }

/** How many requests a second copies bear together, beside what one of them bears: the median of rounds that take turns. */
export interface CopiesRate {
  /** A server with SQLite that has no other copies. */
  alone: MostRequests
  /** One copy, two and three, beside one PostgreSQL and one Redis; the processor time is of one request in one copy. */
  copies: MostRequests[]
  /** Requests a second, to those of one copy: on two processors, which PostgreSQL and who asks need as well. */
  ratios: number[]
  /** The same by the processor time that a request takes: where each copy has a processor of its own. */
  ratiosByProcessor: number[]
}

/** Measures it on addresses of outputs, every one of which each copy has answered before. */
export async function measureCopiesRate(): Promise<CopiesRate> {
  const alone = await inDataFolder(async (folder) => {
    const paths = pathsOf(await fillStore(folder, fill))
    const server = await startBuiltServer({ DATA_DIR: folder })
    try {
      await rateOf([server], paths, paths.length)
      return median(await inRounds(() => rateOf([server], paths, REQUESTS)))
    } finally {
      await kill(server)
    }
  })
  const copies = await inCopies({ count: COPIES, fill }, async ({ servers }, tokens) => {
    const paths = pathsOf(tokens)
    await rateOf(servers, paths, paths.length * COPIES)
    const counts = servers.map((_, at) => servers.slice(0, at + 1))
    const rounds = await inRounds(async () => {
      const rates: MostRequests[] = []
      for (const some of counts) rates.push(await rateOf(some, paths, REQUESTS))
      return rates
    })
    return counts.map((_, at) => median(rounds.map((rates) => rates[at]!)))
  })
  const [one] = copies
  return {
    alone,
    copies,
    ratios: copies.map(({ perSecond }) => round(perSecond / one!.perSecond)),
    ratiosByProcessor: copies.map(({ cpuMicroseconds }, at) =>
      round(((at + 1) * one!.cpuMicroseconds) / cpuMicroseconds),
    ),
  }
}

const fill = (store: ServerStore) => makeOutputs(store, { people: PEOPLE })

const pathsOf = (tokens: readonly string[]) => tokens.map((token) => `/sub/${token}`)

/** Of all together, each asked an equal share. */
async function rateOf(
  servers: readonly ServerProcess[],
  paths: readonly string[],
  requests: number,
): Promise<MostRequests> {
  const share = { requests: Math.ceil(requests / servers.length), headers: HEADERS }
  const began = performance.now()
  const each = await Promise.all(servers.map((server) => mostRequests(server, paths, share)))
  const seconds = (performance.now() - began) / 1000
  return {
    perSecond: Math.round((share.requests * servers.length) / seconds),
    cpuMicroseconds: Math.round(each.reduce((sum, { cpuMicroseconds }) => sum + cpuMicroseconds, 0) / each.length),
  }
}

async function inRounds<T>(work: () => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let each = 0; each < ROUNDS; each++) all.push(await work())
  return all
}

function median(rates: readonly MostRequests[]): MostRequests {
  const of = (figure: keyof MostRequests) =>
    quantile(
      rates.map((rate) => rate[figure]),
      0.5,
    )
  return { perSecond: of('perSecond'), cpuMicroseconds: of('cpuMicroseconds') }
}
