// Somebody who floods, on a thread of their own: what they do holds up neither who is measured nor the source of both.
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { leaveProcessor } from '../src/engine/leave-processor.ts'
import { asPerson, preview } from './as-person.ts'
import { linksOf, type Person, type Published } from './people.ts'
import { readNothing } from './read-nothing.ts'

const PREVIEWS = 101
/** Whoever floods does not wait for the answers. */
const LEFT_AFTER_MS = 2000

/** The outputs that are asked for. */
export interface FloodedThings {
  heavy: Published
  large: Published
  slow: Published
}

interface FloodingMember extends Person, FloodedThings {
  origin: string
}

/**
 * One person floods the server until the signal: with saves, exports, slow reads, refreshes of slow sources, and previews
 * whose answers are not waited for.
 */
export async function floodUntil(flooding: FloodingMember, signal: AbortSignal): Promise<void> {
  const worker = new Worker(new URL(import.meta.url), { workerData: flooding })
  const ended = new Promise<void>((resolve, reject) => void worker.once('exit', () => resolve()).once('error', reject))
  signal.addEventListener('abort', () => worker.postMessage('stop'), { once: true })
  await ended
}

if (!isMainThread) {
  // Who floods a server does so from another machine.
  leaveProcessor()
  const stop = new AbortController()
  parentPort!.once('message', () => stop.abort())
  await flood(workerData as FloodingMember, stop.signal)
}

async function flood(flooding: FloodingMember, signal: AbortSignal): Promise<void> {
  const { origin } = flooding
  const again = async (work: () => Promise<unknown>) => {
    while (!signal.aborted) await work().catch(() => wait(50))
  }
  let revision = 0
  const readers: Socket[] = []
  await Promise.all([
    again(() =>
      Promise.all(
        Array.from({ length: PREVIEWS }, () =>
          preview(origin, flooding, flooding.heavy, AbortSignal.timeout(LEFT_AFTER_MS)).catch(() => undefined),
        ),
      ),
    ),
    again(async () => {
      const body = { revision: revision++, recipe: JSON.stringify({ switchyard: 'recipe', version: 1, sources: [{ id: 'a', name: 'a', text: linksOf(1000 + revision) }] }) } // oxfmt-ignore
      const answer = await asPerson(origin, flooding, 'PATCH', `/api/outputs/${flooding.large.id}`, body)
      if (!answer.ok) await wait(50)
    }),
    again(async () => {
      await (await asPerson(origin, flooding, 'GET', '/api/profile/export')).text()
      await wait(100)
    }),
    again(async () => {
      const left = AbortSignal.any([signal, AbortSignal.timeout(LEFT_AFTER_MS)])
      await asPerson(origin, flooding, 'POST', `/api/outputs/${flooding.slow.id}/refresh`, undefined, left)
    }),
    again(async () => {
      readers.push(readNothing(origin, flooding, `/sub/${flooding.heavy.token}`))
      await wait(100)
    }),
  ])
  for (const reader of readers) reader.destroy()
}
