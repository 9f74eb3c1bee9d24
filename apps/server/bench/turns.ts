import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fillStore, inDataFolder } from './data-folder.ts'
import { quantile, round } from './figures.ts'
import { linksOf, makePerson, type Person } from './people.ts'
import { kill, startBuiltServer, startServer } from './start-server.ts'

const BURNING_PROGRAM = fileURLToPath(new URL('serve-burning.ts', import.meta.url))
const CONVERSIONS = 24
const NODES = 2000
/** Of each side, by turns. The first one warms both up. */
const ROUNDS = 7
/** Somebody else asks, has the answer, and asks again after so long. */
const REST_MS = 5

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
    // Conversions of one person are counted: each round has its own.
    const people = await fillStore(folder, (store) =>
      Promise.all(Array.from({ length: ROUNDS }, (_, at) => makePerson(store, `person${at}`))),
    )
    const server = await startBuiltServer({ DATA_DIR: folder })
    const plain = await startServer({}, [BURNING_PROGRAM])
    try {
      const rounds: { ours: Round; bare: Round }[] = []
      for (const person of people) {
        const ours = await delaysDuring(server.origin, () => convert(server.origin, person))
        const jobMs = ours.tookMs / CONVERSIONS
        const bare = await delaysDuring(plain.origin, () => fetch(`${plain.origin}/burn/${jobMs}`))
        rounds.push({ ours, bare })
      }
      return summary(rounds.slice(1))
    } finally {
      await Promise.all([kill(server), kill(plain)])
    }
  })
}

interface Round extends Delays {
  tookMs: number
  refused: number
}

/** Asks `/healthz` again and again until as many answers are there as were asked for at once. */
async function delaysDuring(origin: string, ask: () => Promise<Response>): Promise<Round> {
  const began = performance.now()
  const over = new AbortController()
  const crowd = Promise.all(
    Array.from({ length: CONVERSIONS }, async () => {
      const answer = await ask()
      await answer.arrayBuffer()
      return answer.ok
    }),
  ).finally(() => over.abort())
  const times: number[] = []
  while (!over.signal.aborted) {
    const asked = performance.now()
    await (await fetch(`${origin}/healthz`)).arrayBuffer()
    times.push(performance.now() - asked)
    await wait(REST_MS)
  }
  const refused = (await crowd).filter((isAnswered) => !isAnswered).length
  const tookMs = performance.now() - began
  const [p50Ms, p95Ms] = [quantile(times, 0.5), quantile(times, 0.95)]
  return { asked: times.length, p50Ms, p95Ms, mostMs: Math.max(...times), tookMs, refused }
}

const BODY = JSON.stringify({ sources: [{ text: linksOf(NODES) }], client: 'mihomo' })

function convert(origin: string, { cookie }: Person): Promise<Response> {
  const headers = { origin, cookie, 'content-type': 'application/json' }
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
    jobMs: median(({ ours }) => ours.tookMs / CONVERSIONS),
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
