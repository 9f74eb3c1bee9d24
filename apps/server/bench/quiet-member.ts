// Some quiet members, on a thread of their own: what another one does in this process is not taken for time that the server took.
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { asPerson, CLIENT_HEADERS, preview } from './as-person.ts'
import { quantile, round } from './figures.ts'
import type { Person, Published } from './people.ts'

/** An address may be asked 120 times a minute. */
const REST_MS = 600
/** In its first requests a thread still loads and compiles code. They are not counted. */
const WARM_MS = 1500

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

/** How long each answer took, in milliseconds. */
export interface Times {
  times: readonly number[]
  /** Anything but a 200. */
  refused: number
}

/** Calls `quietTimes` once. Returns how long the members waited. */
export async function quietWaits<T extends Thing>(
  members: readonly QuietMember[],
  things: readonly T[],
  ms: number,
  whenWarm?: () => void,
): Promise<Record<T, Waited>> {
  return waitedInRounds([await quietTimes(members, things, ms, whenWarm)])
}

/**
 * The members ask for these things again and again for a while, each with a rest between and none at the same moment as another
 * one. `whenWarm` is called when their answers begin to count.
 */
export async function quietTimes<T extends Thing>(
  members: readonly QuietMember[],
  things: readonly T[],
  ms: number,
  whenWarm: () => void = () => undefined,
): Promise<Record<T, Times>> {
  const asking: Asking = { members, things, ms }
  const worker = new Worker(new URL(import.meta.url), { workerData: asking })
  try {
    const failed = once(worker, 'exit').then(() => Promise.reject(new Error('The quiet members ended.')))
    await Promise.race([once(worker, 'message'), failed])
    whenWarm()
    const [times] = await Promise.race([once(worker, 'message'), failed])
    return times
  } finally {
    await worker.terminate()
  }
}

if (!isMainThread) {
  const { members, things, ms } = workerData as Asking
  const askFor = async (spanMs: number) => {
    const times = things.map(async (thing) => {
      const asked = members.map(async (member, at) => {
        await wait((at * REST_MS) / members.length)
        return timesOf(() => ASK[thing](member), spanMs)
      })
      return [thing, joined(await Promise.all(asked))] as const
    })
    return Object.fromEntries(await Promise.all(times))
  }
  await askFor(WARM_MS)
  parentPort!.postMessage('warm')
  parentPort!.postMessage(await askFor(ms))
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

function joined(all: readonly Times[]): Times {
  return { times: all.flatMap(({ times }) => times), refused: all.reduce((sum, { refused }) => sum + refused, 0) }
}

/** What the times of some rounds come to. */
export function waitedInRounds<T extends Thing>(rounds: readonly Record<T, Times>[]): Record<T, Waited> {
  const things = Object.keys(rounds[0]!) as T[]
  const waits = things.map((thing) => [thing, waitedOf(joined(rounds.map((round) => round[thing])))])
  return Object.fromEntries(waits)
}

function waitedOf({ times, refused }: Times): Waited {
  return { asked: times.length, p50Ms: round(quantile(times, 0.5)), p99Ms: round(quantile(times, 0.99)), refused }
}
