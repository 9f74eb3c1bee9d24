import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { fillStore, inDataFolder } from './data-folder.ts'
import { quantile, round } from './figures.ts'
import { linksOf, makePerson, type Person } from './people.ts'
import { kill, startBuiltServer, startServer } from './start-server.ts'

const BURNING_PROGRAM = fileURLToPath(new URL('serve-burning.ts', import.meta.url))
const CONVERSIONS = 24
/** One person may not ask for all of them at once. */
const PEOPLE = 4
const NODES = 2000
/** Of each side, by turns. The first one warms both up. */
const ROUNDS = 7
/** As the pool of the server has them. */
const THREADS = Math.max(2, availableParallelism() - 1)

/** How long somebody else waits while a crowd works, in milliseconds. */
interface Delays {
  asked: number
  p50Ms: number
  p95Ms: number
  mostMs: number
}

/** What conversions do to a request of somebody else, beside jobs in threads that only take processor time. */
export interface Turns {
  /** What one conversion takes, and each of the other jobs. */
  jobMs: number
  /** Conversions that were not answered with 200. */
  refused: number
  conversions: Delays
  burning: Delays
  /** The median of the rounds: conversions of burning. */
  ratio: Record<'p50' | 'p95' | 'most', number>
}

/** Measures it: 24 conversions of 2,000 nodes at once, and `/healthz` meanwhile. */
export function measureTurns(): Promise<Turns> {
  return inDataFolder(async (folder) => {
    const people = await fillStore(folder, (store) =>
      Promise.all(Array.from({ length: PEOPLE }, (_, at) => makePerson(store, `person${at}`))),
    )
    const server = await startBuiltServer({ DATA_DIR: folder, TRUSTED_PROXIES: '1' })
    const plain = await startServer({}, [BURNING_PROGRAM])
    try {
      const rounds: { ours: Round; bare: Round }[] = []
      for (let round = 0; round < ROUNDS; round++) {
        // The conversions of an address are counted.
        const address = `192.0.2.${round + 1}`
        const ours = await delaysDuring(server.origin, (at) => convert(server.origin, people[at % PEOPLE]!, address))
        const bare = await delaysDuring(plain.origin, (at) =>
          fetch(`${plain.origin}/burn/${ours.jobMs}/${at % PEOPLE}`),
        )
        rounds.push({ ours, bare })
      }
      return summary(rounds.slice(1))
    } finally {
      await Promise.all([kill(server), kill(plain)])
    }
  })
}

interface Round extends Delays {
  jobMs: number
  refused: number
}

/** Somebody else asks `/healthz` again and again, on a thread of their own, until all that was asked for at once is answered. */
async function delaysDuring(origin: string, ask: (at: number) => Promise<Response>): Promise<Round> {
  const other = new Worker(new URL('ask-health.ts', import.meta.url), { workerData: origin })
  await once(other, 'message')
  const began = performance.now()
  const isAnswered = await Promise.all(
    Array.from({ length: CONVERSIONS }, async (_, at) => {
      const answer = await ask(at)
      await answer.arrayBuffer()
      return answer.ok
    }),
  )
  const tookMs = performance.now() - began
  other.postMessage('over')
  const [times] = (await once(other, 'message')) as [number[]]
  await other.terminate()
  return {
    asked: times.length,
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    mostMs: Math.max(...times),
    // As many at once as there are threads.
    jobMs: (tookMs * THREADS) / CONVERSIONS,
    refused: isAnswered.filter((is) => !is).length,
  }
}

const BODY = JSON.stringify({ sources: [{ text: linksOf(NODES) }], client: 'mihomo' })

function convert(origin: string, { cookie }: Person, address: string): Promise<Response> {
  const headers = { origin, cookie, 'content-type': 'application/json', 'x-forwarded-for': address }
  return fetch(`${origin}/api/convert`, { method: 'POST', headers, body: BODY })
}

function summary(rounds: readonly { ours: Round; bare: Round }[]): Turns {
  const median = (valueOf: (round: (typeof rounds)[number]) => number) => round(quantile(rounds.map(valueOf), 0.5))
  const delays = (side: 'ours' | 'bare'): Delays => ({
    asked: median((each) => each[side].asked),
    p50Ms: median((each) => each[side].p50Ms),
    p95Ms: median((each) => each[side].p95Ms),
    mostMs: median((each) => each[side].mostMs),
  })
  return {
    jobMs: median(({ ours }) => ours.jobMs),
    refused: rounds.reduce((sum, { ours, bare }) => sum + ours.refused + bare.refused, 0),
    conversions: delays('ours'),
    burning: delays('bare'),
    ratio: {
      p50: median(({ ours, bare }) => ours.p50Ms / bare.p50Ms),
      p95: median(({ ours, bare }) => ours.p95Ms / bare.p95Ms),
      most: median(({ ours, bare }) => ours.mostMs / bare.mostMs),
    },
  }
}
