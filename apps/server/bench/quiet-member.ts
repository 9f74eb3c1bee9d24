// Some quiet members, on a thread of their own: what another one does in this process is not taken for time that the server took.
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { asPerson, CLIENT_HEADERS, preview } from './as-person.ts'
import { quantile, round } from './figures.ts'
import type { Person, Published } from './people.ts'

/** An address may be asked 120 times a minute. */
const REST_MS = 600

/** Who asks, and for what. */
export interface QuietMember extends Person {
  origin: string
  output: Published
  /** An item of theirs. */
  refreshed: string
}

/** How long somebody waits for a thing, in milliseconds. */
export interface Waited {
  asked: number
  p50Ms: number
  p99Ms: number
  /** Anything but a 200. */
  refused: number
}

const ASK = {
  page: (member: QuietMember) => asPerson(member.origin, member, 'GET', '/api/outputs'),
  file: ({ origin, output }: QuietMember) => fetch(`${origin}/sub/${output.token}`, { headers: CLIENT_HEADERS }),
  preview: (member: QuietMember) => preview(member.origin, member, member.output),
  refresh: (member: QuietMember) =>
    asPerson(member.origin, member, 'POST', `/api/subscriptions/${member.refreshed}/refresh`),
  health: ({ origin }: QuietMember) => fetch(`${origin}/healthz`),
}
/** What is asked for. */
export type Thing = keyof typeof ASK
export const THINGS = Object.keys(ASK) as Thing[]

interface Asking {
  members: readonly QuietMember[]
  things: readonly Thing[]
  ms: number
}

/**
 * The members ask for these things again and again for a while, each with a rest between and none at the same moment as another
 * one. Says how long each took.
 */
export async function quietWaits<T extends Thing>(
  members: readonly QuietMember[],
  things: readonly T[],
  ms: number,
): Promise<Record<T, Waited>> {
  const asking: Asking = { members, things, ms }
  const worker = new Worker(new URL(import.meta.url), { workerData: asking })
  try {
    return await new Promise((resolve, reject) => void worker.once('message', resolve).once('error', reject))
  } finally {
    await worker.terminate()
  }
}

if (!isMainThread) {
  const { members, things, ms } = workerData as Asking
  const waits = await Promise.all(
    things.map(async (thing) => {
      const asked = members.map(async (member, at) => {
        await wait((at * REST_MS) / members.length)
        return timesOf(() => ASK[thing](member), ms)
      })
      return [thing, waitedOf(await Promise.all(asked))]
    }),
  )
  parentPort!.postMessage(Object.fromEntries(waits))
}

interface Times {
  times: number[]
  refused: number
}

async function timesOf(ask: () => Promise<Response>, ms: number): Promise<Times> {
  const times: number[] = []
  let refused = 0
  const ends = performance.now() + ms
  while (performance.now() < ends) {
    const began = performance.now()
    const status = await ask().then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      },
      () => 0,
    )
    times.push(performance.now() - began)
    if (status !== 200) refused++
    await wait(REST_MS)
  }
  return { times, refused }
}

function waitedOf(all: readonly Times[]): Waited {
  const times = all.flatMap((each) => each.times)
  const refused = all.reduce((sum, each) => sum + each.refused, 0)
  return { asked: times.length, p50Ms: round(quantile(times, 0.5)), p99Ms: round(quantile(times, 0.99)), refused }
}
