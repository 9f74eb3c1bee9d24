// Somebody who floods, in a process of their own. What they do must not delay the people who are measured.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { asPerson, preview } from './as-person.ts'
import { linksOf, type Person, type Published } from './people.ts'
import { readNothing } from './read-nothing.ts'

const PREVIEWS = 101
const THIS_FILE = fileURLToPath(import.meta.url)
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

/** How often the person asked; of saves, how many were taken. */
export type FloodCounts = Record<'previews' | 'saves' | 'exports' | 'refreshes' | 'readers', number>

/**
 * One person floods the server until the signal: with saves, exports, slow reads, refreshes of slow sources, and previews
 * whose answers are not waited for. Returns how often they asked.
 */
export async function floodUntil(flooding: FloodingMember, signal: AbortSignal): Promise<FloodCounts> {
  // A real flood comes from another machine. So this process only runs when no other process needs the processor (SCHED_IDLE).
  const child = fork(THIS_FILE, [], { execPath: 'chrt', execArgv: ['-i', '0', process.execPath] })
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The flood ended with ${code}.`)))
  const counted = once(child, 'message')
  child.send(flooding)
  signal.addEventListener('abort', () => child.send('stop', () => undefined), { once: true })
  const [counts] = await Promise.race([counted, ended])
  return counts as FloodCounts
}

if (process.argv[1] === THIS_FILE) {
  const stop = new AbortController()
  const [flooding] = await once(process, 'message')
  process.once('message', () => stop.abort())
  process.once('disconnect', () => stop.abort())
  const counts = await flood(flooding as FloodingMember, stop.signal)
  process.send?.(counts)
  process.disconnect?.()
}

async function flood(flooding: FloodingMember, signal: AbortSignal): Promise<FloodCounts> {
  const { origin } = flooding
  const counts: FloodCounts = { previews: 0, saves: 0, exports: 0, refreshes: 0, readers: 0 }
  const again = async (kind: keyof FloodCounts, many: number, work: () => Promise<unknown>) => {
    while (!signal.aborted) {
      const done = await work().catch(() => wait(50, false))
      if (done !== false) counts[kind] += many
    }
  }
  let revision = 0
  const readers: Socket[] = []
  await Promise.all([
    again('previews', PREVIEWS, () =>
      Promise.all(
        Array.from({ length: PREVIEWS }, () =>
          preview(origin, flooding, flooding.heavy, AbortSignal.timeout(LEFT_AFTER_MS)).catch(() => undefined),
        ),
      ),
    ),
    again('saves', 1, async () => {
      const body = { revision, recipe: JSON.stringify({ switchyard: 'recipe', version: 1, sources: [{ id: 'a', name: 'a', text: linksOf(1000 + (revision % 1000)) }] }) } // oxfmt-ignore
      const answer = await asPerson(origin, flooding, 'PATCH', `/api/outputs/${flooding.large.id}`, body)
      const { data } = (await answer.json()) as { data?: { revision?: number; current?: { revision: number } } }
      revision = data?.revision ?? data?.current?.revision ?? revision
      return answer.ok || wait(50, false)
    }),
    again('exports', 1, async () => {
      await (await asPerson(origin, flooding, 'GET', '/api/profile/export')).text()
      await wait(100)
    }),
    again('refreshes', 1, async () => {
      const left = AbortSignal.any([signal, AbortSignal.timeout(LEFT_AFTER_MS)])
      const refreshed = asPerson(origin, flooding, 'POST', `/api/outputs/${flooding.slow.id}/refresh`, undefined, left)
      // Its sources never answer, so it is left each time.
      await refreshed.catch(() => undefined)
    }),
    again('readers', 1, async () => {
      readers.push(readNothing(origin, flooding, `/sub/${flooding.heavy.token}`))
      await wait(100)
    }),
  ])
  for (const reader of readers) reader.destroy()
  return counts
}
